// An objective in the tray that the reader looks at: the map shows the way to it.
export const focus = $state<{ place: string | null }>({ place: null });
