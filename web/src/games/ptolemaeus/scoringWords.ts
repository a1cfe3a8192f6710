// The scoring at the end, in words; what the seats had kept to themselves, and what broke a tie.
import type { ScoringStep } from "../../api/types";
import { t, translate } from "../../messages/messages.svelte";
import { listed, named } from "./names";
import type { Scene } from "./types";

/** What a step of the scoring is about. */
export function stepWords({ source, what, seat }: ScoringStep, scene: Scene): string {
  if (!what) return translate(`ptolemaeus.step.${source}`) ?? "";
  const planets = listed((scene.view.objectives[what] ?? []).map(named));
  return t("ptolemaeus.step.objective", { name: scene.name(seat ?? 0), planets });
}

export function countWords({ source }: ScoringStep, n: number): string {
  return translate(`ptolemaeus.step.count.${source}`, { n }) ?? "";
}

/** Hand, bonus cards and objective. */
export function revealed({ view }: Scene, seat: number): string[] {
  const { hand, bonus, objective } = view.seats[seat]!;
  return [
    ...(objective
      ? [t("ptolemaeus.seat.objective", { planets: listed((view.objectives[objective] ?? []).map(named)) })]
      : []),
    ...(hand?.length ? [t("ptolemaeus.hidden.hand", { cards: listed(hand.map(named)) })] : []),
    ...(bonus?.length
      ? [t("ptolemaeus.hidden.bonus", { cards: listed(bonus.map((kind) => t(`ptolemaeus.bonus.${kind}`))) })]
      : []),
  ];
}

export function tieBreak({ view }: Scene): string | null {
  return view.tie_broken_by && t(`ptolemaeus.tie.${view.tie_broken_by}`);
}
