// The table as text, for those who read it, and how it ended.
import { t } from "../../messages/messages.svelte";
import type { Section } from "../gameUi";
import type { Player, Scene } from "./types";
import { outlookWords } from "./logic/finalPoints";
import { WATERS, dieWords, districtWords } from "./names";

export function textView(scene: Scene): Section[] {
  const { view } = scene;
  const sections: Section[] = [
    { heading: t("pacal.text.now"), lines: now(scene) },
    ...view.seats.map((player, seat) => ({
      heading: scene.name(seat),
      lines: [...playerLines(scene, player), ...(view.ended ? [] : [outlookWords(view, seat)])],
    })),
    { heading: t("pacal.text.districts"), lines: districts(scene) },
    { heading: t("pacal.text.waters"), lines: waters(scene) },
  ];
  const { two_stones: two, one_stone: one } = view.ends;
  if (two.length || one.length)
    sections.push({
      heading: t("pacal.text.choices"),
      lines: [
        ...(two.length ? [t("pacal.text.two", { cells: two.join(" ") })] : []),
        ...(one.length ? [t("pacal.text.one", { cells: one.join(" ") })] : []),
      ],
    });
  if (view.builds.length)
    sections.push({
      heading: t("pacal.text.builds"),
      lines: view.builds.map((build) =>
        t("pacal.text.build", {
          cell: build.cell,
          height: build.height ?? build.pattern_height,
          points: build.points ?? 0,
          cells: build.cells.join(" "),
        }),
      ),
    });
  return sections;
}

function now(scene: Scene): string[] {
  const { view } = scene;
  return [
    ...(view.round ? [t("pacal.text.round", { round: view.round, name: scene.name(view.start) })] : []),
    dieWords(view),
    t("pacal.text.threshold", { points: view.threshold }),
  ];
}

function playerLines(scene: Scene, player: Player): string[] {
  const pyramids = Object.entries(player.pyramids).map(([cell, height]) => `${cell} (${height})`);
  return [
    t("pacal.text.score", {
      points: player.score,
      supply: player.supply,
      stock: Object.entries(player.stock)
        .map(([height, count]) => `${height}: ${count}`)
        .join(", "),
      sacred: player.sacred.join(", ") || t("pacal.text.none"),
    }),
    placedWords(scene, player),
    t("pacal.text.stones", { cells: player.stones.join(" ") || t("pacal.text.none") }),
    t("pacal.text.pyramids", { pyramids: pyramids.join(" ") || t("pacal.text.none") }),
  ];
}

/** Where a ship stands and what it carries. */
function placedWords(scene: Scene, { ship, aboard }: Player): string {
  if (!ship) return t("pacal.text.no_ship");
  const carried = aboard
    ?.map((count, seat) => (count ? t("pacal.text.aboard", { name: scene.name(seat), count }) : ""))
    .filter(Boolean)
    .join(", ");
  const stones = carried === undefined ? t("pacal.text.hidden") : carried || t("pacal.text.nothing");
  return t("pacal.text.ship", { cell: ship, stones });
}

/** Whose ship it is, and the same. */
export function shipWords(scene: Scene, seat: number): string {
  return `${scene.name(seat)}: ${placedWords(scene, scene.view.seats[seat]!)}`;
}

/** How strong everyone is at a water. */
export function strengthWords(scene: Scene, water: (typeof WATERS)[number]): string {
  return `${t(`pacal.water.${water}`)}: ${storeys(scene, scene.view.waters[water] ?? [])}`;
}

function storeys(scene: Scene, strengths: number[]): string {
  const some = strengths
    .map((count, seat) => (count ? t("pacal.text.storeys", { name: scene.name(seat), storeys: count }) : ""))
    .filter(Boolean);
  return some.join(", ") || t("pacal.text.empty");
}

/** A district in a line: its name, its value and everyone's storeys in it. */
export function holdersOf(scene: Scene, letter: string): string {
  const { value, strengths } = scene.view.districts[letter]!;
  return upper(
    t("pacal.district_line", { district: districtWords(letter), value, holders: storeys(scene, strengths) }),
  );
}

function upper(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function districts(scene: Scene): string[] {
  const { board, districts } = scene.view;
  return Object.entries(districts).map(([letter, { value, strengths }]) => {
    const cells = board.rows.flatMap((line, row) =>
      [...line].flatMap((one, col) => (one === letter ? [String.fromCharCode(65 + col) + (row + 1)] : [])),
    );
    const line = t("pacal.text.district", {
      district: districtWords(letter),
      value,
      holders: storeys(scene, strengths),
      cells: cells.join(" "),
    });
    return upper(line);
  });
}

function waters(scene: Scene): string[] {
  const { board, waters } = scene.view;
  const cells = {
    river: board.river_bank,
    lake: board.lake_shore,
    both: [...new Set([...board.river_bank, ...board.lake_shore])],
  };
  return [
    ...WATERS.filter((water) => waters[water]).map((water) =>
      t("pacal.text.water", {
        water: t(`pacal.water.${water}`),
        strengths: storeys(scene, waters[water]!),
        cells: cells[water].join(" "),
      }),
    ),
    t("pacal.text.lake_cells", { cells: board.lake.join(" ") }),
  ];
}

/** How the game came to its end. */
export function ending({ view }: Scene): string {
  return view.ended ? t(`pacal.log.ended.${view.ended}`) : "";
}
