// The search: preview, places restored, filters, history, selection, menus. Line 200 of `long.py` is where the user is.

import { input, labels, openPalette, openWindow, page, picture, rows, runCommand, seen, selectedText, wait } from "../driver.mjs";

const PLACEHOLDER = "what the code does";
const title = page.locator(".quick-input-widget:visible .quick-input-title");
const highlighted = page.locator(".editor-instance:visible .view-overlays .cdr").filter({ visible: true });

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

async function press(...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

async function openSearch() {
  await press("Control+K", "Control+G");
  await page.getByPlaceholder(PLACEHOLDER).waitFor();
}

async function closed() {
  await wait("the search to close", async () => (await input.count()) === 0);
}

async function cancel() {
  await press("Escape");
  await closed();
}

/** Types a query and waits for the answer to it, told by a row that `isThere` accepts. */
async function query(text, isThere = (row) => row.length > 0) {
  await input.fill(text);
  await wait(`an answer to ${text}`, async () => (await paths()).some(isThere));
  await page.waitForTimeout(600); // until the last answer and the preview are there
  return paths();
}

/** The places of the rows. */
async function paths() {
  return rows.evaluateAll((all) => all.map((row) => row.querySelector(".label-description")?.textContent ?? ""));
}

async function shown(file) {
  await page.locator(`.editor-group-container.active .tab.active[data-resource-name="${file}"]`).waitFor();
}

async function openFile(name, line) {
  await press("Escape");
  await openPalette(name);
  await rows.filter({ hasText: name }).first().waitFor();
  await press("Enter");
  await shown(name);
  await openPalette(`:${line}`);
  await page.waitForTimeout(300);
  await press("Enter");
  await page.getByText(`Ln ${line}, Col 1`).waitFor();
  await closed();
}

/** Chooses from the context menu of what is under a place of the page. */
async function chooseFromMenu(place, name) {
  await place.click({ button: "right" });
  const item = page.locator(".monaco-menu .action-label", { hasText: name });
  await item.waitFor();
  await page.waitForTimeout(500); // a click that is part of opening the menu is ignored
  await item.click();
  await item.waitFor({ state: "detached" });
}

/** Chooses a row of the list that a filter's key opens; the search comes back. */
async function choose(key, name) {
  await press(key);
  const row = rows.filter({ hasText: name }).first();
  await row.waitFor();
  await page.waitForTimeout(300);
  await input.fill(name);
  await page.waitForTimeout(300);
  await press("Enter");
  await page.getByPlaceholder(PLACEHOLDER).waitFor();
  await page.waitForTimeout(1000);
  return { title: await title.textContent(), paths: await paths(), names: await labels() };
}

export const steps = {
  async start() {
    await openWindow();
    await wait("the index", async () => {
      await runCommand("Codebase: Search");
      await page.getByPlaceholder(PLACEHOLDER).waitFor();
      await input.fill("total price");
      await page.waitForTimeout(1500);
      const count = await rows.count();
      await cancel();
      return count > 4;
    });
  },
  async withoutAnyTab() {
    await openSearch();
    await query("total price");
    await page.locator(".tab.active").waitFor();
    await cancel();
    await page.waitForTimeout(500);
    seen.tabsLeft = await page.locator(".tab").count();
  },
  async withPreviewTab() {
    await openFile("money.py", 2);
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "long.py" }).click(); // opens a preview
    await shown("long.py");
    await press("Control+1"); // to the editor
    seen.beforePreviewTab = await place();
    await openSearch();
    await query("total price");
    await press("ArrowDown");
    await page.waitForTimeout(700);
    seen.inPreviewTab = await place();
    await cancel();
    await page.waitForTimeout(700);
    seen.afterPreviewTab = await place();
  },
  async preparePlace() {
    await openFile("long.py", 200);
    seen.before = await place();
  },
  async preview() {
    await openSearch();
    seen.rows = await query("total price");
    seen.previews = [];
    for (let row = 0; row < 4; row++) {
      await page.waitForTimeout(500);
      seen.previews.push({ row: seen.rows[row], ...(await place()), highlighted: await highlighted.count() });
      if (row === 0) await picture("picker-light");
      await press("ArrowDown");
    }
    await cancel();
    await shown("long.py");
    await page.waitForTimeout(500);
    seen.afterEscape = await place();
    await press("Control+Alt+Minus"); // "Go Back", on Linux
    await page.waitForTimeout(1000);
    seen.back = await place();
    await openFile("long.py", 200);
  },
  async previewInTheSameFile() {
    await openSearch();
    await query("handler_390", (path) => path.startsWith("long.py"));
    await page.waitForTimeout(500);
    seen.sameFile = await place();
    await cancel();
    await page.waitForTimeout(500);
    seen.afterSameFile = await place();
  },
  async movingFast() {
    await openSearch();
    await query("total price");
    for (let key = 0; key < 12; key++) await press("ArrowDown");
    for (let key = 0; key < 12; key++) await press("ArrowUp");
    await page.waitForTimeout(800);
    seen.afterFast = { row: (await paths())[0], ...(await place()) };
    await cancel();
    await shown("long.py");
  },
  async enter() {
    await openSearch();
    await query("compute_total_price", (path) => path.startsWith("shop/cart.py"));
    await press("Enter");
    await closed();
    await shown("cart.py");
    await page.waitForTimeout(500);
    seen.selected = await selectedText();
    await press("Control+Alt+Minus"); // "Go Back", on Linux
    await shown("long.py");
    await page.waitForTimeout(500);
    seen.backAfterEnter = await place();
    await page.locator('.tab[data-resource-name="cart.py"]').click({ button: "middle" });
  },
  async clickIntoTheEditor() {
    await openSearch();
    await query("compute_total_price", (path) => path.startsWith("shop/cart.py"));
    await shown("cart.py");
    await page.mouse.click(700, 600); // below the list
    await closed();
    await page.waitForTimeout(700);
    seen.afterClick = await place();
    await page.locator('.tab[data-resource-name="cart.py"]').click({ button: "middle" });
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
    await press("Control+Enter");
    await closed();
    await shown("cart.py");
    await page.waitForTimeout(500);
    seen.side = await place();
    seen.sideSelected = await selectedText();
    await page.locator('.tab.active[data-resource-name="cart.py"]').click({ button: "middle" }); // closes it: the last one of its group, which goes with it
    await shown("long.py");
  },
  async codeOnly() {
    await openSearch();
    seen.unfiltered = await query("total price");
    await press("Alt+O");
    await page.waitForTimeout(1000);
    seen.codeOnly = { title: await title.textContent(), paths: await paths() };
    await picture("picker-filters");
    await cancel();
    await openSearch();
    seen.keptTitle = await title.textContent();
    await query("total price");
    await press("Alt+O");
    await page.waitForTimeout(1000);
    seen.codeOnlyOff = { title: await title.textContent(), paths: await paths() };
  },
  async filters() {
    await press("Alt+M");
    await rows.filter({ hasText: "Meaning" }).first().waitFor();
    await page.waitForTimeout(500);
    await picture("picker-modes");
    await press("Escape"); // back to the search
    await page.getByPlaceholder(PLACEHOLDER).waitFor();
    await page.waitForTimeout(500);
    seen.language = await choose("Alt+L", "typescript");
    await press("Alt+Backspace");
    seen.kind = await choose("Alt+K", "Classes");
    await press("Alt+Backspace");
    seen.folder = await choose("Alt+P", "tests");
    await press("Alt+Backspace");
    seen.mode = await choose("Alt+M", "Literal text");
    await press("Alt+Backspace");
    await page.waitForTimeout(1000);
    seen.cleared = { title: await title.textContent(), paths: await paths() };
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
    await openPalette("#price total");
    await page.waitForTimeout(1500); // VS Code asks 200 ms after the last key
    seen.goToSymbol = await labels();
    await press("Escape");
  },
  async history() {
    for (const text of ["compute_total_price", "with_tax"]) {
      await openSearch();
      await query(text);
      await press("Enter");
      await closed();
    }
    await openFile("long.py", 200);
    await openSearch();
    await wait("the history", async () => (await rows.count()) >= 2);
    seen.history = await labels();
    await picture("picker-history");
    await press("ArrowUp");
    await wait("the last query", async () => (await input.inputValue()) !== "");
    seen.recalled = [await input.inputValue()];
    await press("Alt+ArrowUp");
    await page.waitForTimeout(300);
    seen.recalled.push(await input.inputValue());
    await input.fill("");
    await wait("the history", async () => (await rows.count()) >= 2);
    await rows.first().hover();
    await rows.first().locator(".action-label").first().click();
    await page.waitForTimeout(500);
    seen.historyWithoutFirst = await labels();
    await cancel();
  },
  async selection() {
    await openFile("money.py", 5);
    await openPalette(":5:5");
    await page.waitForTimeout(300);
    await press("Enter");
    await closed();
    await press("Control+D"); // selects the word
    await openSearch();
    await page.waitForTimeout(500);
    seen.takenOver = await input.inputValue();
    await page.keyboard.type("Cart");
    seen.typedOver = await input.inputValue();
    await cancel();
  },
  async selectionFromTheMenu() {
    await press("Control+D");
    await chooseFromMenu(page.locator(".editor-instance:visible .view-line", { hasText: "with_tax" }).locator("span", { hasText: "with_tax" }).last(), "Search for the Selection");
    await page.getByPlaceholder(PLACEHOLDER).waitFor();
    await wait("hits", async () => (await labels()).includes("with_tax"));
    seen.searchedFor = await input.inputValue();
    await cancel();
  },
  async similar() {
    await openFile("cart.py", 8);
    await chooseFromMenu(page.locator(".editor-instance:visible .view-line", { hasText: "compute_total_price" }).first(), "Find Similar Code");
    await wait("code like it", async () => (await rows.count()) > 0);
    await page.waitForTimeout(700);
    seen.similarTitle = await title.textContent();
    seen.similar = await paths();
    seen.similarPreview = await place();
    await picture("picker-similar");
    await cancel();
    await shown("cart.py");
  },
  async searchInFolder() {
    await page.keyboard.press("Control+Shift+E");
    await chooseFromMenu(page.locator(".explorer-folders-view .monaco-list-row", { hasText: "tests" }).first(), "Search in Folder");
    await page.getByPlaceholder(PLACEHOLDER).waitFor();
    await input.fill("total price");
    await page.waitForTimeout(1500);
    seen.inFolder = { title: await title.textContent(), paths: await paths() };
    await press("Alt+Backspace");
    await cancel();
  },
  async otherTheme() {
    await runCommand("Toggle between Light/Dark Themes");
    await page.locator(".monaco-workbench.vs-dark").waitFor();
    await openFile("long.py", 200);
    await openSearch();
    const at = (await query("total price")).findIndex((path) => path.startsWith("shop/order.py"));
    await press(...Array(at).fill("ArrowDown"));
    await shown("order.py");
    await page.waitForTimeout(600);
    await picture("picker-dark");
    await cancel();
  },
};
