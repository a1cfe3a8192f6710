// Printing: every figure is drawn, also those far below the window, and paper is light.
import { tick } from "svelte";

let whole = $state(false);

/** Whether all figures are drawn at once: for paper, not only those near the window. */
export function drawsAll(): boolean {
  return whole;
}

/** Draw everything and open the browser's own window for printing; the page looks as before when that is closed. */
export async function printPage(): Promise<void> {
  await prepare();
  print();
}

/** Draw everything, and wait until boards have measured their room. */
export async function prepare(): Promise<void> {
  whole = true;
  await tick();
  await new Promise((done) => setTimeout(done, 600));
}

let theme: string | undefined;
addEventListener("beforeprint", () => {
  whole = true;
  theme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "papyrus";
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = theme;
});
