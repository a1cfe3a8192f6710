// Addresses of the page, without a reload between them.
import { IN_BROWSER_ONLY } from "../connection/site";

export type Route =
  | { page: "home" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string; query: URLSearchParams }
  | { page: "analysis"; id: string }
  | { page: "rules"; game: string | null }
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
  if (place === "rules") return { page: "rules", game: name || null };
  if (place === "account" || place === "about") return { page: place };
  if (place === "tables" && /^[2-9a-z]+$/.test(name)) {
    if (part === "") return { page: "table", id: name };
    if (part === "replay") return { page: "replay", id: name, query: url.searchParams };
    if (part === "analysis") return { page: "analysis", id: name };
  }
  return { page: "lost" };
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
  if (target.hash) requestAnimationFrame(() => document.querySelector(target.hash)?.scrollIntoView());
}

function followHash(event: MouseEvent, link: HTMLAnchorElement): void {
  const [path = "", place] = link.hash.slice(1).split("#");
  // Another file of the site, or a place on this page.
  if (link.pathname !== location.pathname || !path.startsWith("/")) {
    if (!link.hash || link.pathname !== location.pathname) return;
    event.preventDefault();
    document.querySelector(link.hash)?.scrollIntoView();
    return;
  }
  event.preventDefault();
  go(path);
  if (place) requestAnimationFrame(() => document.getElementById(place)?.scrollIntoView());
}
