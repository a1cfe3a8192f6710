// The message catalogue: messages/AREA.json holds every message in all languages, in ICU message format.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  parse,
  type MessageFormatElement,
} from "@formatjs/icu-messageformat-parser";

export const FOLDER = fileURLToPath(new URL("../messages", import.meta.url));
export const LANGUAGES = ["en", "es", "it"] as const;

/** A message in all languages. */
export type Translations = Record<string, string>;
/** A message as it is shipped: text with names in braces as it is, everything else taken apart. */
export type Compiled = string | MessageFormatElement[];
export type ArgumentKind = "text" | "plural" | "select" | "boolean";

/** All areas, each with its messages by key. */
export function readCatalogue(): Record<string, Record<string, Translations>> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));
  return Object.fromEntries(files.sort().map((file) => [file.slice(0, -5), readArea(`${FOLDER}/${file}`)]));
}

/** The messages of one file. */
export function readArea(file: string): Record<string, Translations> {
  const area: Record<string, Translations> = JSON.parse(readFileSync(file, "utf8"));
  return area;
}

/** A message taken apart, once and not in every browser; one that is written wrongly is an error here. */
export function compile(text: string): Compiled {
  const parts = parse(text, { captureLocation: false });
  return parts.every((part) => isLiteralElement(part) || isArgumentElement(part)) ? text : parts;
}

/** The values that a message takes, each with its kind: a number where any language needs one for a plural. */
export function argumentsOf(...texts: string[]): Record<string, ArgumentKind> {
  const found: Record<string, ArgumentKind> = {};
  for (const text of texts) collect(parse(text), found);
  return found;
}

function collect(parts: MessageFormatElement[], found: Record<string, ArgumentKind>): void {
  for (const part of parts) {
    if (isLiteralElement(part) || isPoundElement(part)) continue;
    if (isArgumentElement(part)) found[part.value] ??= "text";
    else if (isPluralElement(part) || isSelectElement(part)) {
      const cases = Object.keys(part.options);
      found[part.value] = isPluralElement(part) ? "plural" : cases.includes("true") ? "boolean" : "select";
      for (const option of Object.values(part.options)) collect(option.value, found);
    } else {
      throw new Error(`numbers, dates and tags are not used in messages: {${part.value}}`);
    }
  }
}
