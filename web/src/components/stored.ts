// Small texts that are kept in this browser: what the reader chose, and how far he has come. A browser may forbid
// that, or have no room left: then they last as long as the page, and nothing else fails.
import { parsed } from "../api/json";

const onlyHere = new Map<string, string | null>();

export function stored(name: string): string | null {
  const here = onlyHere.get(name);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text; whether it outlasts the page. */
export function store(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text);
    onlyHere.delete(name);
    return true;
  } catch {
    onlyHere.set(name, text);
    return false;
  }
}

export function unstore(name: string): void {
  try {
    localStorage.removeItem(name);
    onlyHere.delete(name);
  } catch {
    onlyHere.set(name, null);
  }
}

/** What was kept as JSON; something else if nothing was, or it cannot be read. */
export function storedJson<T>(name: string, otherwise: T): T {
  try {
    return parsed<T | null>(stored(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep data as JSON; whether they outlast the page. */
export function storeJson(name: string, data: unknown): boolean {
  return store(name, JSON.stringify(data));
}
