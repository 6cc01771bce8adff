// Starts `covenant lsp` for OCaml files. Everything else is the server's work: verdicts, lenses, quick fixes, hover.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration("covenant").get<string>("path", "covenant");
  client = new LanguageClient(
    "covenant",
    "Covenant",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "ocaml", scheme: "file" }] },
  );
  return client.start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("covenant.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
}

export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}
