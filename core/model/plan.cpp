// SPDX-License-Identifier: Apache-2.0
#include "core/model/plan.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanewright {

namespace {

/// What a unit is in ticks or bytes, and how files spell it.
template <typename Unit, typename Amount>
struct UnitRow {
    Unit unit = {};
    Amount scale = 1;
    std::string_view text = "?";
};

constexpr auto kTimeUnits = std::to_array<UnitRow<TimeUnit, Time>>({{TimeUnit::Ns, 1, "ns"},
                                                                    {TimeUnit::Us, 1'000, "us"},
                                                                    {TimeUnit::Ms, 1'000'000, "ms"},
                                                                    {TimeUnit::S, 1'000'000'000, "s"},
                                                                    {TimeUnit::Unit, kTimeUnit, "unit"}});
constexpr auto kMemoryUnits = std::to_array<UnitRow<MemoryUnit, Bytes>>({{MemoryUnit::B, 1, "B"},
                                                                         {MemoryUnit::KiB, Bytes{1} << 10, "KiB"},
                                                                         {MemoryUnit::MiB, Bytes{1} << 20, "MiB"},
                                                                         {MemoryUnit::GiB, Bytes{1} << 30, "GiB"},
                                                                         {MemoryUnit::Unit, kMemoryUnit, "unit"}});

/// The row of the unit; one that says nothing where there is none.
template <typename Rows, typename Unit>
constexpr typename Rows::value_type rowOf(const Rows& rows, Unit unit) {
    const auto found = std::ranges::find(rows, unit, &Rows::value_type::unit);
    return found == rows.end() ? typename Rows::value_type{} : *found;
}

} // namespace

Time scaleOf(TimeUnit unit) { return rowOf(kTimeUnits, unit).scale; }

Bytes scaleOf(MemoryUnit unit) { return rowOf(kMemoryUnits, unit).scale; }

std::string_view toText(TimeUnit unit) { return rowOf(kTimeUnits, unit).text; }

std::string_view toText(MemoryUnit unit) { return rowOf(kMemoryUnits, unit).text; }

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
