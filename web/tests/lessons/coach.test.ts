// A coach at a table: the goal first, then what happens; put away by a decision, never shown twice, off in the settings.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Lesson, LessonWords } from "../../src/api/types";
import { choose } from "../../src/components/preferences.svelte";

const words = (text: string): LessonWords => ({ en: text, it: text, es: text });
const LESSON: Lesson = {
  minutes: 5,
  goal: words("the goal"),
  after: words(""),
  step: [],
  mark: [{ name: "won", when: { log: "claimed", own: true }, words: words("your first") }],
};
const GAMES = { games: [{ name: "ophiuchus", title: "Ophiuchus", lesson: LESSON.minutes }] };
vi.mock("../../src/api/http", () => ({
  get: async (path: string) => (path === "/games" ? GAMES : LESSON),
  Refusal: class extends Error {},
}));

/** As much of a table as a coach looks at. */
function table() {
  return {
    asked: true,
    number: 1,
    info: { game: "ophiuchus", status: "running" },
    mine: [0],
    seat: 0,
    view: { phase: "take" },
    choices: [],
    newEntries: [{ kind: "claimed", seat: 0, words: "" }],
  };
}

async function coachAt(at: ReturnType<typeof table>) {
  const { Coach } = await import("../../src/lessons/coach.svelte");
  const coach = Reflect.construct(Coach, [at]);
  await coach.load("ophiuchus");
  return coach;
}

describe("a coach", () => {
  beforeEach(() => {
    localStorage.clear();
    choose({ tips: true });
  });

  it("says the goal first, and what happens after it", async () => {
    const at = table();
    const coach = await coachAt(at);
    coach.look();
    expect(coach.shown).toBe(LESSON.goal);
    at.asked = false;
    coach.look();
    expect(coach.shown, "a decision puts it away").toBeNull();
    at.number = 2;
    coach.look();
    expect(coach.shown?.en).toBe("your first");
    at.number = 3;
    coach.dismiss();
    coach.look();
    expect(coach.shown, "never again").toBeNull();
  });

  it("does not count what happened before the table was opened", async () => {
    localStorage.setItem("parapegma.tips", JSON.stringify({ ophiuchus: ["goal"] }));
    const coach = await coachAt(table());
    coach.look();
    expect(coach.shown).toBeNull();
  });

  it("is silent where the reader wants it so", async () => {
    choose({ tips: false });
    const coach = await coachAt(table());
    coach.look();
    expect(coach.shown).toBeNull();
  });

  it("is silent for those who only watch", async () => {
    const coach = await coachAt({ ...table(), mine: [] });
    coach.look();
    expect(coach.shown).toBeNull();
  });
});
