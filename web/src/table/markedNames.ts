// Names within sentences: they are marked when a sentence is made, so that they can stand out without being searched for.
import type { Scene } from "../games/gameUi";

/** Unicode's own signs round a foreign piece of text. Names hold no such signs: the server does not allow them. */
const OPEN = "\u2068";
const CLOSE = "\u2069";

/** A part of a sentence. */
export interface Part {
  words: string;
  isName: boolean;
}

/** A name with its marks. */
export function marked(name: string): string {
  return name && `${OPEN}${name}${CLOSE}`;
}

/** The same scene, whose names carry marks. */
export function naming(scene: Scene): Scene {
  return new Proxy(scene, {
    get: (target, key) =>
      key === "name" ? (seat: number) => marked(target.name(seat)) : Reflect.get(target, key, target),
  });
}

/** A sentence in parts, names apart. */
export function partsOf(sentence: string): Part[] {
  return sentence
    .split(/(\u2068[^\u2069]*\u2069)/)
    .filter((words) => words !== "")
    .map((words) =>
      words.startsWith(OPEN) ? { words: words.slice(1, -1), isName: true } : { words, isName: false },
    );
}
