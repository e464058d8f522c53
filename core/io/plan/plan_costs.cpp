// SPDX-License-Identifier: Apache-2.0
#include "core/io/forms.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/plan/stage_lists.h"

#include "core/base/decimal.h"
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
    if (!expect(node, json::Kind::Array, trouble))
        return;
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

/// A number for each pair of ranks, in ticks of which `scale` make a unit.
void writePairs(json::Writer& writer, const Transfers& transfer, std::int64_t scale) {
    if (transfer.matrix.empty())
        return writer.numeral(decimalFromTicks(transfer.every, scale));
    const auto entry = [&](int from, int to) {
        const Time time = transfer.matrix[static_cast<std::size_t>(from) * transfer.ranks + to];
        time == Transfers::kUnknown ? writer.null() : writer.numeral(decimalFromTicks(time, scale));
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

Transfers pairsFrom(const json::Node& node, const Range& range, const Frame& frame, Trouble& trouble) {
    Transfers pairs = transferFrom(node, frame.ranks, range, trouble);
    if (Message missing = missingWay(pairs, frame.schedule->placement); !missing.empty())
        trouble.add(std::move(missing), node);
    return pairs;
}

/// Bytes a second in a unit of memory per unit of time.
std::int64_t scaleOfRates(const Frame& frame) {
    return scaleIn(frame, In::Memory) * (scaleOf(TimeUnit::S) / scaleIn(frame, In::Times));
}

/// An amount per boundary between two stages.
FileField<Boundaries> eachBoundary(std::string_view key, auto member, std::int64_t most, In in) {
    Form<std::vector<std::int64_t>> form = form::list(form::amount({.most = most}, in));
    form.read = [any = form.read](const json::Node& node, Frame& frame, Trouble& trouble) {
        return expectList(node, frame.schedule->stages() - 1, phrase("one per", "boundary between two stages"), trouble)
                   ? any(node, frame, trouble)
                   : std::vector<std::int64_t>{};
    };
    return FileField<Boundaries>(key, member, form).unlessDefault(member);
}

/// A bandwidth stands beside sizes, and is more than nothing.
void readBandwidth(const json::Node& node, Boundaries& boundary, Frame& frame, Trouble& trouble) {
    const Range range{.scale = scaleOfRates(frame)};
    Transfers rates = pairsFrom(node, range, frame, trouble);
    for (std::size_t at = 0; at < rates.matrix.size(); ++at)
        if (rates.matrix[at] == 0 && at % (static_cast<std::size_t>(rates.ranks) + 1) != 0)
            trouble.add(say(phrase("file", "must be more than 0")), node);
    if (rates.matrix.empty() && rates.every == 0)
        trouble.add(say(phrase("file", "must be more than 0")), node);
    boundary.bandwidth = std::move(rates);
    if (Message missing = missingSize(boundary); !missing.empty() && frame.schedule->stages() > 1)
        trouble.add(std::move(missing), node);
}

const FileFields<Boundaries>& boundaryFields() {
    using Field = FileField<Boundaries>;
    static const FileFields<Boundaries> kFields = {
        eachBoundary("time", &Boundaries::time, kMaxTime, In::Times),
        eachBoundary("size", &Boundaries::size, kMaxMemory, In::Memory),
        Field("bandwidth", definition("transfer"), readBandwidth,
              [](json::Writer& writer, const Boundaries& boundary, const Frame& frame) {
                  writePairs(writer, boundary.bandwidth, scaleOfRates(frame));
              })
            .unlessDefault(&Boundaries::bandwidth)};
    return kFields;
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
        {"transfer", definition("transfer"),
         [](const json::Node& node, Costs& costs, Frame& frame, Trouble& trouble) {
             costs.transfer = pairsFrom(node, {.most = kMaxTime, .scale = scaleIn(frame, In::Times)}, frame, trouble);
         },
         [](json::Writer& writer, const Costs& costs, const Frame& frame) {
             writePairs(writer, costs.transfer, scaleIn(frame, In::Times));
         }},
        Field("transfer_at_most", definition("transferAtMost"), readAtMost, writeAtMost)
            .orNull()
            .when([](const Costs& costs) { return costs.transfer.allAtMost || !costs.transfer.atMost.empty(); }),
        Field("boundary", &Costs::boundary, form::object(boundaryFields()))
            .orNull()
            .keepingUnknown()
            .when([](const Costs& costs, const Frame& frame) {
                return costs.boundary != Boundaries{} || frame.inside("boundary").unknown;
            }),
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
