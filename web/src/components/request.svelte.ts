// Something that is asked of the server by a button or a form: it takes a moment, and may be refused.
import { explained } from "../messages/refusals";

export class ServerRequest {
  /** It is under way. */
  busy = $state(false);
  /** Why it was refused, as a sentence. */
  problem = $state("");

  /** Do it, and say what went wrong; whether it was done. */
  async make(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.problem = "";
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = explained(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
