// The default key bindings of VS Code without our extension's, as they are on each system.

import { page, seen, until, url, visible } from "../driver.mjs";

const AGENT = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"; // by it VS Code tells the system
const TITLE = "Open Default Keyboard Shortcuts (JSON)";
const SYSTEMS = {
  linux: "X11; Linux x86_64",
  mac: "Macintosh; Intel Mac OS X 10_15_7",
  win: "Windows NT 10.0; Win64; x64",
};

async function bindingsOf(system) {
  const context = await page.context().browser().newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    userAgent: `Mozilla/5.0 (${system}) ${AGENT}`,
  });
  const other = await context.newPage();
  await other.goto(url);
  await other.locator(".monaco-workbench").waitFor();
  other.setDefaultTimeout(5000); // of a look or a gesture
  await other.evaluate(() => navigator.clipboard.writeText(""));
  const input = other.locator(".quick-input-widget:visible input[type=text]");
  const row = other.locator(".quick-input-list .monaco-list-row", { hasText: TITLE }).first();
  const lines = other.locator(".editor-instance:visible .monaco-editor .view-lines").first();
  async function open() {
    await other.keyboard.press("Escape"); // an open palette is not told of new commands
    await other.keyboard.press("F1");
    await input.fill(`>${TITLE}`);
    await row.click();
  }
  async function copy() {
    await lines.click();
    await other.keyboard.press(system.startsWith("Mac") ? "Meta+A" : "Control+A");
    await other.waitForTimeout(300);
    await other.keyboard.press("Control+C"); // the browser's own key, whatever system VS Code sees
  }
  await until("the default keys", open, visible(lines));
  const text = await until("a copy of the bindings", copy, async () => {
    const copied = await other.evaluate(() => navigator.clipboard.readText());
    return copied.includes("]") && copied;
  });
  await context.close();
  return text;
}

export const steps = {
  async keys() {
    seen.keys = {};
    for (const [name, system] of Object.entries(SYSTEMS)) seen.keys[name] = await bindingsOf(system);
  },
};
