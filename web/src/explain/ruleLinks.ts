// Who opens the rulebook at a rule: the table says it once, and whatever stands on it may name rules as links.
import { getContext, setContext } from "svelte";

type Open = (rule: string) => void;
const KEY = Symbol("rules");

/** Called by the table while it is set up. */
export function provideRules(open: Open): void {
  setContext(KEY, open);
}

/** How a rule is opened here; none where there is no rulebook beside the board. Called while a component is set up. */
export function rulesHere(): Open | null {
  return getContext<Open | undefined>(KEY) ?? null;
}

/** Numbers that follow each other are named as one: PT-5.1, PT-5.2 and PT-5.3 become "PT-5.1–5.3". */
export function ruleNames(rules: readonly string[]): { rule: string; name: string }[] {
  const found: { rule: string; name: string; last: string }[] = [];
  for (const rule of rules) {
    const before = found.at(-1);
    if (before && follows(before.last, rule)) {
      before.last = rule;
      before.name = `${before.rule}–${rule.split("-")[1]}`;
    } else found.push({ rule, name: rule, last: rule });
  }
  return found.map(({ rule, name }) => ({ rule, name }));
}

function follows(one: string, next: string): boolean {
  const [chapter, number] = one.split(".");
  return number !== undefined && next === `${chapter}.${Number(number) + 1}`;
}
