// A server that is missing, is installed, is another program, has wrong settings, is killed.
// Given: SETTINGS (the file VS Code follows), SERVER (the program), SERVER_PID (the file it leaves its process id in).

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { openWindow, page, picture, rows, runCommand, seen, wait } from "../driver.mjs";
import { item, notices, waitForItem } from "../status.mjs";

const { SETTINGS, SERVER, SERVER_PID } = process.env;
const READY = /^\s*Codebase\s*$/;
const settings = JSON.parse(readFileSync(SETTINGS, "utf8"));

async function set(changes) {
  Object.assign(settings, changes);
  writeFileSync(SETTINGS, JSON.stringify(settings));
  await page.waitForTimeout(1000);
  writeFileSync(SETTINGS, `${JSON.stringify(settings)}\n`); // a busy VS Code may miss the one change of a file
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

let killed;

/** Returns the process of the server once it is another than the one that was killed; those asked for --version do not count. */
async function server() {
  let pid;
  await wait("a server", () => {
    pid = Number(readFileSync(SERVER_PID, "utf8"));
    const line = `/proc/${pid}/cmdline`;
    return pid !== killed && existsSync(line) && readFileSync(line, "utf8").includes("--stdio");
  });
  await waitForItem(READY);
  return pid;
}

async function kill() {
  killed = await server();
  process.kill(killed, "SIGKILL");
}

async function killAndWait() {
  await kill();
  await server();
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
    await set({ "lspCodebase.server.path": "/bin/echo" });
    await waitForItem(/failed/);
    seen.wrong = await messages();
  },
  async settingsWhileStopped() {
    await closeMessages();
    await set({ "lspCodebase.symbols.maxResults": 100 });
    await page.waitForTimeout(3000);
    seen.whileStopped = await notices.allTextContents();
  },
  async repaired() {
    await set({ "lspCodebase.server.path": SERVER });
    await waitForItem(READY);
    seen.repaired = await notices.allTextContents();
  },
  async wrongSettings() {
    await set({ "lspCodebase.symbols.maxResults": "many" });
    await waitForItem(/settings/);
    seen.wrongSettings = await messages();
    await picture("start-warning");
    await set({ "lspCodebase.symbols.maxResults": 100 });
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
