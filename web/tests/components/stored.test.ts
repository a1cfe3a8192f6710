// Small texts are kept where the browser lets us, and as long as the page where it does not.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { store, stored, storedJson, storeJson, unstore } from "../../src/components/stored";
import { newCommitment } from "../../src/table/shuffleParts";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  unstore("a");
});

function forbidden(): never {
  throw new DOMException("no", "SecurityError");
}

/** Storage that lets nothing be written any more. */
function full(): Storage {
  return new Proxy(localStorage, {
    get(store, name) {
      if (name !== "setItem") return (key: string) => store.getItem(key);
      return () => {
        throw new DOMException("no", "QuotaExceededError");
      };
    },
  });
}

it("keeps a text and what can be written as one", () => {
  expect(store("a", "text")).toBe(true);
  expect([stored("a"), localStorage.getItem("a")]).toEqual(["text", "text"]);
  expect(storeJson("a", { b: 1 })).toBe(true);
  expect(storedJson("a", {})).toEqual({ b: 1 });
  unstore("a");
  expect([stored("a"), storedJson("a", "none")]).toEqual([null, "none"]);
});

it("takes what it cannot read for nothing", () => {
  localStorage.setItem("a", "{");
  expect(storedJson("a", "none")).toBe("none");
});

it("remembers a text as long as the page where storage is forbidden", () => {
  vi.stubGlobal("window", {});
  Object.defineProperty(globalThis, "localStorage", { get: forbidden, configurable: true });
  try {
    expect(stored("a")).toBeNull();
    expect(store("a", "text")).toBe(false);
    expect(stored("a")).toBe("text");
    unstore("a");
    expect(stored("a")).toBeNull();
  } finally {
    Reflect.deleteProperty(globalThis, "localStorage");
  }
});

it("remembers a text as long as the page where there is no room left", () => {
  localStorage.setItem("a", "before");
  vi.stubGlobal("localStorage", full());
  expect(stored("a")).toBe("before");
  expect(store("a", "text")).toBe(false);
  expect(stored("a")).toBe("text");
});

it("commits to no part of a shuffle that would be gone with the page", async () => {
  vi.stubGlobal("localStorage", full());
  expect(await newCommitment()).toBeNull();
});
