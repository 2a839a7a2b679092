// From part to part: the status item's menu, the search, the panel, similar code, and F4 beside VS Code's own search.

import { input, labels, openPalette, openWindow, page, picture, rows, runCommand, seen, selectedText, wait } from "../driver.mjs";
import { item, waitForItem } from "../status.mjs";

const PLACEHOLDER = "what the code does";
const title = page.locator(".quick-input-widget:visible .quick-input-title");
const panel = page.locator('.pane:has(.pane-header[aria-label^="Results"])');
const hits = panel.locator(".monaco-list-row");

/** The question that is shown in the panel, and its count. */
async function search() {
  return hits.first().evaluate((row) => ({
    label: row.querySelector(".label-name").textContent,
    count: row.querySelector(".label-description")?.textContent ?? "",
  }));
}

async function choose(key, name) {
  await page.keyboard.press(key);
  const row = rows.filter({ hasText: name }).first();
  await row.waitFor();
  await input.fill(name);
  await wait(`only ${name}`, async () => (await labels())[0] === name);
  await page.keyboard.press("Enter");
  await page.getByPlaceholder(PLACEHOLDER).waitFor();
}

/** Scrolls the panel by a key. No row is clicked: the one that is meant may lie under those that stick to the top. */
async function scroll(key) {
  await page.mouse.move(0, 0); // a tooltip hides rows
  await panel.locator(".monaco-list").focus();
  await page.keyboard.press(key);
}

async function openFile(name, line) {
  await openPalette("");
  await input.fill(`${name}:${line}`);
  await rows.filter({ hasText: name }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  await page.getByText(`Ln ${line}, Col 1`).waitFor();
}

export const steps = {
  async menu() {
    await openWindow();
    await waitForItem(/^\s*Codebase\s*$/, 5);
    await item.click();
    await rows.filter({ hasText: "Show Results" }).first().click();
    await panel.getByRole("button", { name: "Search the Codebase" }).waitFor();
    await page.locator(".pane-header", { hasText: "Tree" }).first().click(); // folds it: there is more room
  },
  async toPanel() {
    await runCommand("Codebase: Search");
    await page.getByPlaceholder(PLACEHOLDER).waitFor();
    await page.keyboard.press("Alt+O");
    await choose("Alt+L", "python");
    await input.fill("read a message");
    await wait("hits", async () => (await rows.count()) > 3);
    await page.keyboard.press("Alt+Enter");
    await wait("hits in the panel", async () => (await hits.count()) > 3);
    seen.first = await search();
  },
  async loadMore() {
    await scroll("End");
    await hits.filter({ hasText: "More hits" }).first().click();
    await scroll("Home");
    await wait("more hits", async () => (await search()).count !== seen.first.count);
    seen.more = await search();
  },
  async runAgain() {
    await runCommand("Codebase: Run Search Again");
    await wait("the first hits", async () => (await search()).count === seen.first.count);
  },
  async refine() {
    await runCommand("Codebase: Refine Search");
    await page.getByPlaceholder(PLACEHOLDER).waitFor();
    seen.refined = { title: await title.textContent(), query: await input.inputValue() };
    await input.fill("decode a json document");
    await wait("hits", async () => (await rows.count()) > 3);
    await page.keyboard.press("Alt+Enter");
    await wait("the refined search", async () => (await search()).label.startsWith("decode"));
    seen.second = await search();
  },
  async refineWithoutFilters() {
    await runCommand("Codebase: Search");
    await page.getByPlaceholder(PLACEHOLDER).waitFor();
    await page.keyboard.press("Alt+Backspace");
    await input.fill("measureWidth");
    await wait("the hit", async () => (await labels()).includes("measureWidth"));
    await page.keyboard.press("Alt+Enter");
    await wait("the search", async () => (await search()).label === "measureWidth");
    await runCommand("Codebase: Search"); // with a filter that the panel's search does not have
    await page.getByPlaceholder(PLACEHOLDER).waitFor();
    await page.keyboard.press("Alt+O");
    await page.keyboard.press("Escape");
    await runCommand("Codebase: Refine Search");
    await page.getByPlaceholder(PLACEHOLDER).waitFor();
    seen.unfiltered = { title: await title.textContent(), query: await input.inputValue() };
    await page.keyboard.press("Escape");
  },
  async similarToPanel() {
    await openFile("decoder.py", 340);
    await runCommand("Codebase: Find Similar Code");
    await page.getByPlaceholder("Filter by name, path or line").waitFor();
    await wait("code like it", async () => (await rows.count()) > 1);
    await page.locator(".quick-input-widget:visible").getByRole("button", { name: "Show the Hits in the Side Bar" }).click();
    await wait("the search", async () => (await search()).label.startsWith("Like "));
    seen.similar = await search();
    await picture("together-similar");
  },
  async ownSearch() {
    await runCommand("Search: Find in Files");
    const box = page.locator(".search-view textarea[aria-label^='Search']").first();
    await box.waitFor();
    await box.fill("JSONDecodeError(");
    await page.keyboard.press("Enter");
    await page.locator(".search-view .monaco-list-row").nth(2).waitFor();
    await page.keyboard.press("F4");
    await wait("its hit", async () => (await selectedText()) === "JSONDecodeError(");
    seen.ownSearch = await page.getByText(/^Codebase: hit/).count();
  },
  async ourSearch() {
    await page.locator('.activitybar [aria-label^="Codebase"]').first().click();
    await hits.first().waitFor();
    await page.keyboard.press("F4");
    const told = page.getByText(/^Codebase: hit/).first();
    await told.waitFor();
    seen.ourSearch = await told.textContent();
  },
};
