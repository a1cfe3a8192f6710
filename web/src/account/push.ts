// Web push in this browser.
import { store, stored, unstore } from "../components/stored";

/** Where a message is sent, and how it is locked. */
interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The server's name for the subscription of this browser. */
const KEPT = "parapegma.push";
/** Milliseconds in which the page's worker is there, or will not come. */
const MOST_WAIT = 10_000;

export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Whether this browser is told. */
export async function isSubscribed(): Promise<boolean> {
  if (!canPush() || !stored(KEPT)) return false;
  const worker = await navigator.serviceWorker.getRegistration();
  return !!(await worker?.pushManager.getSubscription());
}

/** Ask the browser for a subscription; none if its owner says no, or it has no service for it. */
export async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  // Where no worker could be registered, such as without any storage, none is ever ready.
  const worker = await Promise.race([
    navigator.serviceWorker.ready,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), MOST_WAIT)),
  ]);
  if (!worker) return null;
  try {
    const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = found.toJSON();
    return { endpoint, keys: { p256dh, auth } };
  } catch {
    return null;
  }
}

/** Remember what the server calls this browser's subscription. */
export function rememberSubscription(id: string): void {
  store(KEPT, id);
}

/** Whether the server calls this browser's subscription so. */
export function isOfThisBrowser(id: string): boolean {
  return stored(KEPT) === id;
}

/** No longer be told here; `forget` has the server forget it too. */
export async function endSubscription(forget: (id: string) => Promise<unknown>): Promise<void> {
  const id = stored(KEPT);
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  unstore(KEPT);
  if (id) await forget(id);
}
