// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lanewright::engine::cuda {

/// Lets a launch of `kernel` on the current device give a block `bytes` of shared memory beside what the kernel
/// declares itself. A block gets 48 KiB of both together unasked; for more the device is asked, once for each kernel
/// and size. Throws `Failure` when a block of the device has not so much.
void allowShared(const void* kernel, int bytes);

} // namespace lanewright::engine::cuda
