// A window whose index another process has open, which then ends. Given: HOST_PID.

import { closeInput, openWindow, rows, search, seen, visible, wait } from "../driver.mjs";
import { READY, item, showPage, tooltipWith, waitForItem } from "../status.mjs";

async function find(query) {
  await search(query, visible(rows.filter({ hasText: query })));
  await closeInput();
}

export const steps = {
  async served() {
    await openWindow();
    await waitForItem(READY);
    await wait("the item of an index served elsewhere", visible(item.locator(".codicon-link")));
    seen.tooltip = await tooltipWith("served by");
    await find("measureWidth");
  },
  async statusPage() {
    const frame = await showPage("Codebase: Show Index Status", "Codebase Index");
    seen.page = await wait("who serves", async () => {
      const text = await frame.locator("body").innerText();
      return text.includes("has this index open") && text;
    });
  },
  async hostEnds() {
    process.kill(Number(process.env.HOST_PID), "SIGKILL");
    await wait("the item of an index of this window", visible(item.locator(".codicon-check")));
    await find("measureWidth");
  },
};
