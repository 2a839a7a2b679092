// A workspace that nobody trusts yet, with a program in it.

import { existsSync } from "node:fs";
import { input, openWindow, page, picture, rows, runCommand, seen, wait } from "../driver.mjs";
import { item, notices, waitForItem } from "../status.mjs";

export const steps = {
  async refused() {
    await openWindow();
    await waitForItem(/no server/);
    await notices.first().waitFor();
    seen.message = await notices.allTextContents();
    seen.buttons = await page.locator(".notification-list-item").first().getByRole("button").allTextContents();
    await picture("trust-message");
  },
  async tooltip() {
    await item.hover();
    const hover = page.locator(".monaco-hover:visible", { hasText: "Restricted Mode" });
    await hover.waitFor();
    seen.tooltip = await hover.textContent();
    await page.mouse.move(600, 300);
    seen.wasRun = existsSync(process.env.RUNS);
  },
  async trusted() {
    await page.locator(".notification-list-item").first().getByRole("button", { name: "Trust" }).click();
    await page.locator(".workspace-trust-editor").getByRole("button", { name: /^Trust$/ }).first().click();
    await waitForItem(/^\s*Codebase\s*$/, 5);
  },
  async search() {
    await runCommand("Codebase: Search");
    await page.getByPlaceholder("what the code does").waitFor();
    await input.fill("measureWidth");
    await wait("the hit", async () => (await rows.filter({ hasText: "measureWidth" }).count()) > 0);
  },
};
