// Writes the types of all messages, so that a missing message or value is found when types are checked, and the values
// of every message as JSON for the tests of the server. Run by `npm run describe`.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { argumentsOf, readCatalogue, type ArgumentKind } from "./catalogue.ts";

const TYPES: Record<ArgumentKind, string> = {
  text: "Text",
  plural: "number",
  select: "Text",
  boolean: "boolean",
};

const all = Object.entries(readCatalogue()).flatMap(([area, messages]) =>
  Object.entries(messages).map(([key, translations]) => ({
    key: `${area}.${key}`,
    values: argumentsOf(...Object.values(translations)),
  })),
);

const lines = all.map(({ key, values }) => {
  const fields = Object.entries(values).map(([name, kind]) => `${name}: ${TYPES[kind]}`);
  return `  ${JSON.stringify(key)}: { ${fields.join("; ")} };`;
});
const prefixes = new Set(all.map(({ key }) => key.slice(0, key.lastIndexOf("."))));

write(
  "../src/messages/generated.d.ts",
  `// Made by build/messageTypes.ts from messages/*.json: every message with the values it takes.
export type Text = string | number;
export interface Messages {
${lines.join("\n")}
}
/** What stands before the last dot of a key. */
export type Prefix =
${[...prefixes].map((prefix) => `  | ${JSON.stringify(prefix)}`).join("\n")};
`,
);
write(
  "../message-arguments.json",
  JSON.stringify(Object.fromEntries(all.map(({ key, values }) => [key, values]))),
);

function write(file: string, text: string): void {
  writeFileSync(fileURLToPath(new URL(file, import.meta.url)), text);
}
