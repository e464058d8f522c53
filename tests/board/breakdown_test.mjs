// SPDX-License-Identifier: Apache-2.0
// node breakdown_test.mjs MODULE: without memory the module throws, then and whenever it is called again, and a new one works.
import assert from "node:assert";
import { start } from "./module.mjs";

const core = await start(process.argv[2]);
const large = "x".repeat(100 << 20);
const fill = () => {
  for (;;) core.open(large);
};
assert.throws(fill, /the module has broken down/);
assert.throws(() => core.version(), /the module has broken down/);

const anew = await start(process.argv[2]);
const made = anew.ask(0, JSON.stringify({ ask: "generate", name: "zb-h1", ranks: 4, microbatches: 8 }));
const document = anew.open(made);
assert.equal(anew.holds(document), "schedule");
assert.equal(anew.spans(document).length, 8 * 4 * 8 * 3);
assert.equal(anew.text(document), made);
anew.free(document);
