// Who the reader is to the server: nobody yet, a guest or someone with an account.
import { get, post, put, Refusal } from "../api/http";
import type { PersonInfo } from "../api/types";
import { store, stored, unstore } from "../components/stored";
import { IN_BROWSER_ONLY } from "../connection/site";
import { language, t } from "../messages/messages.svelte";
import { keepLocalName, localName } from "./localName";

// A visitor has no cookie, and asking the server for one's name would only be refused.
const CAME_IN = "parapegma.came-in";
const SENT = "parapegma.told-language";

const now = $state<{ person: PersonInfo | null }>({ person: null });

export function person(): PersonInfo | null {
  return now.person;
}

/** Ask the server who this is, if the reader has come in before. */
export async function recognise(): Promise<void> {
  if (IN_BROWSER_ONLY) {
    const name = localName();
    if (name) be({ id: "me", name, account: false });
    return;
  }
  if (!stored(CAME_IN)) return;
  try {
    be(await get("/me"));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.problem.status === 401) be(null);
  }
}

/** The reader from now on; none after logging out. */
export function be(found: PersonInfo | null): void {
  now.person = found;
  if (found) keepLocalName(found.name);
  if (found) store(CAME_IN, "yes");
  else unstore(CAME_IN);
}

/** Come in as a guest unless one is known already; nothing is asked but a name, and that can wait. */
export async function comeIn(name?: string): Promise<PersonInfo> {
  if (!now.person) be(await post("/guest", { name: name || guestName() }));
  return now.person!;
}

/** Be called otherwise, at tables from now on. */
export async function rename(name: string): Promise<void> {
  be(await put("/me", { name }));
}

/** Mail and other messages speak the language of the page; the server is told of it once for every choice. */
export async function tellLanguage(): Promise<void> {
  const sent = stored(SENT);
  const now = `${person()?.id} ${language()}`;
  // The server speaks English unless it is told otherwise.
  if (!person() || sent === now || (!sent && language() === "en")) return;
  try {
    await put("/me/language", { language: language() });
    store(SENT, now);
  } catch (error) {
    // It is told when the page is opened the next time.
    if (!(error instanceof Refusal)) throw error;
  }
}

function guestName(): string {
  return `${t("pages.guest")} ${100 + Math.floor(Math.random() * 900)}`;
}
