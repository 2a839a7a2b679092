// A server that is missing, is installed, is another program, has wrong settings, is killed.
// Given: SETTINGS (the file VS Code follows), SERVER (the program).

import { readFileSync, writeFileSync } from "node:fs";
import {
  chooseRow, closeInput, gone, labels, openWindow, page, picture, rows, runCommand, search, seen, until, visible, wait,
} from "../driver.mjs";
import { serverProcess } from "../server.mjs";
import {
  READY, answer, closeMessages, forgetMessages, item, itemText, messages, openMenu, pressInMessage, question, waitForItem,
} from "../status.mjs";

const { SETTINGS, SERVER } = process.env;
const settings = JSON.parse(readFileSync(SETTINGS, "utf8"));
let text = "";

/** Changes settings until the item shows what follows; a busy VS Code may miss the one change of a file. */
async function set(changes, pattern) {
  Object.assign(settings, changes);
  async function write() {
    text = `${JSON.stringify(settings)}${text.endsWith("\n") ? "" : "\n"}`;
    writeFileSync(SETTINGS, text);
  }
  await until(`what follows from ${JSON.stringify(changes)}`, write, () => itemText(pattern));
}

let killed;

/** Kills the server, once it has nothing to do. */
async function kill() {
  killed = await serverProcess(killed);
  await waitForItem(READY);
  process.kill(killed, "SIGKILL");
}

async function killAndWait() {
  await kill();
  await serverProcess(killed);
  await waitForItem(READY);
}

export const steps = {
  async missing() {
    await openWindow();
    await waitForItem(/no server/);
    seen.missing = await messages();
    const buttons = page.locator(".notification-list-item").first().getByRole("button");
    seen.missingButtons = await wait("the buttons", async () => {
      const names = await buttons.allTextContents();
      return names.length > 2 && names;
    });
  },
  async menu() {
    await openMenu();
    seen.menu = await labels();
    await closeInput();
  },
  async searchWithoutServer() {
    await closeMessages();
    forgetMessages();
    const row = rows.filter({ hasText: "not installed" });
    await search("anything", visible(row));
    await chooseRow("not installed", async () => seen.messages.length > 0);
    seen.fromSearch = await messages();
    await closeInput();
  },
  async installQuestion() {
    await pressInMessage("Install", () => question.isVisible());
    seen.question = await question.innerText();
    await page.waitForTimeout(500); // it fades in
    await picture("start-question");
    await answer("Install");
  },
  async installed() {
    await waitForItem(READY);
  },
  async wrong() {
    await runCommand("View: Toggle Panel Visibility"); // the terminal of the installation
    forgetMessages();
    await set({ "lspCodebase.server.path": "/bin/echo" }, /failed/);
    seen.wrong = await messages();
  },
  async settingsWhileStopped() {
    await closeMessages();
    forgetMessages();
    await set({ "lspCodebase.symbols.maxResults": 100 }, /failed/);
    await page.waitForTimeout(3000); // in which nothing is to happen
    seen.whileStopped = [...seen.messages];
  },
  async repaired() {
    await set({ "lspCodebase.server.path": SERVER }, READY);
    seen.repaired = [...seen.messages];
  },
  async wrongSettings() {
    await set({ "lspCodebase.symbols.maxResults": "many" }, /settings/);
    seen.wrongSettings = await messages();
    await picture("start-warning");
    await set({ "lspCodebase.symbols.maxResults": 100 }, READY);
    await closeMessages();
  },
  async crash() {
    forgetMessages();
    await killAndWait();
    seen.afterCrash = [...seen.messages];
  },
  async crashes() {
    await killAndWait();
    await killAndWait();
    await kill();
    await waitForItem(/failed/);
    seen.afterCrashes = await messages();
  },
  async restart() {
    await pressInMessage("Restart", gone(item.filter({ hasText: "failed" })));
    await waitForItem(READY);
  },
};
