// The settings of the editor as the command line of the server takes them: its MCP server has to open the same index.
// Nothing here knows VS Code.

import { isOfServer, type Manifest, SECTION } from "../server/settings";

const OF_THE_LOG = "log."; // one file has one writer

/** Returns `--set KEY=VALUE` for each setting of the server that is not its default. */
export function optionsOf(manifest: Manifest, configuration: { get(key: string): unknown }): string[] {
  const groups = manifest.contributes.configuration.filter(isOfServer);
  const options = groups.flatMap((group) => Object.entries(group.properties));
  return options.flatMap(([name, { default: usual }]) => {
    const key = name.slice(SECTION.length + 1);
    const value = configuration.get(key);
    const isUsual = value === undefined || JSON.stringify(value) === JSON.stringify(usual);
    return isUsual || key.startsWith(OF_THE_LOG) ? [] : ["--set", `${key}=${asText(value)}`];
  });
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
