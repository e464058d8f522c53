// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/file_fields.h"
#include "core/model/placement.h"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
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
void writeStageValues(json::Writer& writer, const StageValues& values, const Units& units, In in, bool apart);

/// A row of what has a list of entries per direction and stage, for one member of the entries. A list of entries per
/// direction is made when the values need it. `tells`: it says by its form whether directions differ.
template <typename T, typename Entry, typename Type>
FileField<T> perStage(std::string_view key, Type Entry::*member, Range range, In in, bool tells = false) {
    constexpr bool kNullable = !std::same_as<Type, std::int64_t>;
    const std::string_view form = kNullable ? "perStageOrNull" : range.most == 0 ? "perStageFreed" : "perStage";
    return {key, definition(form),
            [=](const json::Node& node, T& value, Frame& frame, Trouble& trouble) {
                const Range own{range.least, range.most, scaleIn(frame, in)};
                const StageValues values = stageValuesFrom(node, frame.schedule->placement, own, kNullable, trouble);
                if (values.size() > value.stages.size())
                    value.stages.resize(values.size(), std::vector<Entry>(value.stages.front()));
                for (std::size_t direction = 0; direction < value.stages.size(); ++direction) {
                    const auto& list = values[std::min(direction, values.size() - 1)];
                    for (std::size_t stage = 0; stage < list.size(); ++stage)
                        if constexpr (kNullable)
                            value.stages[direction][stage].*member = list[stage];
                        else
                            value.stages[direction][stage].*member = list[stage].value_or(0);
                }
            },
            [=](json::Writer& writer, const T& value, const Frame& frame) {
                StageValues values;
                for (const std::vector<Entry>& list : value.stages) {
                    values.emplace_back();
                    for (const Entry& entry : list)
                        values.back().push_back(entry.*member);
                }
                writeStageValues(writer, values, frame, in, tells && values.size() > 1);
            }};
}

} // namespace lanewright
