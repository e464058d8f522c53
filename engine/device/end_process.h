// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/failure.h"

namespace lanewright::engine {

/// Says on standard error why the run failed, and ends this process: where nobody else can be told.
[[noreturn]] void endProcess(const Failure& failure) noexcept;

/// Does `work`, whose failure ends this process: for destructors, which must not throw.
void orEndProcess(const auto& work) noexcept {
    try {
        work();
    } catch (const Failure& failure) {
        endProcess(failure);
    }
}

} // namespace lanewright::engine
