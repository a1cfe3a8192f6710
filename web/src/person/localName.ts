// How the reader is called at tables in this browser; only the browser knows it.
const NAME = "parapegma.name";

export function localName(): string | null {
  return localStorage.getItem(NAME);
}

export function keepLocalName(name: string): void {
  localStorage.setItem(NAME, name);
}
