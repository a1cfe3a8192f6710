// Addresses of the page, without a reload between them.
type Route = { page: "home" } | { page: "table"; id: string };

let path = $state(location.pathname);

addEventListener("popstate", () => (path = location.pathname));

/** Where the reader is. */
export function here(): Route {
  const table = /^\/tables\/([2-9a-z]+)$/.exec(path);
  return table ? { page: "table", id: table[1]! } : { page: "home" };
}

/** Go to another page. */
export function go(address: string): void {
  history.pushState(null, "", address);
  path = location.pathname;
  scrollTo(0, 0);
}
