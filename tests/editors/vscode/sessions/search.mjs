// The search: preview, places restored, filters, history, selection, menus. Line 200 of `long.py` is where the user is.
// Given: SENT and RECEIVED (all that the server was sent, and sent).

import { readFileSync } from "node:fs";
import {
  chooseFromMenu, gone, input, labels, openFile, openPalette, openWindow, page, picture, pressUntil, rows, runCommand, seen,
  selectionOf, settled, type, until, visible, wait,
} from "../driver.mjs";
import { READY, waitForItem } from "../status.mjs";

const box = page.getByPlaceholder("what the code does");
const title = page.locator(".quick-input-widget:visible .quick-input-title");
const highlighted = page.locator(".editor-instance:visible .view-overlays .cdr").filter({ visible: true });
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What the user has in front: tabs by group (`*` the active one, `~` a preview), first line shown, cursor. */
async function place() {
  const tabs = await page.locator(".editor-group-container").evaluateAll((groups) =>
    groups.map((group) =>
      [...group.querySelectorAll(".tab")].map(
        (tab) => `${tab.dataset.resourceName}${tab.classList.contains("active") ? "*" : ""}${tab.querySelector(".label-name")?.closest(".italic") || tab.querySelector(".italic") ? "~" : ""}`,
      ),
    ),
  );
  const first = await firstLine();
  const cursor = await page.locator("#status\\.editor\\.selection").textContent();
  return { tabs, first, cursor: cursor.trim() };
}

/** The number of the first line that is wholly shown, by its place on the screen. */
async function firstLine() {
  return page.locator(".editor-group-container.active .editor-instance .monaco-editor").first().evaluate((editor) => {
    const top = editor.getBoundingClientRect().top;
    const numbers = [...editor.querySelectorAll(".margin-view-overlays .line-numbers")]
      .map((line) => ({ number: Number(line.textContent), y: line.getBoundingClientRect().top - top }))
      .filter(({ y }) => y >= 0);
    return Math.min(...numbers.map(({ number }) => number));
  });
}

/** The place, once it is right and stays so. */
async function placeOnce(isRight) {
  return settled("the place", place, isRight);
}

/** Whether a file is in front, at a place. */
function isInFront(file, { tabs }) {
  return tabs.some((group) => group.some((tab) => tab.startsWith(`${file}*`)));
}

async function openSearch() {
  async function press() {
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Control+G");
  }
  await until("the search", press, visible(box));
}

async function cancel() {
  await pressUntil("the search to close", "Escape", gone(input));
}

/** The requests of searches, by number. */
function requests() {
  return [...readFileSync(process.env.SENT, "utf8").matchAll(/"id":(\d+),"method":"codebase\/hybridSearch"/g)].map(([, id]) => id);
}

/** Does something that asks the server, and returns the places that are shown after its answer. */
async function asking(gesture) {
  const before = requests().length;
  await gesture();
  await wait("the answer", () => {
    const sent = requests();
    return sent.length > before && new RegExp(`"id": ?${sent.at(-1)}[,}]`).test(readFileSync(process.env.RECEIVED, "utf8"));
  });
  const busy = page.locator(".quick-input-widget:visible .quick-input-progress.active");
  await settled("the rows", async () => [await title.textContent(), await paths(), await busy.count()], ([, , count]) => count === 0);
  return paths();
}

/** Types a query and waits for the answer to it, told by a row that `isThere` accepts. */
async function query(text, isThere = (row) => row.length > 0) {
  await asking(() => type(text));
  return wait(`an answer to ${text}`, async () => {
    const found = await paths();
    return found.some(isThere) && found;
  });
}

/** The places of the rows. */
async function paths() {
  return rows.evaluateAll((all) => all.map((row) => row.querySelector(".label-description")?.textContent ?? ""));
}

