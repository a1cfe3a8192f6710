// How the reader is called at tables in this browser; only the browser knows it.
import { store, stored } from "../components/stored";

const NAME = "parapegma.name";

export function localName(): string | null {
  return stored(NAME);
}

export function keepLocalName(name: string): void {
  store(NAME, name);
}
