// Who calls a hit, and what it calls: from the answer where it is there, else asked of the server.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type Call, Calls, type Related, type Relation } from "../protocol";
import { qualifiedName } from "../search/hits";
import { shortcoming } from "../server";
import { leadsTo } from "./lines";
import { CallNode, type CallRow, CallsNode, LineNode, NoteNode } from "./nodes";

const MOST = 50;

export function callsOf(client: LanguageClient, node: CallsNode): Promise<(CallNode | NoteNode)[]> {
  const { row } = node.parent;
  const related = row.hit.related?.filter(({ relation }) => relation === node.relation);
  if (related !== undefined && related.length > 0) {
    return Promise.resolve(related.map((one) => new CallNode(node, ofRelated(client, one))));
  }
  return ask(client, node, node.relation, row.uri, leadsTo(row).start.line);
}

export async function childrenOfCall(client: LanguageClient, node: CallNode): Promise<(LineNode | CallNode | NoteNode)[]> {
  const { relation, uri, definition, sites } = node.call;
  const lines = sites.length > 1 ? sites.map((site) => new LineNode(node, site.uri, site)) : [];
  return [...lines, ...(await ask(client, node, relation, uri, definition.line))];
}

async function ask(
  client: LanguageClient,
  parent: CallsNode | CallNode,
  relation: Relation,
  uri: vscode.Uri,
  line: number,
): Promise<(CallNode | NoteNode)[]> {
  const asked = client.code2ProtocolConverter.asUri(uri);
  const found = await client.sendRequest(Calls, { relation, uri: asked, line, limit: MOST });
  const nodes = found.calls.map((call) => new CallNode(parent, ofCall(client, call, uri)));
  if (found.truncated) return [...nodes, new NoteNode(parent, "There are more.")];
  if (nodes.length > 0) return nodes;
  const nothing = relation === "caller" ? "No calls of this name were found." : "It calls nothing that is defined here.";
  const state = shortcoming(found.index);
  return [new NoteNode(parent, state === "" ? nothing : `${nothing} So far: ${state}.`)];
}

/** `asked` is the file of the definition that was asked about: a call of a callee stands there, or tells its file. */
function ofCall(client: LanguageClient, call: Call, asked: vscode.Uri): CallRow {
  const { asRange, asUri } = client.protocol2CodeConverter;
  const uri = asUri(call.location.uri);
  const ofCaller = call.relation === "caller" ? uri : asked;
  return {
    relation: call.relation,
    name: qualifiedName(call) ?? "outside of any definition",
    ...(call.kind === undefined ? {} : { kind: call.kind }),
    uri,
    definition: asRange(call.location.range).start,
    sites: call.sites.map((site) => ({
      line: site.line,
      text: site.text,
      marks: marksOf(site.text, call, call.relation),
      uri: site.uri === undefined ? ofCaller : asUri(site.uri),
    })),
  };
}

function ofRelated(client: LanguageClient, related: Related): CallRow {
  const { relation, location, name, kind } = related;
  const uri = client.protocol2CodeConverter.asUri(location.uri);
  const definition = client.protocol2CodeConverter.asRange(location.range).start;
  return { relation, name: qualifiedName(related) ?? name, kind, uri, definition, sites: [] };
}

/** The name of a callee where its call stands; a caller's lines are shown as they are. */
function marksOf(text: string, call: Call, relation: Relation): [number, number][] {
  const at = relation === "callee" && call.name !== undefined ? text.indexOf(call.name) : -1;
  return at < 0 ? [] : [[at, at + (call.name?.length ?? 0)]];
}

/** Where a row of a call leads: to the first line that calls, or to the definition that is called. */
export function callLeadsTo({ relation, definition, sites }: CallRow): vscode.Range {
  const line = relation === "caller" ? (sites[0]?.line ?? definition.line) : definition.line;
  return new vscode.Range(line, 0, line, 0);
}
