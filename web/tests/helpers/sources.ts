// The page's own files, taken apart: what is written in them as text, and where a type is asserted.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";

export const SOURCES = fileURLToPath(new URL("../../src", import.meta.url));

/** Every TypeScript and Svelte file of the page below a folder of `src`, but for what is generated. */
export function files(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith(".d.ts"))
    .sort();
}

export function textOf(file: string): string {
  return readFileSync(`${SOURCES}/${file}`, "utf8");
}

interface Node {
  type: string;
  [part: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Every part of a file, in its script and in its markup. */
export function* nodesOf(file: string): Generator<Node> {
  const text = textOf(file);
  const whole = file.endsWith(".ts") ? `<script lang="ts">\n${text}\n</script>` : text;
  yield* inside(parse(whole, { modern: true }));
}

function* inside(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* inside(each);
  else if (typeof value === "object" && value !== null) {
    if (isNode(value)) yield value;
    for (const [name, each] of Object.entries(value)) if (name !== "metadata") yield* inside(each);
  }
}

/** All texts of a file; what a template puts in is a "*" in it. */
export function stringsOf(file: string): string[] {
  const found: string[] = [];
  for (const node of nodesOf(file)) {
    if (node.type === "Literal" && typeof node.value === "string") found.push(node.value);
    if (node.type === "TemplateLiteral" && Array.isArray(node.quasis))
      found.push(node.quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join("*"));
  }
  return found;
}

/** The types that are asserted in a file with `as`, but for `as const`. */
export function assertionsOf(file: string): string[] {
  const text = file.endsWith(".ts") ? `<script lang="ts">\n${textOf(file)}\n</script>` : textOf(file);
  return [...nodesOf(file)].flatMap((node) => {
    const { typeAnnotation } = node;
    if (node.type !== "TSAsExpression" || !isNode(typeAnnotation)) return [];
    const type = text.slice(Number(typeAnnotation.start), Number(typeAnnotation.end));
    return type === "const" ? [] : [type];
  });
}
