// The steps of a scoring in words; games without words of their own say the source and the thing as they are written.
import type { GameUi, Scene } from "../games/gameUi";
import type { ScoringStep } from "../api/types";
import { printed } from "../messages/numbers";
import { t, translate } from "../messages/messages.svelte";

/** What points come from. */
export function sourceName(game: string, source: string): string {
  return translate(`${game}.source.${source}`) ?? source;
}

/** What a step is about. */
export function stepWords(step: ScoringStep, game: string, gameUi: GameUi, scene: Scene): string {
  const own = gameUi.stepWords?.(step, scene);
  if (own) return own;
  const source = sourceName(game, step.source);
  return step.what ? t("ending.source_what", { source, what: step.what }) : source;
}

/** What a seat gets from a step: "+5", "−2"; nothing where it gets nothing. */
export function gainWords(points: number): string {
  if (!points) return "";
  return points > 0 ? `+${printed(points)}` : printed(points);
}

/** The seats that a step says something about: those who get points, or whose count decided. */
export function seatsIn(step: ScoringStep, seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) => seat).filter(
    (seat) => step.points[seat] || step.counts?.[seat] || step.seat === seat,
  );
}

/** A step in one line, for lists and for those who hear it. */
export function stepLine(step: ScoringStep, game: string, gameUi: GameUi, scene: Scene): string {
  const parts = seatsIn(step, step.points.length).map((seat) => {
    const count = step.counts?.[seat];
    const counted = count === undefined ? "" : (gameUi.countWords?.(step, count) ?? "");
    return [scene.name(seat), gainWords(step.points[seat] ?? 0) || "0", counted && `(${counted})`]
      .filter(Boolean)
      .join(" ");
  });
  return `${stepWords(step, game, gameUi, scene)}: ${parts.join(", ")}`;
}
