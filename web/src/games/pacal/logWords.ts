// What happened and what would happen, in words of the game.
import { t } from "../../messages/messages.svelte";
import type { LogEntry, Preview } from "../../api/types";
import type { Scene } from "../gameUi";
import { outlookOf } from "./logic/finalPoints";
import type { Cell, District, PacalView } from "./view";
import { districtOf, dieName, who } from "./actionWords";

/** A line of the log. */
export function tellOf({ kind, seat, data, words }: LogEntry, scene: Scene<PacalView>): string {
  if (kind === "ended") return t(`pacal.tell.ended.${String(data.how)}`);
  if (seat === null) return words;
  const by = { who: who(scene, seat), name: scene.name(seat) };
  switch (kind) {
    case "rolled":
      return t("pacal.tell.rolled", { ...by, die: dieName(data.die as number), round: data.round as number });
    case "moved":
      return t(`pacal.tell.moved.${String(data.how)}`, {
        ...by,
        from: data.from as Cell,
        to: data.to as Cell,
      });
    case "inserted": {
      const ship = data.ship as number;
      const whose = ship === seat ? "own" : who(scene, ship) === "you" ? "mine" : "other";
      return t(`pacal.tell.inserted.${whose}`, { ...by, other: scene.name(ship) });
    }
    case "constellation":
      return t("pacal.tell.constellation", { ...by, cells: (data.cells as Cell[]).join(" ") });
    case "built":
      return t(data.replaced ? "pacal.tell.raised" : "pacal.tell.built", { ...by, ...(data as object) });
    case "scored":
      return t("pacal.tell.scored", {
        ...by,
        points: data.points as number,
        district: districtOf(data.district as string),
      });
    case "passed":
      return t(`pacal.tell.passed.${String(data.asked)}`, by);
    case "final":
      return t("pacal.tell.final", {
        ...by,
        points: data.points as number,
        source: t(`pacal.source.${String(data.for)}`),
      });
    default:
      return t(`pacal.tell.${kind}`, { ...by, ...(data as object) });
  }
}

/** The places that a line of the log lights. */
export function placesOf({ kind, data }: LogEntry): string[] {
  if (kind === "moved") return [data.from as Cell, data.to as Cell];
  if (kind === "constellation") return data.cells as Cell[];
  if (kind === "scored") return [`district ${String(data.district)}`];
  if (kind === "final") return data.for === "river" || data.for === "lake" ? [data.for] : [];
  return typeof data.cell === "string" ? [data.cell] : [];
}

/** What a choice would do, in short lines. */
export function foreseeOf(tried: Preview, scene: Scene<PacalView>): string[] {
  const lines: string[] = [];
  const me = scene.view.to_move;
  const stones = new Map<number, number>();
  for (const { kind, seat, data } of tried.log) {
    if (kind === "moved") lines.push(t("pacal.foresee.stones", { stones: allowed(tried, scene) }));
    else if (kind === "discarded") lines.push(t("pacal.foresee.sacred", { value: data.value as number }));
    else if (kind === "built")
      lines.push(t("pacal.foresee.built", { height: data.height as number, cell: data.cell as Cell }));
    else if (kind === "scored")
      lines.push(
        t("pacal.foresee.scored", {
          points: data.points as number,
          district: districtOf(data.district as string),
        }),
      );
    else if (kind === "bonus") lines.push(t("pacal.foresee.bonus", { points: data.points as number }));
    else if (kind === "last round") lines.push(t("pacal.foresee.last_round"));
    else if (kind === "ended") lines.push(t("pacal.foresee.ends"));
    else if (kind === "returned" && seat !== null && seat === me)
      stones.set(seat, (stones.get(seat) ?? 0) + (data.stones as number));
    else if (kind === "inserted" && seat !== null && clashes(tried, data.ship as number, seat))
      lines.push(t("pacal.foresee.clash"));
  }
  const built = tried.log.find(({ kind }) => kind === "built");
  if (built && !tried.log.some(({ kind }) => kind === "scored"))
    lines.push(t("pacal.foresee.no_points"), ...standing(tried, scene, built.data.cell as Cell));
  for (const [, count] of stones) lines.push(t("pacal.foresee.returned_you", { stones: count }));
  if (built && me !== null) lines.push(...outlook(tried, scene, me));
  const patterns = tried.choices?.filter(({ kind }) => kind === "with") ?? [];
  if (patterns.length) lines.push(t("pacal.foresee.choose", { count: patterns.length }));
  return lines.map((line) => line.charAt(0).toUpperCase() + line.slice(1));
}

/** How many stones may be put into play after a move. */
function allowed(tried: Preview, scene: Scene<PacalView>): number {
  return (tried.changes.allowance as number | undefined) ?? scene.view.allowance;
}

/** What a building would change of the points if the game ended then. */
function outlook(tried: Preview, { view }: Scene<PacalView>, me: number): string[] {
  if (view.ended || tried.log.some(({ kind }) => kind === "ended")) return [];
  const points = outlookOf({ ...view, ...(tried.changes as Partial<PacalView>) }, me);
  const change = points - outlookOf(view, me);
  return change
    ? [t("pacal.foresee.outlook", { points, change: change > 0 ? `+${change}` : `−${-change}` })]
    : [];
}

/** Whether a ship's cell would then hold two stones of one colour; only said where ships are open. */
function clashes(tried: Preview, ship: number, seat: number): boolean {
  const seats = tried.changes.seats as PacalView["seats"] | undefined;
  return (seats?.[ship]?.aboard?.[seat] ?? 0) > 1;
}

/** Why a building wins nothing: who leads its district before and after. */
function standing(tried: Preview, scene: Scene<PacalView>, cell: Cell): string[] {
  const letter = scene.view.board.rows[Number(cell.slice(1)) - 1]?.[cell.charCodeAt(0) - 65] ?? "";
  const after = (tried.changes.districts as Record<string, District> | undefined)?.[letter];
  const me = scene.view.to_move;
  if (!after || me === null) return [];
  const district = districtOf(letter);
  if (after.leaders.length === 1 && after.leaders[0] === me) return [t("pacal.foresee.stays", { district })];
  if (after.leaders.includes(me)) return [t("pacal.foresee.tie", { district })];
  return after.leaders.length === 1
    ? [t("pacal.foresee.behind", { district, name: scene.name(after.leaders[0]!) })]
    : [];
}
