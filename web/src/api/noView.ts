// The view of a table before anything of it has arrived.
import type { View } from "./types";

export const NO_VIEW: View = { game: "", seat: null, players: 0, to_move: null, phase: "", asked: "" };
