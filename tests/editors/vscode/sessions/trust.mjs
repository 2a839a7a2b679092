// A workspace that nobody trusts yet, with a program in it.

import { existsSync } from "node:fs";
import { gone, openWindow, page, picture, rows, search, seen, until, visible, wait } from "../driver.mjs";
import { READY, item, messages, pressInMessage, tooltipWith, waitForItem } from "../status.mjs";

export const steps = {
  async refused() {
    await openWindow();
    await waitForItem(/no server/);
    seen.message = await messages();
    const buttons = page.locator(".notification-list-item").first().getByRole("button");
    seen.buttons = await wait("the buttons", async () => {
      const names = await buttons.allTextContents();
      return names.length > 0 && names;
    });
    await picture("trust-message");
  },
  async tooltip() {
    seen.tooltip = await tooltipWith("Restricted Mode");
    seen.wasRun = existsSync(process.env.RUNS);
  },
  async trusted() {
    const trust = page.locator(".workspace-trust-editor").getByRole("button", { name: /^Trust$/ }).first();
    await pressInMessage("Trust", visible(trust));
    await until("the window to be trusted", () => trust.click(), gone(item.filter({ hasText: "no server" })));
    await waitForItem(READY);
  },
  async search() {
    await search("measureWidth", visible(rows.filter({ hasText: "measureWidth" })));
  },
};
