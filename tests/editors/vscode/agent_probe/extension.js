// Does the steps of `asked.json` in the folder of its setting, as an agent would, and writes `answered.json` beside it.
//
// A step is {call, input, budget?, cancel?}, {set, to}, {tools: true} or {command}; its answer stands at its place.

const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

const CHARS_A_TOKEN = 2; // unlike the server's estimate, so that its budget alone would not do

async function call({ call: name, input, budget, cancel }) {
  const source = new vscode.CancellationTokenSource();
  const countTokens = async (text) => Math.ceil(text.length / CHARS_A_TOKEN);
  const options = { input, toolInvocationToken: undefined };
  if (budget !== undefined) options.tokenizationOptions = { tokenBudget: budget, countTokens };
  const asked = vscode.lm.invokeTool(name, options, source.token);
  if (cancel !== undefined) setTimeout(() => source.cancel(), cancel);
  try {
    const { content } = await asked;
    return { text: content.map((part) => part.value).join("") };
  } catch (error) {
    return { error: error.message, name: error.name };
  }
}

async function answer(step) {
  if (step.call !== undefined) return call(step);
  if (step.set !== undefined) {
    await vscode.workspace.getConfiguration().update(step.set, step.to, vscode.ConfigurationTarget.Global);
    return null;
  }
  if (step.command !== undefined) return (await vscode.commands.executeCommand(step.command)) ?? null;
  return vscode.lm.tools.map(({ name, description, inputSchema, tags }) => ({ name, description, inputSchema, tags }));
}

exports.activate = (context) => {
  async function run() {
    const folder = vscode.workspace.getConfiguration("agentProbe").get("folder");
    const steps = JSON.parse(fs.readFileSync(path.join(folder, "asked.json"), "utf8"));
    const answers = [];
    for (const step of steps) answers.push(await answer(step));
    fs.writeFileSync(path.join(folder, "answered.tmp"), JSON.stringify(answers));
    fs.renameSync(path.join(folder, "answered.tmp"), path.join(folder, "answered.json"));
  }
  context.subscriptions.push(vscode.commands.registerCommand("agentProbe.run", run));
};
