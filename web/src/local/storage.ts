// Where tables are kept between two visits: the browser's own database, three lists of plain texts.
import { parsed } from "../api/json";

const NAME = "parapegma";
const VERSION = 1;

export class Storage {
  #database: Promise<IDBDatabase> | null = null;

  async rows(): Promise<string> {
    const rows: string[] = await this.#work("tables", "readonly", (tables) => tables.getAll());
    return `[${rows.join(",")}]`;
  }

  async events(table: string): Promise<string> {
    const range = IDBKeyRange.bound([table, 0], [table, Infinity]);
    const events: unknown[] = await this.#work("events", "readonly", (all) => all.getAll(range));
    return JSON.stringify(events);
  }

  /** A table's row and events that it did not have: an event that is there already is a refusal. */
  async put(row: string, events: string): Promise<void> {
    const { id } = parsed<{ id: string }>(row);
    const fresh = parsed<[number, ...unknown[]][]>(events);
    const database = await this.#open();
    const change = database.transaction(["tables", "events"], "readwrite", { durability: "relaxed" });
    for (const event of fresh) change.objectStore("events").add(event, [id, event[0]]);
    change.objectStore("tables").put(row, id);
    await done(change);
  }

  /** The note about a table, after it was replaced by a text if that is not empty. */
  async note(table: string, text: string): Promise<string> {
    if (text) await this.#work("notes", "readwrite", (notes) => notes.put(text, table));
    return (await this.#work<string | undefined>("notes", "readonly", (notes) => notes.get(table))) ?? "";
  }

  async remove(table: string): Promise<void> {
    const database = await this.#open();
    const change = database.transaction(["tables", "events", "notes"], "readwrite");
    change.objectStore("tables").delete(table);
    change.objectStore("notes").delete(table);
    change.objectStore("events").delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
    await done(change);
  }

  async #work<T>(
    store: string,
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest,
  ): Promise<T> {
    const change = (await this.#open()).transaction(store, mode);
    const request = ask(change.objectStore(store));
    await done(change);
    return request.result;
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        for (const store of ["tables", "events", "notes"]) request.result.createObjectStore(store);
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("forbidden"));
    }).catch((error: unknown) => {
      this.#database = null;
      throw error;
    });
    return this.#database;
  }
}

function done(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(change.error ?? new Error("aborted"));
  });
}
