// A whole placement from its steps: the tile, its square and its direction, as one.
import type { Scene } from "../types";
import { gestureOf } from "./gesture.svelte";

/** Steps as records write them, "take T08", "at 3,0", "facing W", as one: "lay T08 3,0 W". Null where they are none. */
export function placementOf(actions: readonly string[], { view }: Scene): string | null {
  const whole = actions.find((action) => action.startsWith("lay "));
  if (whole) return whole;
  const said = (verb: string): string | undefined =>
    actions.find((action) => action.startsWith(`${verb} `))?.slice(verb.length + 1);
  const tile = said("take") ?? view.picked;
  const square = said("at") ?? view.square?.join(",");
  if (!tile || !square) return null;
  // Where only one direction fits, nobody is asked for it.
  const [x, y] = square.split(",").map(Number);
  const only = view.placements?.[tile]?.find((way) => way[0] === x && way[1] === y)?.[2];
  const facing = said("facing") ?? only;
  return facing ? `lay ${tile} ${square} ${facing}` : null;
}

/** Hold the tile over the sky, as it would be laid. */
export function hold(actions: readonly string[], scene: Scene): boolean {
  const placement = placementOf(actions, scene);
  if (placement) gestureOf(scene).hover(placement);
  return placement !== null;
}
