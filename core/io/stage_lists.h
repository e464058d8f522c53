// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_writer.h"
#include "core/io/reading.h"
#include "core/model/placement.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

/// Values that a file gives once for all stages, per stage, or per direction and stage.
namespace lanewright {

/// `[direction][stage]`, with a single list where the file does not tell the directions apart.
using StageValues = std::vector<std::vector<std::optional<std::int64_t>>>;

/// A number; a list with one entry per stage; or a list of such lists, one per direction. Null, alone or as an
/// entry, is a value only where `nullable`.
StageValues stageValuesFrom(const json::Node& node, const Placement& placement, const Range& range, bool nullable,
                            Trouble& trouble);

/// The shortest of the three forms; `apart` asks for the last of them, so that two equal lists stay two.
void writeStageValues(json::Writer& writer, const StageValues& values, std::int64_t scale, bool apart);

/// Puts the values into a member of each stage's entry; a list of entries per direction is made when the values need
/// it.
template <typename Entry, typename Type>
void assignStages(std::vector<std::vector<Entry>>& stages, const StageValues& values, Type Entry::*member) {
    if (values.size() > stages.size())
        stages.resize(values.size(), std::vector<Entry>(stages.front()));
    for (std::size_t direction = 0; direction < stages.size(); ++direction) {
        const auto& list = values[std::min(direction, values.size() - 1)];
        for (std::size_t stage = 0; stage < list.size(); ++stage)
            if constexpr (std::is_same_v<Type, std::int64_t>)
                stages[direction][stage].*member = list[stage].value_or(0);
            else
                stages[direction][stage].*member = list[stage];
    }
}

/// The values of one member.
template <typename Entry, typename Type>
StageValues stageValuesOf(const std::vector<std::vector<Entry>>& stages, Type Entry::*member) {
    StageValues values;
    for (const auto& list : stages) {
        values.emplace_back();
        for (const Entry& entry : list)
            values.back().push_back(entry.*member);
    }
    return values;
}

} // namespace lanewright
