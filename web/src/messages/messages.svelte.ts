// Everything the page says, in the language that was chosen. The catalogue is messages/*.json; the build compiles it and
// writes its types, so that a message that is missing, or is given other values than it takes, does not pass the check.
import { store, stored } from "../components/stored";
import { homeFolder } from "../connection/site";
import { IntlMessageFormat } from "intl-messageformat";
import type { Messages, Prefix } from "./generated";
import { printed, withMinus } from "./numbers";

export const LANGUAGES = ["en", "it", "es"] as const;
export type Language = (typeof LANGUAGES)[number];
/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", it: "Italiano", es: "Español" };
export type MessageKey = keyof Messages;
/** The values of a message whose key is not known when types are checked. */
export type Values = Record<string, string | number | boolean | null | undefined>;
/** Plain text with names in braces, or a message that was taken apart by the build. */
type Compiled = string | ConstructorParameters<typeof IntlMessageFormat>[0];
type Catalogue = Record<string, Compiled>;
type Load = () => Promise<Catalogue>;

type Both<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
/** What must be given for a message; for one of several messages, what all of them together take. */
export type ValuesOf<K extends MessageKey> = Both<Messages[K]>;
type Given<K extends MessageKey> = object extends ValuesOf<K> ? [values?: Values] : [values: ValuesOf<K>];

// One entry per area and language; only the chosen language is fetched, and a game's words with its board. Not those of
// the service worker: what page and worker share would be a file of its own, and a plain script imports nothing.
const CATALOGUES: Record<Language, Record<string, Load>> = {
  en: import.meta.glob<Catalogue>(["/messages/*.json", "!/messages/worker.json"], {
    query: "?lang=en",
    import: "default",
  }),
  it: import.meta.glob<Catalogue>(["/messages/*.json", "!/messages/worker.json"], {
    query: "?lang=it",
    import: "default",
  }),
  es: import.meta.glob<Catalogue>(["/messages/*.json", "!/messages/worker.json"], {
    query: "?lang=es",
    import: "default",
  }),
};
const AT_ONCE = ["frame", "pages", "errors", "ending", "setup", "lessons", "puzzles"];
const KEPT = "parapegma.language";

const NAMES = /\{(\w+)\}/g;

// Raw, because thousands of messages need not be watched one by one.
let now = $state.raw<{ language: Language; messages: Catalogue }>({ language: "en", messages: {} });
const areas = new Set(AT_ONCE);
/** Formats that were used before, by key. */
let formats = new Map<string, IntlMessageFormat>();

// Looking up a language costs more than all else about a message, and ours are known.
const locales = new Map<string, Intl.Locale>(
  LANGUAGES.map((language) => [language, new Intl.Locale(language)]),
);
IntlMessageFormat.resolveLocale = (asked) => locales.get(String(asked));

/** The language in use. */
export function language(): Language {
  return now.language;
}

/** What was chosen before, or what the browser asks for. */
export function preferredLanguage(): Language {
  const wanted = [stored(KEPT) ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find(isLanguage) ?? "en";
}

function isLanguage(tag: string): tag is Language {
  return LANGUAGES.some((language) => language === tag);
}

/** Speak a language from now on, in every area that is in use. */
export async function useLanguage(chosen: Language): Promise<void> {
  const parts = await Promise.all([...areas].map((area) => load(chosen, area)));
  formats = new Map();
  now = { language: chosen, messages: joined(parts) };
  document.documentElement.lang = chosen;
  // What the browser itself shows of the page, where it is installed or shared.
  const manifest = `${homeFolder()}manifest${chosen === "en" ? "" : `.${chosen}`}.webmanifest`;
  document.querySelector("link[rel=manifest]")?.setAttribute("href", manifest);
  document.querySelector("meta[name=description]")?.setAttribute("content", t("pages.tagline"));
}

/** Choose a language and remember it. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  store(KEPT, chosen);
  await useLanguage(chosen);
}

/** Speak what is chosen in another window of this browser, from now on. */
export function followOtherWindows(): void {
  addEventListener("storage", ({ key }: StorageEvent) => {
    if (key === KEPT) void useLanguage(preferredLanguage());
  });
}

/** Have the messages of an area at hand, such as those of a game. */
export async function useArea(area: string): Promise<void> {
  if (areas.has(area)) return;
  const messages = await load(now.language, area);
  areas.add(area);
  now = { ...now, messages: { ...now.messages, ...messages } };
}

async function load(chosen: Language, area: string): Promise<Catalogue> {
  const messages = await CATALOGUES[chosen][`/messages/${area}.json`]!();
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [`${area}.${key}`, text]));
}

function joined(parts: Catalogue[]): Catalogue {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

/** A message, `AREA.KEY`, with values put in. */
export function t<K extends MessageKey>(key: K, ...[values]: Given<K>): string {
  return translate(key, { ...Object(values) }) ?? key;
}

/** What something from a game's data is called: the message `PREFIX.ID`, or what it is called otherwise. */
export function nameOf(prefix: Prefix, id: string, otherwise = id): string {
  return translate(`${prefix}.${id}`) ?? otherwise;
}

/** A message whose key comes from the server, such as a refusal; null where the catalogue has none. */
export function translate(key: string, values: Values = {}): string | null {
  const message = now.messages[key];
  if (message === undefined) return null;
  if (typeof message === "string") return filled(message, values);
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new IntlMessageFormat(message, now.language)));
  return withMinus(String(format.format(values)));
}

/** A plain message with its values put in; one that is missing is a mistake, as it is in all others. */
function filled(text: string, values: Values): string {
  if (!text.includes("{")) return text;
  return text.replace(NAMES, (_, name: string) => {
    if (!(name in values)) throw new Error(`"${text}" needs "${name}"`);
    const value = values[name] ?? "";
    return typeof value === "number" ? printed(value) : String(value);
  });
}
