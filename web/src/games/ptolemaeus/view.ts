// What the server shows of a table of Ptolemaeus.
export interface SeatView {
  umbra: boolean;
  tokens: Record<string, number>;
  reserve: number;
  studied: string[];
  asteroids: number;
  /** Only the own one, or all after the end. */
  hand: string[] | null;
  hand_size: number;
  /** Cards that the reader knows to be in this hand. */
  known: string[] | null;
  bonus: string[] | null;
  bonus_size: number;
  objective: string | null;
  points: number;
  all_points_shown: boolean;
}

export interface Rounds {
  mean: number;
  least: number;
  most: number;
}

export interface UnderWay {
  observing: string | null;
  signs: string[];
  /** The sign that the next card pays for. */
  paying: string | null;
  picked: string[];
  units: number;
  source: string | null;
  placing: string | null;
  study: string | null;
  study_planet: string | null;
}

export interface SkyView {
  game: string;
  seat: number | null;
  players: number;
  to_move: number | null;
  turn_of: number | null;
  first: number;
  lap: number;
  laps: number;
  phase: string;
  acted: boolean;
  extra_turns: number;
  signs: { sign: string; colour: string }[];
  /** The sign of each planet and of the Comet. */
  bodies: Record<string, string>;
  comet: { start: string; steps: number };
  configurations: string[];
  /** What the end of the round will bring. */
  coming: { planets: string[]; comet: string; bodies: Record<string, string>; rounds_left: Rounds | null };
  event_card: string | null;
  event_deck: number;
  asteroids_at: string[];
  display: (string | null)[];
  deck: number;
  discards: string[];
  bonus_deck: number;
  bonus_discards: string[];
  improved_by: Record<string, string>;
  objectives: Record<string, string[]>;
  seats: SeatView[];
  under_way: UnderWay | null;
  umbra_idle: number;
  ended: string | null;
  winner: number | null;
  result: string | null;
  rank: string | null;
}

/** From the Earth outwards. */
export const PLANETS = ["luna", "mercurius", "venus", "sol", "mars", "iupiter", "saturnus"];

/** A configuration as the view names it, such as "square aries-cancer" or "trine red", taken apart. */
export function configurationOf(
  name: string,
  view: SkyView,
): { kind: string; signs: string[]; name: string } {
  const [kind = "", where = ""] = name.split(" ");
  const signs =
    kind === "trine"
      ? view.signs.filter((sign) => sign.colour === where).map((sign) => sign.sign)
      : where.split("-");
  return { kind, signs, name };
}
