// Progress, symbols, search, status and the first answer after a reload.

import { input, labels, openPalette, openWindow, page, rows, runCommand, seen, selectedText, wait } from "../driver.mjs";

async function openSearch() {
  await runCommand("Codebase: Search");
  await page.getByPlaceholder("what the code does").waitFor();
}

export const steps = {
  async start() {
    await openWindow();
    await wait("progress", () => seen.progress.length > 0);
  },
  async goToSymbol() {
    await wait("the symbol", async () => {
      await openPalette("#measureWidth");
      await page.waitForTimeout(1000); // VS Code asks 200 ms after the last key
      return (await labels()).includes("measureWidth");
    });
    seen.symbols = await labels();
    await page.keyboard.press("Enter");
    await page.locator('.tab.active[data-resource-name="measure.js"]').waitFor();
    await page.getByText("Ln 2, Col 27").waitFor(); // of the name, in UTF-16 units
  },
  async search() {
    await openSearch();
    await input.pressSequentially("measureWidth", { delay: 20 });
    await wait("hits", async () => (await labels()).includes("measureWidth"));
    await page.keyboard.press("Enter");
    await wait("the search to close", async () => (await input.count()) === 0);
    seen.selected = await selectedText();
  },
  async searchInWords() {
    await openSearch();
    await input.fill("decode a json document");
    await wait("hits", async () => (await rows.count()) > 3);
    seen.hits = await labels();
  },
  async showStatus() {
    const notice = page.locator(".notification-list-item-message", { hasText: "Codebase:" }).first(); // the newest
    await wait("the index to be ready", async () => {
      await runCommand("Codebase: Show Index Status");
      await notice.waitFor();
      await page.waitForTimeout(500);
      seen.status = await notice.textContent();
      return !/: (starting|scanning|indexing|embedding)/.test(seen.status);
    });
  },
  async searchAgain() {
    await openWindow();
    await openSearch();
    await input.fill("measureWidth");
    await wait("an answer", async () => (await rows.count()) > 0);
    seen.firstAnswer = await labels();
    await page.keyboard.press("Escape");
  },
  async rebuild() {
    seen.progress.length = 0;
    await page.evaluate(() => delete window.lastProgress);
    await runCommand("Codebase: Rebuild Index");
    await wait("progress of the second indexing", () => seen.progress.length > 0);
  },
};
