// The status item, messages, questions and pages of the extension, as sessions look at them.

import { chooseRow, gone, page, rows, runCommand, seen, settled, until, visible, wait } from "./driver.mjs";

/** What the item shows when there is nothing to say. */
export const READY = /^\s*Codebase\s*$/;

/** The status item of the extension. */
export const item = page.locator(".statusbar-item").filter({ hasText: /Codebase|Indexing/ });

/** The texts of the messages that are shown. */
export const notices = page.locator(".notification-list-item-message");

/** The question that is shown over the window. */
export const question = page.locator(".monaco-dialog-box");

/** Waits until the status item shows something and returns that; says what it showed if it does not. */
export async function waitForItem(pattern) {
  return wait(`the status item: ${pattern}`, () => itemText(pattern));
}

/** Returns the text of the status item, if it shows something. */
export async function itemText(pattern) {
  const texts = await item.allTextContents();
  seen.lastItem = texts.join(" | ");
  return texts.length === 1 && pattern.test(texts[0]) && texts[0];
}

/** Opens the menu of the status item. */
export async function openMenu() {
  await until("the menu", () => item.click(), visible(rows.filter({ hasText: "Show Log" })));
}

/** Chooses from the menu of the status item. */
export async function chooseFromItem(entry) {
  await openMenu();
  await chooseRow(entry);
}

/** Returns the text of the item's tooltip, once that tells something. */
export async function tooltipWith(text) {
  const hover = page.locator(".monaco-hover:visible", { hasText: text });
  async function move() {
    await page.mouse.move(600, 300);
    await item.hover();
  }
  const told = await until(`the tooltip: ${text}`, move, async () => (await hover.count()) > 0 && hover.first().textContent());
  await page.mouse.move(600, 300);
  return told;
}

/** Runs a command that asks something; returns the question. */
export async function ask(title) {
  await runCommand(title, visible(question));
  return question.innerText();
}

/** Answers the question that is shown. */
export async function answer(button) {
  await until(`the answer ${button}`, () => question.getByRole("button", { name: button, exact: true }).click(), gone(question));
}

/** Presses a button of the newest message until something holds. */
export async function pressInMessage(button, effect) {
  const message = page.locator(".notification-list-item").first();
  async function press() {
    const isThere = async () => (await message.isVisible()) || effect();
    if (!(await isThere())) await runCommand("Notifications: Show Notifications", isThere);
    if (!(await effect())) await message.getByRole("button", { name: button }).first().click();
  }
  await until(`the button ${button}`, press, effect);
}

/** Waits for a message since the last `forgetMessages`, which may have vanished by itself; returns it. */
export async function waitForMessage(part) {
  return wait(`the message: ${part}`, () => seen.messages.find((text) => text.includes(part)));
}

/** The messages since the last `forgetMessages`, at least one, once nothing more comes. */
export async function messages() {
  return settled("the messages", () => [...new Set(seen.messages)], (texts) => texts.length > 0, 3000);
}

export function forgetMessages() {
  seen.messages.length = 0;
}

/** Closes all messages. */
export async function closeMessages() {
  await until("no message", () => runCommand("Notifications: Clear All Notifications"), gone(notices));
}

/** Returns the frame of a page of the extension that has a heading. */
export async function expectFrame(heading) {
  return wait(`the page ${heading}`, async () => {
    for (const frame of page.frames()) {
      const title = frame.locator("h1", { hasText: heading });
      if (await title.first().isVisible().catch(() => false)) return frame;
    }
    return undefined;
  });
}

/** Runs a command that shows a page; returns its frame. */
export async function showPage(title, heading) {
  await runCommand(title);
  return expectFrame(heading);
}
