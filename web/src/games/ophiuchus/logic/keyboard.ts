// Playing with the keyboard: arrows move the tile, R turns it, Enter lays it, figures take one up.
import { type Gesture, gestureOf, type Square } from "./gesture.svelte";
import type { Facing, Scene } from "../types";
import { STEP } from "../view";
import type { Area } from "./viewport";

const ARROWS: Record<string, Facing> = { ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W", ArrowUp: "N" };

export function press(event: KeyboardEvent, gesture: Gesture, scene: Scene, area: Area): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !gesture.open) return;
  const onButton = event.target instanceof HTMLElement && event.target.closest("button");
  if (onButton && (event.key === "Enter" || event.key === " ")) return;
  const hand = scene.view.playable ?? [];
  const number = Number(event.key);
  const arrow = ARROWS[event.key];
  gesture.keys = true;
  if (number >= 1 && number <= 9) {
    if (!takeNumber(number, scene)) return;
  } else if (arrow) {
    if (!gesture.tile) gesture.take(hand[0] ?? null);
    if (!gesture.at) begin(gesture);
    else moveTo(gesture, step(gesture.at, arrow, area));
  } else if (event.key === "r" || event.key === "R") {
    gesture.turn(event.shiftKey ? -1 : 1);
  } else if (event.key === "n" || event.key === "N") {
    next(gesture, event.shiftKey ? -1 : 1);
  } else if (event.key === "Enter" || event.key === " ") {
    if (!gesture.tile) gesture.take(hand[0] ?? null);
    if (!gesture.at) begin(gesture);
    else gesture.lay();
  } else if (event.key === "Escape" && (gesture.at || gesture.tile)) {
    gesture.take(null);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Take up a tile by its number in hand, wherever the focus is; whether numbers mean tiles now. */
export function takeNumber(number: number, scene: Scene): boolean {
  const gesture = gestureOf(scene);
  const tile = (scene.view.seats[scene.seat ?? 0]?.hand ?? [])[number - 1];
  if (!gesture.open) return false;
  if (!tile || !(scene.view.playable ?? []).includes(tile)) return true;
  gesture.keys = true;
  gesture.take(tile);
  begin(gesture);
  document.querySelector<HTMLElement>("[role='application']")?.focus();
  return true;
}

/** Where the keyboard begins: the first square on which the tile fits. */
export function begin(gesture: Gesture): void {
  const first = gesture.choosable[0];
  if (first) moveTo(gesture, first);
}

/** On to the next square on which the tile fits as it is turned. */
function next(gesture: Gesture, by: number): void {
  const { choosable, at } = gesture;
  if (!choosable.length) return;
  const now = choosable.findIndex((way) => way.x === at?.x && way.y === at?.y);
  moveTo(gesture, choosable[(now + by + choosable.length) % choosable.length]!);
}

function moveTo(gesture: Gesture, { x, y }: Square): void {
  gesture.at = { x, y };
  gesture.pinned = true;
}

function step({ x, y }: Square, arrow: Facing, area: Area): Square {
  const [dx, dy] = STEP[arrow];
  return {
    x: Math.max(area.west, Math.min(area.east, x + dx)),
    y: Math.max(area.north, Math.min(area.south, y + dy)),
  };
}
