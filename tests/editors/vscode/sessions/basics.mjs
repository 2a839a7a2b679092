// Progress, symbols, search and the first answer after a reload.

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
  async searchAgain() {
    await openWindow();
    await openSearch();
    await input.fill("measureWidth");
    await wait("an answer", async () => (await rows.count()) > 0);
    seen.firstAnswer = await labels();
    await page.keyboard.press("Escape");
  },
};
