// What happened, in sentences; and what a choice would do, in short lines.
import type { Scene } from "../gameUi";
import { t } from "../../messages/messages.svelte";
import type { LogEntry, Preview } from "../../api/types";
import { whoIs } from "./actionWords";
import { configuration, listed, named } from "./names";
import { configurationOf, type SeatView, type SkyView } from "./view";

type At = Scene<SkyView>;

/** A line of the log. */
export function tell(told: LogEntry, scene: At): string {
  const { kind, data } = told;
  const name = (key: string): string => (typeof data[key] === "string" ? named(data[key]) : "");
  const bonus = typeof data.bonus === "string" ? t(`ptolemaeus.bonus.${data.bonus}`) : "";
  const values = {
    who: told.seat === null ? "" : whoIs(told.seat, scene),
    me: told.seat !== null && told.seat === scene.seat,
    card: name("card"),
    sign: name("sign"),
    planet: name("planet"),
    bonus,
  };
  const say = (key: string, more: Record<string, string | number | boolean> = {}): string =>
    t(`ptolemaeus.log.${key}`, { ...values, ...more });
  switch (kind) {
    case "drew":
      return !values.me && values.card ? say("drew_shown") : say("drew");
    case "bonus":
      return !values.me && bonus ? say("bonus_shown") : say("bonus");
    case "reshuffled":
      return say("reshuffled", { n: Number(data.cards) });
    case "observed":
      return observed(String(data.what), scene, say);
    case "returned":
      return say("returned", { n: Number(data.tokens) });
    case "played":
      return say("played", { improved: !!data.improved });
    case "stole": {
      const card = values.card || t("ptolemaeus.log.a_card");
      if (data.victim === scene.seat) return say("stole_me", { card });
      return say("stole", { card, victim: whoIs(Number(data.victim), scene) });
    }
    case "comet":
      return say("comet", { n: Number(data.steps) });
    case "event": {
      if (data.event === "eclipsis") return say("eclipsis");
      const now = scene.view.event_card === data.event ? scene.view.coming.planets : [];
      return now.length ? say("event", { planets: listed(now.map(named)) }) : say("event_other");
    }
    case "lap":
      return say("lap", { lap: Number(data.lap) });
    case "result":
      return say("result", {
        n: Number(data.points),
        result: t(`ptolemaeus.result.${String(data.result)}`),
        rank: t(`ptolemaeus.rank.${String(data.rank)}`),
      });
    case "ended":
      if (typeof data.winner === "number")
        return say("ended_twelve", { who: whoIs(data.winner, scene), me: data.winner === scene.seat });
      return say("ended_comet");
    default:
      return say(kind.replace(" ", "_"));
  }
}

function observed(
  what: string,
  scene: At,
  say: (key: string, more: Record<string, string>) => string,
): string {
  const plain = what.replace(/^the /, "");
  if (!plain.includes(" ")) return say("observed_sign", { what: named(plain) });
  const { kind, signs } = configurationOf(plain, scene.view);
  return say("observed", { what: configuration(kind, signs) });
}

/** The signs and planets that a line of the log is about. */
export function places(told: LogEntry): string[] {
  const { data } = told;
  if (told.kind === "observed") {
    const plain = String(data.what).replace(/^the /, "");
    return plain.includes(" ") ? (plain.split(" ")[1] ?? "").split("-") : [plain];
  }
  return ["sign", "planet"]
    .map((key) => data[key])
    .filter((name): name is string => typeof name === "string");
}

/** What a choice would do. */
export function foresee(tried: Preview, scene: At): string[] {
  const lines: string[] = [];
  const line = (key: string, values: Record<string, string | number> = {}): number =>
    lines.push(t(`ptolemaeus.preview.${key}`, values));
  const told = (kind: string): LogEntry[] => tried.log.filter((each) => each.kind === kind);
  const name = (each: LogEntry, key: string): string => named(String(each.data[key]));
  const own = (each: LogEntry): boolean => each.seat === scene.seat;

  if (!scene.draft && tried.choices?.some((choice) => choice.kind === "pay")) line("pay");
  const paid = told("paid").map((each) => name(each, "card"));
  if (paid.length) line("paid", { cards: listed(paid) });
  const placed = told("placed").filter(own);
  if (placed.length) line("placed", { signs: listed(placed.map((each) => name(each, "sign"))) });
  for (const each of told("studied").filter(own)) line("studied", { planet: name(each, "planet") });
  for (const each of told("returned")) {
    line("returned", {
      who: each.seat === null ? "" : whoIs(each.seat, scene),
      n: Number(each.data.tokens),
      sign: name(each, "sign"),
    });
  }
  if (told("asteroid").some(own)) line("asteroid");
  if (told("studied").some(own)) line("bonus");
  if (told("comet").length) line("round");
  const seats = tried.changes.seats as SeatView[] | undefined;
  const [before, after] = [scene.view.seats, seats].map((each) => each?.[scene.seat ?? -1]?.points);
  if (before !== undefined && after !== undefined && before !== after) line("points", { before, after });
  return lines;
}
