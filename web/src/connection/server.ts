// A server, over HTTP and WebSockets.
import { parsed } from "../api/json";
import type { Connection } from "./connection";
import { Refusal } from "../api/refusal";

const ROOT = "/api/v1";

export const server: Connection = {
  async ask(method, path, parameters, body) {
    let answer: Response;
    try {
      answer = await fetch(addressOf(path, parameters), {
        method,
        headers: body === undefined ? {} : { "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      throw new Refusal({ code: "offline", detail: "The server cannot be reached.", status: 0 });
    }
    // An answer without a body says nothing.
    const text = (await answer.text()) || "null";
    if (!answer.ok) throw new Refusal(parsed(text));
    return parsed(text);
  },

  openLine(table, query) {
    return new WebSocket(`${ROOT}/tables/${table}/live?${query}`);
  },
};

/** An address with its parameters put in: those it names in braces, and all others after a question mark. */
export function addressOf(path: string, parameters: object = {}): string {
  const query = new URLSearchParams();
  let address = ROOT + path;
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue;
    const filled = address.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (filled === address) query.append(name, String(value));
    address = filled;
  }
  return query.size ? `${address}?${query}` : address;
}
