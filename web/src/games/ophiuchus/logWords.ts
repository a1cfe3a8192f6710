// What happened, in sentences; and what a choice would do, in short lines.
import { t } from "../../messages/messages.svelte";
import { isReader } from "../reader";
import { cardName, tileName } from "./names";
import type { LogEntry, Preview, Scene } from "./types";

/** A line of the log. */
export function logWords(entry: LogEntry, scene: Scene): string {
  const { seat } = entry;
  const name = seat === null ? "" : scene.name(seat);
  const you = isReader(scene, seat) ? "yes" : "no";
  switch (entry.kind) {
    case "laid":
      return t("ophiuchus.log.laid", { name, you, tile: tileName(scene.view, entry.tile) });
    case "claimed":
      return t("ophiuchus.log.claimed", { name, you, card: cardName(entry.card), points: entry.points });
    case "drew":
    case "returned": {
      const tile = entry.tile === null ? "" : tileName(scene.view, entry.tile);
      return t(`ophiuchus.log.${entry.kind}`, { name, you, tile, known: tile ? "yes" : "no" });
    }
    case "token":
    case "passed":
      return t(`ophiuchus.log.${entry.kind}`, { name, you });
    case "ended":
      return t(`ophiuchus.ended.${entry.how}`);
  }
}

/** What a line of the log is about. */
export function places(entry: LogEntry): string[] {
  if (entry.kind === "laid") return [`tile:${entry.tile}`];
  return entry.kind === "claimed" ? [`card:${entry.card}`] : [];
}

/** What a choice off the sky would do. */
export function previewWords(preview: Preview, scene: Scene): string[] {
  const lines = preview.log.filter((entry) => entry.kind !== "drew").map((entry) => logWords(entry, scene));
  if (scene.pointed?.kind === "token") lines.push(t("ophiuchus.preview.token"));
  if (scene.pointed?.kind === "draw two") lines.push(t("ophiuchus.preview.draw two"));
  if (preview.changes.phase === "bonus") lines.push(t("ophiuchus.preview.bonus"));
  return [...new Set(lines)];
}
