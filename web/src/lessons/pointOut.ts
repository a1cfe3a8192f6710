// Marks on the board, the tray and among the buttons what the model would choose now, however it is drawn.
import type { Attachment } from "svelte/attachments";

/** Whatever stands for one of these choices inside the node has `data-shown`, as long as it does. */
export function pointOut(choices: readonly string[]): Attachment {
  return (node) => {
    const wanted = new Set(choices);
    let brought = false;
    function mark(): void {
      for (const each of node.querySelectorAll("[data-choice], [data-shown]")) {
        const isShown = wanted.has(each.getAttribute("data-choice") ?? "");
        if (isShown !== each.hasAttribute("data-shown")) each.toggleAttribute("data-shown", isShown);
        if (isShown && !brought) {
          brought = true;
          each.scrollIntoView({ block: "nearest", inline: "nearest" });
        }
      }
    }
    mark();
    const watch = new MutationObserver(mark);
    watch.observe(node, { childList: true, subtree: true, attributeFilter: ["data-choice"] });
    return () => {
      watch.disconnect();
      for (const each of node.querySelectorAll("[data-shown]")) each.removeAttribute("data-shown");
    };
  };
}
