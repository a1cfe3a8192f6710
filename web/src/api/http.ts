// Asking the server over HTTP. A refusal is thrown as a Refusal that holds the server's reason.
import type { Problem } from "./types";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

const ROOT = "/api/v1";

export function get<T>(path: string): Promise<T> {
  return ask("GET", path);
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return ask("POST", path, body);
}

export function put<T>(path: string, body: unknown): Promise<T> {
  return ask("PUT", path, body);
}

export function remove<T>(path: string): Promise<T> {
  return ask("DELETE", path);
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(ROOT + path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal({ code: "offline", detail: "The server cannot be reached.", status: 0 });
  }
  const text = await answer.text();
  const content: unknown = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refusal(content as Problem);
  return content as T;
}
