// What a game brings to the page: its board, its words. The page brings everything else, and neither knows a rule.
import type { Component } from "svelte";
import type { Action, ActionPreview, LogEntry, ScoringStep, SeatInfo, Value, View } from "../api/types";

/** The types of a game's data; made from the game's own in its `types.ts`. */
export interface GameTypes {
  View: View;
  /** Parts of a view. */
  Changes: object;
  Action: Action;
  /** What can be picked on the board: actions, and wholes that the board puts together from several. */
  Choice: Action;
  LogEntry: LogEntry;
}

/** What a board draws, at a table that is being played, in a replay or on the home page. */
export interface Scene<G extends GameTypes = GameTypes> {
  readonly view: G["View"];
  /** Whose view it is; none for a spectator. */
  readonly seat: number | null;
  readonly actor: number | null;
  readonly seats: SeatInfo[];
  /** What may be chosen now: everything in here is choosable, nothing else. */
  readonly choices: G["Action"][];
  /** What just happened, for whatever moves. */
  readonly newEntries: G["LogEntry"][];
  /** Places that a line of the log points at, by the names that `places` gives. */
  readonly marked: readonly string[];
  /** The choice under the pointer or after a first tap, and what it would do. */
  readonly pointed: G["Choice"] | null;
  readonly preview: Preview<G> | null;
  /** A decision of several parts that is being put together, such as a payment. */
  readonly draft: Draft<G> | null;
  /** Pieces should not move (reduced motion, or a jump in a replay). */
  readonly still: boolean;
  /** The name of whoever sits there, "You" for the reader's own seat. */
  name(seat: number): string;
  point(choice: G["Choice"] | null): void;
  /** Whether picking this sends nothing yet: it begins something that is put together first. */
  begins?(choice: G["Choice"]): boolean;
  /** A click on something choosable. */
  pick(choice: G["Choice"]): void;
  /** Send several actions as one, or a compound such as a whole placement; missing where nobody can decide. */
  play?(...actions: string[]): void;
  /** A picture in a rulebook: nothing can be done with it, and only these parts of the board are drawn. */
  readonly picture?: Picture;
  /** Ask what any action would do, or why it is not possible; null when nobody can be asked. */
  lookAhead(...actions: string[]): Promise<Preview<G> | Illegal | null>;
}

/** What is drawn of a board in a rulebook. */
export interface Picture {
  /** What is pointed at, in notation, where it is not one action. */
  readonly point: string | null;
  readonly parts: readonly string[];
}

/** What decisions would do, in the types of the game. */
export interface Preview<G extends GameTypes = GameTypes> extends Omit<
  ActionPreview,
  "log" | "choices" | "changes"
> {
  log: G["LogEntry"][];
  choices: G["Action"][] | null;
  changes: G["Changes"];
}

/** A reason of the rules: its code, and the values that it is said with. */
export interface Reason {
  code: string;
  values: Record<string, string | number>;
  /** The numbers of the rules that refuse. */
  rules: readonly string[];
}

/** Something is not possible, and why; null where the rules did not say. */
export interface Illegal {
  illegal: Reason | null;
}

/** Actions that will be sent as one. */
export interface Draft<G extends GameTypes = GameTypes> {
  /** The choice that began it. */
  readonly begun: G["Choice"];
  /** The parts that were picked, in order; each can be put back. */
  readonly parts: G["Action"][];
  /** What may be added now. */
  readonly open: G["Action"][];
  /** Whether it can be sent. */
  readonly complete: boolean;
  add(choice: G["Action"]): void;
  /** Put back the part with this index. */
  drop(index: number): void;
  send(): void;
  cancel(): void;
}

/** A move of several decisions as the board draws it before it is made: what begins it, and what is put with it. */
export interface WholeMove<G extends GameTypes = GameTypes> {
  begun: G["Choice"];
  parts: G["Action"][];
}

/** An option whose value is a list: how many cards each player gets, the faces of a die. */
export interface OptionParts {
  /** Values with words of their own, such as decks that are known by a letter. */
  known?: readonly string[];
  /** What is begun with where none of those is wanted. */
  own?: readonly string[];
  read(value: string): string[];
  write(parts: readonly string[]): string;
  label(n: number): string;
  /** How many parts there are to choose with so many players; all of them if nothing is said. */
  count?(players: number): number;
  /** What a part may be; without it a whole number within bounds. */
  choices?: readonly string[];
  least?: number;
  most?: number;
}

/** Lines of text under a heading, for those who read a table instead of looking at it. */
export interface Section {
  heading: string;
  lines: string[];
}

/** Which choices are parts of one decision, and which part to take by itself. */
export interface Drafting<G extends GameTypes = GameTypes> {
  /** Whether this choice begins a decision that goes on with parts. */
  begins(choice: G["Choice"], scene: Scene<G>): boolean;
  /** Whether this choice is a part of it (a card that is paid). */
  isPart(choice: G["Action"]): boolean;
  /** The part to pick first when several are possible: the cheapest. */
  prefer(open: G["Action"][], scene: Scene<G>): G["Action"];
}

/**
 * A component of a game. A table knows only what all games share; it hands a scene to the components of that scene's own
 * game, so their props may be narrower than those it knows (as arguments of methods may be).
 */
type GameComponent<Props extends Record<string, unknown>> = {
  component(...given: Parameters<Component<Props>>): ReturnType<Component<Props>>;
}["component"];

