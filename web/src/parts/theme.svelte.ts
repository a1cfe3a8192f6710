// How the reader likes the page: light or dark, with or without motion and sound, asked before each action or not.
export const THEMES = ["night", "papyrus"] as const;
export type Theme = (typeof THEMES)[number];

interface Taste {
  theme: Theme;
  /** Whether pieces move. */
  motion: boolean;
  sound: boolean;
  /** Ask once more before an action is sent. */
  confirm: boolean;
}

const KEPT = "parapegma.taste";
const still = matchMedia("(prefers-reduced-motion: reduce)");

function kept(): Partial<Taste> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Taste>;
  } catch {
    return {};
  }
}

/** What was chosen. What was not: it is night, and whether pieces move follows the browser. */
let chosen = $state.raw<Partial<Taste>>(kept());
let moves = $state(!still.matches);

still.addEventListener("change", () => {
  moves = !still.matches;
  dress();
});

export const taste = {
  get theme(): Theme {
    return chosen.theme ?? "night";
  },
  get motion(): boolean {
    return chosen.motion ?? moves;
  },
  get sound(): boolean {
    return chosen.sound ?? false;
  },
  get confirm(): boolean {
    return chosen.confirm ?? false;
  },
};

/** Choose, and remember it in this browser. */
export function choose(wish: Partial<Taste>): void {
  chosen = { ...chosen, ...wish };
  localStorage.setItem(KEPT, JSON.stringify(chosen));
  dress();
}

/** Milliseconds that a piece takes to move; none where nothing should. */
export function moving(): number {
  return taste.motion ? 300 : 0;
}

/** Put the theme on the whole page. Called once when the page begins, then whenever it changes. */
export function dress(): void {
  const root = document.documentElement;
  root.dataset.theme = taste.theme;
  root.dataset.motion = taste.motion ? "on" : "off";
}

dress();
