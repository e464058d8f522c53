// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lanewright {

/// Keeps memory that the program frees for its next use, up to 256 MiB, instead of handing it back to the system.
///
/// Results of a large schedule come and go with every edit, and fresh pages cost more than a simulation that fills
/// them. Call it at the start of `main`. Does nothing where the C library has no such choice (other than glibc).
void keepFreedMemory();

} // namespace lanewright
