// Which choices stand on buttons, and in which order: what does something first, what declines it last.
import type { Action } from "../api/types";
import type { GameUi, Scene } from "../games/gameUi";

export function buttonsOf(scene: Scene, gameUi: GameUi): Action[] {
  const found = scene.choices.filter((choice) => !gameUi.isDrawn(choice, scene));
  const last = (choice: Action): number => Number(gameUi.declines?.(choice) ?? false);
  return found.toSorted((a, b) => last(a) - last(b));
}
