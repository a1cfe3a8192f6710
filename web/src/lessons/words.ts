// What a lesson says: its words in the language of the page, with the names of things put in.
import type { LessonWords } from "../api/types";
import type { GameUi, Scene } from "../games/gameUi";
import { language, translate } from "../messages/messages.svelte";
import { marked } from "../table/markedNames";

const NAME = /\{(\w+)\.([\w-]+)\}/g;

/** A text in the language of the page; `{card.leo}` becomes what the game calls it, marked as a name. */
export function say(words: LessonWords, game: string, gameUi: GameUi, scene: Scene): string {
  return words[language()]
    .trim()
    .replace(/\s+/g, " ")
    .replace(NAME, (whole, kind: string, id: string) =>
      marked(translate(`${game}.${kind}.${id}`) ?? gameUi.thingName?.(kind, id, scene) ?? whole),
    );
}
