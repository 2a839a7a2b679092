// The codebase tree and its budget, and Copy as Context from a selection, the explorer and a question.

import { chooseInMenu, clipboard, input, openPalette, openWindow, page, picture, rows, runCommand, seen, wait } from "../driver.mjs";

const INDEXED_MS = 200_000; // on a busy machine

const tree = page.locator('.pane:has(.pane-header[aria-label^="Tree"]) .monaco-list-row');
const notice = page.locator(".notification-list-item-message").first(); // the newest

async function treeLabels() {
  return tree.evaluateAll((all) => all.map((row) => row.querySelector(".label-name").textContent));
}

async function copied(expected) {
  let text;
  await wait(`a copy of ${expected}`, async () => {
    text = await clipboard();
    return text.startsWith(expected);
  });
  return text;
}

async function choose(label) {
  await rows.filter({ hasText: label }).first().click();
}

async function openFile(name) {
  await openPalette("");
  await input.fill(name);
  await rows.filter({ hasText: name }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
}

export const steps = {
  async openTree() {
    await openWindow();
    await page.locator('.activitybar [aria-label^="Codebase"]').first().click();
    await wait("the tree", async () => (await tree.count()) > 3);
    const indexing = page.locator(".pane .message", { hasText: "indexing" });
    await wait("the index", async () => (await indexing.count()) === 0, INDEXED_MS);
    seen.tree = await treeLabels();
  },
  async openFolderAndFile() {
    await tree.filter({ hasText: /^json/ }).first().click();
    await wait("the folder's files", async () => (await treeLabels()).includes("decoder.py"));
    await tree.filter({ hasText: "decoder.py" }).locator(".monaco-tl-twistie").click();
    await wait("the file's definitions", async () => (await treeLabels()).includes("JSONDecodeError"));
    await tree.filter({ hasText: /^JSONDecodeError/ }).first().click();
    await page.locator('.tab.active[data-resource-name="decoder.py"]').waitFor();
    seen.cursor = await page.locator('.statusbar-item[id="status.editor.selection"]').textContent();
  },
  async smallerBudget() {
    await runCommand("Codebase: Choose Budget of Tree");
    await page.getByPlaceholder("Now 10,000 tokens").waitFor();
    await picture("tree-budget");
    await choose("500 tokens");
    await page.locator('.pane-header:has-text("500 tokens")').first().waitFor();
    await wait("a smaller tree", async () => (await treeLabels()).includes("5 more"));
    seen.treeOf500 = await treeLabels();
  },
  async copyTree() {
    await runCommand("Codebase: Copy Tree");
    await notice.filter({ hasText: "copied a tree" }).waitFor();
    seen.treeText = await clipboard();
    await runCommand("Notifications: Clear All Notifications");
  },
  async contextOfSelection() {
    await openFile("measure.js");
    const entry = page.locator(".monaco-menu .action-label", { hasText: "Copy as Context" }).first();
    await wait("the menu of the selection", async () => {
      await page.locator(".editor-instance:visible .view-line").first().click();
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Shift+F10");
      return entry.waitFor({ timeout: 3000 }).then(() => true, () => false);
    });
    await chooseInMenu("Copy as Context");
    await page.getByText("Copy as Context: most tokens").waitFor();
    await choose("8,000 tokens"); // asked once
    seen.selection = await copied("# Code of: measure.js");
    await notice.filter({ hasText: "Codebase: copied about" }).waitFor();
    seen.notice = await notice.textContent();
    await picture("context-notice");
    await page.locator(".notification-list-item .monaco-button", { hasText: "Open" }).first().click();
    await page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
  },
  async contextOfDefinition() {
    await runCommand("Go to File");
    await input.fill("scanner.py:30");
    await rows.filter({ hasText: "scanner.py" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator('.tab.active[data-resource-name="scanner.py"]').waitFor();
    await runCommand("Codebase: Copy as Context");
    await choose("definition at the cursor");
    seen.definition = await copied("# Code of: json/scanner.py:");
  },
  async contextOfQuestion() {
    await runCommand("Codebase: Copy as Context");
    await choose("A question");
    await input.fill("decode a json document");
    await page.keyboard.press("Enter");
    seen.question = await copied("# Code for: decode a json document");
  },
  async contextOfFolder() {
    await runCommand("Explorer: Focus on Folders View");
    const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: /^json$/ }).first();
    await row.click({ button: "right" });
    await chooseInMenu("Copy as Context");
    seen.folder = await copied("# Code of: json/");
  },
};
