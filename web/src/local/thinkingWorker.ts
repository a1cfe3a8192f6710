// A worker in which bots think.
/// <reference lib="webworker" />
import type { FromThinker, ToThinker } from "./messages";
import { startPython } from "./python";

declare const self: DedicatedWorkerGlobalScope;

let answer: (question: string) => string;

function say(message: FromThinker): void {
  self.postMessage(message);
}

self.onmessage = async ({ data }: MessageEvent<ToThinker>) => {
  if (data.type === "start") {
    const { python } = await startPython(data.home);
    const thinker = python.pyimport("parapegma.local.in_worker").thinker();
    answer = (question) => thinker.answer(question);
    say({ type: "ready" });
    return;
  }
  try {
    say({ type: "thought", id: data.id, answer: answer(data.question) });
  } catch (error) {
    say({ type: "failed", id: data.id, detail: String(error) });
  }
};
