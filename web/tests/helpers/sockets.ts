// A WebSocket that a test opens, closes and speaks through.
import { vi } from "vitest";
import type { FromClient, FromServer } from "../../src/api/types";

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: FromClient[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  /** Take the place of the browser's own, with nothing opened yet. */
  static install(): void {
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }

  send(text: string): void {
    const message: FromClient = JSON.parse(text);
    this.sent.push(message);
  }

  say(message: FromServer): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  get query(): URLSearchParams {
    return new URL(this.url, "http://localhost").searchParams;
  }
}
