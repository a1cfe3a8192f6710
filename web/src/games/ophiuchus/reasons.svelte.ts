// Why the tile may not lie where it hovers: asked of the server, said in the reader's language.
import { t } from "../../words/words.svelte";
import type { Gesture } from "./gesture.svelte";
import type { SkyScene } from "./view";

/** The pointer rests a moment before the server is asked. */
const REST = 60;
const CODES = ["OCCUPIED", "NOT_ADJACENT", "OUT_OF_GRID", "ROW_OVER_13", "CLOSED_ZONE"];

export class Reasons {
  /** The reason in words, where there is one. */
  words = $state<string | null>(null);
  /** The sums of the three rows, where a row has too many marks. */
  rows = $state.raw<number[] | null>(null);

  /** Ask about where the tile hovers now; called in an effect, whenever that changes. */
  follow(scene: SkyScene, gesture: Gesture): (() => void) | undefined {
    this.words = null;
    this.rows = null;
    const { tile, at, way } = gesture;
    if (!tile || !at || way) return;
    const asked = gesture.notation(at);
    const turned = gesture.fits(at) !== null;
    let current = true;
    const timer = setTimeout(() => {
      void scene.wonder(asked).then((found) => {
        if (current && found && "wrong" in found) this.#say(found.wrong, turned);
      });
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }

  #say(wrong: string, turned: boolean): void {
    const code = CODES.find((each) => wrong.includes(`${each}:`));
    const sums = /rows: (\d+) along, (\d+) and (\d+) across/.exec(wrong);
    this.rows = sums ? sums.slice(1).map(Number) : null;
    const reason = code ? t(`ophiuchus.reason.${code}`) : wrong;
    this.words = turned ? `${reason} ${t("ophiuchus.reason.turn")}` : reason;
  }
}
