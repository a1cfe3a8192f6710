// The lines that tell one event, in the words of whoever looks: "you" is the seat that is looked through, and no other.
import type { GameUi, Scene } from "../games/gameUi";
import { isReader } from "../games/reader";
import type { LogEntry } from "../api/types";
import { eventWords } from "./eventWords";
import type { Told } from "./logGroups";
import { naming, partsOf, type Part } from "./markedNames";

export interface ToldLine {
  parts: Part[];
  /** Nothing for what happened at the table apart from the game. */
  entry: LogEntry | null;
}

export function toldLines({ event, lines }: Told, gameUi: GameUi, scene: Scene): ToldLine[] {
  const names = naming(scene);
  const told: ToldLine[] = lines.map((entries) => {
    const entry = entries[0]!;
    const words = gameUi.joinedWords?.(entries, names) ?? gameUi.logWords(entry, names);
    return { parts: partsOf(words), entry };
  });
  const own = eventWords(event, (seat) => scene.name(seat), isReader(scene, event.seat ?? null));
  if (own) told.push({ parts: [{ words: own, isName: false }], entry: null });
  return told.filter(({ parts }) => parts.length);
}
