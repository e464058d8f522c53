// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lanewright {

/// Products of two times, or of a time and bytes, which 64 bits would not always hold.
__extension__ using Wide = __int128;

} // namespace lanewright
