// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_parts.h"
#include "core/io/stage_lists.h"

#include "core/base/decimal.h"
#include "core/model/totals.h"

#include <algorithm>
#include <limits>

namespace lanewright {

namespace {

struct CostKey {
    std::string_view key;
    Time StageCosts::*member;
    int byDefault; ///< units of the file
};
constexpr std::array<CostKey, 5> kAlways = {{{"forward", &StageCosts::forward, 1},
                                             {"backward_input", &StageCosts::backwardInput, 1},
                                             {"backward_weight", &StageCosts::backwardWeight, 1},
                                             {"optimizer", &StageCosts::optimizer, 0},
                                             {"all_reduce", &StageCosts::allReduce, 0}}};

struct OptionalCostKey {
    std::string_view key;
    std::optional<Time> StageCosts::*member;
};
constexpr std::array<OptionalCostKey, 2> kSometimes = {
    {{"recompute", &StageCosts::recompute}, {"overlapped", &StageCosts::overlapped}}};

/// Matrix with nothing known but that a rank needs no time to reach itself.
Transfers unknownTransfers(int ranks) {
    Transfers transfer{.ranks = ranks};
    transfer.matrix.assign(static_cast<std::size_t>(ranks) * ranks, Transfers::kUnknown);
    for (int rank = 0; rank < ranks; ++rank)
        transfer.matrix[static_cast<std::size_t>(rank) * ranks + rank] = 0;
    return transfer;
}

Transfers neighboursFrom(const json::Node& node, int ranks, const Range& range, Trouble& trouble) {
    if (!expectList(node, ranks - 1, phrase("one per", "pair of neighbouring ranks"), trouble))
        return {};
    Transfers transfer = unknownTransfers(ranks);
    int rank = 0;
    for (const json::Node entry : node.children()) {
        const Time time = amountFrom(entry, range, trouble);
        transfer.matrix[static_cast<std::size_t>(rank) * ranks + rank + 1] = time;
        transfer.matrix[static_cast<std::size_t>(rank + 1) * ranks + rank] = time;
        ++rank;
    }
    return transfer;
}

Transfers matrixFrom(const json::Node& node, int ranks, const Range& range, Trouble& trouble) {
    if (!expectList(node, ranks, phrase("one per", "rank"), trouble))
        return {};
    Transfers transfer = unknownTransfers(ranks);
    std::size_t at = 0;
    for (const json::Node row : node.children()) {
        if (!expectList(row, ranks, phrase("one per", "rank"), trouble))
            return {};
        for (const json::Node entry : row.children()) {
            if (!entry.isNull())
                transfer.matrix[at] = amountFrom(entry, range, trouble);
            if (at % (static_cast<std::size_t>(ranks) + 1) == 0 && transfer.matrix[at] != 0)
                trouble.add(say(phrase("file", "must be 0: a rank reaches itself at once")), entry);
            ++at;
        }
    }
    return transfer;
}

Transfers transferFrom(const json::Node& node, int ranks, const Range& range, Trouble& trouble) {
    if (node.kind() != json::Kind::Array)
        return {.every = amountFrom(node, range, trouble)};
    if (node.size() > 0 && (*node.children().begin()).kind() == json::Kind::Array)
        return matrixFrom(node, ranks, range, trouble);
    return neighboursFrom(node, ranks, range, trouble);
}

/// Which transfers are only bounds: all of them, or a list of `[from, to]`.
void readAtMost(const json::Node& node, int ranks, Transfers& transfer, Trouble& trouble) {
    if (node.isNull())
        return;
    if (node.kind() == json::Kind::Bool) {
        transfer.allAtMost = boolFrom(node, trouble);
        return;
    }
    for (const json::Node pair : itemsOf(node)) {
        if (!expectList(pair, 2, phrase("one per", "end of the way"), trouble))
            return;
        const std::vector<json::Node> ends = itemsOf(pair);
        const int from = integerFrom(ends[0], 0, ranks - 1, trouble);
        const int to = integerFrom(ends[1], 0, ranks - 1, trouble);
        if (!transfer.isAtMost(from, to))
            transfer.atMost.emplace_back(from, to);
    }
}

/// Nothing where all transfers are what they are.
void writeAtMost(json::Writer& writer, const Transfers& transfer) {
    if (transfer.allAtMost)
        return writer.key("transfer_at_most").boolean(true);
    if (transfer.atMost.empty())
        return;
    writer.key("transfer_at_most").beginArray(json::Layout::Line);
    for (const auto& [from, to] : transfer.atMost) {
        writer.beginArray(json::Layout::Line);
        writer.number(from);
        writer.number(to);
        writer.endArray();
    }
    writer.endArray();
}

Links linksFrom(const json::Node& node, Trouble& trouble) {
    const std::string name = stringFrom(node, trouble);
    if (name != "latency" && name != "serial")
        trouble.add(say(phrase("file", "must be %1 or %2"), "\"latency\"", "\"serial\""), node);
    return name == "serial" ? Links::Serial : Links::Latency;
}

bool isNeighbourList(const Transfers& transfer) {
    const auto at = [&](int from, int to) {
        return transfer.matrix[static_cast<std::size_t>(from) * transfer.ranks + to];
    };
    for (int from = 0; from < transfer.ranks; ++from)
        for (int to = 0; to < transfer.ranks; ++to) {
            const int distance = std::abs(from - to);
            const bool fits = distance == 0   ? at(from, to) == 0
                              : distance == 1 ? at(from, to) == at(to, from) && at(from, to) != Transfers::kUnknown
                                              : at(from, to) == Transfers::kUnknown;
            if (!fits)
                return false;
        }
    return true;
}

void writeTransfer(json::Writer& writer, const Transfers& transfer, Time scale) {
    if (transfer.matrix.empty())
        return writer.numeral(decimalFromTicks(transfer.every, scale));
    const auto entry = [&](int from, int to) {
        const Time time = transfer.matrix[static_cast<std::size_t>(from) * transfer.ranks + to];
        if (time == Transfers::kUnknown)
            writer.null();
        else
            writer.numeral(decimalFromTicks(time, scale));
    };
    const bool neighbours = isNeighbourList(transfer);
    writer.beginArray(neighbours ? json::Layout::Line : json::Layout::Lines);
    for (int from = 0; from < transfer.ranks; ++from) {
        if (neighbours && from + 1 < transfer.ranks)
            entry(from, from + 1);
        if (neighbours)
            continue;
        writer.beginArray(json::Layout::Line);
        for (int to = 0; to < transfer.ranks; ++to)
            entry(from, to);
        writer.endArray();
    }
    writer.endArray();
}

HostTimes hostFrom(const json::Node& node, const Range& range, Trouble& trouble) {
    HostTimes host;
    if (node.kind() == json::Kind::Null || !expect(node, json::Kind::Object, trouble))
        return host;
    if (const auto send = node.find("send"))
        host.send = amountFrom(*send, range, trouble);
    if (const auto receive = node.find("receive"))
        host.receive = amountFrom(*receive, range, trouble);
    return host;
}

/// Nothing where hosts take no time, so that a file without the key stays as it is.
void writeHost(json::Writer& writer, const HostTimes& host, Time scale, std::string_view unknown) {
    constexpr std::string_view kSection = "costs.host";
    if (host.areNone() && !holdsUnknown(unknown, kSection))
        return;
    writer.key("host").beginObject(json::Layout::Line);
    writer.key("send").numeral(decimalFromTicks(host.send, scale));
    writer.key("receive").numeral(decimalFromTicks(host.receive, scale));
    writeUnknown(writer, unknown, kSection, kHostKeys);
    writer.endObject();
}

std::optional<SharedCores> sharedCoresFrom(const json::Node& node, Trouble& trouble) {
    if (node.isNull() || !expect(node, json::Kind::Object, trouble))
        return {};
    const auto count = [&](std::string_view key) {
        const auto number = required(node, key, trouble);
        return number ? integerFrom(*number, 1, std::numeric_limits<int>::max(), trouble) : 1;
    };
    return SharedCores{.threads = count("threads"), .cores = count("cores")};
}

/// Nothing where nothing is known.
void writeSharedCores(json::Writer& writer, const std::optional<SharedCores>& shared, std::string_view unknown) {
    if (!shared)
        return;
    writer.key("measured_on").beginObject(json::Layout::Line);
    writer.key("threads").number(shared->threads);
    writer.key("cores").number(shared->cores);
    writeUnknown(writer, unknown, "costs.measured_on", kSharedCoresKeys);
    writer.endObject();
}

void readCosts(const json::Node& node, const Placement& placement, Time scale, Costs& costs, Trouble& trouble) {
    const Range range{.most = kMaxTime, .scale = scale};
    for (const CostKey& field : kAlways)
        if (const auto value = node.find(field.key))
            assignStages(costs.stages, stageValuesFrom(*value, placement, range, false, trouble), field.member);
    for (const OptionalCostKey& field : kSometimes)
        if (const auto value = node.find(field.key)) {
            if (value->kind() == json::Kind::Object && field.member == &StageCosts::overlapped)
                costs.pairs = pairsFrom(*value, costs, placement.stages(), scale, trouble);
            else
                assignStages(costs.stages, stageValuesFrom(*value, placement, range, true, trouble), field.member);
        }
    if (const auto transfer = node.find("transfer")) {
        costs.transfer = transferFrom(*transfer, placement.ranks, range, trouble);
        if (Message missing = missingWay(costs.transfer, placement); !missing.empty())
            trouble.add(std::move(missing), *transfer);
    }
    if (const auto atMost = node.find("transfer_at_most"))
        readAtMost(*atMost, placement.ranks, costs.transfer, trouble);
    if (const auto links = node.find("links"))
        costs.links = linksFrom(*links, trouble);
    if (const auto host = node.find("host"))
        costs.host = hostFrom(*host, range, trouble);
    if (const auto shared = node.find("measured_on"))
        costs.measuredOn = sharedCoresFrom(*shared, trouble);
    costs.weightParts = integerIn(node, "weight_parts", 1, 1, kMaxWeightParts, trouble);
}

} // namespace

Costs costsFrom(const json::Node& root, const Placement& placement, Time scale, Trouble& trouble) {
    StageCosts each;
    for (const CostKey& field : kAlways)
        each.*field.member = field.byDefault * scale;
    Costs costs = uniform(placement.stages(), each);
    const auto node = root.find("costs");
    if (!node || !expect(*node, json::Kind::Object, trouble))
        return costs;
    readCosts(*node, placement, scale, costs, trouble);
    return costs;
}

void writeCosts(json::Writer& writer, const Costs& costs, Time scale, std::string_view unknown) {
    const bool apart = costs.stages.size() > 1;
    const auto stages = [&](std::string_view key, auto member, bool twoLists = false) {
        writer.key(key);
        writeStageValues(writer, stageValuesOf(costs.stages, member), scale, twoLists);
    };
    writer.beginObject(json::Layout::Lines);
    stages("forward", &StageCosts::forward, apart);
    stages("backward_input", &StageCosts::backwardInput);
    stages("backward_weight", &StageCosts::backwardWeight);
    writer.key("weight_parts").number(costs.weightParts);
    stages("recompute", &StageCosts::recompute);
    writer.key("transfer");
    writeTransfer(writer, costs.transfer, scale);
    writeAtMost(writer, costs.transfer);
    writer.key("links").string(costs.links == Links::Serial ? "serial" : "latency");
    writeHost(writer, costs.host, scale, unknown);
    if (costs.pairs.areGiven())
        writePairs(writer.key("overlapped"), costs, scale);
    else
        stages("overlapped", &StageCosts::overlapped);
    stages("optimizer", &StageCosts::optimizer);
    stages("all_reduce", &StageCosts::allReduce);
    writeSharedCores(writer, costs.measuredOn, unknown);
    writeUnknown(writer, unknown, "costs", kCostKeys);
    writer.endObject();
}

} // namespace lanewright
