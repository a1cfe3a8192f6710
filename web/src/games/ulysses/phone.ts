// Whether the page is as narrow as a phone.
import { MediaQuery } from "svelte/reactivity";

const phone = new MediaQuery("max-width: 820px");

export function narrow(): boolean {
  return phone.current;
}
