// Coach marks: which is due, from data alone; once each, never again; none where the reader wants none.
import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { beforeEach, describe, expect, it } from "vitest";
import type { CoachMark, LogEntry } from "../../src/api/types";
import { dueMark, type Moment } from "../../src/lessons/marks";
import { keepSeen, seenMarks } from "../../src/lessons/seenMarks";

const DATA = "../src/parapegma/server/lessons/data";

function marksOf(game: string): CoachMark[] {
  const text = readFileSync(`${DATA}/${game}.toml`, "utf-8");
  const { mark }: { mark?: CoachMark[] } = JSON.parse(JSON.stringify(parse(text)));
  return mark ?? [];
}

function entry(kind: string, seat: number | null): LogEntry {
  return { kind, seat, words: "" };
}

const QUIET: Moment = { entries: [], seat: 0, phase: null, choices: [] };
const NONE = new Set<string>();

describe("which mark is due", () => {
  const marks = marksOf("ophiuchus");

  it("waits until something happens", () => {
    expect(dueMark(marks, NONE, QUIET)).toBeNull();
  });

  it("tells one's own first constellation from another's", () => {
    expect(dueMark(marks, NONE, { ...QUIET, entries: [entry("claimed", 0)] })?.name).toBe("claimed");
    expect(dueMark(marks, NONE, { ...QUIET, entries: [entry("claimed", 1)] })?.name).toBe(
      "claimed-by-another",
    );
  });

  it("comes once", () => {
    const moment = { ...QUIET, entries: [entry("claimed", 0)] };
    expect(dueMark(marks, new Set(["claimed"]), moment)).toBeNull();
  });

  it("comes with what is asked", () => {
    expect(dueMark(marks, NONE, { ...QUIET, phase: "bonus" })?.name).toBe("thirteen");
    const choices = [{ kind: "black", number: 1, notation: "black" }];
    expect(dueMark(marksOf("ulysses"), NONE, { ...QUIET, choices })?.name).toBe("black");
  });

  it("wants all that is named", () => {
    const choices = [{ kind: "study", number: 1, notation: "study mars" }];
    const names = (phase: string) => dueMark(marksOf("ptolemaeus"), NONE, { ...QUIET, phase, choices })?.name;
    expect([names("after"), names("before")]).toEqual(["two-and-two", undefined]);
  });

  it("may look at what an entry says", () => {
    const [mark] = marks;
    const wanted: CoachMark[] = [{ ...mark!, when: { log: "claimed", entry: { card: "leo" } } }];
    const leo = { ...entry("claimed", 1), card: "leo" };
    expect(dueMark(wanted, NONE, { ...QUIET, entries: [leo] })).toBe(wanted[0]);
    const aries = { ...leo, card: "aries" };
    expect(dueMark(wanted, NONE, { ...QUIET, entries: [aries] })).toBeNull();
  });
});

describe("what was shown", () => {
  beforeEach(() => localStorage.clear());

  it("is kept by game", () => {
    keepSeen("ophiuchus", "goal");
    keepSeen("ophiuchus", "claimed");
    keepSeen("ophiuchus", "goal");
    expect([...seenMarks("ophiuchus")]).toEqual(["goal", "claimed"]);
    expect(seenMarks("pacal").size).toBe(0);
  });

  it("survives what another program wrote there", () => {
    localStorage.setItem("parapegma.tips", "not JSON");
    expect(seenMarks("ophiuchus").size).toBe(0);
  });
});
