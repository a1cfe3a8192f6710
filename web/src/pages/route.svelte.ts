// Addresses of the page, without a reload between them.
import { IN_BROWSER_ONLY } from "../connection/site";

/** The rulebook, the numbered rules, the rules on one sheet. */
export type RulesPart = "book" | "reference" | "summary";

export type Route =
  | { page: "home" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string; query: URLSearchParams }
  | { page: "analysis"; id: string }
  | { page: "rules"; game: string | null; part: RulesPart }
  | { page: "learn"; game: string }
  | { page: "puzzles"; game: string | null }
  | { page: "puzzle"; game: string; name: string }
  | { page: "daily" }
  | { page: "account" }
  | { page: "about" }
  | { page: "lost" };

/** Where the browser is. A site of files alone has one document, so its addresses stand behind a `#`. */
function current(): string {
  if (!IN_BROWSER_ONLY) return location.pathname + location.search;
  return location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
}

let address = $state(current());

addEventListener("popstate", () => (address = current()));

/** What a link to a page of ours says. */
export function link(to: string): string {
  return IN_BROWSER_ONLY ? `#${to}` : to;
}

/** Where the reader is. */
export function here(): Route {
  const url = new URL(address, location.origin);
  const [place = "", name = "", part = ""] = url.pathname.split("/").filter(Boolean);
  if (place === "") return { page: "home" };
  if (place === "new" && name) return { page: "new", game: name };
  if (place === "learn" && name) return { page: "learn", game: name };
  if (place === "rules") {
    if (part === "" || part === "reference" || part === "summary")
      return { page: "rules", game: name || null, part: part || "book" };
    return { page: "lost" };
  }
  if (place === "puzzles")
    return name && part
      ? { page: "puzzle", game: name, name: part }
      : { page: "puzzles", game: name || null };
  if (place === "daily" && !name) return { page: "daily" };
  if (place === "account" || place === "about") return { page: place };
  if (place === "tables" && /^[2-9a-z]+$/.test(name)) {
    if (part === "") return { page: "table", id: name };
    if (part === "replay") return { page: "replay", id: name, query: url.searchParams };
    if (part === "analysis") return { page: "analysis", id: name };
  }
  return { page: "lost" };
}

/** The place on the page that the address names, by its id; empty if it names none. */
export function placeOnPage(): string {
  const hash = location.hash.slice(1);
  return decodeURIComponent(IN_BROWSER_ONLY ? (hash.split("#")[1] ?? "") : hash);
}

/** Go to another page. */
export function go(to: string): void {
  if (to === address) return;
  history.pushState(null, "", link(to));
  address = to;
  scrollTo(0, 0);
}

/** Let a link change the page without a reload, unless it is asked to open elsewhere. */
export function follow(event: MouseEvent): void {
  const target = (event.target as Element).closest("a");
  const elsewhere =
    event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
  if (
    !target ||
    elsewhere ||
    target.origin !== location.origin ||
    target.target ||
    target.hasAttribute("download")
  )
    return;
  if (IN_BROWSER_ONLY) return followHash(event, target);
  // A place on the same page is the browser's own matter.
  if (target.hash && target.pathname + target.search === address) return;
  event.preventDefault();
  go(target.pathname + target.search);
  if (!target.hash) return;
  // The page that is opened may look for the place itself, once it has fetched what it shows.
  history.replaceState(null, "", target.href);
  showPlace(decodeURIComponent(target.hash.slice(1)));
}

function showPlace(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView());
}

/** The same where addresses stand behind a "#": pages of ours begin with a slash there, places do not. */
function followHash(event: MouseEvent, link: HTMLAnchorElement): void {
  const written = link.getAttribute("href") ?? "";
  const ours = written.startsWith("/")
    ? written
    : link.pathname === location.pathname
      ? link.hash.slice(1)
      : "";
  // Another file of the site.
  if (!ours) return;
  event.preventDefault();
  const [path = "", place] = ours.split("#");
  if (!path.startsWith("/")) return showPlace(decodeURIComponent(ours));
  go(place ? `${path}#${place}` : path);
  if (place) showPlace(decodeURIComponent(place));
}
