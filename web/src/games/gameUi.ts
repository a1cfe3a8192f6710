// What a game brings to the page: its board, its words. The page brings everything else, and neither knows a rule.
import type { Component } from "svelte";
import type { Choice, Deed, SeatInfo, Told, Tried, Value } from "../api/types";

/** A game's view as the server sends it; each game declares its own shape. */
export type View = Record<string, unknown>;

/** What a board draws, at a table that is being played, in a replay or on the home page. */
export interface Scene<V = View> {
  readonly view: V;
  /** Whose eyes these are; none for a spectator. */
  readonly seat: number | null;
  readonly actor: number | null;
  readonly seats: SeatInfo[];
  /** What may be chosen now: everything in here is choosable, nothing else. */
  readonly choices: Choice[];
  /** What just happened, for whatever moves. */
  readonly news: Told[];
  /** Places that a line of the log points at, by the names that `places` gives. */
  readonly marked: readonly string[];
  /** The choice under the pointer or after a first tap, and what it would do. */
  readonly pointed: Choice | null;
  readonly foreseen: Tried | null;
  /** A decision of several parts that is being put together, such as a payment. */
  readonly draft: Draft | null;
  /** Pieces should not move (reduced motion, or a jump in a replay). */
  readonly calm: boolean;
  /** The name of whoever sits there, "You" for the reader's own seat. */
  name(seat: number): string;
  point(choice: Choice | null): void;
  /** Whether picking this sends nothing yet: it begins something that is put together first. */
  begins?(choice: Choice): boolean;
  /** A click on something choosable. */
  pick(choice: Choice): void;
  /** Send several actions as one, or a compound such as a whole placement; missing where nobody can decide. */
  play?(...actions: string[]): void;
  /** Ask what any action would do, or why it is not possible; null when nobody can be asked. */
  lookAhead(...actions: string[]): Promise<Tried | Wrong | null>;
}

/** A reason of the rules: its code, and the values that it is said with. */
export interface Reason {
  code: string;
  values: Record<string, string | number>;
}

/** Why something is not possible; null where the rules did not say. */
export interface Wrong {
  wrong: Reason | null;
}

/** Actions that will be sent as one. */
export interface Draft {
  /** The choice that began it. */
  readonly begun: Choice;
  /** The parts that were picked, in order; each can be put back. */
  readonly parts: Choice[];
  /** What may be added now. */
  readonly open: Choice[];
  /** Whether it can be sent. */
  readonly complete: boolean;
  add(choice: Choice): void;
  /** Put back the part with this index. */
  drop(index: number): void;
  send(): void;
  cancel(): void;
}

/** Lines of text under a heading, for those who read a table instead of looking at it. */
export interface Section {
  heading: string;
  lines: string[];
}

/** Which choices are parts of one decision, and which part to take by itself. */
export interface Drafting<V = View> {
  /** Whether this choice begins a decision that goes on with parts. */
  begins(choice: Choice, scene: Scene<V>): boolean;
  /** Whether this choice is a part of it (a card that is paid). */
  isPart(choice: Choice): boolean;
  /** The part to pick first when several are possible: the cheapest. */
  prefer(open: Choice[], scene: Scene<V>): Choice;
}

export interface GameUi<V = View> {
  Board: Component<{ scene: Scene<V> }>;
  /** What lies before the player: hand, display. Below the board on a desk, a sheet on a phone. */
  Tray?: Component<{ scene: Scene<V> }>;
  /** What is public of a seat, inside its panel. */
  SeatCard?: Component<{ scene: Scene<V>; seat: number }>;
  /** The real board, small and alive, for the home page. It fills its box and takes no clicks. */
  Miniature: Component;
  /** Shown beside the options of a new table, such as the sky of a date. */
  Setup?: Component<{ options: Record<string, Value>; players: number }>;
  /** The options that are chosen there and need no field of their own. */
  covers?: readonly string[];
  /** What sets this table apart, in few words beside its title; from its options. */
  about?(options: Record<string, Value>): string;
  /** The one line: what is asked of the reader now, in words of the game. Only called on the reader's turn. */
  ask(scene: Scene<V>): string;
  /** What the others wait for, said to someone who waits; without it the page names who decides. */
  wait?(scene: Scene<V>): string;
  /** A choice in words: on buttons, in the text view, for screen readers. */
  label(choice: Choice, scene: Scene<V>): string;
  /** A decision of some other moment in words, so without anything of the present view that may change. */
  deed(deed: Deed, scene: Scene<V>): string;
  /** Why something is not possible, in words. */
  why(reason: Reason | null, scene: Scene<V>): string;
  /** Whether a choice is choosable on the board or the tray; all others become buttons. */
  isDrawn(choice: Choice, scene: Scene<V>): boolean;
  /** A line of the log. */
  tell(told: Told, scene: Scene<V>): string;
  /** The places on the board that a line of the log lights. */
  places(told: Told): string[];
  /** What a choice would do, in short lines for the preview. */
  foresee(tried: Tried, scene: Scene<V>): string[];
  /** Nothing is hidden from anyone: who hands a screen on need not look away. */
  open?: boolean;
  /** The number that counts for a seat now, as its panel shows it. */
  points(scene: Scene<V>, seat: number): number | null;
  /** Sides that nobody sits at but everyone looks at, such as Umbra in a game for one. */
  rivals?(scene: Scene<V>): { seat: number; name: string; points: number }[];
  /** Everything visible, as text. */
  text(scene: Scene<V>): Section[];
  /** The colour that a source of points has in this game, as a CSS value; none where it has none. */
  tint?(source: string): string | null;
  /** How the game ended, in a sentence. */
  ending(scene: Scene<V>): string;
  drafting?: Drafting<V>;
  /** Whether an only choice may be sent by itself after it was shown for a moment. Not where a quick answer would tell
   * the others something hidden, such as that there was no choice. Without it, nothing is sent by itself. */
  auto?(choice: Choice, scene: Scene<V>): boolean;
}
