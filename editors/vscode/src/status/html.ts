// Pages of the extension: VS Code's own colours and fonts, no scripts, nothing loaded. Nothing here knows VS Code.

const STYLE = `
  body { padding: 0 24px 24px; max-width: 880px; color: var(--vscode-foreground); line-height: 1.5; }
  h1 { font-size: 1.6em; font-weight: 400; margin: 20px 0 4px; }
  h2 { font-size: 1.2em; font-weight: 600; margin: 28px 0 8px; }
  p.actions a { margin-right: 14px; }
  a { color: var(--vscode-textLink-foreground); text-decoration: none; }
  a:hover { text-decoration: underline; }
  table { border-collapse: collapse; width: 100%; }
  td { padding: 4px 12px 4px 0; vertical-align: top; border-bottom: 1px solid var(--vscode-widget-border, transparent); }
  td:first-child { white-space: nowrap; width: 9em; }
  .quiet, td:first-child { color: var(--vscode-descriptionForeground); }
  .good { color: var(--vscode-charts-green); }
  .warning { color: var(--vscode-list-warningForeground); }
  .error { color: var(--vscode-list-errorForeground); }
  meter { width: 12em; height: 1em; vertical-align: middle; margin-right: 8px; }
`;

/** A piece of HTML, as opposed to a text that is yet to be escaped. */
export class Html {
  constructor(readonly source: string) {}
}

/** Fills texts, escaped, and pieces of HTML into a template. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  const filled = values.map((value) => {
    if (value instanceof Html) return value.source;
    return Array.isArray(value) ? value.map((one: Html) => one.source).join("") : escaped(String(value));
  });
  return new Html(parts.map((part, i) => part + (filled[i] ?? "")).join(""));
}

/** A whole page. */
export function page(body: Html): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return `<!DOCTYPE html><html><head>${head}<style>${STYLE}</style></head><body>${body.source}</body></html>`;
}

/** A link that runs a command with one argument. */
export function commandLink(text: string, command: string, argument?: unknown): Html {
  const query = argument === undefined ? "" : `?${encodeURIComponent(JSON.stringify([argument]))}`;
  return html`<a href="${`command:${command}${query}`}">${text}</a>`;
}

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (char) => names[char] ?? char);
}
