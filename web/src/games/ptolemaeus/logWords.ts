// What happened, in sentences; and what a choice would do, in short lines.
import { isReader } from "../reader";
import { t } from "../../messages/messages.svelte";
import { configurationName, counted, listed, named, whoIs } from "./names";
import type { LogEntry, Preview, Scene } from "./types";
import { configurationOf } from "./view";

/** A line of the log. */
export function logWords(entry: LogEntry, scene: Scene): string {
  const by = {
    who: entry.seat === null ? "" : whoIs(entry.seat, scene),
    me: isReader(scene, entry.seat),
  };
  const { me } = by;
  switch (entry.kind) {
    case "drew": {
      const card = entry.card ? named(entry.card) : "";
      return t(!me && card ? "ptolemaeus.log.drew_shown" : "ptolemaeus.log.drew", { ...by, card });
    }
    case "bonus": {
      const bonus = entry.bonus ? t(`ptolemaeus.bonus.${entry.bonus}`) : "";
      return t(!me && bonus ? "ptolemaeus.log.bonus_shown" : "ptolemaeus.log.bonus", { ...by, bonus });
    }
    case "took":
    case "paid":
    case "discarded":
    case "turned up":
    case "umbra":
      return t(`ptolemaeus.log.${entry.kind}`, { ...by, card: named(entry.card) });
    case "placed":
    case "moved":
    case "asteroid":
      return t(`ptolemaeus.log.${entry.kind}`, { ...by, sign: named(entry.sign) });
    case "studied":
    case "planet":
      return t(`ptolemaeus.log.${entry.kind}`, {
        ...by,
        planet: named(entry.planet),
        sign: named(entry.sign),
      });
    case "reshuffled":
      return t("ptolemaeus.log.reshuffled", { n: entry.cards });
    case "observed":
      return observedWords(entry.what, scene, by);
    case "returned":
      return t("ptolemaeus.log.returned", { ...by, n: entry.tokens, sign: named(entry.sign) });
    case "played":
      return t("ptolemaeus.log.played", {
        ...by,
        bonus: t(`ptolemaeus.bonus.${entry.bonus}`),
        improved: entry.improved,
      });
    case "bonus lost":
      return t("ptolemaeus.log.bonus lost", { ...by, bonus: t(`ptolemaeus.bonus.${entry.bonus}`) });
    case "stole": {
      const card = entry.card ? named(entry.card) : t("ptolemaeus.log.a_card");
      if (isReader(scene, entry.victim)) return t("ptolemaeus.log.stole_me", { ...by, card });
      return t("ptolemaeus.log.stole", { ...by, card, victim: whoIs(entry.victim, scene) });
    }
    case "comet":
      return t("ptolemaeus.log.comet", { sign: named(entry.sign), n: entry.steps });
    case "event": {
      if (entry.event === "eclipsis") return t("ptolemaeus.log.eclipsis");
      const now = scene.view.event_card === entry.event ? scene.view.coming.planets : [];
      return now.length
        ? t("ptolemaeus.log.event", { planets: listed(now.map(named)) })
        : t("ptolemaeus.log.event_other");
    }
    case "lap":
      return t("ptolemaeus.log.lap", { ...by, lap: entry.lap });
    case "result":
      return t("ptolemaeus.log.result", {
        n: entry.points,
        result: t(`ptolemaeus.result.${entry.result}`),
        rank: t(`ptolemaeus.rank.${entry.rank}`),
      });
    case "ended":
      if (entry.winner === null) return t("ptolemaeus.log.ended_comet");
      return t("ptolemaeus.log.ended_twelve", {
        who: whoIs(entry.winner, scene),
        me: isReader(scene, entry.winner),
      });
    default:
      return t(`ptolemaeus.log.${entry.kind}`, by);
  }
}

/** Cards that one seat pays one after the other. */
export function joinedWords(entries: LogEntry[], scene: Scene): string | null {
  const cards = entries.flatMap((entry) => (entry.kind === "paid" ? [named(entry.card)] : []));
  const seat = entries[0]?.seat ?? null;
  if (!cards.length || cards.length < entries.length) return null;
  const by = { who: seat === null ? "" : whoIs(seat, scene), me: seat !== null && seat === scene.seat };
  return t("ptolemaeus.log.paid", { ...by, card: counted(cards) });
}

function observedWords(what: string, scene: Scene, by: { who: string; me: boolean }): string {
  const plain = what.replace(/^the /, "");
  if (!plain.includes(" ")) return t("ptolemaeus.log.observed_sign", { ...by, what: named(plain) });
  const { kind, signs } = configurationOf(plain, scene.view);
  return t("ptolemaeus.log.observed", { ...by, what: configurationName(kind, signs) });
}

/** The signs and planets that a line of the log is about. */
export function places(entry: LogEntry): string[] {
  if (entry.kind === "observed") {
    const plain = entry.what.replace(/^the /, "");
    return plain.includes(" ") ? (plain.split(" ")[1] ?? "").split("-") : [plain];
  }
  return [...("sign" in entry ? [entry.sign] : []), ...("planet" in entry ? [entry.planet] : [])];
}

/** What a choice would do. */
export function previewWords({ log, choices, changes }: Preview, scene: Scene): string[] {
  const lines: string[] = [];
  const own = log.filter((entry) => entry.seat === scene.seat);

  if (!scene.draft && choices?.some((choice) => choice.kind === "pay"))
    lines.push(t("ptolemaeus.preview.pay"));
  const paid = log.flatMap((entry) => (entry.kind === "paid" ? [named(entry.card)] : []));
  if (paid.length) lines.push(t("ptolemaeus.preview.paid", { cards: counted(paid) }));
  const placed = own.flatMap((entry) => (entry.kind === "placed" ? [named(entry.sign)] : []));
  if (placed.length) lines.push(t("ptolemaeus.preview.placed", { signs: listed(placed) }));
  const studied = own.flatMap((entry) => (entry.kind === "studied" ? [named(entry.planet)] : []));
  for (const planet of studied) lines.push(t("ptolemaeus.preview.studied", { planet }));
  for (const entry of log) {
    if (entry.kind !== "returned") continue;
    const who = entry.seat === null ? "" : whoIs(entry.seat, scene);
    lines.push(t("ptolemaeus.preview.returned", { who, n: entry.tokens, sign: named(entry.sign) }));
  }
  if (own.some((entry) => entry.kind === "asteroid")) lines.push(t("ptolemaeus.preview.asteroid"));
  if (studied.length) lines.push(t("ptolemaeus.preview.bonus"));
  // A first card: whether another follows is for the rules to say.
  if (scene.view.phase === "before" && own.some(({ kind }) => kind === "took" || kind === "drew")) {
    const more = changes.phase === "draw second";
    lines.push(t(more ? "ptolemaeus.preview.second_card" : "ptolemaeus.preview.only_card"));
  }
  if (log.some((entry) => entry.kind === "comet")) lines.push(t("ptolemaeus.preview.round"));
  const [before, after] = [scene.view.seats, changes.seats].map((each) => each?.[scene.seat ?? -1]?.points);
  if (before !== undefined && after !== undefined && before !== after)
    lines.push(t("ptolemaeus.preview.points", { before, after }));
  return lines;
}
