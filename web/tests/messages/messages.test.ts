// What the page says: in the chosen language, with its values put in.
import { beforeAll, describe, expect, it } from "vitest";
import { nameOf, t, translate, useArea, useLanguage } from "../../src/messages/messages.svelte";

describe("messages", () => {
  beforeAll(async () => {
    await useLanguage("en");
    await useArea("ulysses");
  });

  it("puts values into plain text", () => {
    expect(t("frame.waiting_for", { name: "Ada" })).toContain("Ada");
  });

  it("chooses the plural of the language", () => {
    const [one, many] = [1, 3].map((n) => t("ulysses.cards.challenge", { n }));
    expect(one).not.toBe(many);
    expect(many).toContain("3");
  });

  it("prints a minus sign and not a hyphen", () => {
    expect(translate("ulysses.text.turn", { n: -2 })).toContain("−2");
  });

  it("names what a game's data calls by an id, and falls back to what it is called otherwise", () => {
    expect(nameOf("ulysses.place", "troia")).toBe("Troy");
    expect(nameOf("ulysses.place", "nowhere")).toBe("nowhere");
    expect(nameOf("ulysses.place", "nowhere", "Printed")).toBe("Printed");
  });

  it("has nothing for a key that nobody knows", () => {
    expect(translate("errors.no-such-code")).toBeNull();
  });

  it("speaks another language in every area that is in use", async () => {
    await useLanguage("it");
    expect(nameOf("ulysses.place", "troia")).toBe("Troia");
    expect(document.documentElement.lang).toBe("it");
    await useLanguage("en");
  });
});
