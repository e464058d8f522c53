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

OrderShape orderShapeOf(const Plan& plan) {
    return {.ranks = plan.schedule.ranks(),
            .directions = static_cast<int>(plan.schedule.placement.directions.size()),
            .stages = plan.schedule.stages(),
            .microbatches = plan.schedule.microbatches,
            .weightParts = plan.costs.weightParts};
}

Variant variantOf(const Plan& plan, std::string name) {
    return {.name = std::move(name),
            .order = std::make_shared<const std::vector<Row>>(plan.schedule.order),
            .shape = orderShapeOf(plan)};
}

Plan planOf(const Variant& variant, const Plan& plan) {
    Plan own = plan;
    own.schedule.order = *variant.order;
    own.variants.clear();
    return own;
}

bool fits(const Variant& variant, const Plan& plan) { return variant.shape == orderShapeOf(plan); }

Message leftOutVariants(const Plan& plan) {
    std::string names;
    int count = 0;
    for (const Variant& variant : plan.variants) {
        if (fits(variant, plan))
            continue;
        names += (count++ == 0 ? "" : ", ") + variant.name;
    }
    if (count == 0)
        return {};
    return sayCounted(countedPhrase("file",
                                    "%1 variants do not go into the file, for they are orders of other ranks, stages, "
                                    "microbatches or parts of W: %2",
                                    "%1 variant does not go into the file, for it is an order of other ranks, stages, "
                                    "microbatches or parts of W: %2"),
                      count, count, names);
}

bool sameProblem(const Plan& a, const Plan& b) {
    return a.timeUnit == b.timeUnit && a.memoryUnit == b.memoryUnit && a.optimizerMode == b.optimizerMode &&
           a.schedule.placement == b.schedule.placement && a.schedule.microbatches == b.schedule.microbatches &&
           a.schedule.directionOf == b.schedule.directionOf && a.costs == b.costs && a.memory == b.memory;
}

} // namespace lanewright
