// Numbers of rules in the text of a rulebook: which rules a mark names, and the links it becomes.

/** A rule, such as OP-4.6, or all rules of a chapter of the reference, such as OP-4. */
const RULE = "(?:PT|PR|UL|OP)-\\d+(?:\\.\\d+)?";
/** What stands between the ends of a range, in the languages of the books: "to", "a", "al", or a dash. */
const TO = "\\s*(?:\\bto\\b|\\bal?\\b|[–—-])\\s*";
const MARK = new RegExp(`\\((${RULE}(?:(?:,\\s*|${TO})${RULE})*)\\)`, "g");
const RANGE = new RegExp(`^(${RULE})${TO}(${RULE})$`);

/** The rules that a mark such as "PT-3.1, PT-4.1 to PT-4.7" names, ranges written out. */
export function rulesOf(mark: string): string[] {
  return mark.split(/,\s*/).flatMap((part) => {
    const ends = RANGE.exec(part.trim());
    return ends ? between(ends[1]!, ends[2]!) : [part.trim()];
  });
}

/** All rules of a range. Its ends lie in the same chapter; otherwise only they are known. */
function between(from: string, to: string): string[] {
  const [[chapter, first], [other, last]] = [split(from), split(to)];
  if (chapter !== other || !(first <= last)) return [from, to];
  return Array.from({ length: last - first + 1 }, (_, n) => `${chapter}.${first + n}`);
}

function split(rule: string): [string, number] {
  const [chapter = "", number = ""] = rule.split(".");
  return [chapter, Number(number || NaN)];
}

/** Marks in a piece of HTML become links to the rules that they name, each range to its first. */
export function linked(html: string, reference: string): string {
  const link = (rule: string, all: string[]): string =>
    `<a class="rule" href="${reference}#${rule}" data-rules="${all.join(" ")}">`;
  return html.replace(MARK, (_, mark: string) => {
    const links = mark.split(/,\s*/).map((part) => {
      const all = rulesOf(part);
      return `${link(all[0]!, all)}${part.trim()}</a>`;
    });
    return `<span class="rules">${links.join(", ")}</span>`;
  });
}
