// Visits a page in Firefox as it is packaged, goes through steps there, and tells what came of them, as JSON. What is
// asked comes as a line of JSON on standard input (firefox.py says which steps there are).
// Playwright drives only a Firefox of its own making, so this one is driven by Puppeteer.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const puppeteer = createRequire(new URL("../../web/package.json", import.meta.url))("puppeteer-core");
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const asked = JSON.parse((await lines.next()).value);
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: asked.firefox,
  headless: true,
  // The window's own size: older releases lack a command that Puppeteer sends for any other.
  defaultViewport: null,
  args: [`--width=${asked.size.width}`, `--height=${asked.size.height}`],
  // On a busy machine a browser takes long to start, and to answer.
  timeout: asked.timeout,
  protocolTimeout: asked.timeout,
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(asked.timeout);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (said) => said.type() === "error" && wrong.push(said.text()));
  await page.goto(asked.url);
  const told = [];
  for (const step of asked.steps) told.push(await take(page, step));
  console.log(JSON.stringify({ told, wrong }));
} finally {
  await browser.close();
}
process.exit();

async function take(page, step) {
  if (step.play) return play(page, step.play);
  if (step.call) return page.evaluate(calling(step.call, step.argument));
  if (step.until) return (await waitFor(page, null, calling(step.until))).jsonValue();
  if (step.reload) return void (await page.reload());
  // What has to happen outside of the browser, before the visit goes on.
  console.log(JSON.stringify({ here: step.here }));
  await lines.next();
}

/** A function that came as text, as the text of its call. */
function calling(text, argument) {
  return `(${text})(${JSON.stringify(argument) ?? ""})`;
}

/**
 * Press whatever can be chosen until the game is over, or has gone on by some events, and return the number of clicks.
 * Where a button is named, it begins the game.
 */
async function play(page, { button, most, events, picture }) {
  if (button) {
    await (await page.waitForSelector(`[aria-label="${button}"]`)).click();
    // The lesson that is offered before the first game is declined.
    await (await page.waitForSelector("[data-just-play]")).click();
  }
  const shown = async () =>
    Number(await (await page.waitForSelector("[data-number]")).evaluate((at) => at.dataset.number));
  const last = events === undefined ? Infinity : (await shown()) + events;
  const chance = seeded(7);
  for (let clicks = 0; clicks < most; clicks++) {
    const seen = await waitFor(page, chance(), (drawn) => {
      const visible = (name) =>
        [...document.querySelectorAll(name)].filter((each) => each.getClientRects().length);
      if (visible("[data-status='over']").length) return "over";
      const choices = visible("[data-choice]");
      // Not always the first one: that may be to put back what was taken up.
      return visible("[data-confirm]:enabled")[0] ?? choices[Math.floor(drawn * choices.length)];
    });
    const thing = seen.asElement();
    if (!thing || (await shown()) >= last) return clicks;
    // What the table takes away meanwhile cannot be clicked any more.
    await thing.click().catch(async (error) => {
      if (await thing.evaluate((node) => node.isConnected && Boolean(node.dataset.choice))) throw error;
    });
    if (picture && clicks === 3) await page.screenshot({ path: picture });
  }
  throw new Error(`the game is not over after ${most} clicks`);
}

/** Numbers from 0 to 1 that are the same each time. */
function seeded(state) {
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** What a function finds in the page, once it finds something. Puppeteer's own wait needs eval, which the site forbids. */
async function waitFor(page, argument, find) {
  const until = Date.now() + page.getDefaultTimeout();
  while (Date.now() < until) {
    const seen = await page.evaluateHandle(find, argument);
    if (await seen.evaluate((found) => Boolean(found))) return seen;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error("nothing more can be chosen, and the game is not over");
}
