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
const light = matchMedia("(prefers-color-scheme: light)");

function kept(): Partial<Taste> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Taste>;
  } catch {
    return {};
  }
}

/** What was chosen; what was not follows the browser. */
let chosen = $state.raw<Partial<Taste>>(kept());
let system = $state.raw({ motion: !still.matches, theme: (light.matches ? "papyrus" : "night") as Theme });

for (const query of [still, light]) {
  query.addEventListener("change", () => {
    system = { motion: !still.matches, theme: light.matches ? "papyrus" : "night" };
    dress();
  });
}

export const taste = {
  get theme(): Theme {
    return chosen.theme ?? system.theme;
  },
  get motion(): boolean {
    return chosen.motion ?? system.motion;
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
