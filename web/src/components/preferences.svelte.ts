// How the reader likes the page: light or dark, with or without motion and sound, asked before each action or not.
import { storedJson, storeJson } from "./stored";

export const THEMES = ["night", "papyrus"] as const;
export type Theme = (typeof THEMES)[number];
/** How fast bots answer and pieces move. */
export const SPEEDS = ["slow", "normal", "fast", "at once"] as const;
export type Speed = (typeof SPEEDS)[number];

interface Preferences {
  theme: Theme;
  /** Whether pieces move. */
  motion: boolean;
  sound: boolean;
  speed: Speed;
  /** Ask once more before an action is sent. */
  confirm: boolean;
  /** Ask once more before the reader's turn ends. */
  confirmEnd: boolean;
  /** Coach marks in one's first games. */
  tips: boolean;
  /** On a touch screen the first tap plays, without showing first what it would do. */
  oneTap: boolean;
}

const KEPT = "parapegma.preferences";
/** Its name in earlier releases: whoever chose something then keeps it. */
const KEPT_BEFORE = "parapegma.taste";
const still = matchMedia("(prefers-reduced-motion: reduce)");

function kept(): Partial<Preferences> {
  return storedJson(KEPT, null) ?? storedJson(KEPT_BEFORE, {});
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
  get speed(): Speed {
    return SPEEDS.find((speed) => speed === chosen.speed) ?? "normal";
  },
  get confirm(): boolean {
    return chosen.confirm ?? false;
  },
  get confirmEnd(): boolean {
    return chosen.confirmEnd ?? false;
  },
  get tips(): boolean {
    return chosen.tips ?? true;
  },
  get oneTap(): boolean {
    return chosen.oneTap ?? false;
  },
};

/** Choose, and remember it in this browser. */
export function choose(change: Partial<Preferences>): void {
  chosen = { ...chosen, ...change };
  storeJson(KEPT, chosen);
  applyPreferences();
}

const MILLISECONDS: Record<Speed, number> = { slow: 750, normal: 300, fast: 120, "at once": 0 };

/** Milliseconds that a piece takes to move; none where nothing should. */
export function moving(): number {
  return preferences.motion ? MILLISECONDS[preferences.speed] : 0;
}

/** Milliseconds that something takes at the speed the reader likes, which takes so many at the normal one. */
export function paced(milliseconds: number): number {
  return (milliseconds * moving()) / MILLISECONDS.normal;
}

/** Put the theme on the whole page. Called once when the page begins, then whenever it changes. */
export function applyPreferences(): void {
  const root = document.documentElement;
  root.dataset.theme = preferences.theme;
  root.dataset.motion = preferences.motion ? "on" : "off";
  root.style.setProperty("--moving", `${moving()}ms`);
}

applyPreferences();

// Chosen in another window of this browser: all of them look alike.
addEventListener("storage", ({ key }: StorageEvent) => {
  if (key !== KEPT) return;
  chosen = kept();
  applyPreferences();
});
