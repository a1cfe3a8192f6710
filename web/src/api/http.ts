// Asking the server over HTTP, in the types of its own description. A refusal is thrown as a Refusal that holds the reason.
import type { paths } from "./description";
import type { Problem } from "./types";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

const ROOT = "/api/v1";
type Method = "get" | "post" | "put" | "delete";
type Operation<P extends string, M extends Method> = `${typeof ROOT}${P}` extends infer K extends keyof paths
  ? paths[K][M]
  : never;
/** The addresses below `/api/v1` that a method can be asked of. */
type PathOf<M extends Method> = {
  [K in keyof paths]: K extends `${typeof ROOT}${infer P}` ? (paths[K][M] extends object ? P : never) : never;
}[keyof paths];

type Json<T> = T extends { content: { "application/json": infer J } } ? J : null;
type Answer<O> = O extends { responses: infer R } ? Json<R[keyof R & (200 | 201)]> : never;
type Body<O> = O extends { requestBody: { content: { "application/json": infer J } } } ? J : object;
type Fields<T> = [NonNullable<T>] extends [never] ? object : NonNullable<T>;
/** What stands in the address, and after its question mark. */
type Parameters<O> = O extends { parameters: { path?: infer A; query?: infer Q } }
  ? Fields<A> & Fields<Q>
  : object;
type Given<O> = object extends Parameters<O> ? [parameters?: Parameters<O>] : [parameters: Parameters<O>];

export function get<P extends PathOf<"get">>(
  path: P,
  ...[parameters]: Given<Operation<P, "get">>
): Promise<Answer<Operation<P, "get">>> {
  return ask("GET", path, parameters);
}

export function post<P extends PathOf<"post">>(
  path: P,
  body: Body<Operation<P, "post">>,
  ...[parameters]: Given<Operation<P, "post">>
): Promise<Answer<Operation<P, "post">>> {
  return ask("POST", path, parameters, body);
}

export function put<P extends PathOf<"put">>(
  path: P,
  body: Body<Operation<P, "put">>,
  ...[parameters]: Given<Operation<P, "put">>
): Promise<Answer<Operation<P, "put">>> {
  return ask("PUT", path, parameters, body);
}

export function remove<P extends PathOf<"delete">>(
  path: P,
  ...[parameters]: Given<Operation<P, "delete">>
): Promise<Answer<Operation<P, "delete">>> {
  return ask("DELETE", path, parameters);
}

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

// What a request is answered with is known from the description; nothing else could say it here.
async function ask(method: string, path: string, parameters?: object, body?: unknown): Promise<any> {
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
  const text = await answer.text();
  const content = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refusal(content);
  return content;
}
