// Setting up a table: what may be chosen, what is agreed on in words, and refusals that name their option.
import { beforeAll, expect, it } from "vitest";
import type { GameInfo, OptionInfo } from "../../src/api/types";
import { useArea, useLanguage } from "../../src/messages/messages.svelte";
import { sentence } from "../../src/messages/refusals";
import { isOpen, offered } from "../../src/newTable/optionValues";
import { TableForm } from "../../src/newTable/tableForm.svelte";
import { changedOptions, paceWords, seatWords } from "../../src/waiting/terms";

function option(name: string, more: Partial<OptionInfo>): OptionInfo {
  return {
    name,
    kind: "choice",
    default: "",
    values: null,
    low: null,
    high: null,
    help: "",
    expert: false,
    ...more,
  };
}

const FIRST = option("first_player", {
  kind: "integer",
  default: -1,
  low: -1,
  high: 4,
  unfit: { "3": [3, 4] },
});
const ZEUS = option("zeus_as_pandora", { kind: "boolean", default: true, values: [true, false] });
const SOLO = option("level", { default: "easy", values: ["easy", "hard"], unfit: { "2": ["hard"] } });
const GAME: GameInfo = {
  name: "ulysses",
  title: "Ulysses",
  version: 1,
  fewest: 1,
  most: 5,
  default_players: 3,
  hidden_information: true,
  chance: true,
  options: [FIRST, ZEUS, SOLO],
  rules: { phases: {}, reasons: {} },
  lesson: null,
};

beforeAll(async () => {
  await useLanguage("en");
  await useArea("ulysses");
});

it("offers seats by their words, and only those that are there", () => {
  expect(offered(FIRST, 3, (value) => `Seat ${String(value)}`)).toEqual([-1, 0, 1, 2]);
  expect(offered(FIRST, 5, (value) => `Seat ${String(value)}`)).toEqual([-1, 0, 1, 2, 3, 4]);
  expect(offered(FIRST, 3, () => null)).toBeNull();
});

it("asks nothing where only one value fits", () => {
  expect(isOpen(SOLO, 1)).toBe(true);
  expect(isOpen(SOLO, 2)).toBe(false);
});

it("goes back to the usual where a choice does not fit so many players", () => {
  const form = new TableForm(GAME);
  form.options.first_player = 4;
  form.seatPlayers(5);
  expect(form.options.first_player).toBe(4);
  form.seatPlayers(3);
  expect(form.options.first_player).toBe(-1);
});

it("sends the names of those who play at one screen", () => {
  const form = new TableForm(GAME);
  form.seats = ["me", "me", "novice"];
  form.names = ["", " Bea ", "nobody"];
  expect(form.message().names).toEqual(["", "Bea", ""]);
});

it("says what is agreed on in words", () => {
  const agreed = {
    game: "ulysses",
    options: { first_player: 1, zeus_as_pandora: false, level: "easy" },
    settings: { pace: { kind: "live" as const, bank: 1200, increment: 10 }, on_time_out: "resign" as const },
    seats: [{ kind: "person" }, { kind: "open" }],
  };
  expect(changedOptions(agreed, GAME)).toEqual(["First player: Seat 2", "Zeus as Pandora: no"]);
  expect(paceWords(agreed.settings)).toBe(
    "20 minutes each, 10 seconds back per turn; whose time runs out has lost",
  );
  expect(paceWords({})).toBe("no clock");
  expect(seatWords(agreed.seats)).toBe("2 players, 1 seat open");
});

it("names the option that a refusal is about", () => {
  const words = sentence({
    code: "no-such-table",
    detail: "",
    status: 422,
    extra: { case: "option", option: "opening_hand", game: "ulysses" },
  });
  expect(words).toContain("“Opening hands” cannot be like that here.");
  expect(words).toContain("How many cards each player gets");
});
