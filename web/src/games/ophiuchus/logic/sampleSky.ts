// A sky in the middle of a game, for the home page: tiles as they were laid, one after the other, by the rules.
import type { LaidTile } from "../types";

export const SAMPLE: readonly LaidTile[] = [
  { tile: "T21", x: 0, y: 0, facing: "E", halves: ["GBV", "ROYGBV"] },
  { tile: "T25", x: 0, y: 1, facing: "S", halves: ["ROYGV", "OYGBV"] },
  { tile: "T19", x: 1, y: 1, facing: "S", halves: ["ROB", "ROYV"] },
  { tile: "T24", x: -1, y: 0, facing: "N", halves: ["OYBV", "ROYGBV"] },
  { tile: "T10", x: 2, y: 1, facing: "E", halves: ["R", "RYGB"] },
  { tile: "T15", x: -1, y: -2, facing: "E", halves: ["YG", "OGBV"] },
  { tile: "T23", x: 3, y: -1, facing: "S", halves: ["ROGB", "RYGBV"] },
  { tile: "T17", x: -2, y: -2, facing: "S", halves: ["YB", "ROYGBV"] },
  { tile: "T03", x: -1, y: 2, facing: "W", halves: ["", "YGB"] },
  { tile: "T06", x: 3, y: -2, facing: "W", halves: ["", "ROYGBV"] },
];
