// Which games there are on the page; a game's board and words are fetched when its table is opened.
import { useArea } from "../words/words.svelte";
import type { Face } from "./face";

const FACES: Record<string, () => Promise<{ default: Face<never> }>> = {
  ophiuchus: () => import("./ophiuchus/face"),
  pacal: () => import("./pacal/face"),
  ptolemaeus: () => import("./ptolemaeus/face"),
  ulysses: () => import("./ulysses/face"),
};

export const GAMES = Object.keys(FACES);

/** A game's face, with its words. */
export async function faceOf(game: string): Promise<Face> {
  const [face] = await Promise.all([FACES[game]!(), useArea(game)]);
  return face.default as unknown as Face;
}
