// The one line: what is asked of the reader now.
import { t } from "../../messages/messages.svelte";
import { gestureOf } from "./logic/gesture.svelte";
import type { Scene } from "./types";

export function prompt(scene: Scene): string {
  const { phase } = scene.view;
  if (phase === "take") return t(gestureOf(scene).tile ? "ophiuchus.prompt.lay" : "ophiuchus.prompt.take");
  return t(`ophiuchus.prompt.${phase}`);
}
