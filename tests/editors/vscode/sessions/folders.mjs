// Two folders in one window.

import { chooseRow, closeInput, labels, openWindow, rows, runCommand, search, seen, until, visible, wait } from "../driver.mjs";
import { READY, answer, question, showPage, tooltipWith, waitForItem, waitForMessage } from "../status.mjs";

/** The places of an answer that has hits in these files and, it may be, in no other. */
async function found(query, ...files) {
  const places = await search(query, async () => {
    const shown = await rows.locator(".label-description").allTextContents();
    return files.every((file) => shown.some((place) => place.startsWith(file))) && shown;
  });
  await closeInput();
  return places;
}

export const steps = {
  async start() {
    await openWindow();
    await waitForItem(READY);
  },
  async search() {
    seen.places = await found("pay the bill", "shop/bill.py", "bank/account.py");
  },
  async status() {
    const frame = await showPage("Codebase: Show Index Status", "Codebase Index");
    seen.folders = await wait("both folders", async () => {
      const names = await frame.locator("h2").allTextContents();
      return names.length === 2 && names;
    });
  },
  async clearOne() {
    async function choose() { // a window that moves the focus closes the list of folders
      await runCommand("Codebase: Clear Index", visible(rows.filter({ hasText: "All folders" })));
      seen.choices = await wait("the folders", async () => (await rows.count()) > 2 && labels());
      await chooseRow("bank", visible(question));
    }
    await until("the question", choose, visible(question));
    seen.question = await question.innerText();
    await answer("Delete");
    await waitForMessage("is deleted");
    await waitForItem(/cleared/);
  },
  async searchTheOther() {
    seen.afterClearing = await found("pay the bill", "shop/bill.py");
    seen.tooltip = await tooltipWith("cleared");
  },
};
