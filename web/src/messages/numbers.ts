// Numbers as they are printed.

/** Words in which every negative number has a minus sign, and not a hyphen. */
export function withMinus(words: string): string {
  return words.replace(/(?<![\p{L}\p{N}-])-(?=\d)/gu, "−");
}

/** A number with a minus sign, where it has one, and not with a hyphen. */
export function printed(number: number): string {
  return String(number).replace("-", "−");
}
