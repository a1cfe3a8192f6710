// The module that making/coast.ts makes.
declare module "virtual:coast" {
  /** The outline of the land as a path, in steps. */
  export const land: string;
  /** Steps in a unit of the drawing. */
  export const steps: number;
}

// The module that making/seamap.ts makes of the game's own map.
declare module "virtual:sea-map" {
  export const places: import("../view").MapPlace[];
  export const routes: import("../view").MapRoute[];
}
