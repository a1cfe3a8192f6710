// Web push in this browser.

/** Where a message is sent, and how it is locked. */
interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Ask the browser for a subscription; none if its owner says no. */
export async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const worker = await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = found.toJSON();
  return { endpoint, keys: { p256dh, auth } };
}
