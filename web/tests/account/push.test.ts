// Being told in this browser: asked once, remembered, and never waited for without end.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  canPush,
  endSubscription,
  isOfThisBrowser,
  isSubscribed,
  rememberSubscription,
  subscribe,
} from "../../src/account/push";

const NEVER = new Promise<never>(() => {});
const FOUND = { endpoint: "https://push.example/1", keys: { p256dh: "key", auth: "lock" } };

/** A browser whose worker is ready or never comes, and whose owner agrees or not. */
function browser({ ready = true, agrees = "granted", subscribes = true } = {}) {
  const subscription = { toJSON: () => FOUND, unsubscribe: vi.fn(() => Promise.resolve(true)) };
  let held: typeof subscription | null = null;
  const worker = {
    pushManager: {
      subscribe: vi.fn((_: { applicationServerKey: string }) => {
        if (!subscribes) return Promise.reject(new DOMException("no service", "AbortError"));
        held = subscription;
        return Promise.resolve(subscription);
      }),
      getSubscription: () => Promise.resolve(held),
    },
  };
  vi.stubGlobal("Notification", { requestPermission: () => Promise.resolve(agrees) });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("navigator", {
    serviceWorker: {
      ready: ready ? Promise.resolve(worker) : NEVER,
      getRegistration: () => Promise.resolve(ready ? worker : undefined),
    },
  });
  return { worker, subscription };
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks the browser for a subscription to the server's key", async () => {
  const { worker } = browser();
  expect(await subscribe("the key")).toEqual(FOUND);
  expect(worker.pushManager.subscribe.mock.calls).toEqual([
    [{ userVisibleOnly: true, applicationServerKey: "the key" }],
  ]);
});

it("does not wait without end for a worker that never comes", async () => {
  browser({ ready: false });
  let told: unknown = "waits";
  void subscribe("the key").then((found) => (told = found));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(told).toBe("waits");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toBeNull();
});

it("has no subscription where the owner says no, or the browser has no service for it", async () => {
  const refused = browser({ agrees: "denied" });
  expect(await subscribe("the key")).toBeNull();
  expect(refused.worker.pushManager.subscribe.mock.calls).toEqual([]);
  browser({ subscribes: false });
  expect(await subscribe("the key")).toBeNull();
});

it("knows its own subscription again, until it is ended here and at the server", async () => {
  const { subscription } = browser();
  await subscribe("the key");
  expect(await isSubscribed()).toBe(false);
  rememberSubscription("s1");
  expect([await isSubscribed(), isOfThisBrowser("s1"), isOfThisBrowser("s2")]).toEqual([true, true, false]);
  const forgotten: string[] = [];
  await endSubscription((id) => Promise.resolve(forgotten.push(id)));
  expect(subscription.unsubscribe.mock.calls.length).toBe(1);
  expect([forgotten, isOfThisBrowser("s1"), await isSubscribed()]).toEqual([["s1"], false, false]);
});

it("ends also where no worker ever came", async () => {
  browser({ ready: false });
  rememberSubscription("s1");
  expect(await isSubscribed()).toBe(false);
  const forgotten: string[] = [];
  await endSubscription((id) => Promise.resolve(forgotten.push(id)));
  expect(forgotten).toEqual(["s1"]);
});

it("is not offered by a browser that cannot do it", () => {
  browser();
  expect(canPush()).toBe(true);
  vi.stubGlobal("navigator", {});
  expect(canPush()).toBe(false);
});
