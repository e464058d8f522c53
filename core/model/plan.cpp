// SPDX-License-Identifier: Apache-2.0
#include "core/model/plan.h"

#include <utility>

namespace lanewright {

Time scaleOf(TimeUnit unit) {
    switch (unit) {
    case TimeUnit::Ns: return 1;
    case TimeUnit::Us: return 1'000;
    case TimeUnit::Ms: return 1'000'000;
    case TimeUnit::S: return 1'000'000'000;
    case TimeUnit::Unit: return kTimeUnit;
    }
    return 1;
}

Bytes scaleOf(MemoryUnit unit) {
    switch (unit) {
    case MemoryUnit::B: return 1;
    case MemoryUnit::KiB: return Bytes{1} << 10;
    case MemoryUnit::MiB: return Bytes{1} << 20;
    case MemoryUnit::GiB: return Bytes{1} << 30;
    case MemoryUnit::Unit: return kMemoryUnit;
    }
    return 1;
}

std::string_view toText(TimeUnit unit) {
    switch (unit) {
    case TimeUnit::Ns: return "ns";
    case TimeUnit::Us: return "us";
    case TimeUnit::Ms: return "ms";
    case TimeUnit::S: return "s";
    case TimeUnit::Unit: return "unit";
    }
    return "?";
}

std::string_view toText(MemoryUnit unit) {
    switch (unit) {
    case MemoryUnit::B: return "B";
    case MemoryUnit::KiB: return "KiB";
    case MemoryUnit::MiB: return "MiB";
    case MemoryUnit::GiB: return "GiB";
    case MemoryUnit::Unit: return "unit";
    }
    return "?";
}

void setMicrobatches(Plan& plan, MicrobatchCosts microbatches) {
    plan.memory.sizes = microbatches.sizes();
    plan.costs.microbatches = std::move(microbatches);
}

} // namespace lanewright
