// An objective in the tray that the reader looks at: the map shows the way to it.
import type { Place } from "../types";

export const focus = $state<{ place: Place | null }>({ place: null });
