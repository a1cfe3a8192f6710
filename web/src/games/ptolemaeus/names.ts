// Names as people know them in their language; the printed, Latin ones are for tooltips.
import { language, nameOf, t } from "../../messages/messages.svelte";
import type { ConfigurationKind, Scene } from "./types";

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

/** Several names in a sentence: "Leo, Virgo and Libra". */
export function listed(names: string[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
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
