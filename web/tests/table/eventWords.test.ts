// What happens at a table apart from the game, in the languages of the page.
import { expect, it } from "vitest";
import { type Language, useLanguage } from "../../src/messages/messages.svelte";
import { eventWords } from "../../src/table/eventWords";

it.each<[Language, string]>([
  ["en", "Hypatia has less time here than a bot of this level wants (Master), and may play weaker."],
  ["it", "Qui Hypatia ha meno tempo di quanto ne voglia un bot di questo livello (Maestro)"],
  ["es", "Hypatia tiene aquí menos tiempo del que necesita un bot de este nivel (Maestro)"],
])("says in %s that a bot has too little time", async (language, words) => {
  await useLanguage(language);
  const event = { number: 9, at: 0, kind: "short-of-time", seat: 1, data: { bot: "master" } };
  expect(eventWords(event, () => "Hypatia", false)?.toLowerCase()).toContain(words.toLowerCase());
});
