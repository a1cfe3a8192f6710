// Makes a piece or card that lies before the player draggable onto what it may be used for.
import type { Action as SvelteAction } from "svelte/action";
import type { Action } from "../api/types";

export interface Draggable {
  /** What it may be used for; each is chosen by dropping it where that choice is drawn. Nothing: it rests. */
  choices: readonly Action[];
  scene: { point(choice: Action | null): void; pick(choice: Action): void };
  /** A place (`data-drop`) where dropping it means its first choice, such as one's hand. */
  zone?: string;
}

/** A pointer that moves less than this clicks. */
const STILL = 8;

/** `use:draggable={{ choices, scene }}`; a click on it stays a click. */
export const draggable: SvelteAction<HTMLElement | SVGElement, Draggable | null> = (node, first) => {
  let now = first;
  let from: { x: number; y: number } | null = null;
  let ghost: HTMLElement | null = null;
  let over: Action | null = null;

  const rests = (): boolean => !now?.choices.length;
  const rest = (): void => {
    node.style.touchAction = rests() ? "" : "none";
    node.toggleAttribute("data-draggable", !rests());
  };

  /** What dropping it at a point would choose. */
  function chosenAt(x: number, y: number): Action | null {
    const there = document.elementFromPoint(x, y);
    const notation = there?.closest("[data-choice]")?.getAttribute("data-choice");
    const found = now?.choices.find((choice) => choice.notation === notation && !node.contains(there));
    if (found) return found;
    return now?.zone && there?.closest(`[data-drop~="${now.zone}"]`) ? (now.choices[0] ?? null) : null;
  }

  function lifted(): HTMLElement {
    const made = document.createElement("div");
    const { width, height } = node.getBoundingClientRect();
    made.append(node.cloneNode(true));
    made.setAttribute("aria-hidden", "true");
    for (const part of made.querySelectorAll("[data-choice], [tabindex], [id]"))
      for (const name of ["data-choice", "tabindex", "id"]) part.removeAttribute(name);
    Object.assign(made.style, {
      position: "fixed",
      zIndex: "30",
      width: `${width}px`,
      height: `${height}px`,
      opacity: "0.85",
      pointerEvents: "none",
      translate: "-50% -60%",
    });
    document.body.append(made);
    return made;
  }

  function down(event: Event): void {
    const { button, isPrimary, clientX, clientY } = event as PointerEvent;
    if (rests() || button !== 0 || !isPrimary) return;
    from = { x: clientX, y: clientY };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
  }

  function move({ clientX, clientY }: PointerEvent): void {
    if (!from || (!ghost && Math.hypot(clientX - from.x, clientY - from.y) < STILL)) return;
    ghost ??= lifted();
    ghost.style.left = `${clientX}px`;
    ghost.style.top = `${clientY}px`;
    const found = chosenAt(clientX, clientY);
    if (found === over) return;
    over = found;
    now?.scene.point(found);
  }

  function up({ clientX, clientY }: PointerEvent): void {
    const found = ghost ? chosenAt(clientX, clientY) : null;
    const moved = !!ghost;
    cancel();
    if (!moved) return;
    // The click that ends a drag is none.
    const swallow = (event: Event): void => event.stopImmediatePropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, true));
    if (found) now?.scene.pick(found);
    else now?.scene.point(null);
  }

  function cancel(): void {
    from = null;
    over = null;
    ghost?.remove();
    ghost = null;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", cancel);
  }

  const noImage = (event: Event): void => event.preventDefault();
  node.addEventListener("pointerdown", down);
  node.addEventListener("dragstart", noImage);
  rest();

  return {
    update(next) {
      now = next;
      rest();
    },
    destroy() {
      cancel();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("dragstart", noImage);
    },
  };
};
