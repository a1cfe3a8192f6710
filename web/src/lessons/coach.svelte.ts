// Coach marks at a table: the goal with the first prompt, then each thing when it first happens, once.
import { get, Refusal } from "../api/http";
import type { Lesson, LessonWords } from "../api/types";
import { preferences } from "../components/preferences.svelte";
import type { Table } from "../table/table.svelte";
import { dueMark, type Moment } from "./marks";
import { lessonMinutes } from "./minutes";
import { keepSeen, seenMarks } from "./seenMarks";

const GOAL = "goal";

export class Coach {
  /** Whether something may be said in this game: room is kept for it, so that the board need not move then. */
  maySpeak = $state(false);
  /** What is said now. */
  shown = $state.raw<LessonWords | null>(null);
  #lesson = $state.raw<Lesson | null>(null);
  #number = -1;
  #wasAsked = false;

  constructor(private readonly table: Table) {}

  /** Fetch what there is to say, where something is left to say. */
  async load(game: string): Promise<void> {
    this.maySpeak = !seenMarks(game).has(GOAL);
    if ((await lessonMinutes(game)) === null) {
      this.maySpeak = false;
      return;
    }
    try {
      const lesson = await get("/games/{game}/lesson", { game });
      const seen = seenMarks(game);
      if ([GOAL, ...(lesson.mark ?? []).map(({ name }) => name)].some((name) => !seen.has(name)))
        this.#lesson = lesson;
      this.maySpeak = this.#lesson !== null;
    } catch (error) {
      // No connection: there is nothing to say.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Called whenever the table may have changed. */
  look(): void {
    const { asked, number, info, mine, seat, view, choices, newEntries } = this.table;
    const lesson = this.#lesson;
    if (!lesson || !info || !preferences.tips || info.status !== "running" || !mine.length) return;
    // What was said is done with once the reader has decided.
    if (this.#wasAsked && !asked) this.shown = null;
    this.#wasAsked = asked;
    // The first news are all that happened so far, which is no news.
    const first = this.#number < 0;
    const entries = first || number === this.#number ? [] : newEntries;
    this.#number = number;
    const moment: Moment = { entries, seat, phase: asked ? view.phase : null, choices };
    const seen = seenMarks(info.game);
    if (asked && !seen.has(GOAL)) return this.#say(info.game, GOAL, lesson.goal);
    // The goal stays until the first decision is made.
    if (this.shown === lesson.goal) return;
    const due = dueMark(lesson.mark ?? [], seen, moment);
    if (due) this.#say(info.game, due.name, due.words);
  }

  dismiss(): void {
    this.shown = null;
  }

  #say(game: string, name: string, words: LessonWords): void {
    keepSeen(game, name);
    this.shown = words;
  }
}
