// An agent's tool calls, through the extension `agent_probe`, whose folder is PROBE.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { input, openWindow, page, picture, rows, runCommand, seen, wait } from "../driver.mjs";

const asked = path.join(process.env.PROBE, "asked.json");
const answered = path.join(process.env.PROBE, "answered.json");

async function probe(...steps) {
  rmSync(answered, { force: true });
  writeFileSync(asked, JSON.stringify(steps));
  await runCommand("Agent Probe: Run Steps");
  await wait("the answers of the probe", () => existsSync(answered));
  return JSON.parse(readFileSync(answered, "utf8"));
}

const QUESTIONS = JSON.parse(process.env.QUESTIONS);

/** Starts our server from the open list of servers. */
async function startServer() {
  await rows.filter({ hasText: "lsp-codebase" }).first().click();
  await rows.filter({ hasText: "Start Server" }).first().click();
}

export const steps = {
  async start() {
    await openWindow();
    await wait("the tools", async () => {
      [seen.tools] = await probe({ tools: true });
      return seen.tools.some(({ name }) => name === "codebase_search");
    });
  },
  async waitForTheIndex() {
    await wait("the index to be ready", async () => {
      [seen.status] = await probe({ call: "codebase_status", input: {} });
      return seen.status.text?.includes(": ready;") && !seen.status.text.includes("not complete");
    });
  },
  async call() {
    const calls = QUESTIONS.map(([name, arguments_]) => ({ call: `codebase_${name}`, input: arguments_ }));
    seen.answers = await probe(...calls);
  },
  async cancel() {
    const server = Number(readFileSync(process.env.SERVER_PID, "utf8"));
    process.kill(server, "SIGSTOP"); // so that there is no answer before
    [seen.cancelled] = await probe({ call: "codebase_search", input: { query: "never mind" }, cancel: 1000 });
    process.kill(server, "SIGCONT");
  },
  async refuse() {
    [seen.refused, seen.unknown] = await probe(
      { call: "codebase_search", input: { query: "x", limit: 0 } },
      { call: "codebase_read_symbol", input: { name: "mesureWidth" } },
    );
  },
  async keepToTheBudget() {
    const tree = { call: "codebase_list_files", input: {}, budget: 50 };
    const search = { call: "codebase_search", input: { query: "parse a header" }, budget: 200 };
    [seen.shortList, seen.shortSearch] = await probe(tree, search);
  },
  async turnOff() {
    const off = { set: "lspCodebase.agents.tools", to: false };
    [, seen.whenOff] = await probe(off, { call: "codebase_status", input: {} });
    await runCommand("MCP: List Servers");
    await page.waitForTimeout(1000);
    seen.serversBefore = await rows.evaluateAll((all) => all.map((row) => row.textContent));
  },
  async offerMcp() {
    await probe({ set: "lspCodebase.agents.mcpServer", to: "on" });
    await wait("our server in the list", async () => {
      await runCommand("MCP: List Servers");
      await page.waitForTimeout(1000);
      seen.servers = await rows.evaluateAll((all) => all.map((row) => row.textContent));
      return seen.servers.some((text) => text.includes("lsp-codebase"));
    });
    await picture("agents-servers");
  },
  async startMcpWithoutTheExtra() {
    writeFileSync(process.env.NO_EXTRA, "");
    await startServer();
    const notice = page.locator(".notification-list-item-message", { hasText: "cannot serve MCP" });
    await notice.waitFor();
    seen.missing = await notice.textContent();
    await picture("agents-missing");
    rmSync(process.env.NO_EXTRA);
    await runCommand("Notifications: Clear All Notifications");
    await runCommand("MCP: List Servers");
  },
  async startMcp() {
    await startServer();
    await page.getByText("Discovered").waitFor(); // in its log, which takes the focus
    await wait("the tools of the MCP server", async () => {
      [seen.mcpTools] = await probe({ tools: true });
      return seen.mcpTools.some(({ name }) => /mcp.*search/.test(name));
    });
    await runCommand("MCP: List Servers");
    await rows.filter({ hasText: "lsp-codebase" }).first().waitFor();
    seen.running = await rows.evaluateAll((all) => all.map((row) => row.textContent));
    await picture("agents-running");
    await input.press("Escape");
  },
};
