// A window whose index another process has open, which then ends. Given: HOST_PID.

import { input, openWindow, page, rows, runCommand, seen, wait } from "../driver.mjs";
import { expectFrame, item, waitForItem } from "../status.mjs";

async function search(query) {
  await runCommand("Codebase: Search");
  await page.getByPlaceholder("what the code does").waitFor();
  await input.fill(query);
  await wait("the hit", async () => (await rows.filter({ hasText: query }).count()) > 0);
  await page.keyboard.press("Escape");
}

export const steps = {
  async served() {
    await openWindow();
    await waitForItem(/^\s*Codebase\s*$/, 5);
    await item.locator(".codicon-link").waitFor();
    await item.hover();
    const hover = page.locator(".monaco-hover:visible", { hasText: "served by" });
    await hover.waitFor();
    seen.tooltip = await hover.textContent();
    await page.mouse.move(600, 300);
    await search("measureWidth");
  },
  async statusPage() {
    await runCommand("Codebase: Show Index Status");
    const frame = await expectFrame("Codebase Index");
    seen.page = await frame.locator("body").innerText();
  },
  async hostEnds() {
    process.kill(Number(process.env.HOST_PID), "SIGKILL");
    await item.locator(".codicon-check").waitFor();
    await search("measureWidth");
  },
};
