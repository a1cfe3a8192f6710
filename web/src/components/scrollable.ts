// Something that may scroll is a stop of the Tab key while it does, and none while everything in it is in sight.
import type { Action } from "svelte/action";

/** `use:scrollable={label}`: what those hear who come to it with the keyboard. */
export const scrollable: Action<HTMLElement, string> = (node, first) => {
  let label = first;

  function settle(): void {
    const scrolls = node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
    if (scrolls) {
      node.tabIndex = 0;
      node.setAttribute("role", "group");
      node.setAttribute("aria-label", label);
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) node.removeAttribute(name);
    }
  }

  const sizes = new ResizeObserver(settle);
  const follow = (): void => {
    sizes.disconnect();
    for (const each of [node, ...node.children]) sizes.observe(each);
  };
  const parts = new MutationObserver(follow);
  parts.observe(node, { childList: true });
  follow();
  return {
    update(next) {
      label = next;
      settle();
    },
    destroy() {
      sizes.disconnect();
      parts.disconnect();
    },
  };
};
