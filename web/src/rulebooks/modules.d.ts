// Modules that are made when the page is built: build/rulebooks.ts, build/figures.ts, build/components.ts.
declare module "virtual:reference/*" {
  const book: import("../../build/rulebooks").Book;
  export default book;
}

declare module "virtual:figures/*" {
  const figures: Record<string, import("../api/types").Schemas["Figure"]>;
  export default figures;
}

declare module "virtual:components/ptolemaeus" {
  const components: {
    signs: string[];
    planets: string[];
    display: number;
    constellation_cards: { per_sign: number; jokers: number };
    events: Record<string, string[]>;
    bonus: Record<"A" | "B", Record<string, number>>;
    objectives: Record<string, string[]>;
    planet_points: number[];
    objective_points: number[];
  };
  export default components;
}

declare module "virtual:components/ulysses" {
  const components: {
    temples: number;
    plague_discs: number;
    opening_hand: number[];
    cards: Record<import("../games/ulysses/types").Card, number>;
  };
  export default components;
}

declare module "virtual:components/pacal" {
  const components: {
    stones: number;
    pyramids: number[];
    sacred_stones: number[];
    die: string[];
    water_prizes: number[];
    rows: string[];
    values: Record<string, number>;
    thresholds: Record<string, number>;
  };
  export default components;
}

declare module "virtual:components/ophiuchus" {
  const components: {
    symbols: string[];
    tiles: Record<string, [string, string]>;
    tokens: number;
    cards: ({ id: string } & import("../games/ophiuchus/types").Card)[];
  };
  export default components;
}
