// How the reader likes the page: light or dark, with or without motion and sound, asked before each action or not.
export const THEMES = ["night", "papyrus"] as const;
export type Theme = (typeof THEMES)[number];

interface Preferences {
  theme: Theme;
  /** Whether pieces move. */
  motion: boolean;
  sound: boolean;
  /** Ask once more before an action is sent. */
  confirm: boolean;
}

const KEPT = "parapegma.taste";
const still = matchMedia("(prefers-reduced-motion: reduce)");

function kept(): Partial<Preferences> {
  try {
    const stored: Partial<Preferences> = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return stored;
  } catch {
    return {};
  }
}

/** What was chosen. What was not: it is night, and whether pieces move follows the browser. */
let chosen = $state.raw<Partial<Preferences>>(kept());
let moves = $state(!still.matches);

still.addEventListener("change", () => {
  moves = !still.matches;
  applyPreferences();
});

export const preferences = {
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
export function choose(change: Partial<Preferences>): void {
  chosen = { ...chosen, ...change };
  localStorage.setItem(KEPT, JSON.stringify(chosen));
  applyPreferences();
}

/** Milliseconds that a piece takes to move; none where nothing should. */
export function moving(): number {
  return preferences.motion ? 300 : 0;
}

/** Put the theme on the whole page. Called once when the page begins, then whenever it changes. */
export function applyPreferences(): void {
  const root = document.documentElement;
  root.dataset.theme = preferences.theme;
  root.dataset.motion = preferences.motion ? "on" : "off";
}

applyPreferences();
