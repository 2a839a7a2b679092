// From the cursor: the calls of a definition in the panel, the commits of a definition and of words, and what one changed.

import { chooseRow, input, openFile, openWindow, page, rows, runCommand, seen, type, until, visible, wait } from "../driver.mjs";
import { READY, waitForItem } from "../status.mjs";

const panel = page.locator('.pane:has(.pane-header[aria-label^="Results"])');

/** The rows of the panel, once they hold a text. */
async function shownWith(text) {
  return wait(`${text} in the panel`, async () => {
    const all = await panel.locator(".monaco-list-row .label-name").allTextContents();
    return all.includes(text) && all;
  });
}

/** The subjects of the commits that are listed. */
async function commits() {
  await rows.first().waitFor();
  return rows.locator(".label-name").allTextContents();
}

export const steps = {
  async opened() {
    await openWindow();
    await waitForItem(READY);
  },
  async callsAroundTheCursor() {
    await openFile("cart.py", 6);
    await runCommand("Codebase: Show Callers and Callees");
    seen.around = await shownWith("check_out");
  },
  async callsOfTheWord() {
    await openFile("checkout.py", 5); // `total_price`, a call
    await page.keyboard.press("End"); // behind the bracket
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
    await runCommand("Codebase: Show Callers and Callees");
    seen.ofWord = await shownWith("Calls of Cart.total_price");
  },
  async history() {
    await openFile("money.py", 4);
    await runCommand("Codebase: Show History", visible(rows.filter({ hasText: "Round to cents" })));
    seen.ofDefinition = await commits();
  },
  async changes() {
    await chooseRow("Round to cents");
    await page.locator(".tab.active", { hasText: "Round to cents" }).waitFor();
    const diff = page.locator(".editor-instance:visible");
    await wait("the line that was added", async () => (await diff.innerText()).replaceAll("\u00a0", " ").includes("return round("));
  },
  async words() {
    await runCommand("Codebase: Search History…", visible(page.locator(".quick-input-title", { hasText: "Search History" })));
    await type("charge the customer");
    const found = rows.filter({ hasText: "Charge what a customer owes" });
    await until("the commits", () => input.press("Enter"), visible(found));
    seen.ofWords = await commits();
  },
};
