// Questions about the future: each is asked once, and never more of them than the server answers.
import { describe, expect, it, vi } from "vitest";
import { Lookahead } from "../../src/table/lookahead";

const ILLEGAL = { illegal: null };

describe("looking ahead", () => {
  it("asks every question once", async () => {
    const ask = vi.fn(() => Promise.resolve(ILLEGAL));
    const lookahead = new Lookahead(ask);
    await lookahead.about(["a", "b"]);
    expect(await lookahead.about(["a", "b"])).toBe(ILLEGAL);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("asks again once the table has moved on", async () => {
    const ask = vi.fn(() => Promise.resolve(ILLEGAL));
    const lookahead = new Lookahead(ask);
    await lookahead.about(["a"]);
    lookahead.forget();
    await lookahead.about(["a"]);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("asks again where nobody answered", async () => {
    const ask = vi.fn(() => Promise.resolve(null));
    const lookahead = new Lookahead(ask);
    await lookahead.about(["a"]);
    await lookahead.about(["a"]);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("stops asking before the server would refuse", async () => {
    const ask = vi.fn(() => Promise.resolve(ILLEGAL));
    const lookahead = new Lookahead(ask);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => lookahead.about([`${n}`])));
    expect(ask.mock.calls.length).toBeLessThan(30);
    expect(answers.at(-1)).toBeNull();
  });
});
