// JSON read as data of the type that its writer promises. Nowhere else does the page take a text's word for it.

/** What a text says. */
export function parsed<T>(text: string): T {
  return JSON.parse(text);
}
