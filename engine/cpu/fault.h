// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

namespace lanewright::engine {

/// The instruction at which the request's fault strikes this rank; −1: none does.
int faultAt(const RunRequest& request, int rank);

/// Lets the calling rank come to harm. Returns from `Delay` and `Nan` only.
void suffer(FaultKind kind);

} // namespace lanewright::engine
