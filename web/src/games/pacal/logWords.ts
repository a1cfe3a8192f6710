// What happened and what would happen, in words of the game.
import { listed } from "../../messages/lists";
import { t } from "../../messages/messages.svelte";
import { pointsAtTheEnd } from "./logic/finalPoints";
import { dieName, districtWords, who } from "./names";
import type { Cell, LogEntry, Preview, Scene } from "./types";

/** A line of the log. */
export function logWords(entry: LogEntry, scene: Scene): string {
  if (entry.kind === "ended") return t(`pacal.log.ended.${entry.how}`);
  const { seat } = entry;
  if (seat === null) return entry.words;
  const by = { who: who(scene, seat), name: scene.name(seat) };
  switch (entry.kind) {
    case "rolled":
      return t("pacal.log.rolled", { ...by, die: dieName(entry.die), round: entry.round });
    case "moved":
      return t(`pacal.log.moved.${entry.how}`, { ...by, from: entry.from, to: entry.to });
    case "inserted": {
      const { ship } = entry;
      const whose = ship === seat ? "own" : who(scene, ship) === "you" ? "mine" : "other";
      return t(`pacal.log.inserted.${whose}`, { ...by, other: scene.name(ship) });
    }
    case "constellation":
      return t("pacal.log.constellation", { ...by, cells: entry.cells.join(" ") });
    case "built": {
      const { cell, height, replaced } = entry;
      if (replaced === null) return t("pacal.log.built", { ...by, cell, height });
      return t("pacal.log.raised", { ...by, cell, height, replaced });
    }
    case "scored":
      return t("pacal.log.scored", { ...by, points: entry.points, district: districtWords(entry.district) });
    case "passed":
      return t(`pacal.log.passed.${entry.asked}`, by);
    case "final":
      return t("pacal.log.final", { ...by, points: entry.points, source: t(`pacal.source.${entry.for}`) });
    case "placed":
    case "recovered":
      return t(`pacal.log.${entry.kind}`, { ...by, cell: entry.cell });
    case "returned":
      return t("pacal.log.returned", { ...by, cell: entry.cell, stones: entry.stones });
    case "discarded":
      return t("pacal.log.discarded", { ...by, value: entry.value });
    case "bonus":
      return t("pacal.log.bonus", { ...by, points: entry.points });
    case "last round":
      return t("pacal.log.last round", { ...by, threshold: entry.threshold });
  }
}

/** Stones that one seat gets back from several places. */
export function joinedWords(entries: LogEntry[], scene: Scene): string | null {
  const back = entries.flatMap((entry) => (entry.kind === "returned" ? [entry] : []));
  if (!back.length || back.length < entries.length) return null;
  const stones = back.reduce((sum, each) => sum + each.stones, 0);
  return logWords({ ...back[0]!, stones, cell: listed(back.map(({ cell }) => cell)) }, scene);
}

/** The places that a line of the log marks. */
export function places(entry: LogEntry): string[] {
  switch (entry.kind) {
    case "moved":
      return [entry.from, entry.to];
    case "constellation":
      return entry.cells;
    case "scored":
      return [`district ${entry.district}`];
    case "final":
      return entry.for === "river" || entry.for === "lake" ? [entry.for] : [];
    default:
      return "cell" in entry ? [entry.cell] : [];
  }
}

/** What a choice would do, in short lines. */
export function previewWords(preview: Preview, scene: Scene): string[] {
  const me = scene.view.to_move;
  const lines = preview.log.flatMap((entry) => lineOf(entry, preview, scene));
  const built = preview.log.find(({ kind }) => kind === "built");
  if (built?.kind === "built" && !preview.log.some(({ kind }) => kind === "scored"))
    lines.push(t("pacal.preview.no_points"), ...leadersAfter(preview, scene, built.cell));
  const stones = preview.log.reduce(
    (sum, entry) => sum + (entry.kind === "returned" && entry.seat === me ? entry.stones : 0),
    0,
  );
  if (stones) lines.push(t("pacal.preview.returned_you", { stones }));
  if (built && me !== null) lines.push(...outlook(preview, scene, me));
  const patterns = preview.choices?.filter(({ kind }) => kind === "with") ?? [];
  if (patterns.length) lines.push(t("pacal.preview.choose", { count: patterns.length }));
  return lines.map((line) => line.charAt(0).toUpperCase() + line.slice(1));
}

function lineOf(entry: LogEntry, { changes }: Preview, { view }: Scene): string[] {
  switch (entry.kind) {
    case "moved":
      return [t("pacal.preview.stones", { stones: changes.allowance ?? view.allowance })];
    case "discarded":
      return [t("pacal.preview.sacred", { value: entry.value })];
    case "built":
      return [t("pacal.preview.built", { height: entry.height, cell: entry.cell })];
    case "scored":
      return [t("pacal.preview.scored", { points: entry.points, district: districtWords(entry.district) })];
    case "bonus":
      return [t("pacal.preview.bonus", { points: entry.points })];
    case "last round":
      return [t("pacal.preview.last_round")];
    case "ended":
      return [t("pacal.preview.ends")];
    case "inserted": {
      // Whether the ship would then hold two stones of one colour; only said where ships are open.
      const aboard = changes.seats?.[entry.ship]?.aboard;
      return entry.seat !== null && (aboard?.[entry.seat] ?? 0) > 1 ? [t("pacal.preview.clash")] : [];
    }
    default:
      return [];
  }
}

/** What a building would change of the points if the game ended then. */
function outlook(preview: Preview, { view }: Scene, me: number): string[] {
  if (view.ended || preview.log.some(({ kind }) => kind === "ended")) return [];
  const points = pointsAtTheEnd({ ...view, ...preview.changes }, me);
  const change = points - pointsAtTheEnd(view, me);
  return change
    ? [t("pacal.preview.outlook", { points, change: change > 0 ? `+${change}` : `−${-change}` })]
    : [];
}

/** Why a building wins nothing: who leads its district before and after. */
function leadersAfter({ changes }: Preview, scene: Scene, cell: Cell): string[] {
  const letter = scene.view.board.rows[Number(cell.slice(1)) - 1]?.[cell.charCodeAt(0) - 65] ?? "";
  const after = changes.districts?.[letter];
  const me = scene.view.to_move;
  if (!after || me === null) return [];
  const district = districtWords(letter);
  if (after.leaders.length === 1 && after.leaders[0] === me) return [t("pacal.preview.stays", { district })];
  if (after.leaders.includes(me)) return [t("pacal.preview.tie", { district })];
  return after.leaders.length === 1
    ? [t("pacal.preview.behind", { district, name: scene.name(after.leaders[0]!) })]
    : [];
}
