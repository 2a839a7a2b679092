// A browser at VS Code's window, and the gestures that sessions are made of.
// Usage: node driver.mjs sessions/SUBJECT.mjs URL RESULT.json
// A session's module exports `steps`: functions by name, run in order, which write into `seen`.
// Needs playwright-core under TOOLS and the browser CHROMIUM; leaves a picture of each step in PICTURES, if that is set.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [session, address, result] = process.argv.slice(2);
const { chromium } = createRequire(path.join(process.env.TOOLS, "package.json"))("playwright-core");
const TIMEOUT_MS = 600_000; // against "for ever": what takes a user a second takes a machine that has much else to do minutes
const EFFECT_MS = 10_000; // a gesture that had no effect by then is made again
const LOOK_MS = 5_000;
const SETTLED_MS = 800;

/** The address of VS Code's window at the workspace. */
export const url = address;

/**
 * What the session saw: its result. Some things may be gone before one looks, and are noted whenever they are shown: every
 * text of the progress in the status bar in `progress`, every message in `messages`, and every hit that F4 told in `walkedHits`.
 */
export const seen = { progress: [], messages: [], walkedHits: [] };

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const context = await browser.newContext({
  permissions: ["clipboard-read", "clipboard-write"],
  viewport: { width: 1280, height: 800 },
});
export const page = await context.newPage();
page.setDefaultTimeout(TIMEOUT_MS);
await page.exposeFunction("report", (list, text) => seen[list].push(text));
await page.addInitScript(() => {
  const shown = { progress: [], messages: [], walkedHits: [] };
  function note(list, texts) {
    for (const text of texts) if (!shown[list].includes(text)) window.report(list, text);
    shown[list] = texts;
  }
  const textsOf = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent ?? "");
  new MutationObserver(() => {
    const items = textsOf(".statusbar-item");
    note("progress", items.filter((text) => text.includes("Indexing")));
    note("walkedHits", items.filter((text) => text.includes("Codebase: hit ")));
    note("messages", textsOf(".notification-list-item-message"));
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
});

export const input = page.locator(".quick-input-widget:visible input[type=text]");
export const rows = page.locator(".quick-input-widget:visible .quick-input-list .monaco-list-row");

/** Opens the window, or opens it again. */
export async function openWindow() {
  await page.goto("about:blank");
  await page.goto(url);
  await page.locator(".monaco-workbench").waitFor();
}

let patience = TIMEOUT_MS;
let trouble; // the last error of a look or a gesture

/** Returns what an action returns, or undefined if it fails or has to wait so long for an element. */
async function attempt(action, limit) {
  const before = patience;
  page.setDefaultTimeout((patience = limit));
  try {
    return await action();
  } catch (error) {
    trouble = error;
    return undefined;
  } finally {
    page.setDefaultTimeout((patience = before));
  }
}

/**
 * Looks until something holds, and returns what that look returned: a moment later it may be something else. A wait that is
 * part of a gesture has the patience of that: what it waits for may be gone for good.
 */
export async function wait(what, condition, limit = patience, look = LOOK_MS) {
  for (const end = Date.now() + limit; ; await page.waitForTimeout(50)) {
    const found = await attempt(condition, look);
    if (found) return found;
    if (Date.now() > end) throw new Error(`timed out: ${what}${trouble === undefined ? "" : ` (${trouble})`}`);
  }
}

/**
 * Makes a gesture, waits until something holds, and returns what the look at that returned. A busy window loses clicks and
 * keys, since a list is filled anew under the mouse or the focus goes elsewhere: where a gesture has no effect it is made
 * again, never without a look before, and with more patience each time.
 */
export async function until(what, gesture, condition) {
  const end = Date.now() + patience;
  for (let limit = EFFECT_MS; Date.now() < end; ) {
    const start = Date.now();
    const isMade = await attempt(async () => (await gesture(), true), 2 * limit);
    const found = await wait(what, condition, isMade ? limit : SETTLED_MS).catch(() => undefined);
    if (found) return found;
    if (Date.now() - start > limit) limit *= 2;
  }
  throw new Error(`timed out: ${what}${trouble === undefined ? "" : ` (${trouble})`}`);
}

/** Reads until what is read is right and has not changed for some time; returns it. */
export async function settled(what, read, isRight = () => true, quiet = SETTLED_MS) {
  let last, since;
  return wait(`${what} to settle`, async () => {
    const now = await read();
    if (JSON.stringify(now) !== JSON.stringify(last)) [last, since] = [now, Date.now()];
    return Date.now() - since >= quiet && isRight(now) && { now };
  }).then(({ now }) => now, (error) => {
    throw new Error(`${error.message}: ${JSON.stringify(last)}`);
  });
}

/** A condition: something is to be seen. */
export function visible(locator) {
  return () => locator.first().isVisible();
}

/** A condition: nothing of it is to be seen. */
export function gone(locator) {
  return async () => (await locator.filter({ visible: true }).count()) === 0;
}

/** Presses a key until something holds. */
export async function pressUntil(what, key, condition) {
  return until(what, () => page.keyboard.press(key), condition);
}

/** Puts a text into the open quick input. */
export async function type(text) {
  await until(`the text ${text}`, () => input.fill(text), async () => (await input.inputValue()) === text);
}

/** Closes the quick input, if one is open. */
export async function closeInput() {
  await pressUntil("the quick input to close", "Escape", gone(input));
}

export async function openPalette(prefix) {
  await pressUntil("the palette", "F1", async () => (await input.inputValue()).startsWith(">"));
  await type(prefix);
}

/** Runs a command by its title in the palette; waits until it is known, since extensions are read after the window is shown. */
export async function runCommand(title, effect = async () => true) {
  const exact = new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
  const titled = rows.filter({ hasText: title });
  const named = titled.filter({ has: page.locator(".label-name", { hasText: exact }) }); // others may be more recent
  let isChosen = false;
  await until(
    `the command ${title}`,
    async () => {
      isChosen = false;
      await page.keyboard.press("Escape"); // an open palette is not told of new commands
      await openPalette(`>${title}`);
      await titled.first().waitFor({ timeout: LOOK_MS });
      await ((await named.count()) > 0 ? named : titled).first().click();
      isChosen = true;
    },
    async () => isChosen && !(await isPalette()) && effect(),
  );
}

/** Whether the palette still waits for a command. */
async function isPalette() {
  return (await input.count()) > 0 && (await input.inputValue()).startsWith(">");
}

/** Chooses a row of the open quick pick by a text in it, until the pick is gone or something else holds. */
export async function chooseRow(text, effect = gone(rows.filter({ hasText: text }))) {
  const row = rows.filter({ hasText: text }).first();
  await row.waitFor();
  await until(`the choice of ${text}`, () => row.click(), effect);
}

/** Opens a file by its name, at a line if that is given. */
export async function openFile(name, line) {
  const row = rows.filter({ hasText: name }).first();
  const tab = page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`);
  const place = page.locator('.statusbar-item[id="status.editor.selection"]', { hasText: new RegExp(`Ln ${line},`) });
  await until(
    `the file ${name}`,
    async () => {
      await openPalette(line === undefined ? name : `${name}:${line}`);
      await row.waitFor();
      await row.click();
    },
    async () => (await visible(tab)()) && (line === undefined || (await visible(place)())) && gone(input)(),
  );
}

const searchBox = page.getByPlaceholder("what the code does");

/** Asks in the search, in a new one if it must be, until the look at the answer returns something; returns that. */
export async function search(query, answer) {
  let isFirst = true;
  async function ask() {
    await (isFirst && (await searchBox.isVisible()) ? type(query) : openSearch(query));
    isFirst = false;
  }
  return until(`the answer to ${query}`, ask, async () => (await searchBox.inputValue()) === query && answer());
}

/** Opens the search, with a query. */
export async function openSearch(query = "") {
  async function open() {
    await runCommand("Codebase: Search", visible(searchBox));
    await type(query);
  }
  await until("the search", open, async () => (await searchBox.inputValue()) === query); // a window that has just opened closes it
}

/** The labels of the rows of the open quick pick. */
export async function labels() {
  return rows.evaluateAll((all) => all.map((row) => row.querySelector(".label-name").textContent));
}

/** The text that is selected in the visible editor, by way of the clipboard; empty while the focus is elsewhere. */
export async function selectedText() {
  await page.locator(".editor-instance:visible .monaco-editor").first().waitFor();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.keyboard.press("Control+C");
  return wait("a copy of the selection", clipboard, LOOK_MS).catch(() => "");
}

/** Reads the selection until it is what it should be; returns it. */
export async function selectionOf(expected) {
  return wait(`${expected} to be selected`, async () => {
    const text = await selectedText();
    return text === expected && text;
  });
}

export async function clipboard() {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Chooses from a context menu, which a gesture opens, until something holds; returns what the look at that returned. */
export async function chooseFromMenu(open, title, effect) {
  const entry = page.locator(".monaco-menu .action-label", { hasText: title }).first();
  return until(
    `${title} in a menu`,
    async () => {
      if (await entry.isVisible()) await page.keyboard.press("Escape"); // it may be another's: a row was drawn anew
      await open();
      await entry.waitFor();
      await page.waitForTimeout(300); // a menu takes no click in its first moment
      await entry.click();
    },
    effect,
  );
}

export async function picture(name) {
  if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`) });
}

const subject = path.basename(session, ".mjs");

async function run(steps) {
  for (const [name, step] of Object.entries(steps)) {
    trouble = undefined;
    try {
      await step();
    } catch (error) {
      seen.failure = `${name}: ${error}`;
      await picture(`${subject}-failure`);
      return;
    }
    await picture(`${subject}-${name}`);
    seen[`${name}Progress`] = [...seen.progress];
  }
}

// Not awaited here: the session imports this module, which must have ended before.
import(pathToFileURL(path.resolve(session)).href)
  .then(({ steps }) => run(steps))
  .catch((error) => {
    seen.failure = String(error);
  })
  .finally(async () => {
    await page.goto("about:blank"); // as closing the window does; for a browser that vanishes, VS Code keeps its processes
    writeFileSync(result, JSON.stringify(seen));
    await browser.close();
  });
