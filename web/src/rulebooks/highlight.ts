// Words that are searched for, made to stand out in a piece of HTML.

/** Small letters without accents and with straight apostrophes, as people type them. */
export function plain(text: string): string {
  return text.replace(/&#39;/g, "'").normalize("NFD").replace(/\p{M}/gu, "").replace(/’/g, "'").toLowerCase();
}

/** The HTML with every one of the words in a `<mark>`; what stands inside tags stays as it is. */
export function highlighted(html: string, words: readonly string[]): string {
  if (!words.length) return html;
  return html
    .split(/(<[^>]*>)/)
    .map((piece) => (piece.startsWith("<") ? piece : markedIn(piece, words)))
    .join("");
}

function markedIn(text: string, words: readonly string[]): string {
  // A letter and what it is compared as; an entity such as &amp; counts as one letter.
  const letters = (text.match(/&#?\w+;|./gsu) ?? []).map((letter) => ({ letter, as: plain(letter) }));
  const starts: number[] = [];
  let folded = "";
  for (const { as } of letters) {
    starts.push(folded.length);
    folded += as;
  }
  const lit = letters.map(() => false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      letters.forEach(({ as }, n) => {
        const from = starts[n]!;
        if (from + as.length > at && from < at + word.length) lit[n] = true;
      });
    }
  }
  return letters
    .map(({ letter }, n) => {
      const open = lit[n] && !lit[n - 1] ? "<mark>" : "";
      const close = lit[n] && !lit[n + 1] ? "</mark>" : "";
      return `${open}${letter}${close}`;
    })
    .join("");
}
