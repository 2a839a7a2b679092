// The status item, its menu and pages; rebuild, stop, doctor and clear with their questions.

import {
  chooseRow, closeInput, labels, openSearch, openWindow, page, picture, runCommand, seen, until, visible, wait,
} from "../driver.mjs";
import { serverProcess, whileServerStands } from "../server.mjs";
import {
  READY, answer, ask, chooseFromItem, expectFrame, item, openMenu, showPage, tooltipWith, waitForItem, waitForMessage,
} from "../status.mjs";

const PERCENT = /Indexing my work \d+ %/;
let server;

/** The percentages in the title of the search and in the item; undefined where there is none. */
async function percents() {
  return page.evaluate(() =>
    [".quick-input-widget .quick-input-title", ".statusbar"].map(
      (place) => /ndexing[^%]* (\d+) %/.exec(document.querySelector(place)?.textContent ?? "")?.[1],
    ),
  );
}

/** Lets the server work until search and item show another percentage, stops it, and returns what both show then. */
async function nextPercent(last) {
  await wait("another percentage", async () => (await percents()).every((shown) => shown !== undefined && shown !== last));
  return whileServerStands(server, () =>
    wait("the same percentage in the search and in the item", async () => {
      const [inSearch, inItem] = await percents();
      return inSearch !== undefined && inSearch === inItem && inItem;
    }),
  );
}

async function indexed() {
  await wait("the item to show indexing", () => seen.progress.some((text) => text.includes("Indexing my work")));
  await waitForItem(READY);
}

export const steps = {
  async start() {
    await openWindow();
    seen.indexing = await wait("a percentage", () => seen.progress.find((text) => PERCENT.test(text)));
    server = await serverProcess();
  },
  async samePercentInTheSearch() {
    await whileServerStands(server, async () => {
      await openSearch("array");
    });
    const first = await nextPercent();
    seen.percents = [first, await nextPercent(first)];
  },
  async stop() {
    await whileServerStands(server, async () => {
      await closeInput();
      await openMenu();
      seen.menuWhileIndexing = await labels();
      await picture("status-menuWhileIndexing");
      await chooseRow("Stop Indexing");
    });
    seen.stoppedColour = await wait("the item to say that indexing was stopped", async () => {
      const shown = await item.first().evaluate(({ textContent, className }) => ({ textContent, className }));
      return /stopped/.test(shown.textContent) && shown.className.includes("warning") && shown.className;
    });
  },
  async goOn() {
    await chooseFromItem("Go On Indexing");
    await waitForItem(READY);
  },
  async tooltip() {
    seen.tooltip = await tooltipWith("by words and meaning");
  },
  async menu() {
    await openMenu();
    seen.menu = await labels();
  },
  async statusPage() {
    await chooseRow("Show Index Status");
    const frame = await expectFrame("Codebase Index");
    seen.page = await wait("sizes", async () => {
      const text = await frame.locator("body").innerText();
      return /On disk/.test(text) && text;
    });
  },
  async openProblem() {
    await until(
      "the file with a problem",
      async () => (await expectFrame("Codebase Index")).getByRole("link", { name: "blob.bin" }).click(),
      visible(page.locator('.tab[data-resource-name="blob.bin"]')),
    );
  },
  async pictures() {
    for (const name of ["light", "dark"]) {
      await showPage("Codebase: Show Index Status", "Codebase Index");
      await openMenu();
      await page.waitForTimeout(500); // it fades in
      await picture(`status-${name}`);
      await closeInput();
      await runCommand("Preferences: Toggle between Light/Dark Themes");
    }
  },
  async doctor() {
    const frame = await showPage("Codebase: Doctor", "Codebase Doctor");
    seen.doctor = await frame.locator("body").innerText();
  },
  async rebuildQuestion() {
    seen.progress.length = 0;
    seen.rebuildQuestion = await ask("Codebase: Rebuild Index");
    await page.waitForTimeout(500); // it fades in
    await picture("status-question");
    await answer("Cancel");
    await page.waitForTimeout(2000); // in which nothing is to happen
    seen.afterCancel = [await item.textContent(), ...seen.progress];
  },
  async rebuild() {
    await ask("Codebase: Rebuild Index");
    await answer("Rebuild");
    await indexed();
  },
  async clear() {
    seen.clearQuestion = await ask("Codebase: Clear Index");
    await answer("Delete");
    await waitForMessage("is deleted");
    await waitForItem(/cleared/);
  },
  async searchWhatIsCleared() {
    await openSearch("measureWidth");
    seen.cleared = await wait("an answer", async () => {
      const text = await page.locator(".quick-input-widget:visible").innerText();
      return /No hits/.test(text) && text;
    });
    await closeInput();
  },
  async rebuildWhatIsCleared() {
    seen.progress.length = 0;
    await chooseFromItem("Go On Indexing");
    await indexed();
  },
};
