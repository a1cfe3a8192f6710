// What part of the sea is in sight: all of it where there is room, what matters now where there is not. Fingers, wheel
// and keys move it; it moves back when something new is asked.
import { prefersReducedMotion } from "svelte/motion";
import { EDGES } from "./projection";
import type { Box } from "./chart";

export interface Sight {
  /** The middle, in units of the drawing. */
  x: number;
  y: number;
  /** Pixels for a unit. */
  scale: number;
}

const CLOSEST = 3.2;
const LASTS = 380;
const STILL = 140;

export class Camera {
  width = $state(0);
  height = $state(0);
  /** Pixels at the edges that other things cover. */
  cover = $state.raw({ top: 0, right: 0, bottom: 0, left: 0 });
  sight = $state.raw<Sight>({ x: 500, y: 260, scale: 1 });
  /** Where it last came to rest; names are arranged for that. */
  rest = $state.raw<Sight>({ x: 500, y: 260, scale: 1 });
  /** Whether the reader moved it. */
  moved = $state(false);
  #frame = 0;
  #resting = 0;

  /** The sight that shows a box whole. */
  fit(box: Box, closest = CLOSEST): Sight {
    const { top, right, bottom, left } = this.cover;
    const across = Math.max(80, this.width - left - right);
    const down = Math.max(80, this.height - top - bottom);
    const scale = Math.min(closest, across / (box.right - box.left), down / (box.bottom - box.top));
    return this.#inside({
      x: (box.left + box.right) / 2 + (right - left) / 2 / scale,
      y: (box.top + box.bottom) / 2 + (bottom - top) / 2 / scale,
      scale,
    });
  }

  /** Go there, at once or smoothly. */
  go(to: Sight, still: boolean): void {
    cancelAnimationFrame(this.#frame);
    const from = this.sight;
    if (still || prefersReducedMotion.current) {
      this.sight = this.rest = to;
      return;
    }
    const begun = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, (now - begun) / LASTS);
      const eased = 1 - (1 - part) ** 3;
      const between = (a: number, b: number): number => a + (b - a) * eased;
      this.sight = {
        x: between(from.x, to.x),
        y: between(from.y, to.y),
        scale: from.scale * (to.scale / from.scale) ** eased,
      };
      if (part < 1) this.#frame = requestAnimationFrame(step);
      else this.rest = this.sight;
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Pixels of the board for a point of the drawing. */
  at(x: number, y: number, sight = this.sight): [number, number] {
    return [this.width / 2 + (x - sight.x) * sight.scale, this.height / 2 + (y - sight.y) * sight.scale];
  }

  pan(dx: number, dy: number): void {
    cancelAnimationFrame(this.#frame);
    const { x, y, scale } = this.sight;
    this.moved = true;
    this.sight = this.#inside({ x: x - dx / scale, y: y - dy / scale, scale });
    this.#settle();
  }

  /** Closer or farther, keeping the point under these pixels where it is. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    cancelAnimationFrame(this.#frame);
    const { x, y, scale } = this.sight;
    const next = Math.min(CLOSEST, Math.max(this.#farthest(), scale * factor));
    const [dx, dy] = [px - this.width / 2, py - this.height / 2];
    this.moved = true;
    this.sight = this.#inside({ x: x + dx / scale - dx / next, y: y + dy / scale - dy / next, scale: next });
    this.#settle();
  }

  /** It rests when nobody has moved it for a moment. */
  #settle(): void {
    clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => (this.rest = this.sight), STILL);
  }

  #farthest(): number {
    return Math.max(this.width / (EDGES.right - EDGES.left), this.height / (EDGES.bottom - EDGES.top));
  }

  /** Never beyond what is drawn. */
  #inside({ x, y, scale }: Sight): Sight {
    const kept = Math.max(scale, this.#farthest());
    const [across, down] = [this.width / kept / 2, this.height / kept / 2];
    return {
      x: Math.min(EDGES.right - across, Math.max(EDGES.left + across, x)),
      y: Math.min(EDGES.bottom - down, Math.max(EDGES.top + down, y)),
      scale: kept,
    };
  }
}
