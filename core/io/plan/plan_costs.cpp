// SPDX-License-Identifier: Apache-2.0
#include "core/io/forms.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/plan/stage_lists.h"

#include "core/model/totals.h"

#include <array>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

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
void readAtMost(const json::Node& node, Costs& costs, Frame& frame, Trouble& trouble) {
    Transfers& transfer = costs.transfer;
    if (node.kind() == json::Kind::Bool) {
        transfer.allAtMost = boolFrom(node, trouble);
        return;
    }
    for (const json::Node pair : itemsOf(node)) {
        if (!expectList(pair, 2, phrase("one per", "end of the way"), trouble))
            return;
        const std::vector<json::Node> ends = itemsOf(pair);
        const int from = integerFrom(ends[0], 0, frame.ranks - 1, trouble);
        const int to = integerFrom(ends[1], 0, frame.ranks - 1, trouble);
        if (!transfer.isAtMost(from, to))
            transfer.atMost.emplace_back(from, to);
    }
}

void writeAtMost(json::Writer& writer, const Costs& costs, const Frame&) {
    if (costs.transfer.allAtMost)
        return writer.boolean(true);
    writer.list(json::Layout::Line, costs.transfer.atMost, [&](const std::pair<int, int>& way) {
        writeAny(writer, std::array{way.first, way.second}, {});
    });
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

void writeTransfer(json::Writer& writer, const Costs& costs, const Frame& frame) {
    const Transfers& transfer = costs.transfer;
    if (transfer.matrix.empty())
        return writeAny(writer, transfer.every, frame, In::Times);
    const auto entry = [&](int from, int to) {
        const Time time = transfer.matrix[static_cast<std::size_t>(from) * transfer.ranks + to];
        writeAny(writer, time == Transfers::kUnknown ? std::nullopt : std::optional(time), frame, In::Times);
    };
    if (isNeighbourList(transfer))
        return writer.list(json::Layout::Line, [&] {
            for (int from = 0; from + 1 < transfer.ranks; ++from)
                entry(from, from + 1);
        });
    writer.list(json::Layout::Lines, [&] {
        for (int from = 0; from < transfer.ranks; ++from)
            writer.list(json::Layout::Line, [&] {
                for (int to = 0; to < transfer.ranks; ++to)
                    entry(from, to);
            });
    });
}

void readTransfer(const json::Node& node, Costs& costs, Frame& frame, Trouble& trouble) {
    costs.transfer = transferFrom(node, frame.ranks, {.most = kMaxTime, .scale = scaleIn(frame, In::Times)}, trouble);
    if (Message missing = missingWay(costs.transfer, frame.schedule->placement); !missing.empty())
        trouble.add(std::move(missing), node);
}

FileField<Costs> stageTime(std::string_view key, auto member, bool tells = false) {
    return perStage<Costs>(key, member, {.most = kMaxTime}, In::Times, tells);
}

/// A time per stage, or the times of pairs.
FileField<Costs> overlappedField() {
    FileField<Costs> field = stageTime("overlapped", &StageCosts::overlapped);
    field.schema = R"({"anyOf": [)" + field.schema + ", " + definition("pairs") + "]}";
    field.inside = &pairFields().keys;
    return FileField<Costs>(field)
        .readBy([perStage = field.read](const json::Node& node, Costs& costs, Frame& frame, Trouble& trouble) {
            if (node.kind() == json::Kind::Object)
                readPairs(node, costs, frame, trouble);
            else
                perStage(node, &costs, frame, trouble);
        })
        .writtenBy([perStage = field.write](json::Writer& writer, const Costs& costs, const Frame& frame) {
            if (costs.pairs.areGiven())
                writeObject(writer, pairFields(), costs, frame, json::Layout::Lines);
            else
                perStage(writer, &costs, frame);
        });
}

const FileFields<HostTimes>& hostFields() {
    static const FileFields<HostTimes> kFields = {
        {"send", &HostTimes::send, form::amount({.most = kMaxTime}, In::Times)},
        {"receive", &HostTimes::receive, form::amount({.most = kMaxTime}, In::Times)}};
    return kFields;
}

const FileFields<SharedCores>& sharedCoresFields() {
    using Field = FileField<SharedCores>;
    static const FileFields<SharedCores> kFields = {
        Field("threads", &SharedCores::threads, form::integer(1)).required(),
        Field("cores", &SharedCores::cores, form::integer(1)).required()};
    return kFields;
}

const FileFields<Costs>& costFields() {
    using Field = FileField<Costs>;
    static const FileFields<Costs> kFields = {
        stageTime("forward", &StageCosts::forward, true),
        stageTime("backward_input", &StageCosts::backwardInput),
        stageTime("backward_weight", &StageCosts::backwardWeight),
        {"weight_parts", &Costs::weightParts, form::integer(1, kMaxWeightParts)},
        stageTime("recompute", &StageCosts::recompute),
        {"transfer", definition("transfer"), readTransfer, writeTransfer},
        Field("transfer_at_most", definition("transferAtMost"), readAtMost, writeAtMost)
            .orNull()
            .when([](const Costs& costs) { return costs.transfer.allAtMost || !costs.transfer.atMost.empty(); }),
        {"links", &Costs::links,
         form::choice<Links>({{"latency", Links::Latency}, {"serial", Links::Serial}}, form::Refused::Either)},
        // A file without the key stays as it is.
        Field("host", &Costs::host, form::object(hostFields()))
            .orNull()
            .keepingUnknown()
            .when([](const Costs& costs, const Frame& frame) {
                return !costs.host.areNone() || frame.inside("host").unknown;
            }),
        overlappedField(),
        stageTime("optimizer", &StageCosts::optimizer),
        stageTime("all_reduce", &StageCosts::allReduce),
        Field("measured_on", &Costs::measuredOn, form::object(sharedCoresFields())).orNull().keepingUnknown()};
    return kFields;
}

} // namespace

FileField<Plan> costsField() {
    return FileField<Plan>("costs", &Plan::costs, form::object(costFields(), json::Layout::Lines, "costs"))
        .readBy([](const json::Node& node, Plan& plan, Frame& frame, Trouble& trouble) {
            if (expect(node, json::Kind::Object, trouble))
                readMembers(node, costFields(), plan.costs, frame, trouble);
            frame.weightParts = plan.costs.weightParts;
        })
        .keepingUnknown();
}

} // namespace lanewright
