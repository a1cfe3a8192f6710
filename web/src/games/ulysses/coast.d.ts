// The module that making/coast.ts makes.
declare module "virtual:coast" {
  /** The outline of the land as a path, in steps. */
  export const land: string;
  /** Steps in a unit of the drawing. */
  export const steps: number;
}
