// Everything the page says, in the language that was chosen. The catalogue is words/*.json.
import { IntlMessageFormat } from "intl-messageformat";
import { printed } from "./numbers";

export const LANGUAGES = ["en", "it", "es"] as const;
export type Language = (typeof LANGUAGES)[number];
/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", it: "Italiano", es: "Español" };
type Values = Record<string, string | number | boolean | Date | null | undefined>;
type Load = () => Promise<Record<string, string>>;

// One entry per area and language; only the chosen language is fetched, and a game's words with its board.
const CATALOGUES: Record<Language, Record<string, Load>> = {
  en: import.meta.glob<Record<string, string>>("/messages/*.json", { query: "?lang=en", import: "default" }),
  it: import.meta.glob<Record<string, string>>("/messages/*.json", { query: "?lang=it", import: "default" }),
  es: import.meta.glob<Record<string, string>>("/messages/*.json", { query: "?lang=es", import: "default" }),
};
const AT_ONCE = ["frame", "pages", "errors"];
const KEPT = "parapegma.language";

/** Text and names in braces, nothing else: nine messages of ten, and they need no parser. */
const PLAIN = /^(?:[^{}<>']|\{\w+\}|'(?![{}<>']))*$/;
const NAMES = /\{(\w+)\}/g;

// Raw, because thousands of words need not be watched one by one.
let now = $state.raw<{ language: Language; words: Record<string, string> }>({ language: "en", words: {} });
const areas = new Set(AT_ONCE);
/** What was taken apart before; nothing for a plain one. */
let formats = new Map<string, IntlMessageFormat | null>();

// Looking up a language costs more than all else about a message, and ours are known.
const locales = new Map(LANGUAGES.map((language) => [language as string, new Intl.Locale(language)]));
IntlMessageFormat.resolveLocale = (asked) => locales.get(String(asked));

/** The language in use. */
export function language(): Language {
  return now.language;
}

/** What was chosen before, or what the browser asks for. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT) ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag)) ?? "en";
}

/** Speak a language from now on, in every area that is in use. */
export async function useLanguage(chosen: Language): Promise<void> {
  const parts = await Promise.all([...areas].map((area) => load(chosen, area)));
  formats = new Map();
  now = { language: chosen, words: Object.assign({}, ...parts) as Record<string, string> };
  document.documentElement.lang = chosen;
  // What the browser itself shows of the page, where it is installed or shared.
  const manifest = chosen === "en" ? "/manifest.webmanifest" : `/manifest.${chosen}.webmanifest`;
  document.querySelector("link[rel=manifest]")?.setAttribute("href", manifest);
  document.querySelector("meta[name=description]")?.setAttribute("content", t("pages.tagline"));
}

/** Choose a language and remember it. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  localStorage.setItem(KEPT, chosen);
  await useLanguage(chosen);
}

/** Have the words of an area at hand, such as those of a game. */
export async function useArea(area: string): Promise<void> {
  if (areas.has(area)) return;
  const words = await load(now.language, area);
  areas.add(area);
  now = { ...now, words: { ...now.words, ...words } };
}

async function load(chosen: Language, area: string): Promise<Record<string, string>> {
  const words = await CATALOGUES[chosen][`/messages/${area}.json`]!();
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [`${area}.${key}`, text]));
}

/** Whether the catalogue has words for a key. */
export function has(key: string): boolean {
  return key in now.words;
}

/** The words for a key, `AREA.KEY`, with values put in (ICU message format). */
export function t(key: string, values?: Values): string {
  const text = now.words[key];
  if (text === undefined) return key;
  let format = formats.get(key);
  if (format === undefined) {
    format = PLAIN.test(text) ? null : new IntlMessageFormat(text, now.language);
    formats.set(key, format);
  }
  return format ? (format.format(values) as string) : filled(text, values);
}

/** A plain message with its values put in; one that is missing is a mistake, as it is in all others. */
function filled(text: string, values: Values = {}): string {
  if (!text.includes("{")) return text;
  return text.replace(NAMES, (_, name: string) => {
    if (!(name in values)) throw new Error(`"${text}" needs "${name}"`);
    const value = values[name] ?? "";
    return typeof value === "number" ? printed(value) : String(value);
  });
}
