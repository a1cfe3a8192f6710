// The whole table in words: for the text view, and for whoever points at a sign.
import type { Scene, Section } from "../gameUi";
import { t } from "../../messages/messages.svelte";
import { whoIs } from "./actionWords";
import { configuration, listed, named } from "./names";
import { ELEMENT_OF } from "./symbols";
import { configurationOf, type SkyView } from "./view";

type At = Scene<SkyView>;

function say(key: string, values: Record<string, string | number> = {}): string {
  return t(`ptolemaeus.${key}`, values);
}

/** What is on a sign. */
export function linesOfSign(sign: string, scene: At): string[] {
  const { view } = scene;
  const bodies = Object.keys(view.bodies).filter((body) => view.bodies[body] === sign);
  const lines = [
    bodies.length ? say("text.bodies", { bodies: listed(bodies.map(named)) }) : say("text.nobody"),
  ];
  view.seats.forEach((seat, n) => {
    const tokens = seat.tokens[sign] ?? 0;
    if (tokens) lines.push(say("text.tokens", { who: whoIs(n, scene), n: tokens }));
  });
  if (view.asteroids_at.includes(sign)) lines.push(say("text.asteroid"));
  if (view.comet.start === sign) lines.push(say("text.start"));
  if (!view.ended && view.coming.comet === sign) lines.push(say("text.stops"));
  return lines;
}

/** What a bonus card does for whoever holds it, improved or not. */
export function doesOf(bonus: string, studied: string[], view: SkyView): string {
  const better = view.improved_by[bonus];
  return say(`does.${bonus}`, { n: better && studied.includes(better) ? 2 : 1 });
}

/** What is public of a seat, and what the reader knows besides. */
export function factsOf(n: number, scene: At): string[] {
  const { view } = scene;
  const seat = view.seats[n]!;
  const facts = [
    say(seat.all_points_shown ? "seat.points" : "seat.points_hidden", { n: seat.points }),
    seat.studied.length
      ? say("seat.studied", { planets: listed(seat.studied.map(named)) })
      : say("seat.none_studied"),
    say("seat.reserve", { n: seat.reserve }),
    say("seat.asteroids", { n: seat.asteroids }),
  ];
  if (!seat.umbra)
    facts.push(say("seat.cards", { n: seat.hand_size }), say("seat.bonus", { n: seat.bonus_size }));
  if (seat.known?.length) facts.push(say("seat.known", { cards: listed(seat.known.map(named)) }));
  if (seat.objective) {
    facts.push(
      say("seat.objective", { planets: listed((view.objectives[seat.objective] ?? []).map(named)) }),
    );
  }
  if (view.first === n) facts.push(say("seat.first"));
  if (view.turn_of === n && view.extra_turns) facts.push(say("seat.extra", { n: view.extra_turns }));
  if (seat.umbra && view.umbra_idle) facts.push(say("seat.idle", { n: view.umbra_idle }));
  return facts;
}

/** Rounds that are still to be played. */
export function roundsLeft(view: SkyView): string {
  const left = view.coming.rounds_left;
  if (!left) return "";
  if (left.least === left.most) return say("coming.left_exact", { n: left.least });
  return say("coming.left", { least: left.least, most: left.most });
}

/** Everything that can be seen. */
export function text(scene: At): Section[] {
  const { view } = scene;
  const own = scene.seat === null ? undefined : view.seats[scene.seat];
  const cards = (names: string[]): string => (names.length ? listed(names.map(named)) : say("text.none"));
  const sections: Section[] = [
    { heading: say("text.round"), lines: roundLines(view) },
    {
      heading: say("text.signs"),
      lines: view.signs.map(({ sign, colour }) =>
        say("text.sign", {
          sign: named(sign),
          element: say(`element.${ELEMENT_OF[colour]!}`),
          lines: linesOfSign(sign, scene).join("; "),
        }),
      ),
    },
    {
      heading: say("sky.title"),
      lines: view.configurations.length
        ? view.configurations.map((name) => {
            const { kind, signs } = configurationOf(name, view);
            return configuration(kind, signs);
          })
        : [say("sky.none")],
    },
    {
      heading: say("text.cards"),
      lines: [
        say("text.display", { cards: cards(view.display.filter((card): card is string => card !== null)) }),
        say("text.deck", { n: view.deck, discards: view.discards.length, bonus: view.bonus_deck }),
      ],
    },
  ];
  if (own?.hand) {
    const objective = own.objective ? (view.objectives[own.objective] ?? []) : [];
    sections.push({
      heading: say("text.yours"),
      lines: [
        say("text.hand", { cards: cards(own.hand) }),
        ...(own.bonus ?? []).map((kind) =>
          say("text.bonus", { bonus: say(`bonus.${kind}`), does: doesOf(kind, own.studied, view) }),
        ),
        ...(objective.length ? [say("seat.objective", { planets: listed(objective.map(named)) })] : []),
      ],
    });
  }
  sections.push({
    heading: say("text.seats"),
    lines: view.seats.map((_, n) =>
      say("text.seat", { who: whoIs(n, scene), facts: factsOf(n, scene).join("; ") }),
    ),
  });
  return sections;
}

function roundLines(view: SkyView): string[] {
  if (view.ended) return [];
  const moves = Object.entries(view.coming.bodies).map(([body, sign]) =>
    say("coming.to", { body: named(body), sign: named(sign) }),
  );
  return [
    say("coming.lap", { lap: view.lap, laps: view.laps }),
    say("coming.steps", { steps: view.comet.steps }),
    roundsLeft(view),
    `${say("coming.title")}: ${moves.join("; ")}`,
  ].filter(Boolean);
}
