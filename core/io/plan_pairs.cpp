// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_parts.h"

#include "core/base/decimal.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

constexpr std::array<std::pair<std::string_view, std::vector<std::optional<Time>> PairCosts::*>, 2> kPairMatrices = {
    {{"B", &PairCosts::withB}, {"BW", &PairCosts::withBW}}};

struct SegmentKey {
    std::string_view key;
    Chain StageSegments::*chain;
    Time StageCosts::*whole;
};
constexpr std::array<SegmentKey, 3> kSegmentKeys = {
    {{"forward", &StageSegments::forward, &StageCosts::forward},
     {"backward_input", &StageSegments::backwardInput, &StageCosts::backwardInput},
     {"backward_weight", &StageSegments::backwardWeight, &StageCosts::backwardWeight}}};

std::vector<std::optional<Time>> pairMatrixFrom(const json::Node& node, int stages, const Range& range,
                                                Trouble& trouble) {
    std::vector<std::optional<Time>> times;
    if (!expectList(node, stages, phrase("one per", "stage"), trouble))
        return times;
    for (const json::Node row : node.children()) {
        if (!expectList(row, stages, phrase("one per", "stage"), trouble))
            return {};
        for (const json::Node entry : row.children())
            times.push_back(entry.isNull() ? std::nullopt : std::optional(amountFrom(entry, range, trouble)));
    }
    return times;
}

Chain chainFrom(const json::Node& node, const Range& range, Trouble& trouble) {
    Chain chain;
    if (!expect(node, json::Kind::Array, trouble))
        return chain;
    if (node.size() > PairCosts::kMostSegments)
        trouble.add(say(phrase("file", "an op has at most %1 segments"), PairCosts::kMostSegments), node);
    for (const json::Node entry : node.children()) {
        if (!expect(entry, json::Kind::Array, trouble))
            return chain;
        const std::vector<json::Node> items = itemsOf(entry);
        if (items.size() != 2) {
            trouble.add(say(phrase("file", "a segment is a resource and a time, as in %1"), R"(["network", 1])"),
                        entry);
            return chain;
        }
        const std::string name = stringFrom(items[0], trouble);
        if (name != "compute" && name != "network")
            trouble.add(say(phrase("file", "must be %1 or %2"), "\"compute\"", "\"network\""), items[0]);
        chain.push_back(
            {name == "network" ? Resource::Network : Resource::Compute, amountFrom(items[1], range, trouble)});
    }
    return chain;
}

void writeChain(json::Writer& writer, const Chain& chain, Time whole, Time scale) {
    writer.beginArray(json::Layout::Line);
    for (const Segment& segment : stretchedTo(chain, whole)) {
        writer.beginArray(json::Layout::Line);
        writer.string(segment.resource == Resource::Network ? "network" : "compute");
        writer.numeral(decimalFromTicks(segment.time, scale));
        writer.endArray();
    }
    writer.endArray();
}

void writeSegments(json::Writer& writer, const Costs& costs, Time scale) {
    writer.key("segments").beginArray(json::Layout::Lines);
    for (std::size_t stage = 0; stage < costs.pairs.segments.size(); ++stage) {
        const StageSegments& segments = costs.pairs.segments[stage];
        writer.beginObject(json::Layout::Line);
        for (const SegmentKey& each : kSegmentKeys)
            if (!(segments.*each.chain).empty())
                writeChain(writer.key(each.key), segments.*each.chain, costs.stages[0][stage].*each.whole, scale);
        writer.endObject();
    }
    writer.endArray();
    writer.key("sharing").numeral(decimalFromTicks(costs.pairs.sharing, PairCosts::kOne));
}

} // namespace

StageSegments stageSegmentsFrom(const json::Node& node, const StageCosts& costs, const Range& range, Trouble& trouble) {
    StageSegments segments;
    if (!expect(node, json::Kind::Object, trouble))
        return segments;
    for (const SegmentKey& each : kSegmentKeys) {
        const auto value = node.find(each.key);
        if (!value)
            continue;
        segments.*each.chain = chainFrom(*value, range, trouble);
        const Time sum = lengthOf(segments.*each.chain);
        if (!(segments.*each.chain).empty() && sum != costs.*each.whole)
            trouble.add(say(phrase("file", "the segments add up to %1, but the stage takes %2"),
                            decimalFromTicks(sum, range.scale), decimalFromTicks(costs.*each.whole, range.scale)),
                        *value);
    }
    return segments;
}

PairCosts pairsFrom(const json::Node& node, const Costs& costs, int stages, Time scale, Trouble& trouble) {
    const Range range{.most = kMaxTime, .scale = scale};
    PairCosts pairs;
    for (const auto& [key, member] : kPairMatrices)
        if (const auto matrix = node.find(key))
            pairs.*member = pairMatrixFrom(*matrix, stages, range, trouble);
    if (const auto list = node.find("segments");
        list && expectList(*list, stages, phrase("one per", "stage"), trouble)) {
        std::size_t stage = 0;
        for (const json::Node entry : list->children())
            pairs.segments.push_back(stageSegmentsFrom(entry, costs.stages[0][stage++], range, trouble));
    }
    if (const auto sharing = node.find("sharing"))
        pairs.sharing = amountFrom(*sharing, {.most = PairCosts::kOne, .scale = PairCosts::kOne}, trouble);
    const bool matrices = !pairs.withB.empty() || !pairs.withBW.empty();
    if (matrices && (!pairs.segments.empty() || node.find("sharing")))
        trouble.add(
            say(phrase("file", "pairs take times of their own (%1) or are computed from segments (%2), not both"),
                "\"B\", \"BW\"", "\"segments\", \"sharing\""),
            node);
    if (!matrices && pairs.segments.empty())
        trouble.add(say(phrase("file", "must have %1 or %2"), "\"B\", \"BW\"", "\"segments\""), node);
    for (const json::Node child : node.children())
        if (child.key() != "segments" && child.key() != "sharing" && child.key() != "B" && child.key() != "BW")
            trouble.add(say(phrase("file", "pairs have no such key; there are %1 and %2"), "\"B\", \"BW\"",
                            "\"segments\", \"sharing\""),
                        child);
    return pairs;
}

void writePairs(json::Writer& writer, const Costs& costs, Time scale) {
    writer.beginObject(json::Layout::Lines);
    if (!costs.pairs.segments.empty())
        writeSegments(writer, costs, scale);
    const std::size_t stages = costs.stages.front().size();
    for (const auto& [key, member] : kPairMatrices) {
        const std::vector<std::optional<Time>>& times = costs.pairs.*member;
        if (times.empty())
            continue;
        writer.key(key).beginArray(json::Layout::Lines);
        for (std::size_t at = 0; at < times.size(); ++at) {
            if (at % stages == 0)
                writer.beginArray(json::Layout::Line);
            if (times[at])
                writer.numeral(decimalFromTicks(*times[at], scale));
            else
                writer.null();
            if ((at + 1) % stages == 0)
                writer.endArray();
        }
        writer.endArray();
    }
    writer.endObject();
}

} // namespace lanewright
