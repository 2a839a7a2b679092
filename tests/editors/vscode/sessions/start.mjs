// A server that is missing, is installed, is another program, has wrong settings, is killed.
// Given: SETTINGS (the file VS Code follows), SERVER (the program), SERVER_PID (the file it leaves its process id in).

import { readFileSync, writeFileSync } from "node:fs";
import { openWindow, page, picture, rows, runCommand, seen, wait } from "../driver.mjs";
import { item, notices, waitForItem } from "../status.mjs";

const { SETTINGS, SERVER, SERVER_PID } = process.env;
const READY = /^\s*Codebase\s*$/;
const settings = JSON.parse(readFileSync(SETTINGS, "utf8"));

function set(changes) {
  Object.assign(settings, changes);
  writeFileSync(SETTINGS, JSON.stringify(settings));
}

/** The messages that are shown, once nothing more comes. */
async function messages() {
  await notices.first().waitFor();
  await page.waitForTimeout(3000);
  return notices.allTextContents();
}

async function closeMessages() {
  await runCommand("Notifications: Clear All Notifications");
  await notices.first().waitFor({ state: "detached" });
}

async function kill() {
  await waitForItem(READY);
  const pid = Number(readFileSync(SERVER_PID, "utf8"));
  process.kill(pid, "SIGKILL");
  return pid;
}

async function killAndWait() {
  const before = await kill();
  await wait("another server", () => Number(readFileSync(SERVER_PID, "utf8")) !== before);
  await waitForItem(READY);
}

export const steps = {
  async missing() {
    await openWindow();
    await waitForItem(/no server/);
    seen.missing = await messages();
    const buttons = page.locator(".notification-list-item").first().getByRole("button");
    seen.missingButtons = await buttons.allTextContents();
    seen.missingColour = await item.evaluate((element) => getComputedStyle(element).backgroundColor);
  },
  async menu() {
    await item.click();
    await rows.filter({ hasText: "What Is Wrong?" }).first().waitFor();
    seen.menu = await rows.allTextContents();
    await page.keyboard.press("Escape");
  },
  async installQuestion() {
    await page.locator(".notification-list-item").first().getByRole("button", { name: "Install" }).click();
    const question = page.locator(".monaco-dialog-box");
    await question.waitFor();
    seen.question = await question.innerText();
    await page.waitForTimeout(500); // it fades in
    await picture("start-question");
    await question.getByRole("button", { name: "Install", exact: true }).click();
  },
  async installed() {
    await waitForItem(READY);
  },
  async wrong() {
    await runCommand("View: Toggle Panel Visibility"); // the terminal of the installation
    set({ "lspCodebase.server.path": "/bin/echo" });
    await waitForItem(/failed/);
    seen.wrong = await messages();
  },
  async settingsWhileStopped() {
    await closeMessages();
    set({ "lspCodebase.symbols.maxResults": 100 });
    await page.waitForTimeout(3000);
    seen.whileStopped = await notices.allTextContents();
  },
  async repaired() {
    set({ "lspCodebase.server.path": SERVER });
    await waitForItem(READY);
    seen.repaired = await notices.allTextContents();
  },
  async wrongSettings() {
    set({ "lspCodebase.symbols.maxResults": "many" });
    await waitForItem(/settings/);
    seen.wrongSettings = await messages();
    await picture("start-warning");
    set({ "lspCodebase.symbols.maxResults": 100 });
    await waitForItem(READY);
    await closeMessages();
  },
  async crash() {
    await killAndWait();
    seen.afterCrash = await notices.allTextContents();
  },
  async crashes() {
    await killAndWait();
    await killAndWait();
    await kill();
    await waitForItem(/failed/);
    seen.afterCrashes = await messages();
  },
  async restart() {
    await page.locator(".notification-list-item").first().getByRole("button", { name: "Restart" }).click();
    await waitForItem(READY);
    seen.log = await notices.allTextContents();
  },
};
