// Progress, symbols, search and the first answer after a reload.

import {
  closeInput, gone, input, labels, openPalette, openSearch, openWindow, page, pressUntil, rows, search, seen, selectionOf, until,
  visible, wait,
} from "../driver.mjs";

/** The labels of the rows of an answer, of which one tells a place, if they are right. */
async function hits(isRight) {
  const all = await rows.evaluateAll((shown) =>
    shown.map((row) => [row.querySelector(".label-name").textContent, row.querySelector(".label-description")?.textContent]),
  );
  const names = all.map(([name]) => name);
  return all.some(([name, place]) => place || name.startsWith("No hits")) && isRight(names) && names;
}

export const steps = {
  async start() {
    await openWindow();
    await wait("progress", () => seen.progress.some((text) => text.includes("Indexing my work")));
  },
  async goToSymbol() {
    seen.symbols = await until("the symbol", () => openPalette("#measureWidth"), async () => {
      const found = await labels();
      return found.includes("measureWidth") && found;
    });
    const tab = page.locator('.tab.active[data-resource-name="measure.js"]');
    const place = page.getByText("Ln 2, Col 27"); // of the name, in UTF-16 units
    await pressUntil("the symbol's place", "Enter", async () => (await visible(tab)()) && visible(place)());
  },
  async search() {
    await openSearch();
    await input.pressSequentially("measureWidth", { delay: 20 });
    await search("measureWidth", () => hits((names) => names.includes("measureWidth")));
    await pressUntil("the search to close", "Enter", gone(input));
    seen.selected = await selectionOf("measureWidth");
  },
  async searchInWords() {
    const isRight = (names) => names.slice(0, 3).some((name) => name.startsWith("JSONDecoder."));
    seen.hits = await search("decode a json document", () => hits(isRight));
  },
  async searchAgain() {
    await openWindow();
    seen.firstAnswer = await search("measureWidth", () => hits(() => true));
    await closeInput();
  },
};
