// What this browser adds to the shuffles of a table: it commits to a part when it sits down, and reveals it before
// the deal. So the host cannot choose the deal. What was promised is kept here, to compare with it after the end.
import type { ShuffleInfo } from "../api/types";
import { storedJson, storeJson } from "../components/stored";

const KEPT = "parapegma.shuffle_parts";
const MOST = 100;

interface Kept {
  part: string;
  /** The host's promise as it stood when the part was revealed. */
  promise?: string;
}

function read(): Record<string, Kept> {
  return storedJson(KEPT, {});
}

/** Keep a part; whether it will still be here when the page was closed meanwhile. */
function keep(commitment: string, kept: Kept): boolean {
  const all = Object.entries({ ...read(), [commitment]: kept });
  return storeJson(KEPT, Object.fromEntries(all.slice(-MOST)));
}

function hexadecimal(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function digest(text: string): Promise<string> {
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** The commitment to a new part, which is kept here; none where the browser computes no digests or keeps nothing. */
export async function newCommitment(): Promise<string | null> {
  try {
    const part = hexadecimal(crypto.getRandomValues(new Uint8Array(16)));
    const commitment = await digest(part);
    return keep(commitment, { part }) ? commitment : null;
  } catch {
    return null;
  }
}

/** The part that a commitment of this browser stands for. The host's promise is noted before the part is shown. */
export function partFor(commitment: string, promise: string): string | null {
  const kept = read()[commitment];
  if (!kept) return null;
  if (kept.promise && kept.promise !== promise) return null;
  keep(commitment, { ...kept, promise });
  return kept.part;
}

/** The host's promise as this browser saw it before the deal; none if it added nothing. */
export function promiseSeen(shuffle: ShuffleInfo): string | null {
  const kept = read();
  return shuffle.parts?.map(({ commitment }) => kept[commitment ?? ""]?.promise).find(Boolean) ?? null;
}

/** The key of the shuffles: of what the host and the seats have added. */
export async function mixedKey(host: string, shuffle: ShuffleInfo): Promise<string> {
  const parts = (shuffle.parts ?? []).filter(({ part }) => part);
  if (!parts.length) return host;
  const inOrder = [...parts].sort((a, b) => a.seat - b.seat);
  return (await digest([host, ...inOrder.map(({ seat, part }) => `${seat}:${part}`)].join(" "))).slice(0, 32);
}

/** What is wrong with the shuffles of a game that is over; nothing if everything is as it was promised. */
export async function checkShuffles(
  host: string,
  promise: string,
  shuffle: ShuffleInfo,
  record: string,
): Promise<"promise" | "part" | "key" | null> {
  if ((await digest(host)) !== promise || (promiseSeen(shuffle) ?? promise) !== promise) return "promise";
  for (const { commitment, part } of shuffle.parts ?? [])
    if (!part || (await digest(part)) !== commitment) return "part";
  const seed = /^seed: key:(\S+)$/m.exec(record)?.[1];
  return seed === (await mixedKey(host, shuffle)) ? null : "key";
}
