// The page of "Show Index Status", as HTML. Nothing here knows VS Code.

import type { FullStatus } from "../protocol";
import type { ServerState } from "../server/state";
import { count, decoded, folderName, hostName, isStopped, messageOf, phaseOf, searchOf } from "./face";
import { commandLink, type Html, html, page } from "./html";

export const OPEN_FILE = "lspCodebase.openProblem";
const MOST_LANGUAGES = 12;

export function statusPage(server: ServerState, statuses: readonly FullStatus[]): string {
  const own = server.kind === "running" ? server.pid : undefined;
  return page(html`<h1>Codebase Index</h1>
    ${serverLine(server)}
    ${settings(statuses)}
    ${statuses.length === 0 ? [html`<p>No folder is open.</p>`] : statuses.map((status) => folder(status, own))}`);
}

function serverLine(server: ServerState): Html {
  if (server.kind === "failed") return html`<p class="error">${server.error.message}</p>`;
  if (server.kind !== "running") return html`<p class="quiet">The server is not running.</p>`;
  const { version, program, pid } = server;
  return html`<p class="quiet">lsp-codebase ${version}, process ${pid ?? "?"}, ${program}</p>`;
}

function settings(statuses: readonly FullStatus[]): Html[] {
  const problems = statuses[0]?.settingsProblems ?? [];
  if (problems.length === 0) return [];
  const listed = problems.map((problem) => html`<p class="warning">${problem}</p>`);
  return [html`<h2>Settings that are not used</h2>${listed}<p>${commandLink("Settings", "lspCodebase.openSettings")}</p>`];
}

function folder(status: FullStatus, own: number | undefined): Html {
  return html`<h2>${folderName(status.folder)}</h2>
    <table>${rows(status, own).map(([name, value]) => html`<tr><td>${name}</td><td>${value}</td></tr>`)}</table>
    <p class="actions">${actions(status)}</p>
    ${problems(status)}`;
}

function rows(status: FullStatus, own: number | undefined): [string, Html][] {
  const { files, vectors } = status;
  const rows: [string, Html][] = [["State", state(status)]];
  const failed = files.failed > 0 ? `, ${count(files.failed)} failed` : "";
  const counts = `${count(files.indexed)} of ${count(files.total)} indexed, ${count(files.skipped)} left out${failed}`;
  rows.push(["Files", html`${bar(files.indexed + files.skipped, files.total)}${counts}`]);
  rows.push(["Definitions", html`${count(status.symbols)}`]);
  const made = html`${bar(vectors.done, vectors.total)}${count(vectors.done)} of ${count(vectors.total)} pieces of text`;
  rows.push(["Search", html`${searchOf(status)}`]);
  if (vectors.model !== undefined) rows.push(["Vectors", made]);
  const languages = languagesOf(status);
  if (languages !== "") rows.push(["Languages", html`${languages}`]);
  if (status.bytesOnDisk !== undefined) rows.push(["On disk", html`${size(status.bytesOnDisk)}`]);
  rows.push(["Served by", html`${servedBy(status, own)}`]);
  return rows;
}

function state(status: FullStatus): Html {
  const level = status.phase === "failed" ? "error" : isStopped(status) ? "warning" : "good";
  const told = messageOf(status);
  const message = told === undefined ? "" : `: ${told}`;
  return html`<span class="${level}">${phaseOf(status)}</span>${message}`;
}

function actions(status: FullStatus): Html[] {
  const argument = status.folder;
  return [
    commandLink("Rebuild…", "lspCodebase.rebuildIndex", argument),
    commandLink("Doctor", "lspCodebase.doctor", argument),
    commandLink("Clear…", "lspCodebase.clearIndex", argument),
    commandLink("Log", "lspCodebase.showLog"),
  ];
}

/** A bar while something is left to do. */
function bar(done: number, total: number): Html[] {
  return done >= total ? [] : [html`<meter min="0" max="${total}" value="${done}"></meter>`];
}

function languagesOf(status: FullStatus): string {
  const listed = Object.entries(status.languages ?? {}).filter(([, files]) => files > 0);
  const shown = listed.slice(0, MOST_LANGUAGES).map(([name, files]) => `${name} ${count(files)}`);
  const more = listed.length - shown.length;
  return shown.join(", ") + (more > 0 ? `, and ${more} more` : "");
}

function servedBy(status: FullStatus, own: number | undefined): string {
  const name = hostName(status, own);
  if (name !== undefined) return `${name}, which has this index open`;
  const others = (status.host?.clients ?? []).filter((client) => client.pid !== status.host?.pid);
  const whom = others.map((client) => `${client.name} (process ${client.pid})`).join(", ");
  if (whom !== "") return `this window's server, and so are ${whom}`;
  return status.role === "reader" ? "this window's server; another process writes it" : "this window's server";
}

function problems(status: FullStatus): Html[] {
  const listed = status.problems ?? [];
  if (listed.length === 0) return [];
  const total = status.problemsTotal ?? listed.length;
  const rows = listed.map(({ uri, reason }) => {
    const path = decoded(uri.startsWith(`${status.folder}/`) ? uri.slice(status.folder.length + 1) : uri);
    return html`<tr><td>${reason}</td><td>${commandLink(path, OPEN_FILE, uri)}</td></tr>`;
  });
  const more = total > listed.length ? [html`<p class="quiet">and ${count(total - listed.length)} more</p>`] : [];
  return [html`<h2>Not indexed, or only as text</h2><table>${rows}</table>`, ...more];
}

export function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let amount = bytes;
  let unit = 0;
  for (; amount >= 1000 && unit < units.length - 1; unit++) amount /= 1000;
  return `${amount.toFixed(unit < 2 ? 0 : 1)} ${units[unit]}`;
}
