// Where the page begins.
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./components/preferences.svelte";
import { mount } from "svelte";
import App from "./App.svelte";
import { wake } from "./connection/browser";
import { homeFolder, IN_BROWSER_ONLY } from "./connection/site";
import { followOtherWindows, preferredLanguage, useLanguage } from "./messages/messages.svelte";

// A site's worker starts while the page is put together: what goes wrong is told to whoever waits for it.
const tables = IN_BROWSER_ONLY ? wake() : null;
tables?.catch(() => undefined);
await useLanguage(preferredLanguage());
followOtherWindows();
mount(App, { target: document.getElementById("page")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // A plain script: older browsers know no others here. Where storage is forbidden there is none.
  const register = () => navigator.serviceWorker.register(`${homeFolder()}sw.js`).catch(console.warn);
  // A site's worker fetches every file; it begins when those that are waited for have come.
  if (tables) void tables.then(register, register);
  else void register();
}