/** Moves to the row that follows. */
async function moveTo(path) {
  const active = page.locator(".quick-input-widget:visible .monaco-list-row.focused .label-description");
  await pressUntil(`the row ${path}`, "ArrowDown", async () => (await active.first().textContent()) === path);
}

async function shown(file) {
  const tab = page.locator(`.editor-group-container.active .tab.active[data-resource-name="${file}"]`);
  await wait(`${file} to be in front`, visible(tab));
}

/** Closes the tab of a file. */
async function close(file) {
  const tab = page.locator(`.tab[data-resource-name="${file}"]`);
  await until(`${file} to close`, () => tab.first().click({ button: "middle" }), gone(tab));
}

/** Opens the chosen hit. */
async function accept(key) {
  await pressUntil("the search to close", key, gone(input));
}

/** Turns "code only" on or off. */
async function turnCodeOnly(isOn) {
  const isTurned = async () => (await title.textContent()).includes("code only") === isOn;
  const found = await asking(() => pressUntil("code only", "Alt+O", isTurned));
  return { title: await title.textContent(), paths: found };
}

async function clearFilters() {
  const isClear = async () => (await title.textContent()) === "Codebase: Search";
  return asking(() => pressUntil("no filter", "Alt+Backspace", isClear));
}

/** Chooses a row of the list that a filter's key opens; the search comes back. */
async function choose(key, name) {
  const isListed = visible(rows.filter({ hasText: name }));
  await pressUntil(`the list with ${name}`, key, async () => (await gone(box)()) && isListed()); // hits may have that name, too
  await type(name);
  await wait(`only ${name}`, async () => (await labels())[0].includes(name));
  const found = await asking(() => pressUntil("the search", "Enter", visible(box)));
  return { title: await title.textContent(), paths: found, names: await labels() };
}

