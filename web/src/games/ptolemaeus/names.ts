// Names as people know them in their language; the printed, Latin ones are for tooltips.
import { nameOf, t } from "../../messages/messages.svelte";
import { ELEMENT_OF } from "./symbols";
import type { ConfigurationKind, Scene } from "./types";

export { counted, listed } from "../../messages/lists";

/** A sign, a planet, the Comet or a joker. */
export function named(name: string): string {
  return nameOf("ptolemaeus.name", name);
}

/** A few letters of a sign, for small cards. */
export function short(name: string): string {
  return nameOf("ptolemaeus.short", name);
}

/** The printed name: Nova Luna for nova_luna. */
export function latin(name: string): string {
  return name
    .split("_")
    .map((word) => (word === "in" ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
}

/** Both names, where they differ: Moon (Luna). */
export function fullName(name: string): string {
  return named(name) === latin(name) ? named(name) : `${named(name)} (${latin(name)})`;
}

/** The element that a colour of the board stands for. */
export function elementName(colour: string): string {
  const known = Object.entries(ELEMENT_OF).find(([each]) => each === colour);
  return known ? t(`ptolemaeus.element.${known[1]}`) : colour;
}

/** A configuration, such as "opposition Aries–Libra". */
export function configurationName(kind: ConfigurationKind, signs: string[]): string {
  const different = [...new Set(signs)];
  return t(`ptolemaeus.configuration.${kind}`, { signs: different.map(named).join("–") });
}

/** Whoever sits there; in the game for one the second side is Umbra. */
export function whoIs(seat: number, scene: Scene): string {
  return scene.view.seats[seat]?.umbra ? named("umbra") : scene.name(seat);
}
