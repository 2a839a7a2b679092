// The panel "Results": a search's hits, F4, calls, a second search beside a pinned one, the page, copies, clearing.

import {
  chooseFromMenu, chooseRow, clipboard, closeInput, gone, input, openWindow, page, picture, pressUntil, rows, runCommand,
  search, seen, settled, until, visible, wait,
} from "../driver.mjs";
import { READY, closeMessages, waitForItem } from "../status.mjs";

const panel = page.locator('.pane:has(.pane-header[aria-label^="Results"])');
const hits = panel.locator(".monaco-list-row");

/** The rows of the panel, if they are right. */
async function shown(isRight = (all) => all.length > 0) {
  const all = await hits.evaluateAll((elements) =>
    elements.map((row) => ({
      level: Number(row.getAttribute("aria-level")),
      label: row.querySelector(".label-name").textContent,
      description: row.querySelector(".label-description")?.textContent ?? "",
      marks: [...row.querySelectorAll(".highlight")].map((mark) => mark.textContent),
    })),
  );
  return isRight(all) && all;
}

/** Searches, and shows the hits in the panel. */
async function searchInPanel(query) {
  const isInPanel = visible(hits.filter({ hasText: query }));
  const button = page.locator(".quick-input-widget:visible").getByRole("button", { name: /Side Bar|Panel/ });
  async function show() {
    await search(query, async () => (await rows.count()) > 0);
    await button.click();
  }
  await until(`${query} in the panel`, show, isInPanel);
}

async function place() {
  const file = await page.locator(".tab.active").first().getAttribute("data-resource-name");
  const cursor = await page.locator('.statusbar-item[id="status.editor.selection"]').textContent();
  return `${file} ${cursor.trim()}`;
}

/** The place, if it is right. */
async function placeIn(file) {
  const now = await place();
  return now.startsWith(file) && now;
}

async function menuOf(row, title, effect) {
  return chooseFromMenu(() => row.click({ button: "right" }), title, effect);
}

/** Opens or closes a row by its twistie until something holds. */
async function turn(row, effect) {
  await until("the row to open or close", () => row.locator(".monaco-tl-twistie").click(), effect);
}

const first = (text) => hits.filter({ hasText: text }).first();

export const steps = {
  async search() {
    await openWindow();
    const icon = page.locator('.activitybar [aria-label^="Codebase"]').first();
    await until("the panel", () => icon.click(), visible(panel));
    const tree = page.locator(".pane-header", { hasText: "Tree" }).first();
    await until("more room", () => tree.click(), async () => (await tree.getAttribute("aria-expanded")) === "false");
    await searchInPanel("scan_once");
    await wait("hits, asked for again while the index is made", () => shown((all) => all.length > 3));
    const again = () => runCommand("Codebase: Run Search Again"); // the file that is found first may be read last
    seen.found = await until("the best hit", again, () => shown((all) => all.length > 3 && all[1].label === "scanner.py"));
  },
  async walk() {
    const hit = () => /hit \d+/.exec(seen.walkedHits.at(-1) ?? "")?.[0]; // of how many may change: the index is made
    async function walk(key, isThere) {
      await pressUntil(`a hit by ${key}`, key, () => hit() !== undefined && isThere());
      return settled("the place", async () => ({ hit: hit(), place: await place() }), isThere);
    }
    const first = await walk("F4", () => true);
    const second = await walk("F4", () => hit() !== first.hit);
    const back = await walk("Shift+F4", () => hit() === first.hit);
    seen.walked = [first.place, second.place, back.place];
  },
  async runAgainWithTheWholeIndex() {
    await waitForItem(READY);
    await runCommand("Codebase: Run Search Again");
    await wait("all hits", gone(panel.locator(".message", { hasText: /index/i })));
    await first("def scan_once(").waitFor();
  },
  async calls() {
    await turn(first("def scan_once("), visible(first("Called by")));
    const called = (all, label) => all.some((row) => row.level === 5 && row.label === label);
    await turn(first("Calls"), () => shown((all) => called(all, "py_make_scanner._scan_once")));
    await turn(first("Called by"), () => shown((all) => called(all, "JSONArray")));
    const isWhole = (all) => called(all, "JSONArray") && called(all, "py_make_scanner._scan_once");
    seen.calls = await wait("callers and callees", () => shown(isWhole));
    seen.caller = await until("the caller", () => first("JSONArray").click(), () => placeIn("decoder.py Ln "));
  },
  async copyOneHit() {
    seen.oneHit = await menuOf(first("def scan_once("), /^Copy$/, async () => {
      const text = await clipboard();
      return text.includes("def scan_once(") && text;
    });
  },
  async copyAll() {
    await runCommand("Codebase: Copy All Results");
    seen.all = await wait("the copy", async () => {
      const text = await clipboard();
      return text !== seen.oneHit && text;
    });
  },
  async openAsEditor() {
    const editor = page.locator(".editor-instance:visible");
    await runCommand("Codebase: Open Results as Editor");
    await page.locator(".tab.active", { hasText: "scan_once" }).waitFor();
    await editor.locator(".detected-link").first().waitFor();
    seen.page = await editor.locator(".view-lines").first().innerText();
    await picture("results-page");
    const link = editor.locator(".detected-link").nth(1);
    async function follow() {
      await page.keyboard.down("Control"); // which draws the links anew: their place is clicked, not an element
      const { x, y, width, height } = await link.boundingBox();
      await page.mouse.click(x + width / 2, y + height / 2);
    }
    seen.followed = await until("the link's file", follow, async () => {
      const now = await place();
      return /\.py Ln /.test(now) && now;
    });
    await page.keyboard.up("Control");
  },
  async pinAndSearchAgain() {
    await runCommand("Codebase: Pin Search");
    await searchInPanel("decode a json document");
    await searchInPanel("measureWidth");
    seen.searches = await wait("the searches", async () => {
      const searches = (await shown()).filter(({ level }) => level === 1);
      return searches.length === 2 && searches[0].label === "measureWidth" && searches;
    });
  },
  async copyAsContext() {
    const budget = rows.filter({ hasText: "2,000 tokens" });
    await menuOf(first("function measureWidth"), "Copy as Context", visible(budget));
    await chooseRow("2,000 tokens");
    seen.context = await wait("the copy", async () => {
      const text = await clipboard();
      return text.startsWith("# Code of: ") && text;
    });
    await closeMessages();
  },
  async refine() {
    await runCommand("Codebase: Refine Search", visible(page.getByPlaceholder("what the code does")));
    seen.refined = await settled("the query", () => input.inputValue(), (query) => query !== "");
    await closeInput();
  },
  async remove() {
    const row = hits.filter({ hasText: "function measureWidth" });
    async function remove() {
      await row.first().click();
      await page.keyboard.press("Delete");
    }
    await until("the row to go", remove, gone(row));
  },
  async dark() {
    await runCommand("Preferences: Toggle between Light/Dark Themes", visible(page.locator(".monaco-workbench.vs-dark")));
    await page.waitForTimeout(500); // for the picture
  },
  async clear() {
    await runCommand("Codebase: Clear Results");
    await panel.getByRole("button", { name: "Search the Codebase" }).waitFor();
    seen.cleared = await hits.count();
  },
};
