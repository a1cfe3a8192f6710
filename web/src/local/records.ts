// Records of games in this browser: saved as files, or taken to the server to go on there.
import { get, post, Refusal } from "../api/http";
import type { Problem, TableInfo } from "../api/types";
import { go } from "../pages/route.svelte";
import { comeIn } from "../person/person.svelte";
import { saveText } from "./saveText";

export async function saveRecord(table: string): Promise<void> {
  const { game, record } = await get("/tables/{table_id}/record", { table_id: table });
  saveText(`${game}-${table}.parapegma`, record);
}

/** Go on with a game on the server, against the same bots; why not, if that cannot be. */
export async function moveToServer(info: TableInfo): Promise<Problem | null> {
  try {
    const { record } = await get("/tables/{table_id}/record", { table_id: info.id });
    await comeIn();
    const seats = info.seats.map((seat) => (seat.mine ? "me" : (seat.bot ?? "me")));
    // Several people at one screen keep their names; whoever moves the game has one on the server.
    const mine = info.seats.filter((seat) => seat.mine);
    const names = info.seats.map((seat) => (seat.mine && seat !== mine[0] ? (seat.name ?? "") : ""));
    const moved = await post("/tables/record", { record, seats, names });
    go(`/tables/${moved.id}`);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.problem;
  }
}
