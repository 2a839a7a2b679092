// The status item, its menu and pages; rebuild, stop, doctor and clear with their questions.

import { expectFrame, item, notices, waitForItem } from "../status.mjs";
import { input, labels, openWindow, page, picture, rows, runCommand, seen, wait } from "../driver.mjs";

const question = page.locator(".monaco-dialog-box");

async function answer(button) {
  await question.getByRole("button", { name: button, exact: true }).click();
  await question.waitFor({ state: "detached" });
}

async function choose(entry) {
  await item.click();
  await rows.first().waitFor();
  const row = rows.filter({ hasText: entry }).first();
  await row.click();
}

export const steps = {
  async start() {
    await openWindow();
    await waitForItem(/Indexing my work \d+ %/);
    seen.indexing = await item.textContent();
  },
  async menuWhileIndexing() {
    await item.click();
    await rows.first().waitFor();
    seen.menuWhileIndexing = await labels();
  },
  async stop() {
    await rows.filter({ hasText: "Stop Indexing" }).first().click();
    await waitForItem(/stopped/);
    seen.stoppedColour = await item.evaluate((element) => element.className);
  },
  async goOn() {
    await choose("Go On Indexing");
    await waitForItem(/^\s*Codebase\s*$/);
  },
  async tooltip() {
    await item.hover();
    const hover = page.locator(".monaco-hover:visible", { hasText: "by words and meaning" });
    await hover.waitFor();
    seen.tooltip = await hover.textContent();
    await page.mouse.move(600, 300);
  },
  async menu() {
    await item.click();
    await rows.first().waitFor();
    seen.menu = await labels();
  },
  async statusPage() {
    await rows.filter({ hasText: "Show Index Status" }).first().click();
    const frame = await expectFrame("Codebase Index");
    await wait("sizes", async () => /On disk/.test(await frame.locator("body").textContent()));
    seen.page = await frame.locator("body").innerText();
  },
  async openProblem() {
    const frame = await expectFrame("Codebase Index");
    await frame.getByRole("link", { name: "blob.bin" }).click();
    await page.locator('.tab[data-resource-name="blob.bin"]').waitFor();
  },
  async pictures() {
    for (const name of ["light", "dark"]) {
      await runCommand("Codebase: Show Index Status");
      await expectFrame("Codebase Index");
      await item.click();
      await rows.first().waitFor();
      await page.waitForTimeout(500); // it fades in
      await picture(`status-${name}`);
      await page.keyboard.press("Escape");
      await runCommand("Preferences: Toggle between Light/Dark Themes");
    }
  },
  async doctor() {
    await runCommand("Codebase: Doctor");
    const frame = await expectFrame("Codebase Doctor");
    seen.doctor = await frame.locator("body").innerText();
  },
  async rebuildQuestion() {
    seen.progress.length = 0;
    await runCommand("Codebase: Rebuild Index");
    await question.waitFor();
    seen.rebuildQuestion = await question.innerText();
    await page.waitForTimeout(500); // it fades in
    await picture("status-question");
    await answer("Cancel");
    await page.waitForTimeout(2000);
    seen.afterCancel = await item.textContent();
  },
  async rebuild() {
    await runCommand("Codebase: Rebuild Index");
    await question.waitFor();
    await answer("Rebuild");
    await waitForItem(/Indexing my work/);
    await waitForItem(/^\s*Codebase\s*$/);
  },
  async clear() {
    await runCommand("Codebase: Clear Index");
    await question.waitFor();
    seen.clearQuestion = await question.innerText();
    await answer("Delete");
    await notices.filter({ hasText: "is deleted" }).first().waitFor();
    await waitForItem(/cleared/);
  },
  async searchWhatIsCleared() {
    await runCommand("Codebase: Search");
    await input.fill("measureWidth");
    await wait("an answer", async () => (await rows.count()) > 0);
    seen.cleared = await page.locator(".quick-input-widget:visible").innerText();
    await page.keyboard.press("Escape");
  },
  async rebuildWhatIsCleared() {
    await choose("Go On Indexing");
    await waitForItem(/Indexing my work/);
    await waitForItem(/^\s*Codebase\s*$/);
  },
};
