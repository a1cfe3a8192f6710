// A worker that starts once more only to keep its start for the next visit, and then ends.
/// <reference lib="webworker" />
import { hasKeptStart, keepStart, startPython } from "./python";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async ({ data }: MessageEvent<{ home: string; version: string }>) => {
  try {
    if (!(await hasKeptStart(data.version))) {
      const { python, version } = await startPython(data.home, { toKeep: true });
      await keepStart(python, version);
    }
  } catch (error) {
    // The next start is a plain one again.
    console.warn("This start is not kept:", error);
  }
  self.postMessage("done");
};
