// Networks that bots ask: each is fetched when it is first wanted, for it is larger than all rules together.
import { PYTHON } from "../connection/site";
import type { Python } from "./python";

export class Networks {
  #fetched = new Map<string, Promise<void>>();

  constructor(
    private readonly home: string,
    private readonly python: Pick<Python, "FS">,
    private readonly files = PYTHON,
  ) {}

  /** Done when the network of a game is there, or cannot be had: bots then think as if there were none. */
  fetched(game: string): Promise<void> {
    if (!this.files?.networks.includes(game)) return Promise.resolve();
    const before = this.#fetched.get(game);
    if (before) return before;
    const now = this.#fetch(game).catch((error: unknown) => {
      console.warn(`The network of ${game} cannot be had:`, error);
      // It is asked for again with the next question.
      this.#fetched.delete(game);
    });
    this.#fetched.set(game, now);
    return now;
  }

  async #fetch(game: string): Promise<void> {
    const address = new URL(`${this.files!.folder}/${game}.network`, this.home).href;
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const content = new Uint8Array(await answer.arrayBuffer());
    const folder = `/app/parapegma/games/${game}/data`;
    this.python.FS.mkdirTree(folder);
    this.python.FS.writeFile(`${folder}/network.bin`, content, { canOwn: true });
  }
}
