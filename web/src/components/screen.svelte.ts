// Whether the page is as narrow as a phone, and whether it is touched.
import { MediaQuery } from "svelte/reactivity";

const phone = new MediaQuery("max-width: 820px");
const finger = new MediaQuery("pointer: coarse");

export function narrow(): boolean {
  return phone.current;
}

export function touched(): boolean {
  return finger.current;
}
