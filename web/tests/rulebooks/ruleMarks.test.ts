// @vitest-environment node
// Numbers of rules in the rulebooks: ranges in all languages, and links to the numbered rules.
import { describe, expect, it } from "vitest";
import { linked, rulesOf } from "../../build/ruleMarks";

describe("a mark", () => {
  it("names one rule, or several", () => {
    expect(rulesOf("OP-4.6")).toEqual(["OP-4.6"]);
    expect(rulesOf("PT-3.3, PT-9.1, PT-15")).toEqual(["PT-3.3", "PT-9.1", "PT-15"]);
  });

  it.each(["PT-4.1 to PT-4.4", "PT-4.1 a PT-4.4", "PT-4.1 al PT-4.4", "PT-4.1–PT-4.4", "PT-4.1 – PT-4.4"])(
    "writes out the range %s",
    (range) => expect(rulesOf(range)).toEqual(["PT-4.1", "PT-4.2", "PT-4.3", "PT-4.4"]),
  );

  it("has ranges beside single rules", () => {
    expect(rulesOf("PR-4.2 a PR-4.4, PR-1.9")).toEqual(["PR-4.2", "PR-4.3", "PR-4.4", "PR-1.9"]);
  });

  it("keeps the ends of a range that is none", () => {
    expect(rulesOf("PT-4.7 to PT-4.1")).toEqual(["PT-4.7", "PT-4.1"]);
    expect(rulesOf("PT-4.1 to PT-5.2")).toEqual(["PT-4.1", "PT-5.2"]);
  });
});

describe("marks in a text", () => {
  const text = linked("<p>Draw. (PT-4.1 a PT-4.3, PT-5)</p>", "/rules/ptolemaeus/reference");

  it("become links to the numbered rules", () => {
    expect(text).toContain('href="/rules/ptolemaeus/reference#PT-4.1"');
    expect(text).toContain('href="/rules/ptolemaeus/reference#PT-5"');
    expect(text).toContain(">PT-4.1 a PT-4.3</a>");
  });

  it("say all rules that they name", () => {
    expect(text).toContain('data-rules="PT-4.1 PT-4.2 PT-4.3"');
  });

  it("are no other words in brackets", () => {
    expect(linked("(Luna, a PT)", "/r")).toBe("(Luna, a PT)");
  });
});
