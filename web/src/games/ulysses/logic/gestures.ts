// Fingers, mouse and wheel on the map: one finger moves it, two bring it closer.
import type { Action } from "svelte/action";
import type { Camera } from "./camera.svelte";

/** Less than this is a click with an unsteady hand. */
const STILL = 7;

export const gestures: Action<SVGSVGElement, Camera> = (node, camera) => {
  const fingers = new Map<number, { x: number; y: number }>();
  let travelled = 0;

  function down(event: PointerEvent): void {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) travelled = 0;
  }

  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    travelled += Math.hypot(dx, dy);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (travelled < STILL) return;
    if (!node.hasPointerCapture(event.pointerId)) node.setPointerCapture(event.pointerId);
    if (!other) return camera.pan(dx, dy);
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const box = node.getBoundingClientRect();
    camera.zoom(
      is / Math.max(1, was),
      (event.clientX + other.x) / 2 - box.left,
      (event.clientY + other.y) / 2 - box.top,
    );
    camera.pan(dx / 2, dy / 2);
  }

  function up(event: PointerEvent): void {
    fingers.delete(event.pointerId);
  }

  /** A drag that ends on a place does not choose it. */
  function click(event: MouseEvent): void {
    if (travelled < STILL) return;
    event.stopPropagation();
    event.preventDefault();
    travelled = 0;
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const box = node.getBoundingClientRect();
    camera.zoom(Math.exp(-event.deltaY * 0.0016), event.clientX - box.left, event.clientY - box.top);
  }

  const stop = new AbortController();
  const { signal } = stop;
  node.addEventListener("pointerdown", down, { signal });
  node.addEventListener("pointermove", move, { signal });
  node.addEventListener("pointerup", up, { signal });
  node.addEventListener("pointercancel", up, { signal });
  node.addEventListener("click", click, { signal, capture: true });
  node.addEventListener("wheel", wheel, { signal, passive: false });
  return { destroy: () => stop.abort() };
};
