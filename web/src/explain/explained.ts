// Makes a thing explain itself: to a pointer that rests on it, to a finger that presses long, to the keyboard.
import { on } from "svelte/events";
import type { Action as SvelteAction } from "svelte/action";
import { explain, explainAnew, hush, type Explained } from "./explanation.svelte";

/** How long a pointer rests, how long a finger presses, and how long the bubble waits for a pointer to reach it. */
export const RESTS = 420;
/** What can be chosen shows first what it would do. */
const LIT_RESTS = 1100;
export const PRESSES = 480;
const STAYS = 220;
/** A finger that moves farther than this does something else. */
const STILL = 12;

/** Things that can be explained and take no focus for any other reason, within one group. */
const QUIET = "[data-explained='quiet']";

/** Where a mouse button was last pressed: what comes under a pointer that rests there was not asked about. */
let clicked: { x: number; y: number } | null = null;
window.addEventListener("pointerdown", ({ clientX, clientY }) => (clicked = { x: clientX, y: clientY }), {
  capture: true,
  passive: true,
});
const stillThere = ({ clientX, clientY }: PointerEvent): boolean =>
  clicked?.x === clientX && clicked.y === clientY;

/** The bubble, once a pointer has reached it. */
function inBubble(): boolean {
  return !!document.querySelector("[data-bubble]:hover");
}

/**
 * `use:explained={{ name, icon }}` on anything on a board or beside it. What cannot be chosen takes part in the
 * keyboard's way through the page: all of them within one `[data-explains]` are one stop, arrows go from one to the next.
 */
export const explained: SvelteAction<HTMLElement | SVGElement, Explained | null> = (node, first) => {
  let now = first;
  let timer = 0;
  let pressed: { x: number; y: number; at: number } | null = null;
  let swallow = false;
  /** Whether the thing came under a pointer that does not move: it is asked about as soon as that moves. */
  let waits = false;

  const busy = (): boolean =>
    !!now?.lit ||
    node.matches("button, a, input, [data-choice]") ||
    !!node.querySelector("[data-choice], button, a") ||
    !!node.closest("button, a, [data-choice], [aria-hidden='true']");
  const group = (): Element | null => node.closest("[data-explains]");
  const quiet = (): (HTMLElement | SVGElement)[] => [
    ...(group()?.querySelectorAll<HTMLElement | SVGElement>(QUIET) ?? []),
  ];

  function later(wait: number, act: () => void): void {
    clearTimeout(timer);
    timer = window.setTimeout(act, wait);
  }

  function updateAttributes(): void {
    const rests = !!now && !busy() && !!group();
    if (rests) {
      node.setAttribute("data-explained", "quiet");
      node.setAttribute("aria-label", now!.name);
      // A list goes on having items.
      if (!node.hasAttribute("role") && node.tagName !== "LI") node.setAttribute("role", "img");
      const stop = quiet().some((each) => each !== node && each.getAttribute("tabindex") === "0");
      node.setAttribute("tabindex", stop ? "-1" : "0");
    } else if (node.getAttribute("data-explained") === "quiet") {
      leaveGroup();
      node.removeAttribute("data-explained");
      if (!node.hasAttribute("data-choice"))
        for (const name of ["tabindex", "aria-label", "role"]) node.removeAttribute(name);
    }
    if (now && !rests) node.setAttribute("data-explained", "");
    if (now?.icon) node.setAttribute("data-icon", now.icon);
    else node.removeAttribute("data-icon");
  }

  /** Another of the group becomes its stop. */
  function leaveGroup(): void {
    if (node.getAttribute("tabindex") !== "0") return;
    quiet()
      .find((each) => each !== node)
      ?.setAttribute("tabindex", "0");
  }

  function show(): void {
    if (now) explain(node, now);
  }

  function enter(event: Event): void {
    if ((event as PointerEvent).pointerType !== "mouse") return;
    waits = stillThere(event as PointerEvent);
    if (!waits) later(now?.lit ? LIT_RESTS : RESTS, show);
  }

  function leave(event: Event): void {
    if ((event as PointerEvent).pointerType !== "mouse") return;
    waits = false;
    const goes = (): void => (inBubble() ? later(STAYS, goes) : hush(node));
    later(STAYS, goes);
  }

  function down(event: Event): void {
    const { pointerType, clientX, clientY, timeStamp } = event as PointerEvent;
    swallow = false;
    if (pointerType === "mouse") return clearTimeout(timer);
    pressed = { x: clientX, y: clientY, at: timeStamp };
    later(PRESSES, () => {
      if (!pressed) return;
      swallow = true;
      show();
    });
  }

  function move(event: Event): void {
    const { clientX, clientY } = event as PointerEvent;
    if (waits && !stillThere(event as PointerEvent)) enter(event);
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > STILL) up();
  }

  function up(): void {
    if (pressed) clearTimeout(timer);
    pressed = null;
  }

  /** Where the page was busy, the finger may have gone before the page heard of it: that was a tap. */
  function lift({ timeStamp }: Event): void {
    if (pressed && swallow && timeStamp - pressed.at < PRESSES) {
      swallow = false;
      hush(node);
    }
    up();
  }

  /** What was pressed long was asked about, not chosen. */
  function click(event: Event): void {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function menu(event: Event): void {
    if (pressed || swallow) event.preventDefault();
  }

  function focus(): void {
    if (node.matches(":focus-visible")) later(now?.lit ? LIT_RESTS : 0, show);
  }

  function blur(event: Event): void {
    clearTimeout(timer);
    const to = event instanceof FocusEvent ? event.relatedTarget : null;
    // Whoever goes into the bubble, to open a rule, still needs it.
    if (!inBubble() && !(to instanceof Element && to.closest("[data-bubble]"))) hush(node);
  }

  function key(event: Event): void {
    const { key: pressedKey } = event as KeyboardEvent;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[pressedKey];
    if (!step || node.getAttribute("data-explained") !== "quiet") return;
    const all = quiet();
    const next = all[all.indexOf(node) + step];
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    node.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }

  const listeners: [string, (event: Event) => void, boolean?][] = [
    ["pointerenter", enter],
    ["pointerleave", leave],
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", lift],
    ["pointercancel", up],
    ["click", click, true],
    ["contextmenu", menu],
    ["focus", focus],
    ["blur", blur],
    ["keydown", key],
  ];
  // A thing with the focus that is taken off the board blurs in the middle of drawing: Svelte's own listeners
  // may change state there.
  const silence = listeners.map(([name, listener, capture]) => on(node, name, listener, { capture }));
  updateAttributes();

  return {
    update(next) {
      now = next;
      updateAttributes();
      if (next) explainAnew(node, next);
      else hush(node);
    },
    destroy() {
      clearTimeout(timer);
      leaveGroup();
      for (const stop of silence) stop();
      hush(node);
    },
  };
};
