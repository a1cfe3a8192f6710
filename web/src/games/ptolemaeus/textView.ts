// The whole table in words: for the text view, and for whoever points at a sign.
import type { Section } from "../gameUi";
import { isReader } from "../reader";
import { t } from "../../messages/messages.svelte";
import { configurationName, listed, named, whoIs } from "./names";
import { ELEMENT_OF } from "./symbols";
import type { BonusKind, Scene, Sign, View } from "./types";
import { configurationOf } from "./view";

/** What is on a sign. */
export function linesOfSign(sign: Sign, scene: Scene): string[] {
  const { view } = scene;
  const bodies = Object.keys(view.bodies).filter((body) => view.bodies[body] === sign);
  const lines = [
    bodies.length
      ? t("ptolemaeus.text.bodies", { bodies: listed(bodies.map(named)) })
      : t("ptolemaeus.text.nobody"),
  ];
  view.seats.forEach((seat, n) => {
    const tokens = seat.tokens[sign] ?? 0;
    if (tokens) lines.push(t("ptolemaeus.text.tokens", { who: whoIs(n, scene), n: tokens }));
  });
  if (view.asteroids_at.includes(sign)) lines.push(t("ptolemaeus.text.asteroid"));
  if (view.comet.start === sign) lines.push(t("ptolemaeus.text.start"));
  if (!view.ended && view.coming.comet === sign) lines.push(t("ptolemaeus.text.stops"));
  return lines;
}

/** What a bonus card does for whoever holds it, improved or not. */
export function doesOf(bonus: BonusKind, studied: string[], view: View): string {
  const better = view.improved_by[bonus];
  return t(`ptolemaeus.does.${bonus}`, { n: better && studied.includes(better) ? 2 : 1 });
}

/** What is public of a seat, and what the reader knows besides. */
export function factsOf(n: number, scene: Scene): string[] {
  const { view } = scene;
  const seat = view.seats[n]!;
  const facts = [
    t(seat.all_points_shown ? "ptolemaeus.seat.points" : "ptolemaeus.seat.points_hidden", { n: seat.points }),
    seat.studied.length
      ? t("ptolemaeus.seat.studied", { planets: listed(seat.studied.map(named)) })
      : t("ptolemaeus.seat.none_studied"),
    t("ptolemaeus.seat.reserve", { n: seat.reserve }),
    t("ptolemaeus.seat.asteroids", { n: seat.asteroids }),
  ];
  if (!seat.umbra)
    facts.push(
      t("ptolemaeus.seat.cards", { n: seat.hand_size }),
      t("ptolemaeus.seat.bonus", { n: seat.bonus_size }),
    );
  if (seat.known?.length) facts.push(t("ptolemaeus.seat.known", { cards: listed(seat.known.map(named)) }));
  if (seat.objective) {
    facts.push(
      t("ptolemaeus.seat.objective", { planets: listed((view.objectives[seat.objective] ?? []).map(named)) }),
    );
  }
  if (view.first === n) facts.push(t("ptolemaeus.seat.first"));
  if (view.turn_of === n && view.extra_turns) facts.push(t("ptolemaeus.seat.extra", { n: view.extra_turns }));
  if (seat.umbra && view.umbra_idle) facts.push(t("ptolemaeus.seat.idle", { n: view.umbra_idle }));
  return facts;
}

/** Rounds that are still to be played. */
/** The middle of the wheel in words. */
export function heartWords(view: View): string {
  const moving = view.coming.planets.map(named);
  const next = moving.length ? `${t("ptolemaeus.coming.title")}: ${listed(moving)}` : "";
  return [next, t("ptolemaeus.coming.lap", { lap: view.lap, laps: view.laps }), roundsLeft(view)]
    .filter(Boolean)
    .join(". ");
}

export function roundsLeft(view: View): string {
  const left = view.coming.rounds_left;
  if (!left) return "";
  if (left.least === left.most) return t("ptolemaeus.coming.left_exact", { n: left.least });
  return t("ptolemaeus.coming.left", { least: left.least, most: left.most });
}

/** Everything that can be seen. */
export function textView(scene: Scene): Section[] {
  const { view } = scene;
  const own = scene.seat === null ? undefined : view.seats[scene.seat];
  const cards = (names: string[]): string =>
    names.length ? listed(names.map(named)) : t("ptolemaeus.text.none");
  const sections: Section[] = [
    { heading: t("ptolemaeus.text.round"), lines: roundLines(view) },
    {
      heading: t("ptolemaeus.text.signs"),
      lines: view.signs.map(({ sign, colour }) =>
        t("ptolemaeus.text.sign", {
          sign: named(sign),
          element: t(`ptolemaeus.element.${ELEMENT_OF[colour]}`),
          lines: linesOfSign(sign, scene).join("; "),
        }),
      ),
    },
    {
      heading: t("ptolemaeus.sky.title"),
      lines: view.configurations.length
        ? view.configurations.map((name) => {
            const { kind, signs } = configurationOf(name, view);
            return configurationName(kind, signs);
          })
        : [t("ptolemaeus.sky.none")],
    },
    {
      heading: t("ptolemaeus.text.cards"),
      lines: [
        t("ptolemaeus.text.display", { cards: cards(view.display.filter((card) => card !== null)) }),
        t("ptolemaeus.text.deck", { n: view.deck, discards: view.discards.length, bonus: view.bonus_deck }),
      ],
    },
  ];
  if (own?.hand) {
    const objective = own.objective ? (view.objectives[own.objective] ?? []) : [];
    sections.push({
      heading: t("ptolemaeus.text.yours"),
      lines: [
        t("ptolemaeus.text.hand", { cards: cards(own.hand) }),
        ...(own.bonus ?? []).map((kind) =>
          t("ptolemaeus.text.bonus", {
            bonus: t(`ptolemaeus.bonus.${kind}`),
            does: doesOf(kind, own.studied, view),
          }),
        ),
        ...(objective.length
          ? [t("ptolemaeus.seat.objective", { planets: listed(objective.map(named)) })]
          : []),
      ],
    });
  }
  sections.push({
    heading: t("ptolemaeus.text.seats"),
    lines: view.seats.map((_, n) =>
      t("ptolemaeus.text.seat", { who: whoIs(n, scene), facts: factsOf(n, scene).join("; ") }),
    ),
  });
  return sections;
}

function roundLines(view: View): string[] {
  if (view.ended) return [];
  const moves = Object.entries(view.coming.bodies).map(([body, sign]) =>
    t("ptolemaeus.coming.to", { body: named(body), sign: named(sign) }),
  );
  return [
    t("ptolemaeus.coming.lap", { lap: view.lap, laps: view.laps }),
    t("ptolemaeus.coming.steps", { steps: view.comet.steps }),
    roundsLeft(view),
    `${t("ptolemaeus.coming.title")}: ${moves.join("; ")}`,
  ].filter(Boolean);
}

/** How the game ended, and in the game for one how well. */
export function ending(scene: Scene): string {
  const { view } = scene;
  const how =
    view.winner !== null
      ? t("ptolemaeus.ending.twelve", { who: whoIs(view.winner, scene), me: isReader(scene, view.winner) })
      : t("ptolemaeus.ending.comet");
  if (!view.result || !view.rank) return how;
  const result = t(`ptolemaeus.result.${view.result}`);
  return t("ptolemaeus.ending.solo", {
    how,
    result: result.charAt(0).toUpperCase() + result.slice(1),
    rank: t(`ptolemaeus.rank.${view.rank}`),
  });
}
