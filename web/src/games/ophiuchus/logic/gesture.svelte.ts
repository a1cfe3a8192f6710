// What the reader is about to do with a tile: which one, how it is turned, where it hovers. Board and tray share it.
import type { Facing, LaidTile, Scene, View, WayFacts } from "../types";
import { FACINGS, STEP } from "../view";

export interface Square {
  x: number;
  y: number;
}

/** A way to lay the tile in hand, as the server told it. */
export interface Way extends Square {
  facing: Facing;
  rows: readonly [number, number, number];
  cards: readonly string[];
  bonus: boolean;
}

export class Gesture {
  #taken = $state<string | null>(null);
  /** Quarter turns since the tile lay eastwards; they add up, so that it keeps turning one way. */
  turns = $state(0);
  /** Where half A hovers. */
  at = $state.raw<Square | null>(null);
  /** It stays there until it is laid or moved: after a first tap, or with the keyboard. */
  pinned = $state(false);
  /** A card that is pointed at. */
  card = $state<string | null>(null);
  /** The board is wide enough to show the constellations beside the sky. */
  wings = $state(false);
  /** The last thing used was the keyboard. */
  keys = $state(false);

  /** The square at a point of the screen, where that point is in the sky; the board says so. */
  locate: (x: number, y: number) => Square | null = () => null;

  constructor(private readonly scene: Scene) {}

  get view(): View {
    return this.scene.view;
  }

  /** Whether the reader may lay a tile now. */
  get open(): boolean {
    return this.scene.choices.some((choice) => ["take", "at", "facing"].includes(choice.kind));
  }

  /** The tile in hand: the one taken up, or the only one that fits. */
  get tile(): string | null {
    if (!this.open) return null;
    if (this.view.picked) return this.view.picked;
    const playable = this.view.playable ?? [];
    if (this.#taken && playable.includes(this.#taken)) return this.#taken;
    return playable.length === 1 ? playable[0]! : null;
  }

  get halves(): readonly [string, string] | null {
    return this.tile ? this.view.tiles[this.tile]! : null;
  }

  get facing(): Facing {
    return FACINGS[((this.turns % 4) + 4) % 4]!;
  }

  /** All ways to lay the tile in hand. */
  get ways(): Way[] {
    const facts = this.tile ? (this.view.placements?.[this.tile] ?? []) : [];
    return facts.map(wayOf);
  }

  /** Those for the way it is turned now. */
  get choosable(): Way[] {
    return this.ways.filter((way) => way.facing === this.facing);
  }

  /** The way under the pointer, if the tile may lie there. */
  get way(): Way | null {
    const { at } = this;
    return (at && this.choosable.find((way) => way.x === at.x && way.y === at.y)) ?? null;
  }

  /** The cards that some tile in hand could win now. */
  get reach(): Set<string> {
    if (!this.open) return new Set();
    return new Set(
      Object.values(this.view.placements ?? {}).flatMap((ways) => ways.flatMap((way) => way[4])),
    );
  }

  take(tile: string | null): void {
    this.#taken = tile;
    this.at = null;
    this.pinned = false;
    if (!this.choosable.length) this.turn();
  }

  /** Whether a tile was taken up here, of which the server knows nothing. */
  get taken(): boolean {
    return !this.view.picked && (this.#taken !== null || this.at !== null);
  }

  /** Put the tile back into the hand; whether one was taken up. */
  putBack(): boolean {
    const { taken } = this;
    this.take(null);
    return taken;
  }

  /** Take a tile and hold it somewhere, told as it would be laid: "lay T08 3,0 W". */
  hover(notation: string): void {
    const [, tile, x, y, facing] = /^lay (\w+) (-?\d+),(-?\d+) ([ESWN])$/.exec(notation) ?? [];
    const turns = FACINGS.findIndex((each) => each === facing);
    if (!tile || turns < 0) return;
    this.#taken = tile;
    this.turns = turns;
    this.at = { x: Number(x), y: Number(y) };
    this.pinned = true;
  }

  /** Turn it on, to the next direction in which it fits somewhere: something is always choosable. */
  turn(quarters = 1): void {
    for (let n = 0; n < 4; n++) {
      this.turns += quarters;
      if (this.choosable.length) return;
    }
  }

  /** Turn the shortest way to a direction. */
  turnTo(facing: Facing): void {
    const more = (FACINGS.indexOf(facing) - FACINGS.indexOf(this.facing) + 4) % 4;
    this.turns += more === 3 ? -1 : more;
  }

  /** The direction in which the tile would fit on a square, if it does not fit as it is. */
  fits(square: Square): Facing | null {
    return this.ways.find((way) => way.x === square.x && way.y === square.y)?.facing ?? null;
  }

  /** How the server is told to lay the tile here. */
  notation(square: Square): string {
    const where = `${square.x},${square.y} ${this.facing}`;
    if (this.view.phase === "facing") return `facing ${this.facing}`;
    return this.view.phase === "at" ? `at ${where}` : `lay ${this.tile} ${where}`;
  }

  /** Lay it; only where it may lie. */
  lay(): void {
    if (!this.way) return;
    this.scene.play?.(this.notation(this.way));
    this.#taken = null;
    this.at = null;
    this.pinned = false;
  }
}

function wayOf([x, y, facing, rows, cards, bonus]: WayFacts): Way {
  return { x, y, facing, rows, cards, bonus };
}

const gestures = new WeakMap<Scene, Gesture>();

/** The gesture at a table. */
export function gestureOf(scene: Scene): Gesture {
  let found = gestures.get(scene);
  if (!found) {
    // Made apart from whoever asks first: what is made inside a derived value would not tell it of changes.
    $effect.root(() => {
      found = new Gesture(scene);
    });
    gestures.set(scene, found!);
  }
  return found!;
}

/** The square of half B. */
export function other(square: Square, facing: Facing): Square {
  const [dx, dy] = STEP[facing];
  return { x: square.x + dx, y: square.y + dy };
}

/** The squares that are occupied, as "x,y". */
export function occupied(sky: readonly LaidTile[]): Set<string> {
  return new Set(
    sky.flatMap((tile) => [tile, other(tile, tile.facing)].map((each) => `${each.x},${each.y}`)),
  );
}
