// SPDX-License-Identifier: Apache-2.0
// Reads the texts that a page holds, of which core/page/packed_text has packed the long ones: raw DEFLATE (RFC 1951) in
// base64. At once, and in browsers without a DecompressionStream as well.
"use strict";

((lanewright) => {
  const { byId } = lanewright.words;

  /// The bits of a text in base64, from the least of each byte on.
  class Bits {
    #bytes;
    #at = 0; // the byte behind those that are held
    #held = 0;
    #count = 0;

    constructor(base64) {
      this.#bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    }
    /// The next bits, at most 16, which stay; behind the last one there are zeros.
    peek(count) {
      for (; this.#count < count; this.#count += 8) this.#held |= this.#bytes[this.#at++] << this.#count;
      return this.#held & ((1 << count) - 1);
    }
    drop(count) {
      this.#held >>>= count;
      this.#count -= count;
    }
    take(count) {
      const value = this.peek(count);
      this.drop(count);
      return value;
    }
    /// The bytes of a stored block, which begins with a whole byte.
    stored() {
      this.drop(this.#count & 7);
      const size = this.take(16);
      this.take(16); // the same, inverted
      return Array.from({ length: size }, () => this.take(8));
    }
  }

  /// The canonical code whose symbols have these lengths, 0 for none. A table holds for the next bits, as many as the
  /// longest has, a symbol and its length; codes stand in it backwards, as they come.
  class Code {
    #most;
    #table;

    constructor(lengths) {
      this.#most = Math.max(...lengths);
      this.#table = new Uint16Array(1 << this.#most);
      let code = 0; // backwards
      for (let length = 1; length <= this.#most; length += 1) {
        lengths.forEach((each, symbol) => {
          if (each !== length) return;
          for (let at = code; at < this.#table.length; at += 1 << length) this.#table[at] = 16 * symbol + length;
          let bit = 1 << (length - 1);
          for (; code & bit; bit >>= 1) code ^= bit;
          code |= bit;
        });
      }
    }
    next(bits) {
      const found = this.#table[bits.peek(this.#most)];
      if (found === 0) throw new RangeError("no code");
      bits.drop(found & 15);
      return found >> 4;
    }
  }

  const repeated = (value, count) => new Array(count).fill(value);
  const fixed = [[8, 144], [9, 112], [7, 24], [8, 8]].flatMap(([length, count]) => repeated(length, count));
  const orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

  /// The codes of literals and of distances that a block brings along.
  function codesOf(bits) {
    const [literals, distances, count] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4];
    const ofLengths = repeated(0, 19);
    for (const each of orderOfLengths.slice(0, count)) ofLengths[each] = bits.take(3);
    const code = new Code(ofLengths);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const symbol = code.next(bits);
      if (symbol < 16) lengths.push(symbol);
      else if (symbol === 16) lengths.push(...repeated(lengths.at(-1), 3 + bits.take(2)));
      else lengths.push(...repeated(0, symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7)));
    }
    return [new Code(lengths.slice(0, literals)), new Code(lengths.slice(literals))];
  }

  /// A number in steps that double, each `same` times: of distances by two, of lengths by four.
  function stepped(symbol, same, bits) {
    const extra = Math.max(0, Math.floor(symbol / same) - 1);
    return (symbol < same ? symbol : (same + (symbol % same)) << extra) + bits.take(extra);
  }

  function inflated(base64) {
    const bits = new Bits(base64);
    const bytes = [];
    for (let isLast = 0; !isLast; ) {
      isLast = bits.take(1);
      const kind = bits.take(2);
      if (kind === 0) {
        for (const byte of bits.stored()) bytes.push(byte);
        continue;
      }
      const [literals, distances] = kind === 1 ? [new Code(fixed), new Code(repeated(5, 30))] : codesOf(bits);
      for (let symbol = literals.next(bits); symbol !== 256; symbol = literals.next(bits)) {
        if (symbol < 256) {
          bytes.push(symbol);
          continue;
        }
        const length = symbol === 285 ? 258 : 3 + stepped(symbol - 257, 4, bits);
        const from = bytes.length - 1 - stepped(distances.next(bits), 2, bits);
        for (let i = 0; i < length; i += 1) bytes.push(bytes[from + i]);
      }
    }
    return new TextDecoder().decode(Uint8Array.from(bytes));
  }

  /// What the element holds; nothing where the page has none.
  function textOf(id) {
    const text = byId(id).textContent.trim();
    return text === "" || text.startsWith("{") ? text : inflated(text);
  }

  lanewright.packed = { textOf, inflated };
})(globalThis.lanewright);
