// Addresses with their parameters, and refusals.
import { afterEach, describe, expect, it, vi } from "vitest";
import { addressOf, get, Refusal } from "../../src/api/http";

afterEach(() => vi.unstubAllGlobals());

describe("asking the server", () => {
  it("puts parameters where the address names them, and all others after it", () => {
    expect(addressOf("/tables/{table_id}/replay", { table_id: "a/b", first: 1, seat: null })).toBe(
      "/api/v1/tables/a%2Fb/replay?first=1",
    );
    expect(addressOf("/me")).toBe("/api/v1/me");
  });

  it("throws what the server says when it refuses", async () => {
    const problem = { code: "not-found", detail: "No such table.", status: 404 };
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(problem), { status: 404 })));
    await expect(get("/me")).rejects.toMatchObject({ problem });
    await expect(get("/me")).rejects.toBeInstanceOf(Refusal);
  });

  it("says so when the server cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no net")));
    await expect(get("/me")).rejects.toMatchObject({ problem: { code: "offline" } });
  });
});
