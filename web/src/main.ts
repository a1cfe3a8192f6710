// Where the page begins.
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./components/preferences.svelte";
import { mount } from "svelte";
import App from "./App.svelte";
import { wake } from "./connection/browser";
import { homeFolder, IN_BROWSER_ONLY } from "./connection/site";
import { useLanguage, preferredLanguage } from "./messages/messages.svelte";

await useLanguage(preferredLanguage());
mount(App, { target: document.getElementById("page")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const register = () => navigator.serviceWorker.register(`${homeFolder()}sw.js`, { type: "module" });
  // A site's worker fetches every file; it begins when those that are waited for have come.
  if (IN_BROWSER_ONLY) void wake().then(register, register);
  else void register();
}
