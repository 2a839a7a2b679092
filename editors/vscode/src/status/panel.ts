// A page beside the editors, of HTML without scripts, whose links run our commands alone.

import * as vscode from "vscode";

export class Panel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown = "";

  constructor(
    private readonly type: string,
    private readonly title: string,
    private readonly commands: readonly string[],
  ) {}

  get isVisible(): boolean {
    return this.panel?.visible === true;
  }

  /** Shows a page, in front of the editors. */
  show(html: string): void {
    if (this.panel === undefined) {
      const options = { enableScripts: false, enableCommandUris: this.commands, localResourceRoots: [] };
      this.panel = vscode.window.createWebviewPanel(this.type, this.title, vscode.ViewColumn.Active, options);
      this.panel.onDidDispose(() => {
        this.panel = undefined;
        this.shown = "";
      });
    }
    this.update(html);
    this.panel.reveal();
  }

  /** Renews the page if it is shown and differs; it keeps its place. */
  update(html: string): void {
    if (this.panel === undefined || html === this.shown) return;
    this.shown = html;
    this.panel.webview.html = html;
  }

  dispose(): void {
    this.panel?.dispose();
  }
}
