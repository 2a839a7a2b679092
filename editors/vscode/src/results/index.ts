// The panel "Results": the view, and its commands.

import * as vscode from "vscode";
import { commandsOf } from "../commands";
import type { HybridSearchParams } from "../protocol";
import { filtersOf } from "../search/filters";
import { qualifiedName } from "../search/hits";
import type { Server } from "../server";
import { Throttled } from "../throttled";
import { calledAtCursor } from "./atCursor";
import { hitsBelow, textOf } from "./copying";
import type { FileNode, HitNode, Node } from "./nodes";
import { Pages } from "./page";
import { Search, type Shown } from "./search";
import { Store } from "./store";
import { Walk } from "./walk";

const AGAIN_MS = 2_000;
const VIEW = "lspCodebase.results";

export function registerResults(context: vscode.ExtensionContext, server: Server): void {
  const store = new Store(server);
  const view = vscode.window.createTreeView(VIEW, { treeDataProvider: store, showCollapseAll: true, canSelectMany: true });
  const walk = new Walk(store, view);
  const pages = new Pages();
  const again = new Throttled(() => void followIndex().catch((error: unknown) => server.log(String(error))));
  const register = commandsOf(server);

  function update(): void {
    store.changed();
    const newest = store.searches[0];
    view.message = newest?.notice ?? "";
    const hits = store.searches.some((search) => search.hits.length > 0);
    void vscode.commands.executeCommand("setContext", "lspCodebase.hasHits", hits);
    void vscode.commands.executeCommand("setContext", "lspCodebase.hasResults", newest !== undefined);
  }

  async function show(shown?: Shown): Promise<void> {
    if (shown?.params === undefined && shown?.hits === undefined) return focus();
    const [first] = (await added(shown)).hits;
    if (first === undefined) await focus();
    else await view.reveal(first, { select: false, focus: true });
  }

  async function added(shown: Shown): Promise<Search> {
    const search = new Search(shown);
    const client = await server.client();
    if (shown.hits === undefined) await working(() => search.run(client));
    else search.show(client, shown.hits);
    store.add(search);
    update();
    return search;
  }

  /** Shows the calls of the definition that the cursor means. */
  async function showCalls(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const hit = editor && (await calledAtCursor(await server.client(), editor));
    if (hit === undefined) {
      const state = server.indexes.areUnfinished ? " The index is not complete yet." : "";
      void vscode.window.showInformationMessage(`Codebase: there is no function or type at the cursor.${state}`);
      return;
    }
    const search = await added({ title: `Calls of ${qualifiedName(hit) ?? ""}`, hits: [hit], opensCallers: true });
    const [callers] = search.hits.flatMap(({ calls }) => calls);
    if (callers !== undefined) await view.reveal(callers, { select: true, focus: true });
  }

  /** The index went on: asks again for what was not found; of other hits says when there may be more. */
  async function followIndex(): Promise<void> {
    for (const search of store.searches.filter(({ mayFindMore }) => mayFindMore)) {
      if (search.hits.length === 0) await search.run(await server.client());
      else if (server.indexes.areUnfinished) continue;
      else search.noteIndex();
      update();
    }
  }

  function working(work: () => Promise<void>): Thenable<void> {
    return vscode.window.withProgress({ location: { viewId: VIEW } }, work);
  }

  async function focus(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  async function runAgain(search: Search): Promise<void> {
    const client = await server.client();
    await working(() => search.run(client));
    update();
  }

  async function runOn(search: Search): Promise<void> {
    const client = await server.client();
    await working(() => search.runOn(client));
    update();
  }

  async function refine({ params }: Search): Promise<void> {
    const nameOf = (uri: string) => vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
    await vscode.commands.executeCommand("lspCodebase.search", params && { query: params.query, ...filtersOf(params, nameOf) });
  }

  function pin(search: Search, isPinned: boolean): void {
    search.isPinned = isPinned;
    update();
  }

  async function copy(nodes: readonly Node[]): Promise<void> {
    await vscode.env.clipboard.writeText(await textOf(nodes));
  }

  async function copyAsContext(node: Node): Promise<void> {
    const search: HybridSearchParams | undefined = node.kind === "search" ? node.params : undefined;
    const { asUri, asRange } = (await server.client()).code2ProtocolConverter;
    const places = hitsBelow(node).map(({ row }) => ({ uri: asUri(row.uri), range: asRange(row.lines) }));
    await vscode.commands.executeCommand("lspCodebase.copyAsContext", search === undefined ? { places } : { search });
  }

  /** The search that a button of the view's title, or a key, is meant for. */
  function searchOf(node: Node | undefined): Search | undefined {
    let found = node ?? view.selection[0];
    while (found !== undefined && found.kind !== "search") found = found.parent;
    return found ?? store.searches[0];
  }

  /** The rows that an entry of their menu, or a key, is meant for. */
  function meant(node?: Node, all?: Node[]): readonly Node[] {
    return all ?? (node === undefined ? view.selection : [node]);
  }

  function onSearch(run: (search: Search) => unknown): (node?: Node) => unknown {
    return (node) => {
      const search = searchOf(node);
      return search === undefined ? focus() : run(search);
    };
  }

  context.subscriptions.push(
    view,
    pages,
    again,
    server.indexes.onDidChange(() => {
      if (store.searches.some(({ mayFindMore }) => mayFindMore)) again.after(AGAIN_MS);
    }),
    register("lspCodebase.showResults", show),
    register("lspCodebase.showCalls", showCalls),
    register("lspCodebase.nextHit", () => walk.go(1)),
    register("lspCodebase.previousHit", () => walk.go(-1)),
    register("lspCodebase.pinSearch", onSearch((search) => pin(search, true))),
    register("lspCodebase.unpinSearch", onSearch((search) => pin(search, false))),
    register("lspCodebase.searchAgain", onSearch(runAgain)),
    register("lspCodebase.refineSearch", onSearch(refine)),
    register("lspCodebase.loadMoreHits", onSearch(runOn)),
    register("lspCodebase.openResultsAsEditor", onSearch((search) => pages.open(search))),
    register("lspCodebase.copyAllResults", onSearch((search) => copy([search]))),
    register("lspCodebase.copyResult", (node?: Node, all?: Node[]) => copy(meant(node, all))),
    register("lspCodebase.copyResultAsContext", (node: Node) => copyAsContext(node)),
    register("lspCodebase.removeResult", (node?: Node, all?: Node[]) => {
      for (const one of meant(node, all)) if (isRemovable(one)) store.remove(one);
      update();
    }),
    register("lspCodebase.clearResults", () => {
      store.clear();
      update();
    }),
  );
}

function isRemovable(node: Node): node is Search | FileNode | HitNode {
  return node.kind === "search" || node.kind === "file" || node.kind === "hit";
}