export interface GameUi<G extends GameTypes = GameTypes> {
  Board: GameComponent<{ scene: Scene<G> }>;
  /** What lies before the player: hand, display. Below the board on a large screen, a sheet on a phone. */
  Tray?: GameComponent<{ scene: Scene<G> }>;
  /** What may be chosen in the text view, where a list of the choices one by one would tell too little. */
  TextChoices?: GameComponent<{ scene: Scene<G> }>;
  /** A number key was pressed, wherever the focus is; whether it did something. Without it, it picks a button. */
  onNumber?(number: number, scene: Scene<G>): boolean;
  /** What is public of a seat, inside its panel. */
  SeatCard?: GameComponent<{ scene: Scene<G>; seat: number }>;
  /** The real board, small and alive, for the home page. It fills its box and takes no clicks. */
  Miniature: Component;
  /** Shown beside the options of a new table, such as the sky of a date. */
  Setup?: Component<{ options: Record<string, Value>; players: number }>;
  /** The options that are chosen there and need no field of their own. */
  coveredOptions?: readonly string[];
  /** Options that are made of parts, each with a field of its own. */
  optionParts?: Readonly<Record<string, OptionParts>>;
  /** What sets this table apart, in few words beside its title; from its options. */
  subtitle?(options: Record<string, unknown>): string;
  /** The one line: what is asked of the reader now, in words of the game. Only called on the reader's turn. */
  prompt(scene: Scene<G>): string;
  /** What the others wait for, said to someone who waits; without it the page names who decides. */
  waitingFor?(scene: Scene<G>): string;
  /** What a lesson calls a thing that has no message of its own, such as a tile; null where there is none. */
  thingName?(kind: string, id: string, scene: Scene<G>): string | null;
  /** A choice in words: on buttons, in the text view, for screen readers. */
  choiceWords(choice: G["Choice"], scene: Scene<G>): string;
  /** A decision of some other moment in words, so without anything of the present view that may change. */
  decisionWords(action: G["Action"], scene: Scene<G>): string;
  /** The same for someone who sees the board: no coordinates. Without it, in the words for everyone. */
  seenWords?(action: G["Action"], scene: Scene<G>): string;
  /** Why something is not possible, in words. */
  reasonWords(reason: Reason | null, scene: Scene<G>): string;
  /**
   * Whether a choice is picked on the board or the tray alone; all others become buttons. What is drawn may be a button
   * too, so that beside every button that declines something there is one that does it.
   */
  isDrawn(choice: G["Action"], scene: Scene<G>): boolean;
  /** Decisions that are one move, as the board draws them; without it, the first begins what the others are put to. */
  wholeMove?(move: G["Action"][], scene: Scene<G>): WholeMove<G>;
  /** A whole move in words, for someone who sees it drawn: no coordinates. Without it, its beginning in words. */
  moveWords?(move: G["Action"][], scene: Scene<G>): string;
  /** Hold what is about to be decided over the board, where that is no choice of the board; whether it could. */
  hold?(actions: readonly string[], scene: Scene<G>): boolean;
  /** Put back what was begun on the board and is known to nobody else; whether there was anything. */
  putBack?(scene: Scene<G>): boolean;
  /** Whether a choice declines what is offered, so that its button stands last. */
  declines?(choice: G["Action"]): boolean;
  /** What is written on the button of a choice, where that is less than all that can be said of it. */
  buttonWords?(choice: G["Action"], scene: Scene<G>): string;
  /** Everything can be picked on the board or the tray: no room is kept for buttons. */
  noButtons?: boolean;
  /** Begin a choice here that goes on with a second step, and say so; all others are sent. */
  begin?(choice: G["Action"], scene: Scene<G>): boolean;
  /** A line of the log. */
  logWords(entry: G["LogEntry"], scene: Scene<G>): string;
  /** Entries of one seat that belong in one line, such as the cards of a payment; null where they do not. */
  joinedWords?(entries: G["LogEntry"][], scene: Scene<G>): string | null;
  /** The places on the board that a line of the log marks. */
  places(entry: G["LogEntry"]): string[];
  /** What a choice would do, in short lines for the preview. */
  previewWords(preview: Preview<G>, scene: Scene<G>): string[];
  /** Nothing is hidden from anyone: who hands a screen on need not look away. */
  noSecrets?: boolean;
  /** The number that counts for a seat now, as its panel shows it. */
  points(scene: Scene<G>, seat: number): number | null;
  /** Sides that nobody sits at but everyone looks at, such as Umbra in a game for one. */
  rivals?(scene: Scene<G>): { seat: number; name: string; points: number }[];
  /** Everything visible, as text. */
  textView(scene: Scene<G>): Section[];
  /** The colour that a source of points has in this game, as a CSS value; none where it has none. */
  sourceColour?(source: string): string | null;
  /** How the game came to its end, in a sentence; who won is said by the page. */
  ending(scene: Scene<G>): string;
  /** What put the winner before others with the same points; null where nothing had to. */
  tieBreak?(scene: Scene<G>): string | null;
  /** What a step of the scoring is about; without it, its source and thing are said as they are written. */
  stepWords?(step: ScoringStep, scene: Scene<G>): string;
  /** What decided a step, such as "4 storeys". */
  countWords?(step: ScoringStep, count: number): string;
  /** What of a seat was hidden until the end: lines for the result. */
  revealed?(scene: Scene<G>, seat: number): string[];
  drafting?: Drafting<G>;
  /** Whether an only choice may be sent by itself after it was shown for a moment. Not where a quick answer would tell
   * the others something hidden, such as that there was no choice. Without it, nothing is sent by itself. */
  autoSend?(choice: G["Action"], scene: Scene<G>): boolean;
}
