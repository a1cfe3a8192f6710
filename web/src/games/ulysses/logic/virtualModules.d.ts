// The module that build/coast.ts makes.
declare module "virtual:coast" {
  /** The outline of the land as a path, in steps. */
  export const land: string;
  /** Steps in a unit of the drawing. */
  export const steps: number;
}

// The module that build/seaMap.ts makes of the game's own map.
declare module "virtual:sea-map" {
  export const places: import("../types").MapPlace[];
  export const routes: import("../types").MapRoute[];
}
