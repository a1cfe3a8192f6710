// A list of many buttons as one stop of the Tab key: arrows go up and down in it, Home and End to its ends.
import type { Action } from "svelte/action";

const STEPS: Record<string, (now: number, last: number) => number> = {
  ArrowUp: (now) => Math.max(0, now - 1),
  ArrowDown: (now, last) => Math.min(last, now + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** `use:rovingList={"last"}` on the list: the end at which the Tab key comes in first. */
export const rovingList: Action<HTMLElement, "first" | "last"> = (node, entry) => {
  const buttons = (): HTMLButtonElement[] => [...node.querySelectorAll("button")];

  /** One button can be reached with Tab: the one that has the focus, had it last, or stands at the entry. */
  function settle(stop?: HTMLButtonElement): void {
    const all = buttons();
    const known = all.find((button) => button.tabIndex === 0 && button.dataset.stop === "yes");
    const chosen = stop ?? known ?? (entry === "last" ? all.at(-1) : all[0]);
    for (const button of all) {
      const tabIndex = button === chosen ? 0 : -1;
      // Setting what it is already would wake the observer for nothing.
      if (button.getAttribute("tabindex") !== String(tabIndex)) button.tabIndex = tabIndex;
    }
    for (const button of all) if (button !== stop) delete button.dataset.stop;
    if (stop) stop.dataset.stop = "yes";
  }

  function focus(event: FocusEvent): void {
    if (event.target instanceof HTMLButtonElement) settle(event.target);
  }

  function key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const all = buttons();
    const now = all.findIndex((button) => button === document.activeElement);
    if (!step || now < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    all[step(now, all.length - 1)]!.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  const watching = new MutationObserver(() => settle());
  watching.observe(node, { childList: true, subtree: true });
  node.addEventListener("focusin", focus);
  node.addEventListener("keydown", key);
  settle();
  return {
    destroy() {
      watching.disconnect();
      node.removeEventListener("focusin", focus);
      node.removeEventListener("keydown", key);
    },
  };
};
