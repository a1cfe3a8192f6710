// Symbols of signs, planets, elements and cards: our own lines in a box of 24 by 24, so that they look the same everywhere.
import type { SignColour } from "./types";

/** The glyphs of the twelve signs. */
const SIGNS: Record<string, string> = {
  aries:
    "M12 21V9.5C12 4.6 9 2.6 6.4 3.8 3.6 5.1 4.2 9.4 7.2 9.9M12 9.5c0-4.9 3-6.9 5.6-5.7 2.8 1.3 2.2 5.6-.8 6.1",
  taurus: "M4.2 3c1.2 4.6 4.2 6.9 7.8 6.9s6.6-2.3 7.8-6.9M12 9.9a5.6 5.6 0 1 0 0 11.2 5.6 5.6 0 1 0 0-11.2",
  gemini: "M4.8 3.4c4.6 2.3 9.8 2.3 14.4 0M4.8 20.6c4.6-2.3 9.8-2.3 14.4 0M9 4.9v14.2M15 4.9v14.2",
  cancer:
    "M6.9 7.4a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 1 0 0-5.8M17.1 10.8a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 1 0 0-5.8M4 10.3C4.4 5.6 12.4 3.4 20.4 7M20 13.7c-.4 4.7-8.4 6.9-16.4 3.3",
  leo: "M7.2 11.6a3.1 3.1 0 1 0 0 6.2 3.1 3.1 0 1 0 0-6.2M9.6 12.8C7.4 9 8 3.2 12.8 3.2s6 4.6 3.9 8.8c-1.7 3.4-2.8 5.4-1.8 7.6.9 1.9 3.6 1.9 4.7-.2",
  virgo:
    "M3 4.6c1.6 0 2.4.9 2.4 2.6V18M5.4 7.4c.7-2.9 4.5-3.3 4.5 0V18M9.9 7.4c.7-2.9 4.5-3.3 4.5 0v9.4c0 2.4 1.2 4.2 3.6 5M14.4 10.2c1.1-2.4 5.4-2.2 5.4 1.2 0 3.7-3.7 6.8-7.3 8.5",
  libra: "M3.2 20.4h17.6M3.2 16.2h5.4A6.2 6.2 0 0 1 6 11a6 6 0 0 1 12 0 6.2 6.2 0 0 1-2.6 5.2h5.4",
  scorpius:
    "M3 4.6c1.6 0 2.4.9 2.4 2.6V18M5.4 7.4c.7-2.9 4.5-3.3 4.5 0V18M9.9 7.4c.7-2.9 4.5-3.3 4.5 0v9.2c0 2.4 1.2 3.6 3 3.6h3.2M18.3 17.6l2.6 2.6-2.6 2.6",
  sagittarius: "M4 20 19.6 4.4M11.4 4.2h8.4v8.4M6.4 10.4l7.2 7.2",
  capricornus:
    "M3.6 4.8c2 0 3 1.5 3 4.1v7.2M6.6 8.9c.5-3.7 6-4.4 6 .1v7.6c0 2.9-1.4 4.8-3.9 5.2M12.6 16.4c.3-3.9 7.2-4.1 7.2.1 0 4-6.2 4-7.2-.1",
  aquarius: "M2.8 10.4 6.5 7l3.7 3.4L13.8 7l3.7 3.4L21.2 7M2.8 17.4 6.5 14l3.7 3.4 3.6-3.4 3.7 3.4 3.7-3.4",
  pisces: "M5.8 3.2c4.4 5.2 4.4 12.4 0 17.6M18.2 3.2c-4.4 5.2-4.4 12.4 0 17.6M4.2 12h15.6",
};

