// SPDX-License-Identifier: Apache-2.0
// Starts the board's module as a page does, by the page's own scripts, without a browser.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import vm from "node:vm";

const page = new URL("../../resources/page/", import.meta.url);
globalThis.lanewright = {};
globalThis.crypto ??= webcrypto;
for (const script of ["wasi.js", "module.js"]) vm.runInThisContext(readFileSync(new URL(script, page), "utf8"));

/// A new module of the file, which is zipped and in base64.
export const start = (file) => globalThis.lanewright.module.start(readFileSync(file, "latin1"));
