// The panel "Results": a search's hits, F4, calls, a second search beside a pinned one, the page, copies, clearing.

import { chooseInMenu, clipboard, input, menuEntry, openWindow, page, picture, rows, runCommand, seen, wait } from "../driver.mjs";
import { waitForItem } from "../status.mjs";

const INDEXED_MS = 300_000; // on a busy machine

const panel = page.locator('.pane:has(.pane-header[aria-label^="Results"])');
const hits = panel.locator(".monaco-list-row");

async function shown() {
  return hits.evaluateAll((all) =>
    all.map((row) => ({
      level: Number(row.getAttribute("aria-level")),
      label: row.querySelector(".label-name").textContent,
      description: row.querySelector(".label-description")?.textContent ?? "",
      marks: [...row.querySelectorAll(".highlight")].map((mark) => mark.textContent),
    })),
  );
}

async function searchInPanel(query) {
  await runCommand("Codebase: Search");
  await page.getByPlaceholder("what the code does").waitFor();
  await input.fill(query);
  await wait("hits", async () => (await rows.count()) > 0);
  await page.locator(".quick-input-widget:visible").getByRole("button", { name: /Side Bar|Panel/ }).click();
  await hits.filter({ hasText: query }).first().waitFor();
}

async function place() {
  const file = await page.locator(".tab.active").first().getAttribute("data-resource-name", { timeout: 1000 });
  const cursor = await page.locator('.statusbar-item[id="status.editor.selection"]').textContent({ timeout: 1000 });
  return `${file} ${cursor.trim()}`;
}

async function menuOf(row, title) {
  await wait(`a menu with ${title}`, async () => {
    await row.click({ button: "right" });
    if (await menuEntry(title).waitFor({ timeout: 5000 }).then(() => true, () => false)) return true;
    await page.keyboard.press("Escape"); // a row that was drawn anew meanwhile opens no menu, or that of another
    return false;
  });
  await chooseInMenu(title);
}

const first = (text) => hits.filter({ hasText: text }).first();

export const steps = {
  async search() {
    await openWindow();
    await page.locator('.activitybar [aria-label^="Codebase"]').first().click();
    await page.locator(".pane-header", { hasText: "Tree" }).first().click(); // folds it: there is more room
    await searchInPanel("scan_once");
    await wait("hits, asked for again while the index is made", async () => (await hits.count()) > 3, INDEXED_MS);
    seen.found = await shown();
  },
  async walk() {
    seen.walked = [];
    for (const key of ["F4", "F4", "Shift+F4"]) {
      const before = await place().catch(() => "");
      await page.keyboard.press(key);
      await wait(`another place by ${key}`, async () => (await place().catch(() => "")) !== before);
      seen.walked.push(await place());
    }
  },
  async runAgainWithTheWholeIndex() {
    await waitForItem(/^\s*Codebase\s*$/, 3);
    await runCommand("Codebase: Run Search Again");
    await panel.locator(".message:visible", { hasText: /index/i }).waitFor({ state: "detached" });
    await hits.filter({ hasText: "def scan_once(" }).first().waitFor();
  },
  async calls() {
    const hit = hits.filter({ hasText: "def scan_once(" }).first();
    await hit.locator(".monaco-tl-twistie").click();
    await first("Called by").waitFor();
    await first("Calls").locator(".monaco-tl-twistie").click();
    await first("Called by").locator(".monaco-tl-twistie").click();
    await wait("callers and callees", async () => {
      const called = (await shown()).filter(({ level }) => level === 5).map(({ label }) => label);
      return called.includes("JSONArray") && called.includes("py_make_scanner._scan_once");
    });
    seen.calls = await shown();
    await hits.filter({ hasText: "JSONArray" }).first().click();
    await wait("the caller", async () => (await place().catch(() => "")).startsWith("decoder.py"));
    seen.caller = await place();
  },
  async copyOneHit() {
    await menuOf(hits.filter({ hasText: "def scan_once(" }).first(), /^Copy$/);
    await wait("the copy", async () => (await clipboard()).includes("def scan_once("));
    seen.oneHit = await clipboard();
  },
  async copyAll() {
    await runCommand("Codebase: Copy All Results");
    await wait("the copy", async () => (await clipboard()) !== seen.oneHit);
    seen.all = await clipboard();
  },
  async openAsEditor() {
    await runCommand("Codebase: Open Results as Editor");
    await page.locator(".tab.active", { hasText: "scan_once" }).waitFor();
    await page.locator(".editor-instance:visible .detected-link").first().waitFor();
    seen.page = await page.locator(".editor-instance:visible .view-lines").first().innerText();
    await picture("results-page");
    const link = page.locator(".editor-instance:visible .detected-link").nth(1);
    await page.keyboard.down("Control"); // which draws the links anew: their place is clicked, not an element
    await wait("the link's file", async () => {
      const box = await link.boundingBox({ timeout: 1000 }).catch(() => null);
      if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.waitForTimeout(500);
      return /\.py /.test(await place().catch(() => ""));
    });
    await page.keyboard.up("Control");
    seen.followed = await place();
  },
  async pinAndSearchAgain() {
    await runCommand("Codebase: Pin Search");
    await searchInPanel("decode a json document");
    await searchInPanel("measureWidth");
    seen.searches = (await shown()).filter(({ level }) => level === 1);
  },
  async copyAsContext() {
    await menuOf(hits.filter({ hasText: "function measureWidth" }).first(), "Copy as Context");
    await rows.filter({ hasText: "2,000 tokens" }).first().click();
    await wait("the copy", async () => (await clipboard()).startsWith("# Code of: "));
    seen.context = await clipboard();
    await runCommand("Notifications: Clear All Notifications");
  },
  async refine() {
    await runCommand("Codebase: Refine Search");
    await page.getByPlaceholder("what the code does").waitFor();
    seen.refined = await input.inputValue();
    await page.keyboard.press("Escape");
  },
  async remove() {
    const row = hits.filter({ hasText: "function measureWidth" });
    await row.first().click();
    await page.keyboard.press("Delete");
    await wait("the row to go", async () => (await row.count()) === 0);
  },
  async dark() {
    await runCommand("Preferences: Toggle between Light/Dark Themes");
    await page.locator(".monaco-workbench.vs-dark").waitFor();
    await page.waitForTimeout(500);
  },
  async clear() {
    await runCommand("Codebase: Clear Results");
    await panel.getByRole("button", { name: "Search the Codebase" }).waitFor();
    seen.cleared = await hits.count();
  },
};
