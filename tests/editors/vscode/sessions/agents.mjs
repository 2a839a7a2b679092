// An agent's tool calls, through the extension `agent_probe`, whose folder is PROBE.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chooseRow, closeInput, openWindow, page, picture, rows, runCommand, seen, settled, until, visible, wait } from "../driver.mjs";
import { serverProcess, whileServerStands } from "../server.mjs";
import { closeMessages, forgetMessages, waitForMessage } from "../status.mjs";

const asked = path.join(process.env.PROBE, "asked.json");
const answered = path.join(process.env.PROBE, "answered.json");

async function probe(...steps) {
  rmSync(answered, { force: true });
  writeFileSync(asked, JSON.stringify(steps));
  await runCommand("Agent Probe: Run Steps");
  await wait("the answers of the probe", () => existsSync(answered));
  return JSON.parse(readFileSync(answered, "utf8"));
}

const INDEXED_MS = 600_000; // on a busy machine
const QUESTIONS = JSON.parse(process.env.QUESTIONS);

/** Probes until the answer to a step is right; returns it. */
async function probeUntil(what, step, isRight) {
  async function look() {
    const [answer] = await probe(step);
    return isRight(answer) && answer;
  }
  return wait(what, look, INDEXED_MS, INDEXED_MS);
}

/** The rows of the list of MCP servers, once they are right. */
async function mcpServers(isRight) {
  async function texts() {
    const shown = await rows.evaluateAll((all) => all.map((row) => row.textContent));
    return shown.length > 0 && isRight(shown) && shown;
  }
  return until("the list of MCP servers", () => runCommand("MCP: List Servers", visible(rows)), texts);
}

const STATUS = { call: "codebase_status", input: {} };
const isOurs = (text) => text.includes("lsp-codebase");

/** Starts our server from the list of servers. */
async function startServer() {
  const start = rows.filter({ hasText: "Start Server" });
  await mcpServers((texts) => texts.some(isOurs));
  await chooseRow("lsp-codebase", visible(start));
  await chooseRow("Start Server");
}

export const steps = {
  async start() {
    await openWindow();
    const isThere = (tools) => tools.some(({ name }) => name === "codebase_search");
    seen.tools = await probeUntil("the tools", { tools: true }, isThere);
  },
  async waitForTheIndex() {
    const isReady = ({ text }) => text?.includes(": ready;") && !text.includes("not complete");
    seen.status = await probeUntil("the index to be ready", STATUS, isReady);
  },
  async call() {
    const calls = QUESTIONS.map(([name, arguments_]) => ({ call: `codebase_${name}`, input: arguments_ }));
    seen.answers = await probe(...calls);
  },
  async cancel() {
    const call = { call: "codebase_search", input: { query: "never mind" }, cancel: 1000 };
    [seen.cancelled] = await whileServerStands(await serverProcess(), () => probe(call)); // so that there is no answer before
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
    await probe({ set: "lspCodebase.agents.tools", to: false });
    seen.whenOff = await probeUntil("the tools to be gone", STATUS, ({ error }) => error !== undefined);
    await runCommand("MCP: List Servers", visible(rows));
    seen.serversBefore = await settled("the list", () => rows.evaluateAll((all) => all.map((row) => row.textContent)));
    await closeInput();
  },
  async offerMcp() {
    await probe({ set: "lspCodebase.agents.mcpServer", to: "on" });
    seen.servers = await mcpServers((texts) => texts.some(isOurs));
    await picture("agents-servers");
  },
  async startMcpWithoutTheExtra() {
    writeFileSync(process.env.NO_EXTRA, "");
    forgetMessages();
    await startServer();
    seen.missing = await waitForMessage("cannot serve MCP");
    await picture("agents-missing");
    rmSync(process.env.NO_EXTRA);
    await closeMessages();
  },
  async startMcp() {
    await startServer();
    await page.getByText("Discovered").first().waitFor(); // in its log, which takes the focus
    const isThere = (tools) => tools.some(({ name }) => /mcp.*search/.test(name));
    seen.mcpTools = await probeUntil("the tools of the MCP server", { tools: true }, isThere);
    seen.running = await mcpServers((texts) => texts.some((text) => isOurs(text) && text.includes("Running")));
    await picture("agents-running");
    await closeInput();
  },
};
