// The service worker of a site of files alone: keeps every file, so that the games open without a net.
/// <reference lib="webworker" />
export {};

declare const self: ServiceWorkerGlobalScope;

const KEPT = "parapegma-files";

interface FileList {
  /** Each file with a print of its content. */
  files: Record<string, string>;
}

self.addEventListener("install", (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});

/** A document is asked of the net first, because it tells whether there is a newer version; all else is kept. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  if (request.mode === "navigate") {
    try {
      const fresh = await fetch(request);
      if (fresh.ok) return fresh;
    } catch {
      // There is no net.
    }
    return (await cache.match(new URL("index.html", self.registration.scope))) ?? Response.error();
  }
  const found = await cache.match(request, { ignoreSearch: true });
  if (!found) return fetch(request);
  // Kept under its print: what has another name in the list of files is another file.
  return found;
}

/** Fetch what has changed since the last version, and forget what is no longer there. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(KEPT);
  const address = new URL("files.json", self.registration.scope);
  const { files }: FileList = await (await fetch(address, { cache: "no-cache" })).json();
  const before: FileList = (await (await cache.match(address))?.json()) ?? { files: {} };
  for (const request of await cache.keys()) {
    const name = request.url.slice(self.registration.scope.length);
    if (!(name in files)) await cache.delete(request);
  }
  const fresh = Object.keys(files).filter((name) => files[name] !== before.files[name]);
  await Promise.all(
    fresh.map(async (name) => {
      const file = new URL(name, self.registration.scope);
      const answer = await fetch(file);
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      await cache.put(file, answer);
    }),
  );
  await cache.put(address, new Response(JSON.stringify({ files })));
}
