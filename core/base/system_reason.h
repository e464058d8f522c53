// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

namespace lanewright {

/// Why a call to the system failed, in the middle of a sentence; `code` is its `errno`. What a person can meet has a
/// phrase in the C library's English words, the rest is said as the C library says it.
Message systemReason(int code);

} // namespace lanewright
