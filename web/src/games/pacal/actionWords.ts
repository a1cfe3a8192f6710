// What is asked and what may be chosen, in words of the game.
import { has, t } from "../../messages/messages.svelte";
import type { Action, Action } from "../../api/types";
import type { Scene } from "../gameUi";
import type { Build, Cell, PacalView } from "./view";

/** The name of a district; boards of other makers have only letters. */
export function nameOf(letter: string): string {
  return has(`pacal.district.${letter}`) ? t(`pacal.district.${letter}`) : letter.toUpperCase();
}

export function districtOf(letter: string): string {
  return t("pacal.district_named", { name: nameOf(letter) });
}

export function dieName(die: number | "arrows"): string {
  return die === "arrows" ? t("pacal.arrows") : String(die);
}

export function dieWords(view: PacalView): string {
  return view.die === null ? t("pacal.not_rolled") : t("pacal.rolled", { die: dieName(view.die) });
}

/** Whether a seat is the reader's own, so that the page says "you". */
export function who(scene: Scene<PacalView>, seat: number | null): "you" | "other" {
  return seat !== null && seat === scene.seat ? "you" : "other";
}

export function askOf(scene: Scene<PacalView>): string {
  const { view, choices } = scene;
  if (view.phase === "own") return t(view.allowance === 2 ? "pacal.ask.own_two" : "pacal.ask.own");
  if (view.phase === "pattern") return t("pacal.ask.pattern", { cell: view.build_cell });
  if (view.phase === "height") return t("pacal.ask.height", { height: view.pattern_height });
  if (view.phase !== "move") return t(`pacal.ask.${view.phase}`);
  const sacred = choices.filter(({ kind }) => kind === "sacred").length;
  if (sacred && sacred === choices.length) return t("pacal.ask.enclosed");
  const how = view.die === "arrows" ? "fly" : view.round === 1 ? "first" : "move";
  const asked = t(`pacal.ask.${how}`, { die: view.die === "arrows" ? 0 : view.die });
  return sacred ? `${asked} ${t("pacal.ask.or_sacred")}` : asked;
}

const WAITS: Partial<Record<PacalView["phase"], string>> = {
  place: "place",
  move: "move",
  set: "move",
  own: "stones",
  other: "stones",
  recover: "stones",
};

/** What the others wait for. */
export function waitOf(scene: Scene<PacalView>): string {
  const { phase, to_move: seat } = scene.view;
  return seat === null ? "" : t(`pacal.wait.${WAITS[phase] ?? "build"}`, { name: scene.name(seat) });
}

export function labelOf(choice: Action, scene: Scene<PacalView>): string {
  const { view } = scene;
  const cell = choice.data.cell as Cell | undefined;
  switch (choice.kind) {
    case "move":
      return t(`pacal.label.${moveKind(view, cell!)}`, { cell });
    case "other":
      return t("pacal.label.other", { name: scene.name(choice.data.seat as number) });
    case "build": {
      const own = view.to_move === null ? undefined : view.seats[view.to_move]!.pyramids[cell!];
      return t(own ? "pacal.label.raise" : "pacal.label.build", { cell, points: best(view.builds, cell!) });
    }
    case "with": {
      const cells = choice.data.cells as Cell[];
      const build = view.builds.find((one) => one.cells.join() === cells.join());
      return t("pacal.label.with", {
        height: build?.height ?? (choice.data.height as number),
        cells: cells.join(" "),
        points: build?.points ?? 0,
      });
    }
    case "pass":
      return t(`pacal.label.pass_${view.phase}`);
    default:
      return t(`pacal.label.${choice.kind}`, { ...choice.data } as Record<string, string>);
  }
}

function moveKind(view: PacalView, cell: Cell): string {
  if (view.die === "arrows") return "fly";
  return view.ends.two_stones.includes(cell) ? "move_two" : "move_one";
}

/** The most points that building on a cell would win now. */
function best(builds: Build[], cell: Cell): number {
  return Math.max(0, ...builds.filter((one) => one.cell === cell).map(({ points }) => points ?? 0));
}

/** Kinds whose words say more of the present, or of the reader, than of the decision. */
const EVER = new Set(["move", "own", "pass"]);

/** A decision of some other moment: how far the ship may go or what it wins is not known then. */
export function deedOf({ kind, data }: Action, scene: Scene<PacalView>): string {
  if (kind === "other") return t("pacal.label.other", { name: scene.name(data.seat as number) });
  const cells = Array.isArray(data.cells) ? data.cells.join(" ") : "";
  const key = EVER.has(kind) ? `${kind}_ever` : kind;
  return t(`pacal.label.${key}`, { points: 0, ...data, cells } as Record<string, string | number>);
}
