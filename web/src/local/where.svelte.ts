// Where games against bots are played: in this browser if the host allows it, unless the reader wants the server.
import { store, stored } from "../components/stored";
import { IN_BROWSER_ONLY, PYTHON } from "../connection/site";
import { gamesInfo } from "../games/gamesInfo.svelte";

const WHERE = "parapegma.where";

let chosen = $state(stored(WHERE) ?? "browser");
let offered = $state(IN_BROWSER_ONLY);

if (!IN_BROWSER_ONLY && PYTHON)
  gamesInfo().then(
    ({ in_browser }) => (offered = in_browser ?? true),
    // A server that cannot be reached offers nothing; whoever asks it is told so.
    () => undefined,
  );

/** Whether there is a choice between this browser and a server. */
export function canChoose(): boolean {
  return offered && !IN_BROWSER_ONLY;
}

export function playsInBrowser(): boolean {
  return IN_BROWSER_ONLY || (offered && chosen === "browser");
}

export function choose(where: "browser" | "server"): void {
  chosen = where;
  store(WHERE, where);
}
