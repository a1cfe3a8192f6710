// Addresses of the page, without a reload between them.
/** The rulebook, the numbered rules, the rules on one sheet. */
export type RulesPart = "book" | "reference" | "summary";

export type Route =
  | { page: "home" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string; query: URLSearchParams }
  | { page: "analysis"; id: string }
  | { page: "rules"; game: string | null; part: RulesPart }
  | { page: "account" }
  | { page: "about" }
  | { page: "lost" };

let address = $state(location.pathname + location.search);

addEventListener("popstate", () => (address = location.pathname + location.search));

/** Where the reader is. */
export function here(): Route {
  const url = new URL(address, location.origin);
  const [place = "", name = "", part = ""] = url.pathname.split("/").filter(Boolean);
  if (place === "") return { page: "home" };
  if (place === "new" && name) return { page: "new", game: name };
  if (place === "rules") {
    if (part === "" || part === "reference" || part === "summary")
      return { page: "rules", game: name || null, part: part || "book" };
    return { page: "lost" };
  }
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
  history.pushState(null, "", to);
  address = to;
  scrollTo(0, 0);
}

/** Let a link change the page without a reload, unless it is asked to open elsewhere. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const elsewhere =
    event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
  if (!link || elsewhere || link.origin !== location.origin || link.target || link.hasAttribute("download"))
    return;
  // A place on the same page is the browser's own matter.
  if (link.hash && link.pathname + link.search === address) return;
  event.preventDefault();
  go(link.pathname + link.search);
  if (!link.hash) return;
  // The page that is opened may look for the place itself, once it has fetched what it shows.
  history.replaceState(null, "", link.href);
  const place = decodeURIComponent(link.hash.slice(1));
  requestAnimationFrame(() => document.getElementById(place)?.scrollIntoView());
}
