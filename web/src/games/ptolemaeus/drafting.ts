// Paying for an observation card by card: the fewest cards first, sextants last.
import type { Drafting } from "../gameUi";
import type { Action, Ptolemaeus } from "./types";
import { signsOf } from "./view";

export const drafting: Drafting<Ptolemaeus> = {
  begins(choice, scene) {
    if (choice.kind !== "observe" && choice.kind !== "configuration") return false;
    // Where it is known that there is only one way to pay, there is nothing to put together.
    const known = scene.pointed?.notation === choice.notation ? scene.preview : null;
    return !known || !!known.choices?.some((next) => this.isPart(next));
  },

  isPart: (choice) => choice.kind === "pay",

  prefer(open, scene) {
    const { view, draft, preview } = scene;
    const now = preview?.changes.under_way?.paying ?? view.under_way?.paying ?? "";
    const wanted = draft?.begun.kind === "configuration" ? signsOf(draft.begun) : [];
    const colours = new Map<string, string>(view.signs.map(({ sign, colour }) => [sign, colour]));
    const price = (action: Action): number => {
      const card = action.kind === "pay" ? action.card : "joker";
      if (card === now) return 0;
      if (card === "joker") return 100;
      // A card that another sign of the configuration is paid with is worth more than one that is not.
      return (colours.get(card) === colours.get(now) ? 10 : 20) + (wanted.includes(card) ? 5 : 0);
    };
    return open.toSorted((a, b) => price(a) - price(b))[0]!;
  },
};
