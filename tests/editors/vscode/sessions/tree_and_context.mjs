// The codebase tree and its budget, and Copy as Context from a selection, the explorer and a question.

import {
  chooseFromMenu, chooseRow, clipboard, gone, input, openFile, openWindow, page, picture, pressUntil, rows, runCommand, seen, type,
  until, visible, wait,
} from "../driver.mjs";
import { READY, closeMessages, forgetMessages, pressInMessage, waitForItem, waitForMessage } from "../status.mjs";

const tree = page.locator('.pane:has(.pane-header[aria-label^="Tree"]) .monaco-list-row');
const header = (text) => page.locator(".pane-header", { hasText: text });

/** The labels of the tree's rows, if one is there. */
async function treeWith(label) {
  const labels = await tree.evaluateAll((all) => all.map((row) => row.querySelector(".label-name").textContent));
  return labels.includes(label) && labels;
}

/** The clipboard, if it begins with something. */
async function copied(expected) {
  const text = await clipboard();
  return text.startsWith(expected) && text;
}

async function chooseBudget(label, effect) {
  await runCommand("Codebase: Choose Budget of Tree", visible(page.getByPlaceholder(/^Now [\d,]+ tokens/)));
  await picture("tree-budget");
  await chooseRow(label);
  await wait(`the tree with ${label}`, effect);
}

/** Runs "Copy as Context" and answers what of. */
async function copyAsContext(what) {
  await runCommand("Codebase: Copy as Context", visible(rows.filter({ hasText: what })));
  await chooseRow(what);
}

export const steps = {
  async openTree() {
    await openWindow();
    await until("the tree", () => page.locator('.activitybar [aria-label^="Codebase"]').first().click(), visible(tree));
    await waitForItem(READY);
    await wait("the whole tree", gone(page.locator(".pane .message", { hasText: "indexing" })));
    seen.tree = await wait("the directories", () => treeWith("json"));
  },
  async openFolderAndFile() {
    await until("the folder's files", () => tree.filter({ hasText: /^json/ }).first().click(), () => treeWith("decoder.py"));
    const twistie = tree.filter({ hasText: "decoder.py" }).locator(".monaco-tl-twistie");
    await until("the file's definitions", () => twistie.click(), () => treeWith("JSONDecodeError"));
    const selection = page.locator('.statusbar-item[id="status.editor.selection"]');
    seen.cursor = await until(
      "the definition's line",
      () => tree.filter({ hasText: /^JSONDecodeError/ }).first().click(),
      async () => {
        const isOpen = await visible(page.locator('.tab.active[data-resource-name="decoder.py"]'))();
        const cursor = isOpen && (await selection.textContent());
        return cursor && !cursor.startsWith("Ln 1,") && cursor;
      },
    );
  },
  async smallerBudget() {
    await chooseBudget("500 tokens", visible(header("500 tokens")));
    seen.treeOf500 = await wait("a smaller tree", async () => {
      const labels = await treeWith("5 more");
      return labels && !labels.includes("decoder.py") && labels; // it was there before
    });
  },
  async coreFileAndPreset() {
    const core = tree.filter({ hasText: "★ core file" }).locator(".label-name");
    seen.core = await wait("core files", async () => {
      const names = await core.allTextContents();
      return names.length > 0 && names;
    });
    await chooseBudget("aigne", visible(header("500 tokens, aigne")));
    await chooseBudget("by what is indexed", gone(header("aigne")));
  },
  async copyTree() {
    await runCommand("Codebase: Copy Tree");
    await waitForMessage("copied a tree");
    seen.treeText = await clipboard();
    await closeMessages();
  },
  async contextOfSelection() {
    await openFile("measure.js");
    forgetMessages();
    async function openMenu() {
      await page.locator(".editor-instance:visible .view-line").first().click();
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Shift+F10");
    }
    const budget = page.getByText("Copy as Context: most tokens"); // asked once
    await chooseFromMenu(openMenu, "Copy as Context", visible(budget));
    await chooseRow("8,000 tokens");
    seen.selection = await wait("the copy", () => copied("# Code of: measure.js"));
    seen.notice = await waitForMessage("Codebase: copied about");
    await picture("context-notice");
    const untitled = page.locator(".tab.active", { hasText: "Untitled" });
    await pressInMessage("Open", visible(untitled));
  },
  async contextOfDefinition() {
    await openFile("scanner.py", 30);
    await copyAsContext("definition at the cursor");
    seen.definition = await wait("the copy", () => copied("# Code of: json/scanner.py:"));
  },
  async contextOfQuestion() {
    await copyAsContext("A question");
    await page.getByText("What should the code be about?").first().waitFor();
    await type("decode a json document");
    await pressUntil("the question", "Enter", gone(input));
    seen.question = await wait("the copy", () => copied("# Code for: decode a json document"));
  },
  async contextOfFolder() {
    const folder = page.locator(".explorer-folders-view .monaco-list-row", { hasText: /^json$/ }).first();
    await runCommand("Explorer: Focus on Folders View", visible(folder));
    const copy = () => copied("# Code of: json/");
    seen.folder = await chooseFromMenu(() => folder.click({ button: "right" }), "Copy as Context", copy);
  },
};
