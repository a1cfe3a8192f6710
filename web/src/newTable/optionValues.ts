// What may be chosen of an option at a table for so many players.
import type { OptionInfo, Value } from "../api/types";
import { translate } from "../messages/messages.svelte";

/** The message that names an option. */
export function optionKey(game: string, option: string): string {
  return `${game}.option.${option}`;
}

/** The values to choose from, without those that do not fit; null where anything may be written. */
export function offered(
  option: OptionInfo,
  players: number,
  words: (value: Value) => string | null,
): Value[] | null {
  const unfit = option.unfit?.[String(players)] ?? [];
  const values = option.values ?? named(option, words);
  return values?.filter((value) => !unfit.includes(value)) ?? null;
}

/** Whole numbers that all have words, such as seats: they are chosen by their words. */
function named({ low, high }: OptionInfo, words: (value: Value) => string | null): Value[] | null {
  if (low === null || high === null || words(low) === null || words(high) === null) return null;
  return Array.from({ length: high - low + 1 }, (_, n) => low + n);
}

/** A value in words of the game; a list part by part. */
export function valueWords(game: string, option: string, value: Value): string {
  const whole = translate(`${optionKey(game, option)}.${value}`);
  if (whole !== null) return whole;
  return String(value)
    .split(/([\s,]+)/)
    .map((part) => partWords(game, option, part))
    .join("");
}

/** A part of a value that is a list, in words of the game. */
export function partWords(game: string, option: string, part: string): string {
  return translate(`${optionKey(game, option)}.part.${part}`) ?? part;
}

/** Whether there is anything to choose. */
export function isOpen(option: OptionInfo, players: number): boolean {
  const values = offered(option, players, () => null);
  return values === null || values.length > 1;
}
