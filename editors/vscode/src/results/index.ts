// The panel "Results": the view, and its commands.

import * as vscode from "vscode";
import { commandsOf } from "../commands";
import type { HybridSearchParams } from "../protocol";
import type { Server } from "../server";
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
    const search = new Search(shown);
    const client = await server.client();
    if (shown.hits === undefined) await working(() => search.run(client));
    else search.show(client, shown.hits);
    store.add(search);
    update();
    const first = search.hits[0];
    if (first === undefined) await focus();
    else await view.reveal(first, { select: false, focus: true });
    awaitIndex(search).catch((error: unknown) => server.explain(error));
  }

  /** While the index is being made: asks again for what was not found; of other hits says when there may be more. */
  async function awaitIndex(search: Search): Promise<void> {
    while (search.mayFindMore) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      if (!store.searches.includes(search)) return;
      const client = await server.client();
      if (search.hits.length === 0) await search.run(client);
      else await search.noteIndex(client);
      update();
    }
  }

  function working(work: () => Promise<void>): Thenable<void> {
    return vscode.window.withProgress({ location: { viewId: VIEW } }, work);
  }

  async function focus(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  async function again(search: Search): Promise<void> {
    const client = await server.client();
    await working(() => search.run(client));
    update();
  }

  async function runOn(search: Search): Promise<void> {
    const client = await server.client();
    await working(() => search.runOn(client));
    update();
  }

  async function refine({ params, title }: Search): Promise<void> {
    await vscode.commands.executeCommand("lspCodebase.search", params === undefined ? { query: title } : beginningOf(params));
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
    register("lspCodebase.showResults", show),
    register("lspCodebase.nextHit", () => walk.go(1)),
    register("lspCodebase.previousHit", () => walk.go(-1)),
    register("lspCodebase.pinSearch", onSearch((search) => pin(search, true))),
    register("lspCodebase.unpinSearch", onSearch((search) => pin(search, false))),
    register("lspCodebase.searchAgain", onSearch(again)),
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

/** The question and the filters that the picker begins with. */
function beginningOf({ query, mode, languages, kinds, folder, include, sourceCodeOnly }: HybridSearchParams): object {
  return {
    query,
    ...(mode === undefined ? {} : { mode }),
    ...(languages === undefined ? {} : { language: languages[0] }),
    ...(kinds === undefined ? {} : { kind: kinds[0] }),
    ...(folder === undefined ? {} : { folder: { uri: folder, name: vscode.workspace.asRelativePath(vscode.Uri.parse(folder)) } }),
    ...(include === undefined ? {} : { include }),
    ...(sourceCodeOnly === true ? { codeOnly: true } : {}),
  };
}
