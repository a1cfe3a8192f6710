// Keeps something that floats over the board off what was chosen on it.
import { lastTouched } from "../components/choosable";
import { lift } from "./sheetPlacement";

/** Below the bar at the top of the page. */
const TOP = 48;

/** `use:avoidChosen` on what floats at the foot of the board: it is lifted while it would cover the chosen thing. */
export function avoidChosen(node: HTMLElement): { destroy(): void } {
  let lifted = 0;

  function place(): void {
    const chosen = lastTouched();
    const board = document.querySelector("main.board");
    const inside = node.firstElementChild;
    let next = 0;
    if (chosen && board && inside && chosen.isConnected && board.contains(chosen)) {
      const { left, right, top, bottom } = inside.getBoundingClientRect();
      const resting = { left, right, top: top + lifted, bottom: bottom + lifted };
      next = lift(resting, chosen.getBoundingClientRect(), TOP);
    }
    if (next === lifted) return;
    lifted = next;
    node.style.translate = next ? `0 ${-next}px` : "";
  }

  const changes = new MutationObserver(place);
  changes.observe(node, { childList: true, subtree: true, characterData: true });
  const sizes = new ResizeObserver(place);
  sizes.observe(node);
  return {
    destroy() {
      changes.disconnect();
      sizes.disconnect();
    },
  };
}
