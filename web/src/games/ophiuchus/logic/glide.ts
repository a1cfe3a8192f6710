// The sky grows: it glides from where it was to where it is.
import type { Window } from "./viewport";

/**
 * Drawn once, as it will be, and moved as a picture: drawn anew for every frame it would keep a slow machine busy.
 */
export function glide(node: Element, from: Window, to: Window, milliseconds: number): void {
  const scale = from.size / to.size;
  const left = from.left - to.left * scale;
  const top = from.top - to.top * scale;
  if (scale === 1 && !left && !top) return;
  node.animate([{ transform: `translate(${left}px, ${top}px) scale(${scale})` }, { transform: "none" }], {
    duration: milliseconds,
    easing: "ease-in-out",
  });
}
