// SPDX-License-Identifier: Apache-2.0
// The board's module: core/api/lanewright.h as WebAssembly, with texts as JavaScript has them.
"use strict";

((lanewright) => {
  /// A running module. Documents are handles, never 0. Once a call has broken down (no memory is left, or the module is
  /// at fault), that call throws and so do all that follow: what it left in memory is not to be relied on.
  class Module {
    #core;
    #broken = false;

    constructor(core) {
      this.#core = core;
    }

    version() {
      return this.#call(() => this.#textAt(this.#core.lanewright_version()));
    }
    /// The document that the text is a file of.
    open(text) {
      return this.#call(() => this.#given(this.#with([text], (at) => this.#core.lanewright_open(at))));
    }
    /// From now on `name` means the other document where a request to this one names a file.
    name(handle, name, other) {
      this.#call(() => this.#with([name], (at) => this.#core.lanewright_name(handle, at, other)));
    }
    /// The answer to a request, both JSON as text. `handle` may be 0.
    ask(handle, request) {
      return this.#call(() => this.#taken(this.#with([request], (at) => this.#core.lanewright_ask(handle, at, 0, 0))));
    }
    /// "schedule", "run", "lesson", or null where the document can't be read.
    holds(handle) {
      return this.#call(() => {
        const at = this.#core.lanewright_holds(handle);
        return at === 0 ? null : this.#textAt(at);
      });
    }
    text(handle) {
      return this.#call(() => this.#taken(this.#core.lanewright_text(handle, 0)));
    }
    /// Eight numbers for each op, as lanewright.h names them.
    spans(handle) {
      return this.#call(() => {
        const count = this.#given(this.#core.malloc(4));
        const at = this.#core.lanewright_spans(handle, count);
        const rows = new DataView(this.#core.memory.buffer).getUint32(count, true);
        this.#core.free(count);
        const spans = at === 0 ? [] : Array.from(new BigInt64Array(this.#core.memory.buffer, at, 8 * rows), Number);
        this.#core.lanewright_free(at);
        return spans;
      });
    }
    free(handle) {
      this.#call(() => this.#core.lanewright_free(handle));
    }

    #call(work) {
      if (this.#broken) throw new Error("the module has broken down");
      try {
        return work();
      } catch (problem) {
        this.#broken = true;
        throw new Error(`the module has broken down: ${problem.message}`, { cause: problem });
      }
    }
    #given(pointer) {
      if (pointer === 0) throw new Error("no memory is left");
      return pointer;
    }
    /// What `use` gives for the places of the texts, which are there as long as it runs.
    #with(texts, use) {
      const places = texts.map((text) => {
        const bytes = new TextEncoder().encode(text);
        const at = this.#given(this.#core.malloc(bytes.length + 1));
        const room = new Uint8Array(this.#core.memory.buffer, at, bytes.length + 1);
        room.set(bytes);
        room[bytes.length] = 0;
        return at;
      });
      const got = use(...places);
      places.forEach((at) => this.#core.free(at));
      return got;
    }
    #textAt(at) {
      const bytes = new Uint8Array(this.#core.memory.buffer);
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(at, bytes.indexOf(0, at)));
    }
    #taken(at) {
      const text = this.#textAt(this.#given(at));
      this.#core.lanewright_free(at);
      return text;
    }
  }

  async function unzipped(base64) {
    const zipped = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  const compiled = new Map();

  /// A new module from its bytes, zipped and in base64. Rejects where the browser can't run it.
  async function start(base64) {
    const text = base64.trim();
    if (!compiled.has(text)) compiled.set(text, unzipped(text).then((bytes) => WebAssembly.compile(bytes)));
    let core = null;
    const wasi_snapshot_preview1 = lanewright.wasi(() => core.memory);
    core = (await WebAssembly.instantiate(await compiled.get(text), { wasi_snapshot_preview1 })).exports;
    core._initialize();
    return new Module(core);
  }

  lanewright.module = { start };
})(globalThis.lanewright);
