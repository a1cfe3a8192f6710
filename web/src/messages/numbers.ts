// Numbers as they are printed.

/** A number with a minus sign, where it has one, and not with a hyphen. */
export function printed(number: number): string {
  return String(number).replace("-", "−");
}