export const steps = {
  async start() {
    await openWindow();
    await waitForItem(READY);
  },
  async withoutAnyTab() {
    const tab = page.locator(".tab");
    await openSearch();
    await query("total price");
    await wait("the hit", visible(page.locator(".tab.active")));
    await cancel();
    seen.tabsLeft = await settled("the tabs", () => tab.count(), (count) => count === 0);
  },
  async withPreviewTab() {
    await openFile("money.py", 2);
    const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "long.py" });
    const tab = page.locator('.editor-group-container.active .tab.active[data-resource-name="long.py"]');
    await until("a preview of long.py", () => row.click(), visible(tab));
    await page.keyboard.press("Control+1"); // to the editor
    seen.beforePreviewTab = await placeOnce((now) => isInFront("long.py", now) && now.first !== null);
    await openSearch();
    await query("total price");
    await page.keyboard.press("ArrowDown");
    seen.inPreviewTab = await placeOnce((now) => !isInFront("long.py", now));
    await cancel();
    seen.afterPreviewTab = await placeOnce((now) => isSame(now, seen.beforePreviewTab));
  },
  async preparePlace() {
    await openFile("long.py", 200);
    seen.before = await placeOnce(({ first }) => first > 100);
  },
  async preview() {
    await openSearch();
    seen.rows = await query("total price");
    seen.previews = [];
    for (const [at, row] of seen.rows.slice(0, 4).entries()) {
      if (at > 0) await moveTo(row);
      const read = async () => ({ row, ...(await place()), highlighted: await highlighted.count() });
      const name = row.split("/").at(-1).split(":")[0];
      seen.previews.push(await settled("the preview", read, (now) => isInFront(name, now) && now.highlighted > 0));
      if (at === 0) await picture("picker-light");
    }
    await cancel();
    seen.afterEscape = await placeOnce((now) => isSame(now, seen.before));
    await pressUntil("another place", "Control+Alt+Minus", async () => !isSame(await place(), seen.before)); // "Go Back", on Linux
    seen.back = await placeOnce((now) => !isSame(now, seen.before));
    await openFile("long.py", 200);
  },
  async previewInTheSameFile() {
    await openSearch();
    await query("handler_390", (path) => path.startsWith("long.py"));
    const distance = ({ first }) => Math.abs(first - seen.before.first);
    seen.sameFile = await placeOnce((now) => distance(now) > 1000);
    await cancel();
    seen.afterSameFile = await placeOnce((now) => distance(now) <= 1);
  },
  async movingFast() {
    await openSearch();
    await query("total price");
    for (const key of ["ArrowDown", "ArrowUp"]) for (let times = 0; times < 12; times++) await page.keyboard.press(key);
    const [row] = await paths();
    seen.afterFast = { row, ...(await placeOnce((now) => isInFront(row.split("/").at(-1).split(":")[0], now))) };
    await cancel();
    await shown("long.py");
  },
  async enter() {
    await openSearch();
    await query("compute_total_price", (path) => path.startsWith("shop/cart.py"));
    await accept("Enter");
    await shown("cart.py");
    seen.selected = await selectionOf("compute_total_price");
    const isBack = (now) => isInFront("long.py", now) && now.cursor === seen.before.cursor;
    await pressUntil("long.py", "Control+Alt+Minus", async () => isInFront("long.py", await place())); // "Go Back", on Linux
    seen.backAfterEnter = await placeOnce(isBack);
    await close("cart.py");
  },
  async clickIntoTheEditor() {
    await openSearch();
    await query("compute_total_price", (path) => path.startsWith("shop/cart.py"));
    await shown("cart.py");
    await until("the search to close", () => page.mouse.click(700, 600), gone(input)); // below the list
    seen.afterClick = await placeOnce((now) => isInFront("cart.py", now));
    await close("cart.py");
    await shown("long.py");
  },
  async weak() {
    await openSearch();
    await query("xyzzyqqq plugh");
    seen.heading = await page.locator(".quick-input-widget:visible .quick-input-list-separator").first().textContent();
    await picture("picker-weak");
    await cancel();
  },
  async openToTheSide() {
    await openSearch();
    await query("compute_total_price", (path) => path.startsWith("shop/cart.py"));
    await accept("Control+Enter");
    await shown("cart.py");
    seen.side = await placeOnce(({ tabs }) => tabs.length === 2);
    seen.sideSelected = await selectionOf("compute_total_price");
    await close("cart.py"); // the last one of its group, which goes with it
    await shown("long.py");
  },
  async codeOnly() {
    await openSearch();
    seen.unfiltered = await query("total price");
    seen.codeOnly = await turnCodeOnly(true);
    await picture("picker-filters");
    await cancel();
    await openSearch();
    seen.keptTitle = await title.textContent();
    await query("total price");
    seen.codeOnlyOff = await turnCodeOnly(false);
  },
  async filters() {
    await pressUntil("the ways to search", "Alt+M", visible(rows.filter({ hasText: "Meaning" })));
    await page.waitForTimeout(500); // for the picture
    await picture("picker-modes");
    await asking(() => pressUntil("the search", "Escape", visible(box)));
    seen.language = await choose("Alt+L", "typescript");
    await clearFilters();
    seen.kind = await choose("Alt+K", "Classes");
    await clearFilters();
    seen.folder = await choose("Alt+P", "tests");
    await clearFilters();
    seen.mode = await choose("Alt+M", "Literal text");
    const found = await clearFilters();
    seen.cleared = { title: await title.textContent(), paths: found };
    await cancel();
  },
  async symbolPatterns() {
    await openSearch();
    seen.patterns = {};
    for (const pattern of ["?total price", ":class Cart", "total *.ts", "price in:tests"]) {
      seen.patterns[pattern] = { paths: await query(pattern), names: await labels() };
    }
    await cancel();
  },
  async goToSymbol() {
    seen.goToSymbol = await until("symbols", () => openPalette("#price total"), async () => {
      const found = await labels();
      return found.includes("totalPrice") && found.includes("compute_total_price") && found;
    });
    await cancel();
  },
  async history() {
    for (const text of ["compute_total_price", "with_tax"]) {
      await openSearch();
      await query(text);
      await accept("Enter");
    }
    await openFile("long.py", 200);
    await openSearch();
    seen.history = await settled("the history", labels, (texts) => texts.length >= 2);
    await picture("picker-history");
    const recalled = () => input.inputValue();
    const first = await pressUntil("the last query", "ArrowUp", recalled);
    const second = await pressUntil("the one before", "Alt+ArrowUp", async () => (await recalled()) !== first && recalled());
    seen.recalled = [first, second];
    await type("");
    const last = rows.filter({ hasText: first }).first();
    await last.waitFor();
    async function remove() {
      await last.hover();
      await last.locator(".action-label").first().click();
    }
    await until("the row to go", remove, gone(last));
    seen.historyWithoutFirst = await settled("the history", labels);
    await cancel();
  },
  async selection() {
    await openFile("money.py", 5);
    const cursor = page.locator("#status\\.editor\\.selection");
    await openPalette(":5:5");
    await pressUntil("the word", "Enter", async () => /Ln 5, Col 5$/.test(await cursor.textContent()) && gone(input)());
    await pressUntil("the word to be selected", "Control+D", async () => /selected/.test(await cursor.textContent()));
    await openSearch();
    seen.takenOver = await settled("the query", () => input.inputValue(), (text) => text !== "");
    await page.keyboard.type("Cart");
    seen.typedOver = await settled("the query", () => input.inputValue(), (text) => text !== seen.takenOver);
    await cancel();
  },
  async selectionFromTheMenu() {
    const line = page.locator(".editor-instance:visible .view-line", { hasText: "with_tax" });
    const word = line.locator("span", { hasText: "with_tax" }).last();
    await chooseFromMenu(() => word.click({ button: "right" }), "Search for the Selection", visible(box));
    seen.searchedFor = await settled("the query", () => input.inputValue(), (text) => text !== "");
    await wait("hits", async () => (await labels()).includes("with_tax"));
    await cancel();
  },
  async similar() {
    await openFile("cart.py", 8);
    const line = page.locator(".editor-instance:visible .view-line", { hasText: "compute_total_price" }).first();
    const isAnswered = async () => (await paths()).some((path) => path.startsWith("shop/"));
    await chooseFromMenu(() => line.click({ button: "right" }), "Find Similar Code", isAnswered);
    seen.similar = await settled("code like it", paths);
    seen.similarTitle = await title.textContent();
    const name = seen.similar[0].split("/").at(-1).split(":")[0];
    seen.similarPreview = await placeOnce((now) => isInFront(name, now));
    await picture("picker-similar");
    await cancel();
    await shown("cart.py");
  },
  async searchInFolder() {
    const folder = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "tests" }).first();
    await pressUntil("the explorer", "Control+Shift+E", visible(folder));
    await chooseFromMenu(() => folder.click({ button: "right" }), "Search in Folder", visible(box));
    const found = await query("total price");
    seen.inFolder = { title: await title.textContent(), paths: found };
    await clearFilters();
    await cancel();
  },
  async enterWithoutName() {
    await openSearch();
    await query("start the server behind the proxy", (path) => path.startsWith("docs/deploy.txt"));
    await accept("Enter");
    await shown("deploy.txt");
    seen.withoutName = await placeOnce(({ cursor }) => cursor.startsWith("Ln "));
  },
  async otherTheme() {
    await runCommand("Preferences: Toggle between Light/Dark Themes", visible(page.locator(".monaco-workbench.vs-dark")));
    await openFile("long.py", 200);
    await openSearch();
    const found = await query("total price");
    const at = found.findIndex((path) => path.startsWith("shop/order.py"));
    for (const path of found.slice(1, at + 1)) await moveTo(path);
    await shown("order.py");
    await page.waitForTimeout(600); // for the picture
    await picture("picker-dark");
    await cancel();
  },
};
