// What is said about the sky, in the reader's language.
import { t } from "../../messages/messages.svelte";
import type { Action, Action, LogEntry, Preview } from "../../api/types";
import type { Reason } from "../gameUi";
import { reasonWords } from "../reasonWords";
import { gestureOf, type Square, type Way } from "./logic/gesture.svelte";
import type { CardFacts, Facing, SkyScene, SkyView } from "./view";

const say = (key: string, values?: Parameters<typeof t>[1]): string => t(`ophiuchus.${key}`, values);

/** A tile by the number of marks on its halves; no two tiles have the same. */
export function tileName(view: SkyView, tile: string): string {
  const [a, b] = view.tiles[tile] ?? ["", ""];
  return `${a.length}|${b.length}`;
}

export function cardName(card: string): string {
  return say(`card.${card}`);
}

/** What a card asks for. */
export function patternWords({ shape, size, rule, symbol }: CardFacts): string {
  const star = symbol ? say(`star.${symbol}`) : "";
  return say(`pattern.${shape}.${rule}`, { size, star });
}

export function squareWords({ x, y }: Square, facing: Facing): string {
  return say("square", { x, y, facing: say(`facing.${facing}`) });
}

/** What a way to lay would win. */
export function gainsOf({ cards, bonus }: Way, scene: SkyScene): string[] {
  const points = (card: string): number => scene.view.cards[card]!.points;
  const lines: string[] = [];
  if (cards.length === 1)
    lines.push(say("gain.card", { card: cardName(cards[0]!), points: points(cards[0]!) }));
  if (cards.length > 1) {
    const names = cards.map((card) => `${cardName(card)} (${points(card)})`);
    lines.push(say("gain.cards", { cards: names.join(", ") }));
  }
  if (bonus) lines.push(say("gain.bonus"));
  return lines;
}

/** A way to lay in one sentence, for those who hear it. */
export function describeWay(way: Way, scene: SkyScene): string {
  const [along, a, b] = way.rows;
  return [say("fits", { along, a, b }), ...gainsOf(way, scene)].join(" ");
}

export function ask(scene: SkyScene): string {
  const { phase } = scene.view;
  if (phase === "take") return say(gestureOf(scene).tile ? "ask.lay" : "ask.take");
  return say(`ask.${phase}`);
}

export function labelOf({ kind, data }: Action | Action, scene: SkyScene): string {
  const tile = typeof data.tile === "string" ? data.tile : "";
  switch (kind) {
    case "take":
    case "return":
      return say(`label.${kind}`, { tile: tileName(scene.view, tile), marks: marksWords(scene.view, tile) });
    case "at":
      return say("label.at", { x: data.x as number, y: data.y as number });
    case "facing":
      return say("label.facing", { facing: say(`facing.${data.facing as string}`) });
    case "claim": {
      const card = data.card as string;
      return say("label.claim", { card: cardName(card), points: scene.view.cards[card]!.points });
    }
    default:
      return say(kind === "token" ? "label.token" : "label.draw_two");
  }
}

/** Why something is not possible. */
export function whyOf(reason: Reason | null, scene: SkyScene): string {
  return reasonWords("ophiuchus", reason, (name, value) =>
    name === "tile" ? tileName(scene.view, value) : name === "card" ? cardName(value) : value,
  );
}

/** The marks of a tile, half by half. */
export function marksWords(view: SkyView, tile: string): string {
  const halves = (view.tiles[tile] ?? ["", ""]).map((half) =>
    half ? [...half].map((symbol) => say(`star.${symbol}`)).join(", ") : say("blank"),
  );
  return say("halves", { a: halves[0]!, b: halves[1]! });
}

export function tell(told: LogEntry, scene: SkyScene): string {
  const { kind, seat, data } = told;
  const name = seat === null ? "" : scene.name(seat);
  const you = seat !== null && seat === scene.seat && scene.seats[seat]?.mine ? "yes" : "no";
  const tile = typeof data.tile === "string" ? tileName(scene.view, data.tile) : "";
  if (kind === "claimed") {
    const values = { card: cardName(data.card as string), points: data.points as number };
    return say("told.claimed", { name, you, ...values });
  }
  if (kind === "ended") return say(`ended.${String(data.how).replaceAll(" ", "_")}`);
  if (kind === "drew" || kind === "returned")
    return say(`told.${kind}`, { name, you, tile, known: tile ? "yes" : "no" });
  return say(`told.${kind}`, { name, you, tile });
}

export function places({ kind, data }: LogEntry): string[] {
  if (kind === "laid") return [`tile:${data.tile as string}`];
  return kind === "claimed" ? [`card:${data.card as string}`] : [];
}

/** What a choice off the sky would do. */
export function foresee(tried: Preview, scene: SkyScene): string[] {
  const lines = tried.log.filter((told) => told.kind !== "drew").map((told) => tell(told, scene));
  if (scene.pointed?.kind === "token") lines.push(say("gain.token"));
  if (scene.pointed?.kind === "draw two") lines.push(say("gain.draw_two"));
  if ((tried.changes as Partial<SkyView>).phase === "bonus") lines.push(say("gain.bonus"));
  return [...new Set(lines)];
}
