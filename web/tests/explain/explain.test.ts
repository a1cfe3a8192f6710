// Words about things: how rules are named, what the legend says of an icon, where a bubble stands.
import { afterEach, describe, expect, it, vi } from "vitest";
import { bubbleSpot, overlap } from "../../src/explain/bubblePlacement";
import { explained, PRESSES } from "../../src/explain/explained";
import { explanation } from "../../src/explain/explanation.svelte";
import { legendOf, meaningOf } from "../../src/explain/legend";
import { ruleNames } from "../../src/explain/ruleLinks";
import { LANGUAGES } from "../../src/messages/messages.svelte";

describe("names of rules", () => {
  it("joins numbers that follow each other", () => {
    expect(ruleNames(["PT-5.1", "PT-5.2", "PT-5.3", "PT-7", "UL-6.2", "UL-7.2"])).toEqual([
      { rule: "PT-5.1", name: "PT-5.1–5.3" },
      { rule: "PT-7", name: "PT-7" },
      { rule: "UL-6.2", name: "UL-6.2" },
      { rule: "UL-7.2", name: "UL-7.2" },
    ]);
  });
});

describe("a bubble", () => {
  const phone = { width: 390, height: 844 };
  const size = { width: 240, height: 90 };
  const box = (left: number, top: number, width: number, height: number) => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  });

  it.each([
    ["in the middle", box(180, 400, 30, 30)],
    ["in the upper left corner", box(2, 4, 30, 30)],
    ["in the lower right corner", box(360, 810, 28, 30)],
    ["as wide as the window", box(0, 300, 390, 60)],
    ["as high as the window", box(0, 0, 60, 844)],
  ])("beside a thing %s stays in the window and off the thing", (_, thing) => {
    const { left, top } = bubbleSpot(thing, size, phone);
    const bubble = box(left, top, size.width, size.height);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bubble.right).toBeLessThanOrEqual(phone.width);
    expect(bubble.bottom).toBeLessThanOrEqual(phone.height);
    expect(overlap(bubble, thing)).toBe(false);
  });

  it("leaves alone what can be chosen, where there is room elsewhere", () => {
    const desk = { width: 1440, height: 900 };
    const thing = box(700, 400, 40, 60);
    const lit = [box(600, 330, 200, 40), box(700, 480, 40, 40), box(760, 400, 40, 40)];
    const { left, top } = bubbleSpot(thing, size, desk, lit);
    const bubble = box(left, top, size.width, size.height);
    expect([thing, ...lit].filter((each) => overlap(bubble, each))).toEqual([]);
  });
});

describe("a finger", () => {
  afterEach(() => vi.useRealTimers());

  /** What happens where the page hears only after so long that a finger has gone. */
  async function press(lasted: number): Promise<{ picked: boolean; told: boolean }> {
    const node = document.createElement("button");
    document.body.append(node);
    const action = explained(node, { name: "a tile", lit: true });
    // Svelte listens to pointers a moment later.
    await Promise.resolve();
    vi.useFakeTimers();
    const tell = (kind: string, timeStamp: number): boolean => {
      const event = new PointerEvent(kind, { pointerType: "touch", bubbles: true, cancelable: true });
      Object.defineProperty(event, "timeStamp", { value: timeStamp });
      return node.dispatchEvent(event);
    };
    tell("pointerdown", 1_000);
    vi.advanceTimersByTime(2 * PRESSES);
    tell("pointerup", 1_000 + lasted);
    const picked = tell("click", 1_000 + lasted);
    const told = explanation() !== null;
    if (action) action.destroy?.();
    node.remove();
    return { picked, told };
  }

  it("that presses long asks what a thing is, and chooses nothing", async () => {
    expect(await press(2 * PRESSES)).toEqual({ picked: false, told: true });
  });

  it("that taps chooses, however late the page hears of it", async () => {
    expect(await press(80)).toEqual({ picked: true, told: false });
  });
});

describe("the legend", () => {
  it("says what an icon means without saying its name twice", () => {
    const entries = [{ icon: "hand", html: "<strong>A sheet</strong> beside a name: cards in hand." }];
    expect(meaningOf(entries, "hand")).toBe("Beside a name: cards in hand.");
    expect(meaningOf(entries, "ship")).toBe("");
  });

  it("of every game has the same icons in every language", async () => {
    for (const game of ["ophiuchus", "pacal", "ptolemaeus", "ulysses"]) {
      const icons = await Promise.all(
        LANGUAGES.map(async (language) => (await legendOf(game, language)).map(({ icon }) => icon)),
      );
      expect(icons[0]!.length).toBeGreaterThan(10);
      for (const each of icons) expect(each).toEqual(icons[0]);
    }
  });

  it("knows every icon that a board names", async () => {
    const sources = import.meta.glob<string>("../../src/games/*/**/*.svelte", {
      query: "?raw",
      import: "default",
      eager: true,
    });
    for (const game of ["ophiuchus", "pacal", "ptolemaeus", "ulysses"]) {
      const known = new Set((await legendOf(game, "en")).map(({ icon }) => icon));
      const named = Object.entries(sources)
        .filter(([file]) => file.includes(`/games/${game}/`))
        .flatMap(([, text]) => [...text.matchAll(/\bicon: "([a-z/0-9_A-Z]+)"/g)].map(([, icon]) => icon!));
      expect(named.length, game).toBeGreaterThan(0);
      expect(named.filter((icon) => !known.has(icon))).toEqual([]);
    }
  });

  it("of a game without a rulebook is empty", async () => {
    expect(await legendOf("fifth_game", "en")).toEqual([]);
  });
});
