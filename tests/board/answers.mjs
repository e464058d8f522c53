// SPDX-License-Identifier: Apache-2.0
// Runs the board's module as a page does, without a browser: node answers.mjs MODULE, which is zipped and in base64.
//
// Each line of the standard input is a call as JSON, ["open", text], ["name", document, name, other],
// ["ask", document or null, request], ["text" | "spans" | "holds" | "free", document]; documents are told by the number of
// their "open", from 0. Each is answered by a line, what it gives as JSON.
import { createInterface } from "node:readline";
import { start } from "./module.mjs";

const core = await start(process.argv[2]);
const documents = [];
const handle = (number) => (number === null ? 0 : documents[number]);
const calls = {
  open: (text) => documents.push(core.open(text)) - 1,
  name: (number, name, other) => core.name(handle(number), name, handle(other)),
  ask: (number, request) => core.ask(handle(number), request),
  text: (number) => core.text(handle(number)),
  spans: (number) => core.spans(handle(number)),
  holds: (number) => core.holds(handle(number)),
  free: (number) => core.free(handle(number)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [call, ...given] = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(calls[call](...given) ?? null)}\n`);
}
