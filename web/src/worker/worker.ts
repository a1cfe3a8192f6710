// The service worker: keeps the page's own files, so that it opens without a net, and tells that it is your turn.
/// <reference lib="webworker" />
import en from "/messages/worker.json?lang=en";
import es from "/messages/worker.json?lang=es";
import it from "/messages/worker.json?lang=it";

declare const self: ServiceWorkerGlobalScope;

interface Notice {
  /** The language that its reader chose. */
  language: string;
  tables: { id: string; game: string; title: string; url: string; warned: boolean }[];
}

const KEPT = "parapegma";
const WORDS: Record<string, Record<string, string>> = { en, it, es };

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && !url.pathname.startsWith("/api"))
    event.respondWith(fresh(event.request));
  else if (/^\/(assets|python-[0-9a-f]+)\//.test(url.pathname)) event.respondWith(kept(event.request));
});

/** Files with a print of their content in their name never change. */
async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The document from the server if it can be reached; else the last one. */
async function fresh(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await forgetOld(cache, await answer.clone().text());
      await cache.put("/", answer.clone());
    }
    return answer;
  } catch {
    return (await cache.match("/")) ?? Response.error();
  }
}

/** When the document begins with another file, those of the last version are no longer needed. */
async function forgetOld(cache: Cache, document: string): Promise<void> {
  const before = await (await cache.match("/"))?.text();
  if (before === undefined || before === document) return;
  for (const request of await cache.keys()) await cache.delete(request);
}

self.addEventListener("push", (event) => {
  const { language, tables }: Notice = event.data!.json();
  const [first] = tables;
  if (!first) return;
  const words = WORDS[language] ?? en;
  const key = tables.length > 1 ? "many" : first.warned ? "one_warned" : "one";
  const title = words[key]!.replace("NUMBER", String(tables.length)).replace(
    "GAME",
    words[first.game] ?? first.title,
  );
  const url = tables.length > 1 ? "/" : `/tables/${first.id}`;
  event.waitUntil(
    self.registration.showNotification(title, { tag: "turn", icon: "/icon-192.png", data: url }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(String(event.notification.data), location.origin).href));
});

async function show(url: string): Promise<unknown> {
  const open = await self.clients.matchAll({ type: "window" });
  const found = open.find((client) => client.url === url) ?? open[0];
  if (!found) return self.clients.openWindow(url);
  if (found.url !== url) await found.navigate(url);
  return found.focus();
}
