// Why the tile may not lie where it hovers: asked of the server, said in the reader's language.
import { t } from "../../../messages/messages.svelte";
import type { Reason } from "../../gameUi";
import type { Gesture } from "./gesture.svelte";
import type { Scene } from "../types";
import { reasonWords } from "../choiceWords";

/** The pointer rests a moment before the server is asked. */
const REST = 60;

export class Reasons {
  /** The reason in words, where there is one. */
  words = $state<string | null>(null);
  /** The rules that say so. */
  rules = $state.raw<readonly string[]>([]);
  /** The sums of the three rows, where a row has too many marks. */
  rows = $state.raw<number[] | null>(null);

  /** Ask about where the tile hovers now; called in an effect, whenever that changes. */
  follow(scene: Scene, gesture: Gesture): (() => void) | undefined {
    this.words = null;
    this.rows = null;
    this.rules = [];
    const { tile, at, way } = gesture;
    if (!tile || !at || way) return;
    const asked = gesture.notation(at);
    const turned = gesture.fits(at) !== null;
    let current = true;
    const timer = setTimeout(() => {
      void scene.lookAhead(asked).then((found) => {
        if (current && found && "illegal" in found) this.#say(found.illegal, scene, turned);
      });
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }

  #say(wrong: Reason | null, scene: Scene, turned: boolean): void {
    this.rules = wrong?.rules ?? [];
    const { along, a, b } = wrong?.values ?? {};
    this.rows = wrong?.code === "row-sums" ? [along, a, b].map(Number) : null;
    const reason = reasonWords(wrong, scene);
    this.words = turned ? `${reason} ${t("ophiuchus.reason.turn")}` : reason;
  }
}
