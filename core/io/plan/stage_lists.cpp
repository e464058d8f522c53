// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan/stage_lists.h"

namespace lanewright {

namespace {

using ValueList = std::vector<std::optional<std::int64_t>>;

std::optional<std::int64_t> entryFrom(const json::Node& node, const Range& range, bool nullable, Trouble& trouble) {
    if (nullable && node.isNull())
        return {};
    return amountFrom(node, range, trouble);
}

ValueList listFrom(const json::Node& node, int stages, const Range& range, bool nullable, Trouble& trouble) {
    if (!expectList(node, stages, phrase("one per", "stage"), trouble))
        return ValueList(static_cast<std::size_t>(stages), range.least);
    ValueList list;
    for (const json::Node entry : node.children())
        list.push_back(entryFrom(entry, range, nullable, trouble));
    return list;
}

bool holdsLists(const json::Node& node) {
    return node.kind() == json::Kind::Array && node.size() > 0 &&
           (*node.children().begin()).kind() == json::Kind::Array;
}

bool allEqual(const ValueList& list) {
    return std::ranges::all_of(list, [&](const auto& entry) { return entry == list.front(); });
}

} // namespace

StageValues stageValuesFrom(const json::Node& node, const Placement& placement, const Range& range, bool nullable,
                            Trouble& trouble) {
    const int stages = placement.stages();
    if (node.kind() != json::Kind::Array)
        return {ValueList(static_cast<std::size_t>(stages), entryFrom(node, range, nullable, trouble))};
    if (!holdsLists(node))
        return {listFrom(node, stages, range, nullable, trouble)};
    StageValues values;
    if (expectList(node, static_cast<int>(placement.directions.size()), phrase("one per", "direction"), trouble))
        for (const json::Node list : node.children())
            values.push_back(listFrom(list, stages, range, nullable, trouble));
    if (values.empty())
        values.emplace_back(static_cast<std::size_t>(stages), range.least);
    return values;
}

void writeStageValues(json::Writer& writer, const StageValues& values, const Units& units, In in, bool apart) {
    const bool agree = std::ranges::all_of(values, [&](const ValueList& list) { return list == values.front(); });
    if (apart || !agree)
        return writeAny(writer, values, units, in);
    if (allEqual(values.front()))
        return writeAny(writer, values.front().front(), units, in);
    writeAny(writer, values.front(), units, in);
}

} // namespace lanewright
