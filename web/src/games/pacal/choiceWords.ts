// Choices in words, and decisions of other moments.
import { t } from "../../messages/messages.svelte";
import type { Action, Build, Cell, Scene, View } from "./types";

export function choiceWords(choice: Action, scene: Scene): string {
  const { view } = scene;
  switch (choice.kind) {
    case "move":
      return t(`pacal.choice.${moveKind(view, choice.cell)}`, { cell: choice.cell });
    case "build": {
      const { cell } = choice;
      const own = view.to_move === null ? undefined : view.seats[view.to_move]!.pyramids[cell];
      return t(own ? "pacal.choice.raise" : "pacal.choice.build", { cell, points: best(view.builds, cell) });
    }
    case "with": {
      const build = view.builds.find((one) => one.cells.join() === choice.cells.join());
      return t("pacal.choice.with", {
        height: build?.height ?? choice.height,
        cells: choice.cells.join(" "),
        points: build?.points ?? 0,
      });
    }
    case "own":
      return t("pacal.choice.own");
    case "pass":
      return passWords(view.phase);
    default:
      return decisionWords(choice, scene);
  }
}

/** The same in few words, for a button. */
export function buttonWords(choice: Action, scene: Scene): string {
  if (choice.kind === "own") return t("pacal.button.own");
  if (choice.kind === "pass" && scene.view.phase === "other") return t("pacal.button.none");
  if (choice.kind === "pass" && scene.view.phase === "build") return t("pacal.button.nothing");
  if (choice.kind === "other" && choice.seat !== null)
    return t("pacal.button.other", { name: scene.name(choice.seat) });
  return choiceWords(choice, scene);
}

/** A decision of some other moment: how far the ship may go or what it wins is not known then. */
export function decisionWords(action: Action, scene: Scene): string {
  switch (action.kind) {
    case "move":
      return t("pacal.choice.move_ever", { cell: action.cell });
    case "place":
    case "set":
    case "recover":
      return t(`pacal.choice.${action.kind}`, { cell: action.cell });
    case "build":
      return t("pacal.choice.build", { cell: action.cell, points: 0 });
    case "sacred":
      return t("pacal.choice.sacred", { value: action.value });
    case "other":
      return t("pacal.choice.other", { name: action.seat === null ? "" : scene.name(action.seat) });
    case "with":
      return t("pacal.choice.with", { height: action.height, cells: action.cells.join(" "), points: 0 });
    case "height":
      return t("pacal.choice.height", { height: action.height });
    case "own":
    case "pass":
      return t(`pacal.choice.${action.kind}_ever`);
    case "cell":
    case "pattern":
      // Nobody is ever asked for these.
      return action.notation;
  }
}

/** A move that is drawn on the board: its square is seen and needs no name. */
export function moveWords(move: Action[], scene: Scene): string {
  const first = move[0]!;
  switch (first.kind) {
    case "move":
      return t(`pacal.hint.${moveKind(scene.view, first.cell)}`);
    case "place":
    case "set":
    case "recover":
      return t(`pacal.hint.${first.kind}`);
    case "build": {
      const used = move.find((each) => each.kind === "with");
      const build = used && scene.view.builds.find((one) => one.cells.join() === used.cells.join());
      const own = scene.seat !== null && scene.view.seats[scene.seat]?.pyramids[first.cell];
      const points = build?.points ?? best(scene.view.builds, first.cell);
      return t(own ? "pacal.hint.raise" : "pacal.hint.build", { points });
    }
    case "with":
      return t("pacal.hint.with", { height: first.height });
    default:
      return choiceWords(first, scene);
  }
}

function passWords(phase: View["phase"]): string {
  const asked = phase === "own" || phase === "other" || phase === "recover" ? phase : "build";
  return t(`pacal.choice.pass_${asked}`);
}

function moveKind(view: View, cell: Cell): "fly" | "move_two" | "move_one" {
  if (view.die === "arrows") return "fly";
  return view.ends.two_stones.includes(cell) ? "move_two" : "move_one";
}

/** The most points that building on a cell would win now. */
function best(builds: Build[], cell: Cell): number {
  return Math.max(0, ...builds.filter((one) => one.cell === cell).map(({ points }) => points ?? 0));
}
