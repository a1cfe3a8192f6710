// The signs where no table says them: for the miniature on the first page.
import type { Sign, SignColour } from "../types";

const COLOURS = ["red", "green", "yellow", "blue"] as const;
const NAMES: Sign[] = [
  "aries",
  "taurus",
  "gemini",
  "cancer",
  "leo",
  "virgo",
  "libra",
  "scorpius",
  "sagittarius",
  "capricornus",
  "aquarius",
  "pisces",
];

export const ZODIAC: SignColour[] = NAMES.map((sign, n) => ({ sign, colour: COLOURS[n % COLOURS.length]! }));

/** The sky of 20 July 1969. */
export const APOLLO: Record<string, string> = {
  luna: "libra",
  mercurius: "cancer",
  venus: "gemini",
  sol: "cancer",
  mars: "sagittarius",
  iupiter: "libra",
  saturnus: "taurus",
  comet: "aries",
};
