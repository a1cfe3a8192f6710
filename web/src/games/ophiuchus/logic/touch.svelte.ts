// Fingers on the board: one moves the tile in hand or the board, two make it larger or smaller.
interface Point {
  x: number;
  y: number;
}

/** A finger that moves less than this has tapped. */
const STILL = 9;
const LARGEST = 2.6;

export class Touch {
  zoom = $state(1);
  shift = $state.raw<Point>({ x: 0, y: 0 });
  active = $state(false);
  dragged = false;

  readonly #fingers = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };
  #carries = false;

  down(event: PointerEvent, carries: boolean): void {
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size === 1) {
      this.#start = { x: event.clientX, y: event.clientY };
      this.#carries = carries;
      this.dragged = false;
    }
  }

  /** Whether the tile is being dragged. */
  move(event: PointerEvent): "drag" | null {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return null;
    const now = { x: event.clientX, y: event.clientY };
    if (this.#fingers.size === 2) {
      const other = [...this.#fingers].find(([id]) => id !== event.pointerId)![1];
      this.active = this.dragged = true;
      const grown = distance(now, other) / Math.max(1, distance(before, other));
      this.zoom = Math.max(1, Math.min(LARGEST, this.zoom * grown));
      this.#push((now.x - before.x) / 2, (now.y - before.y) / 2);
    } else if (this.dragged || distance(now, this.#start) > STILL) {
      this.dragged = true;
      if (!this.#carries) {
        this.active = true;
        this.#push(now.x - before.x, now.y - before.y);
      }
    }
    this.#fingers.set(event.pointerId, now);
    return this.dragged && this.#carries && this.#fingers.size === 1 ? "drag" : null;
  }

  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    if (!this.#fingers.size) this.active = false;
  }

  rest(): void {
    this.dragged = false;
  }

  larger(factor: number): void {
    this.zoom = Math.max(1, Math.min(LARGEST, this.zoom * factor));
  }

  fit(): void {
    this.zoom = 1;
    this.shift = { x: 0, y: 0 };
  }

  #push(x: number, y: number): void {
    this.shift = { x: this.shift.x + x, y: this.shift.y + y };
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
