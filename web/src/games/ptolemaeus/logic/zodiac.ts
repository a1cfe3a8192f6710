// The signs where no table says them: for the miniature on the first page.
const COLOURS = ["red", "green", "yellow", "blue"];
const NAMES =
  "aries taurus gemini cancer leo virgo libra scorpius sagittarius capricornus aquarius pisces".split(" ");

export const ZODIAC = NAMES.map((sign, n) => ({ sign, colour: COLOURS[n % COLOURS.length]! }));

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
