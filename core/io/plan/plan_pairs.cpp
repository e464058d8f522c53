// SPDX-License-Identifier: Apache-2.0
#include "core/base/joined_by.h"
#include "core/io/plan/plan_parts.h"

#include "core/base/decimal.h"
#include "core/io/forms.h"
#include "core/io/quoted_text.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace lanewright {

namespace {

struct SegmentKey {
    std::string_view key;
    Chain StageSegments::*chain;
    Time StageCosts::*whole;
};
constexpr std::array<SegmentKey, 3> kSegmentKeys = {
    {{"forward", &StageSegments::forward, &StageCosts::forward},
     {"backward_input", &StageSegments::backwardInput, &StageCosts::backwardInput},
     {"backward_weight", &StageSegments::backwardWeight, &StageCosts::backwardWeight}}};

using PairTimes = std::vector<std::optional<Time>>;

PairTimes pairMatrixFrom(const json::Node& node, Frame& frame, Trouble& trouble) {
    const Range range{.most = kMaxTime, .scale = scaleIn(frame, In::Times)};
    const int stages = frame.schedule->stages();
    PairTimes times;
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

void writePairMatrix(json::Writer& writer, const PairTimes& times, const Frame& frame) {
    const auto stages = static_cast<std::size_t>(frame.schedule->stages());
    writer.list(json::Layout::Lines, [&] {
        for (std::size_t at = 0; at < times.size(); at += stages)
            writeAny(writer, std::span(times).subspan(at, stages), frame, In::Times);
    });
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

void writeChain(json::Writer& writer, const Chain& chain, Time whole, const Frame& frame) {
    writer.list(json::Layout::Line, stretchedTo(chain, whole), [&](const Segment& segment) {
        writer.list(json::Layout::Line, [&] {
            writer.string(segment.resource == Resource::Network ? "network" : "compute");
            writeAny(writer, segment.time, frame, In::Times);
        });
    });
}

void writeSegments(json::Writer& writer, const Costs& costs, const Frame& frame) {
    std::size_t stage = 0;
    writer.list(json::Layout::Lines, costs.pairs.segments, [&](const StageSegments& segments) {
        const StageCosts& own = costs.stages[0][stage++];
        writer.object(json::Layout::Line, [&] {
            for (const SegmentKey& each : kSegmentKeys)
                if (lengthOf(segments.*each.chain) > 0)
                    writeChain(writer.key(each.key), segments.*each.chain, own.*each.whole, frame);
        });
    });
}

void readSegments(const json::Node& node, Costs& costs, Frame& frame, Trouble& trouble) {
    if (!expectList(node, frame.schedule->stages(), phrase("one per", "stage"), trouble))
        return;
    const Range range{.most = kMaxTime, .scale = scaleIn(frame, In::Times)};
    std::size_t stage = 0;
    for (const json::Node entry : node.children())
        costs.pairs.segments.push_back(stageSegmentsFrom(entry, costs.stages[0][stage++], range, trouble));
}

std::string segmentsSchema() {
    const auto member = [](const SegmentKey& each) { return inQuotes(each.key) + ": " + definition("segments"); };
    return listSchema(R"({"type": "object", "properties": {)" + joinedBy(", ", kSegmentKeys, member) + "}}");
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
        // What takes no time is no segment of anything.
        if (sum == 0)
            (segments.*each.chain).clear();
    }
    return segments;
}

const FileFields<Costs>& pairFields() {
    using Field = FileField<Costs>;
    const Form<PairTimes> matrix{.read = pairMatrixFrom, .write = writePairMatrix, .schema = definition("pairMatrix")};
    const auto hasSegments = [](const Costs& costs) { return !costs.pairs.segments.empty(); };
    static const FileFields<Costs> kFields = {
        Field("B", memberOf(&Costs::pairs, &PairCosts::withB), matrix)
            .unlessDefault(memberOf(&Costs::pairs, &PairCosts::withB)),
        Field("BW", memberOf(&Costs::pairs, &PairCosts::withBW), matrix)
            .unlessDefault(memberOf(&Costs::pairs, &PairCosts::withBW)),
        Field("segments", segmentsSchema(), readSegments, writeSegments).when(hasSegments),
        Field("sharing", memberOf(&Costs::pairs, &PairCosts::sharing),
              form::amount({.most = PairCosts::kOne, .scale = PairCosts::kOne}))
            .when(hasSegments)};
    return kFields;
}

void readPairs(const json::Node& node, Costs& costs, Frame& frame, Trouble& trouble) {
    constexpr std::string_view kMatrices = R"("B", "BW")";
    constexpr std::string_view kChains = R"("segments", "sharing")";
    PairCosts& pairs = costs.pairs;
    readMembers(node, pairFields(), costs, frame, trouble);
    const bool matrices = !pairs.withB.empty() || !pairs.withBW.empty();
    if (matrices && (!pairs.segments.empty() || node.find("sharing")))
        trouble.add(
            say(phrase("file", "pairs take times of their own (%1) or are computed from segments (%2), not both"),
                kMatrices, kChains),
            node);
    if (!matrices && pairs.segments.empty())
        trouble.add(say(phrase("file", "must have %1 or %2"), kMatrices, R"("segments")"), node);
    for (const json::Node child : unknownMembers(node, pairFields().keys))
        trouble.add(say(phrase("file", "pairs have no such key; there are %1 and %2"), kMatrices, kChains), child);
}

} // namespace lanewright
