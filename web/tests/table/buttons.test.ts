// What stands on buttons: what does something before what declines it.
import { expect, it } from "vitest";
import { buttonsOf } from "../../src/table/buttons";
import { lift, SHEET_HEIGHT } from "../../src/table/sheetPlacement";
import { overlap } from "../../src/explain/bubblePlacement";
import type { Scene } from "../../src/games/gameUi";
import { action, GAME_UI, VIEW } from "../helpers/examples";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

it("puts what declines last, and leaves out what is picked on the board alone", () => {
  const choices = ["pass", "own", "cell"].map((notation) => action(notation));
  const scene = { view: VIEW, choices } as unknown as Scene;
  const gameUi = {
    ...GAME_UI,
    isDrawn: ({ kind }: { kind: string }) => kind === "cell",
    declines: ({ kind }: { kind: string }) => kind === "pass",
  };
  expect(buttonsOf(scene, gameUi).map(({ kind }) => kind)).toEqual(["own", "pass"]);
});

it("lifts a sheet off what was chosen, and only then", () => {
  const top = 48;
  const sheet = box(12, 390, 366, 116);
  for (const at of [160, 250, 300, 380, 395, 420, 480]) {
    const chosen = box(170, at, 40, 28);
    const up = lift(sheet, chosen, top);
    const there = { ...sheet, top: sheet.top - up, bottom: sheet.bottom - up };
    expect(overlap(there, chosen), `chosen at ${at}`).toBe(false);
    expect(there.top).toBeGreaterThanOrEqual(top);
  }
  expect(lift(sheet, box(170, 200, 40, 28), top)).toBe(0);
  // It is placed at once as it will be when the preview has come, however long that is.
  for (const at of [60, 120, 240, 300, 360, 430]) {
    const chosen = box(170, at, 40, 28);
    const heights = [56, 116, 180, SHEET_HEIGHT];
    const lifts = heights.map((height) => lift(box(12, 506 - height, 366, height), chosen, top));
    expect(new Set(lifts).size, `chosen at ${at}`).toBe(1);
  }
  // Where there is no room above, it stays where it is.
  expect(lift(box(12, 160, 366, 340), box(170, 200, 40, 40), top)).toBe(0);
});
