// Seconds from opening the window to the first hits of a search: as a user, who asks again while there are none.

import { input, labels, openWindow, page, runCommand, seen, wait } from "../driver.mjs";

const QUERY = "how is a password hashed";
const AGAIN_MS = 1000;

export const steps = {
  async firstAnswer() {
    const start = Date.now();
    await openWindow();
    await runCommand("Codebase: Search");
    await wait("hits", async () => {
      await input.fill("");
      await input.fill(QUERY);
      const end = Date.now() + AGAIN_MS;
      while (Date.now() < end) {
        seen.hits = await labels();
        if (seen.hits.length > 2) return true;
        await page.waitForTimeout(20);
      }
      return false;
    }, 300_000);
    seen.seconds = (Date.now() - start) / 1000;
  },
};
