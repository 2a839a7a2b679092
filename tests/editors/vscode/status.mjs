// The status item, messages and pages of the extension, as sessions look at them.

import { page, seen, wait } from "./driver.mjs";

/** The status item of the extension. */
export const item = page.locator(".statusbar-item").filter({ hasText: /Codebase|Indexing/ });

/** The texts of the messages that are shown. */
export const notices = page.locator(".notification-list-item-message");

/** Waits, longer than for a gesture, until the status item shows something; says what it showed if it does not. */
export async function waitForItem(pattern, tries = 3) {
  for (let left = tries; left > 0; left--) {
    try {
      await wait(`the status item: ${pattern}`, async () => {
        seen.lastItem = (await item.count()) === 1 ? await item.textContent() : `${await item.count()} items`;
        return pattern.test(seen.lastItem);
      });
      return;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

/** Returns the frame of a page of the extension that has a heading. */
export async function expectFrame(heading) {
  let found;
  await wait(`the page ${heading}`, async () => {
    for (const frame of page.frames()) {
      const title = frame.locator("h1", { hasText: heading });
      if ((await title.count().catch(() => 0)) > 0 && (await title.first().isVisible())) found = frame;
    }
    return found !== undefined;
  });
  return found;
}
