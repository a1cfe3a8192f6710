// Makes something choosable: it can be pointed at and picked by mouse, finger and keyboard, and says what it is.
import { tick } from "svelte";
import { on } from "svelte/events";
import type { Action as SvelteAction } from "svelte/action";
import type { Scene } from "../games/gameUi";
import type { Action } from "../api/types";
import { preferences } from "./preferences.svelte";

export interface Choosable {
  /** What is chosen by it; without one the thing rests: no role, no focus, no handlers. */
  choice: Action | null | undefined;
  scene: Pick<Scene, "pointed" | "point" | "pick" | "begins">;
  /** What a screen reader says, from the game's `label`. */
  label: string;
}

let touchedLast: Element | null = null;

/** What was last chosen or pointed at by a finger or a click. */
export function lastTouched(): Element | null {
  return touchedLast;
}

/** The name of something that shows words of its own: whoever speaks to the page says what can be seen. */
export function spoken(label: string, shown: string): string {
  if (!shown || apart(label).includes(apart(shown))) return label;
  // "Give up Circe" that shows "Circe 5 steps" is "Give up Circe 5 steps": nothing is said twice.
  const [said, seen] = [label.split(" "), shown.split(" ")];
  for (let both = Math.min(said.length, seen.length); both > 0; both--) {
    if (apart(said.slice(-both).join(" ")) === apart(seen.slice(0, both).join(" ")))
      return [...said.slice(0, -both), shown].join(" ");
  }
  return `${label}, ${shown}`;
}

/** Words with spaces about them, so that "Can" is not found in "Cancer". */
function apart(text: string): string {
  return ` ${text.toLowerCase()} `;
}

/** The words that can be seen in something. */
function words(node: Element): string {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  let found = "";
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent?.checkVisibility() && !parent.closest("title, desc")) found += walker.currentNode.nodeValue;
  }
  return found.replace(/\s+/g, " ").trim();
}

/** `use:choosable={{ choice, scene, label }}` on any element of a board, also inside an SVG. */
export const choosable: SvelteAction<HTMLElement | SVGElement, Choosable> = (node, first) => {
  let now = first;
  let touched = false;
  let ready = false;
  let byFinger = false;

  const pointed = (): boolean => !!now.choice && now.scene.pointed?.notation === now.choice.notation;
  const point = (): void => {
    if (now.choice && !pointed()) now.scene.point(now.choice);
  };
  const leave = (): void => {
    if (pointed()) now.scene.point(null);
  };
  const pick = (): void => {
    if (now.choice) now.scene.pick(now.choice);
  };

  function updateAttributes(): void {
    node.toggleAttribute("data-choosable", !!now.choice);
    if (now.choice) {
      node.setAttribute("data-choice", now.choice.notation);
      node.setAttribute("aria-label", spoken(now.label, words(node)));
      if (node instanceof HTMLButtonElement) return;
      node.setAttribute("tabindex", "0");
      node.setAttribute("role", "button");
    } else if (node.hasAttribute("data-choice")) {
      for (const name of ["data-choice", "aria-label", "tabindex", "role"]) node.removeAttribute(name);
    }
  }

  function enter(event: Event): void {
    if ((event as PointerEvent).pointerType !== "touch") point();
  }

  function exit(event: Event): void {
    if ((event as PointerEvent).pointerType !== "touch") leave();
  }

  function down(event: Event): void {
    touched = byFinger = (event as PointerEvent).pointerType === "touch";
    ready = pointed();
  }

  function focus(): void {
    if (node.matches(":focus-visible")) point();
  }

  // What a finger points at stays so until it taps elsewhere: the button that does it must not vanish under it.
  function blur(): void {
    if (!byFinger) leave();
  }

  // A finger cannot hover: the first tap shows what would happen, the second one does it. What is only begun by
  // it, and sent with a button of its own, needs no second tap.
  function click(event: Event): void {
    if (!now.choice) return;
    event.stopPropagation();
    touchedLast = node;
    if (touched && !ready && !preferences.oneTap && !now.scene.begins?.(now.choice)) point();
    else pick();
    touched = false;
  }

  function key(event: Event): void {
    const pressed = (event as KeyboardEvent).key;
    if (!now.choice || (pressed !== "Enter" && pressed !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    pick();
  }

  const listeners: [string, (event: Event) => void][] = [
    ["pointerenter", enter],
    ["pointerleave", exit],
    ["pointerdown", down],
    ["focus", focus],
    ["blur", blur],
    ["click", click],
    ["keydown", key],
  ];
  // A thing with the focus that is taken off the board blurs in the middle of drawing: Svelte's own listeners
  // may change state there.
  const silence = listeners.map(([name, listener]) => on(node, name, listener));
  updateAttributes();

  return {
    update(next) {
      now = next;
      updateAttributes();
      // What it shows may change with it, just afterwards.
      if (next.choice) void tick().then(updateAttributes);
    },
    destroy() {
      for (const stop of silence) stop();
      leave();
    },
  };
};
