// Asking whoever has a table, in the types of the server's own description. A refusal is thrown as a Refusal.
import type { paths } from "./description";
import { browser } from "../connection/browser";
import { isInBrowser } from "../connection/connection";
import { server } from "../connection/server";
import { IN_BROWSER_ONLY } from "../connection/site";

export { Refusal } from "./refusal";
export { addressOf } from "../connection/server";

type Root = "/api/v1";
type Method = "get" | "post" | "put" | "delete";
type Operation<P extends string, M extends Method> = `${Root}${P}` extends infer K extends keyof paths
  ? paths[K][M]
  : never;
/** The addresses below `/api/v1` that a method can be asked of. */
type PathOf<M extends Method> = {
  [K in keyof paths]: K extends `${Root}${infer P}` ? (paths[K][M] extends object ? P : never) : never;
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

async function ask<T>(method: string, path: string, parameters?: object, body?: unknown): Promise<T> {
  const table = parameters && "table_id" in parameters ? String(parameters.table_id) : "";
  const connection = IN_BROWSER_ONLY || isInBrowser(table) ? browser : server;
  return connection.ask(method, path, parameters, body);
}

/** The same of the tables in this browser, whatever the page was handed out by. */
export const inBrowser = {
  get: <P extends PathOf<"get">>(
    path: P,
    ...[parameters]: Given<Operation<P, "get">>
  ): Promise<Answer<Operation<P, "get">>> => browser.ask("GET", path, parameters),
  post: <P extends PathOf<"post">>(
    path: P,
    body: Body<Operation<P, "post">>,
    ...[parameters]: Given<Operation<P, "post">>
  ): Promise<Answer<Operation<P, "post">>> => browser.ask("POST", path, parameters, body),
};
