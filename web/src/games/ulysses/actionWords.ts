// A choice in words: on buttons, in the text view, for screen readers.
import { t } from "../../messages/messages.svelte";
import type { Action, Action } from "../../api/types";
import type { Reason } from "../gameUi";
import { reasonWords } from "../reasonWords";
import { cardName, colourName, factionName, placeName } from "./names";
import { own, type Card, type Colour, type Faction, type Scene } from "./view";

/** Kinds whose words name a card when it is Zeus. */
const AS_ZEUS = new Set(["pandora", "plague", "build", "wind"]);

/** Kinds whose words say more of the present, or of the reader, than of the decision. */
const EVER = new Set(["end", "give", "disc", "support", "pay", "play", "add", "no wind"]);

export function labelOf(choice: Action, scene: Scene): string {
  const { kind, data } = choice;
  const { view } = scene;
  const place = typeof data.place === "string" ? placeName(view.map, data.place) : "";
  const slot = typeof data.slot === "number" ? objective(scene, data.slot) : "";
  const colour = typeof data.colour === "string" ? colourName(data.colour as Colour) : "";
  const faction = typeof data.faction === "string" ? factionName(data.faction as Faction) : "";
  const card = typeof data.card === "string" ? cardName(data.card as Card) : "";
  const key = (name: string): string => t(`ulysses.choice.${name}`, { place, slot, colour, faction, card });
  switch (kind) {
    case "end":
      return key(place ? "propose" : "end");
    case "oppose":
    case "black":
      return key(place ? `${kind}.at` : kind);
    case "remove":
      return key(place ? "clear" : "remove");
    case "change":
      return key(colour ? "change.for" : slot ? "give" : "change");
    case "disc":
      return t("ulysses.choice.disc", { place, faction: factionName(view.step.faction ?? "red") });
    case "support": {
      const side = view.proposal?.factions[data.faction as Faction];
      const to = side?.place ? placeName(view.map, side.place) : "";
      return t("ulysses.choice.support", { faction, place: to, n: side?.least ?? 1 });
    }
    case "no wind":
      return key("no_wind");
    default: {
      const name = AS_ZEUS.has(kind) && data.card === "zeus" ? `${kind}.zeus` : kind;
      return kind === "plague" && place ? key("at") : key(name);
    }
  }
}

/** A decision of some other moment: whose disc it is and how many cards it takes is not known then. */
export function deedOf({ kind, data }: Action, scene: Scene): string {
  const said = (name: string): string => {
    const value = data[name];
    return typeof value === "string" ? thing(scene, name, value) : String(value ?? "");
  };
  const values = {
    place: said("place"),
    slot: said("slot"),
    colour: said("colour"),
    faction: said("faction"),
    card: said("card"),
  };
  const zeus = AS_ZEUS.has(kind) && data.card === "zeus" ? ".zeus" : "";
  const ever = EVER.has(kind) ? "_ever" : "";
  return t(`ulysses.choice.${kind.replace(" ", "_")}${zeus}${ever}`, values);
}

/** Why something is not possible. */
export function whyOf(reason: Reason | null, scene: Scene): string {
  return reasonWords("ulysses", reason, (name, value) => thing(scene, name, value));
}

/** The name of a place, a card, a colour or a faction. */
function thing({ view }: Scene, what: string, id: string): string {
  if (what === "place" || what === "ship") return placeName(view.map, id);
  if (what === "card") return cardName(id as Card);
  if (what === "colour") return colourName(id as Colour);
  return what === "faction" ? factionName(id as Faction) : id;
}

function objective({ view, seat }: Scene, slot: number): string {
  const goal = own(view, seat)?.objectives.find((each) => each.slot === slot);
  return goal?.place ? placeName(view.map, goal.place) : String(slot);
}
