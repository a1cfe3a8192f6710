// Where the page begins.
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./components/preferences.svelte";
import { mount } from "svelte";
import App from "./App.svelte";
import { HERE } from "./connection/site";
import { useLanguage, preferredLanguage } from "./messages/messages.svelte";

await useLanguage(preferredLanguage());
mount(App, { target: document.getElementById("page")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register(`${HERE}sw.js`, { type: "module" });
}
