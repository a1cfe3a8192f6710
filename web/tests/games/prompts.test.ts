// Prompts name every kind of choice that is lit, and numbers below nought have one sign.
import { beforeAll, expect, it } from "vitest";
import { anyOf } from "../../src/games/offers";
import { chooseLanguage, t, useArea } from "../../src/messages/messages.svelte";
import { printed, withMinus } from "../../src/messages/numbers";
import { prompt as ptolemaeus } from "../../src/games/ptolemaeus/prompts";
import { reasonWords } from "../../src/games/ptolemaeus/choiceWords";
import type { Scene } from "../../src/games/ptolemaeus/types";
import { prompt as ulysses } from "../../src/games/ulysses/prompts";
import type { Scene as UlyssesScene } from "../../src/games/ulysses/types";

beforeAll(async () => {
  await chooseLanguage("en");
  await useArea("ptolemaeus");
  await useArea("ulysses");
});

const offers = {
  draw: "draw two cards",
  take: "draw two cards",
  observe: "observe a sign",
  configuration: "observe a configuration",
  study: "study a planet",
  play: "play a bonus card",
  exchange: "exchange asteroids",
  end: "end your turn",
} as const;
type Kind = keyof typeof offers;

function scene(phase: string, kinds: readonly string[]): Scene {
  return {
    view: { phase, under_way: null },
    draft: null,
    choices: kinds.map((kind) => ({ kind, notation: kind, number: 0 })),
  } as unknown as Scene;
}

it("lists each kind once, in one order", () => {
  expect(
    anyOf<"a" | "b" | "c">([{ kind: "b" }, { kind: "a" }, { kind: "b" }], { a: "one", b: "two", c: "three" }),
  ).toBe("one or two");
});

it.each<[string, Kind[]]>([
  ["before", ["draw", "take"]],
  ["before", ["take", "observe"]],
  ["before", ["draw", "observe", "configuration", "play", "exchange"]],
  ["after", ["end"]],
  ["after", ["study", "play", "exchange", "end"]],
])("what is offered %s the action is all named: %s", (phase, kinds) => {
  const said = ptolemaeus(scene(phase, kinds));
  for (const [kind, words] of Object.entries(offers)) {
    const named = kinds.some((each) => offers[each] === words);
    expect(said.includes(words), `${kind} in "${said}"`).toBe(named);
  }
});

const ways = {
  support: "support a side",
  black: "place the black disc",
  pass: "pass",
} as const;

it.each<(keyof typeof ways)[][]>([
  [["pass", "support"]],
  [["pass", "black"]],
  [["pass", "support", "black"]],
])("in a discussion of Ulysses every way is named, the third one too: %s", (kinds) => {
  const said = ulysses({
    view: { phase: "faction", step: {}, proposal: null, ship: "troia", map: { places: [] } },
    draft: null,
    choices: kinds.map((kind) => ({ kind, notation: kind, number: 0 })),
  } as unknown as UlyssesScene);
  for (const kind of ["support", "black", "pass"] as const)
    expect(said.includes(ways[kind]), `${kind} in "${said}"`).toBe(kinds.includes(kind));
});

it("says that an effect may be left out, where it may", () => {
  const stop = t("ptolemaeus.prompt.or_stop");
  expect(ptolemaeus(scene("mercurius from", ["from", "stop"]))).toContain(stop);
  expect(ptolemaeus(scene("mercurius from", ["from"]))).not.toContain(stop);
});

it("says the price and what is missing", () => {
  const values = { sign: "leo", colour: "red", missing: 1, other: "blue", others: 2 };
  const said = reasonWords({ code: "cannot-pay", values, rules: ["PT-5.1"] });
  for (const part of ["Leo", "sextant", "two fire cards", "1 fire card", "2 water cards"])
    expect(said).toContain(part);
  const two = { signs: "leo virgo", jokers: 1 };
  expect(reasonWords({ code: "cannot-pay-signs", values: two, rules: [] })).toContain("Leo and Virgo");
});

it("writes one minus sign", () => {
  expect(printed(-3)).toBe("−3");
  expect(withMinus("from -3 to -12, PT-5 and 4-6, T-1")).toBe("from −3 to −12, PT-5 and 4-6, T-1");
  expect(t("frame.points_of", { points: -3 })).toContain("−3");
});
