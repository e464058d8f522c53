// SPDX-License-Identifier: Apache-2.0
// What the board's module may ask of whoever runs it, by the names of WASI (snapshot preview 1): the clock and random
// numbers. What it writes is dropped; there are no files, no environment and no network.
"use strict";

((lanewright) => {
  const kDone = 0;
  const kNoSuchFile = 8;

  /// The functions that the module imports. `memory` gives its memory, once it is there.
  lanewright.wasi = (memory) => {
    const view = () => new DataView(memory().buffer);
    return {
      clock_time_get(clock, _precision, at) {
        const milliseconds = clock === 0 ? Date.now() : performance.now();
        view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
        return kDone;
      },
      random_get(at, count) {
        crypto.getRandomValues(new Uint8Array(memory().buffer, at, count));
        return kDone;
      },
      environ_sizes_get(count, bytes) {
        view().setUint32(count, 0, true);
        view().setUint32(bytes, 0, true);
        return kDone;
      },
      environ_get: () => kDone,
      fd_write(_file, pieces, count, written) {
        let size = 0;
        for (let i = 0; i < count; i += 1) size += view().getUint32(pieces + 8 * i + 4, true);
        view().setUint32(written, size, true);
        return kDone;
      },
      fd_read: () => kNoSuchFile,
      fd_close: () => kNoSuchFile,
      fd_seek: () => kNoSuchFile,
      fd_fdstat_get: () => kNoSuchFile,
      proc_exit(code) {
        throw new Error(`the module ended with ${code}`);
      },
    };
  };
})(globalThis.lanewright);
