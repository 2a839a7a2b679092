// From part to part: the status item's menu, the search, the panel, similar code, and F4 beside VS Code's own search.

import {
  chooseRow, closeInput, input, labels, openFile, openSearch, openWindow, page, picture, pressUntil, rows, runCommand,
  search as find, seen, selectedText, settled, type, until, visible, wait,
} from "../driver.mjs";
import { READY, openMenu, waitForItem } from "../status.mjs";

const box = page.getByPlaceholder("what the code does");
const title = page.locator(".quick-input-widget:visible .quick-input-title");
const panel = page.locator('.pane:has(.pane-header[aria-label^="Results"])');
const hits = panel.locator(".monaco-list-row");

/** The question that is shown in the panel and its count, if they are right. */
async function search(isRight) {
  const shown = await hits.first().evaluate((row) => ({
    label: row.querySelector(".label-name").textContent,
    count: row.querySelector(".label-description")?.textContent ?? "",
  }));
  return isRight(shown) && shown;
}

/** Searches in the picker, then shows the hits in the panel; returns the question and the count that are shown there. */
async function toPanel(query, isAnswer, isRight) {
  async function go() {
    await find(query, isAnswer);
    await page.keyboard.press("Alt+Enter");
  }
  return until(`${query} in the panel`, go, () => search(isRight));
}

const severalRows = async () => (await rows.count()) > 3;

/** Turns a filter of the open search on by its key. */
async function filter(key, word) {
  await pressUntil(`the filter ${word}`, key, async () => (await title.textContent()).includes(word));
}

/** Scrolls the panel by a key. No row is clicked: the one that is meant may lie under those that stick to the top. */
async function scroll(key) {
  await page.mouse.move(0, 0); // a tooltip hides rows
  await panel.locator(".monaco-list").focus();
  await page.keyboard.press(key);
}

export const steps = {
  async menu() {
    await openWindow();
    await waitForItem(READY);
    await openMenu();
    const welcome = panel.getByRole("button", { name: "Search the Codebase" });
    await chooseRow("Show Results", visible(welcome));
    const tree = page.locator(".pane-header", { hasText: "Tree" }).first();
    await until("more room", () => tree.click(), async () => (await tree.getAttribute("aria-expanded")) === "false");
  },
  async toPanel() {
    await openSearch();
    await filter("Alt+O", "code only");
    await pressUntil("the languages", "Alt+L", visible(rows.filter({ hasText: "python" })));
    await type("python");
    await wait("only python", async () => (await labels())[0] === "python");
    await pressUntil("the search with its filters", "Enter", visible(box));
    await wait("the filter python", async () => (await title.textContent()).includes("python"));
    const isFirst = ({ label, count }) => label.startsWith("read a message") && count !== "";
    seen.first = await toPanel("read a message", severalRows, isFirst);
  },
  async loadMore() {
    async function loadMore() {
      await scroll("End");
      await hits.filter({ hasText: "More hits" }).first().click();
    }
    async function isMore() {
      await scroll("Home");
      return search(({ count }) => count !== "" && count !== seen.first.count);
    }
    seen.more = await until("more hits", loadMore, isMore);
  },
  async runAgain() {
    await runCommand("Codebase: Run Search Again");
    await wait("the first hits", () => search(({ count }) => count === seen.first.count));
  },
  async refine() {
    await runCommand("Codebase: Refine Search", visible(box));
    const read = async () => ({ title: await title.textContent(), query: await input.inputValue() });
    seen.refined = await settled("the search", read, ({ query }) => query !== "");
    const isSecond = ({ label }) => label.startsWith("decode");
    seen.second = await toPanel("decode a json document", severalRows, isSecond);
  },
  async refineWithoutFilters() {
    await openSearch();
    await pressUntil("no filter", "Alt+Backspace", async () => (await title.textContent()) === "Codebase: Search");
    const isThere = async () => (await labels()).includes("measureWidth");
    await toPanel("measureWidth", isThere, ({ label }) => label === "measureWidth");
    await openSearch();
    await filter("Alt+O", "code only"); // which the panel's search does not have
    await closeInput();
    await runCommand("Codebase: Refine Search", visible(box));
    const read = async () => ({ title: await title.textContent(), query: await input.inputValue() });
    seen.unfiltered = await settled("the search", read, ({ query }) => query !== "");
    await closeInput();
  },
  async similarToPanel() {
    await openFile("decoder.py", 340);
    const widget = page.locator(".quick-input-widget:visible");
    const button = widget.getByRole("button", { name: "Show the Hits in the Side Bar" });
    async function show() {
      await runCommand("Codebase: Find Similar Code", visible(page.getByPlaceholder("Filter by name, path or line")));
      await wait("code like it", async () => (await rows.count()) > 1);
      await button.click();
    }
    seen.similar = await until("the search", show, () => search(({ label }) => label.startsWith("Like ")));
    await picture("together-similar");
  },
  async ownSearch() {
    const text = page.locator(".search-view textarea[aria-label^='Search']").first();
    await runCommand("Search: Find in Files", visible(text));
    async function ask() {
      await text.fill("JSONDecodeError(");
      await page.keyboard.press("Enter");
    }
    await until("its hits", ask, visible(page.locator(".search-view .monaco-list-row").nth(2)));
    seen.walkedHits.length = 0;
    await pressUntil("its hit", "F4", async () => (await selectedText()) === "JSONDecodeError(");
    seen.ownSearch = seen.walkedHits.length;
  },
  async ourSearch() {
    const icon = page.locator('.activitybar [aria-label^="Codebase"]').first();
    await until("the panel", () => icon.click(), visible(hits));
    seen.ourSearch = await pressUntil("our hit", "F4", () => seen.walkedHits[0]?.trim());
  },
};
