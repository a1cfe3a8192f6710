// @vitest-environment node
// The catalogue: every message in all languages, with the same values, and none that nobody says.
import { describe, expect, it } from "vitest";
import { argumentsOf, compile, LANGUAGES, readCatalogue } from "../../build/catalogue";
import { GAMES } from "../../src/games/registry";
import { files, stringsOf } from "../helpers/sources";

const CATALOGUE = readCatalogue();
const MESSAGES = Object.entries(CATALOGUE).flatMap(([area, messages]) =>
  Object.entries(messages).map(([key, translations]) => ({ key: `${area}.${key}`, area, translations })),
);

describe.each(Object.keys(CATALOGUE))("the messages of %s", (area) => {
  const own = MESSAGES.filter((message) => message.area === area);

  it("are there in all languages", () => {
    const missing = own.filter(({ translations }) =>
      LANGUAGES.some((language) => !translations[language]?.trim()),
    );
    const more = own.filter(({ translations }) => Object.keys(translations).length !== LANGUAGES.length);
    expect([...missing, ...more].map(({ key }) => key)).toEqual([]);
  });

  it("take the same values in all languages", () => {
    const different = own.filter(({ translations }) => {
      const taken = Object.values(translations).map((text) => Object.keys(argumentsOf(text)).sort().join());
      return new Set(taken).size > 1;
    });
    expect(different.map(({ key }) => key)).toEqual([]);
  });

  it("have curved apostrophes, since straight ones mean something else in a message", () => {
    expect(own.filter(({ translations }) => Object.values(translations).join().includes("'"))).toEqual([]);
  });
});

describe("a message", () => {
  it("that is only text and names is shipped as it is", () => {
    expect(compile("{who} waits")).toBe("{who} waits");
    expect(typeof compile("{n, plural, one {a card} other {# cards}}")).toBe("object");
  });

  it("says which values it takes, and of which kind", () => {
    expect(argumentsOf("{who} has {n, plural, one {a card} other {{n} {kind} cards}}")).toEqual({
      who: "text",
      n: "plural",
      kind: "text",
    });
    expect(argumentsOf("{me, select, true {You} other {{who}}}")).toEqual({ me: "boolean", who: "text" });
  });

  it("that is written wrongly is not built", () => {
    expect(() => compile("{n, plural, one {a card}")).toThrow();
    expect(() => argumentsOf("{when, date}")).toThrow();
  });
});

// --- what nobody says -----------------------------------------------------------------------------

/** Keys with a part that comes from the server: a code, an option's name, a source of points. */
const FROM_THE_SERVER = [
  /^errors\./,
  /^frame\.request\./,
  ...GAMES.flatMap((game) =>
    ["reason", "option", "source"].map((part) => new RegExp(`^${game}\\.${part}\\.`)),
  ),
  ...GAMES.map((game) => new RegExp(`^worker\\.${game}$`)),
];

it("no message is left over", () => {
  const strings = new Set(files().flatMap(stringsOf));
  const made = [...strings].filter((text) => /^[a-z]+\..*\*/.test(text)).map(pattern);
  // The service worker reads its few messages by name; names of things are looked up by what stands before them.
  const prefixes = [...strings].filter((text) => text.includes(".")).map((text) => `${text}.`);
  const left = MESSAGES.filter(({ key, area }) => {
    const name = key.slice(area.length + 1);
    return !(
      strings.has(key) ||
      (area === "worker" && strings.has(name)) ||
      (area === "pages" && GAMES.some((game) => game === name)) ||
      FROM_THE_SERVER.some((known) => known.test(key)) ||
      made.some((known) => known.test(key)) ||
      prefixes.some((prefix) => key.startsWith(prefix) && NAMED.has(prefix.slice(0, -1)))
    );
  });
  expect(left.map(({ key }) => key)).toEqual([]);
});

/** What stands before the names of things that a game's data calls by an id (`nameOf`). */
const NAMED = new Set([
  "frame.level",
  "ophiuchus.card",
  "pages.seat",
  "ptolemaeus.bonus",
  "ptolemaeus.does",
  "ophiuchus.star",
  "ophiuchus.title",
  "pacal.district",
  "ptolemaeus.name",
  "ptolemaeus.night",
  "ptolemaeus.short",
  "ulysses.place",
]);

/** A template of a key as a pattern for the keys it can make. */
function pattern(template: string): RegExp {
  const parts = template.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[\\w .-]*")}$`);
}
