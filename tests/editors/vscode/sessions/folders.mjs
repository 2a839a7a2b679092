// Two folders in one window.

import { input, labels, openWindow, page, rows, runCommand, seen, wait } from "../driver.mjs";
import { expectFrame, item, notices, waitForItem } from "../status.mjs";

const READY = /^\s*Codebase\s*$/;
const question = page.locator(".monaco-dialog-box");

async function found(query, path) {
  await runCommand("Codebase: Search");
  await page.getByPlaceholder("what the code does").waitFor();
  await input.fill(query);
  await wait(`a hit in ${path}`, async () => (await rows.filter({ hasText: path }).count()) > 0);
  const places = await rows.locator(".label-description").allTextContents();
  await page.keyboard.press("Escape");
  return places;
}

export const steps = {
  async start() {
    await openWindow();
    await waitForItem(READY, 5);
  },
  async search() {
    await found("pay the bill", "shop/bill.py"); // its index may be the later one
    await found("pay the bill", "bank/account.py");
    seen.places = await found("pay the bill", "bank/account.py");
  },
  async status() {
    await runCommand("Codebase: Show Index Status");
    const frame = await expectFrame("Codebase Index");
    await wait("both folders", async () => (await frame.locator("h2").count()) === 2);
    seen.folders = await frame.locator("h2").allTextContents();
  },
  async clearOne() {
    await runCommand("Codebase: Clear Index");
    await rows.filter({ hasText: "All folders" }).first().waitFor();
    seen.choices = await labels();
    await rows.filter({ hasText: "bank" }).first().click();
    await question.waitFor();
    seen.question = await question.innerText();
    await question.getByRole("button", { name: "Delete", exact: true }).click();
    await notices.filter({ hasText: "is deleted" }).first().waitFor();
    await waitForItem(/cleared/);
  },
  async searchTheOther() {
    seen.afterClearing = await found("pay the bill", "shop/bill.py");
    await item.hover();
    const hover = page.locator(".monaco-hover:visible", { hasText: "cleared" });
    await hover.waitFor();
    seen.tooltip = await hover.textContent();
  },
};