const PLANETS: Record<string, string> = {
  luna: "M14.8 3.2A9 9 0 1 0 19.6 17 7.6 7.6 0 0 1 14.8 3.2Z",
  mercurius:
    "M12 6.2a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 1 0 0-8.8M12 15v6.6M8.6 18.6h6.8M7.6 2.4c.4 2.6 2.2 3.8 4.4 3.8s4-1.2 4.4-3.8",
  venus: "M12 2.8a5.4 5.4 0 1 0 0 10.8 5.4 5.4 0 1 0 0-10.8M12 13.6v8M8 17.8h8",
  sol: "M12 3.6a8.4 8.4 0 1 0 0 16.8 8.4 8.4 0 1 0 0-16.8M12 11.4a.6.6 0 1 0 0 1.2.6.6 0 1 0 0-1.2",
  mars: "M10 8.4a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 1 0 10 8.4M14.1 10.1 20 4.2M14.6 3.8h5.6v5.6",
  iupiter: "M4.8 7.4C5.2 3.8 11 3 11.4 7c.4 3.8-2.6 7-6.6 9.4h14.6M15.8 3.4v17.8",
  saturnus: "M5 6.4h7.6M8.6 2.8v13.4M8.6 11.4c1.4-3 7-3.2 7.4.9.3 3.2-3.3 4.8-2.8 7.3.3 1.9 2.4 2.2 3.6.6",
  comet:
    "M15.6 5.2a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 1 0 0-6.4M12.6 9.4 3.4 14.2M13.4 11.2 4.4 19.8M15.6 12l-5.2 9",
};

/** What else is on cards: the sextant of a joker, an asteroid, a new star. */
const THINGS: Record<string, string> = {
  joker:
    "M12 2.8 4.4 18.6M12 2.8l7.6 15.8M4.4 18.6c4.8 2.9 10.4 2.9 15.2 0M6.8 13.8c3.3 1.9 7.1 1.9 10.4 0M12 2.8v13.4",
  asteroid:
    "M8.6 4.2 15 3.6l4.9 4.6.6 6.6-4.4 5.2-7.2.6-5.2-4.2L3 9.8ZM9.4 9.6l2 1.6M14.2 13.8l1.8-.6M8.6 15.4l1.2.8",
  nova: "M12 2.6 13.9 10l7.5 2-7.5 2L12 21.4 10.1 14l-7.5-2 7.5-2Z",
  conjunction: "M9 9.6a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 1 0 0-9.2M12.4 10.9 20.4 3.4",
  opposition:
    "M6.4 14.2a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7M17.6 2.8a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7M8.9 15.2 15.1 8.8",
  trine: "M12 4 21 19.6H3Z",
  square: "M4.6 4.6h14.8v14.8H4.6Z",
  astrolabe:
    "M12 6.4a7.4 7.4 0 1 0 0 14.8 7.4 7.4 0 1 0 0-14.8M12 13.8 16 9.4M12 6.4V3M9.4 3h5.2M7.6 13.8h8.8",
  eclipsis: "M12 3.6a8.4 8.4 0 1 0 0 16.8 8.4 8.4 0 1 0 0-16.8M15.6 5.2a9.6 9.6 0 0 0 0 13.6",
};

/** The glyph of a sign, planet, card or configuration. */
export function glyph(name: string): string {
  return SIGNS[name] ?? PLANETS[name] ?? THINGS[name] ?? "";
}

/** Whether a glyph is a filled shape rather than lines. */
export function isFilled(name: string): boolean {
  return name === "luna";
}

export type Element = "fire" | "earth" | "air" | "water";

/** The element of a colour of the game: shape and colour always go together. */
export const ELEMENT_OF: Record<SignColour["colour"], Element> = {
  red: "fire",
  green: "earth",
  yellow: "air",
  blue: "water",
};

/** The shape of an element round the origin, 20 wide. */
export const ELEMENT_SHAPE: Record<Element, string> = {
  fire: "M0-9.5 9.6 8H-9.6Z",
  earth: "M-8-8H8V8H-8Z",
  air: "M0-10.5 9 0 0 10.5-9 0Z",
  water: "M-11.5 0C-8-9-3.2-8.2 0-3.2S8 3 11.5-5V4C8 12 3.2 11.2 0 6.2S-8 0-11.5 8Z",
};
