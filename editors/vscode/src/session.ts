// A session with the server, without an editor: open a file with a claim that does not hold, and see it said.
// Usage: node out/session.js [path of covenant]

import { spawn } from "child_process";
import * as rpc from "vscode-jsonrpc/node";

const text = `open Covenant_runtime

let three () : int = if bool_gen () then 0 else 2
[@@covers {| M [v:int | 0 <= v && v <= 2] |}]
`;

async function main(): Promise<void> {
  const server = spawn(process.argv[2] ?? "covenant", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(server.stdout),
    new rpc.StreamMessageWriter(server.stdin),
  );
  const rejected = new Promise<string>((resolve) =>
    connection.onNotification("textDocument/publishDiagnostics", (found: { diagnostics: { message: string }[] }) => {
      const one = found.diagnostics.find((diagnostic) => diagnostic.message.includes("three () => 1"));
      if (one) resolve(one.message);
    }),
  );
  connection.listen();
  const { capabilities } = await connection.sendRequest<{ capabilities: object }>("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  if (!("hoverProvider" in capabilities)) throw new Error("no hover");
  await connection.sendNotification("initialized", {});
  const document = { uri: "file:///covenant-session/three.ml", languageId: "ocaml", version: 1, text };
  await connection.sendNotification("textDocument/didOpen", { textDocument: document });
  console.log(await rejected);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  server.on("exit", (code) => process.exit(code ?? 1));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
