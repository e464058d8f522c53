// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_parts.h"

#include "core/base/decimal.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

constexpr std::array<std::pair<std::string_view, OpKind>, kOpKinds> kTableKeys = {
    {{"F", OpKind::F}, {"B", OpKind::B}, {"W", OpKind::W}, {"BW", OpKind::BW}, {"R", OpKind::R}}};

/// A share from 0 to `most` parts of one.
std::int64_t shareFrom(const json::Node& node, std::int64_t most, Trouble& trouble) {
    Trouble own;
    const std::int64_t share = amountFrom(node, {.most = most, .scale = MicrobatchCosts::kOne}, own);
    if (!own)
        return share;
    Trouble unread;
    const double value = realFrom(node, unread);
    const double one = static_cast<double>(MicrobatchCosts::kOne);
    if (!unread && value >= 0 && value <= static_cast<double>(most) / one)
        trouble.add(say(phrase("file", "%1 has more than the nine digits after the point that a share keeps"),
                        node.text().substr(0, 40)),
                    node);
    else
        trouble.add(own.first().message, own.first().where);
    return 0;
}

std::vector<std::int64_t> sharesIn(const json::Node& node, std::string_view key, int microbatches, Trouble& trouble) {
    std::vector<std::int64_t> shares;
    if (const auto list = node.find(key);
        list && expectList(*list, microbatches, phrase("one per", "microbatch"), trouble))
        for (const json::Node entry : list->children())
            shares.push_back(shareFrom(entry, MicrobatchCosts::kMostShare, trouble));
    return shares;
}

MicrobatchCosts lengthsFrom(const json::Node& node, const json::Node& list, const Schedule& schedule,
                            Trouble& trouble) {
    std::vector<int> length;
    if (expectList(list, schedule.microbatches, phrase("one per", "microbatch"), trouble))
        for (const json::Node entry : list.children())
            length.push_back(integerFrom(entry, 1, MicrobatchCosts::kMostLength, trouble));
    std::vector<std::int64_t> quadratic;
    const auto part = node.find("quadratic");
    if (part && part->kind() != json::Kind::Array)
        quadratic.push_back(shareFrom(*part, MicrobatchCosts::kOne, trouble));
    else if (part && expectList(*part, schedule.stages(), phrase("one per", "stage"), trouble))
        for (const json::Node entry : part->children())
            quadratic.push_back(shareFrom(entry, MicrobatchCosts::kOne, trouble));
    return MicrobatchCosts::ofLengths(std::move(length), std::move(quadratic));
}

MicrobatchCosts::Table tableFrom(const json::Node& node, const Plan& plan, Trouble& trouble) {
    MicrobatchCosts::Table table;
    if (!expect(node, json::Kind::Object, trouble))
        return table;
    const Schedule& schedule = plan.schedule;
    const Range range{.most = kMaxTime, .scale = scaleOf(plan.timeUnit)};
    for (const auto& [key, kind] : kTableKeys) {
        const auto rows = node.find(key);
        if (!rows || !expectList(*rows, schedule.stages(), phrase("one per", "stage"), trouble))
            continue;
        std::vector<Time>& times = table[static_cast<std::size_t>(kind)];
        for (const json::Node row : rows->children())
            if (expectList(row, schedule.microbatches, phrase("one per", "microbatch"), trouble))
                for (const json::Node entry : row.children())
                    times.push_back(amountFrom(entry, range, trouble));
    }
    for (const json::Node child : node.children())
        if (std::ranges::find(kTableKeys, child.key(), &std::pair<std::string_view, OpKind>::first) == kTableKeys.end())
            trouble.add(say(phrase("file", "there is no such kind of op; a table is of F, B, W, BW and R")), child);
    return table;
}

void writeDecimals(json::Writer& writer, std::string_view key, const std::vector<std::int64_t>& values,
                   std::int64_t scale) {
    writer.key(key).beginArray(json::Layout::Line);
    for (const std::int64_t value : values)
        writer.numeral(decimalFromTicks(value, scale));
    writer.endArray();
}

void writeShares(json::Writer& writer, std::string_view key, const std::vector<std::int64_t>& shares) {
    if (!shares.empty())
        writeDecimals(writer, key, shares, MicrobatchCosts::kOne);
}

void writeTable(json::Writer& writer, const Plan& plan) {
    const auto count = static_cast<std::size_t>(plan.costs.microbatches.count());
    const Time scale = scaleOf(plan.timeUnit);
    writer.key("table").beginObject(json::Layout::Lines);
    for (const auto& [key, kind] : kTableKeys) {
        const std::vector<Time>& times = plan.costs.microbatches.table()[static_cast<std::size_t>(kind)];
        if (times.empty())
            continue;
        writer.key(key).beginArray(json::Layout::Lines);
        for (std::size_t first = 0; first < times.size(); first += count) {
            writer.beginArray(json::Layout::Line);
            for (std::size_t at = first; at < first + count; ++at)
                writer.numeral(decimalFromTicks(times[at], scale));
            writer.endArray();
        }
        writer.endArray();
    }
    writer.endObject();
}

} // namespace

MicrobatchCosts microbatchesFrom(const json::Node& root, const Plan& plan, Trouble& trouble) {
    const auto node = root.find("microbatch");
    if (!node || node->isNull() || !expect(*node, json::Kind::Object, trouble))
        return {};
    const int microbatches = plan.schedule.microbatches;
    const auto length = node->find("length");
    const auto table = node->find("table");
    const auto work = node->find("work");
    const auto sizes = node->find("size");
    if ((length && (table || work || sizes)) || (table && work)) {
        trouble.add(say(phrase("file", "says it in two ways: give work and size, or length and quadratic, or table and "
                                       "size")),
                    *node);
        return {};
    }
    if (const auto part = node->find("quadratic"); part && !length)
        trouble.add(say(phrase("file", "is a part of the time at the mean length, but there are no lengths")), *part);
    if (length)
        return lengthsFrom(*node, *length, plan.schedule, trouble);
    std::vector<std::int64_t> size = sharesIn(*node, "size", microbatches, trouble);
    if (table)
        return MicrobatchCosts::ofTable(microbatches, tableFrom(*table, plan, trouble), std::move(size));
    // An object that says nothing this version knows stays an object.
    return MicrobatchCosts::ofShares(sharesIn(*node, "work", microbatches, trouble), std::move(size));
}

void writeMicrobatches(json::Writer& writer, const Plan& plan) {
    const MicrobatchCosts& microbatches = plan.costs.microbatches;
    writer.beginObject(json::Layout::Lines);
    switch (microbatches.form()) {
    case MicrobatchCosts::Form::None: break;
    case MicrobatchCosts::Form::Shares: writeShares(writer, "work", microbatches.work()); break;
    case MicrobatchCosts::Form::Lengths:
        writer.key("length").beginArray(json::Layout::Line);
        for (const int tokens : microbatches.length())
            writer.number(tokens);
        writer.endArray();
        if (microbatches.quadratic().size() == 1)
            writer.key("quadratic").numeral(decimalFromTicks(microbatches.quadratic().front(), MicrobatchCosts::kOne));
        else
            writeShares(writer, "quadratic", microbatches.quadratic());
        break;
    case MicrobatchCosts::Form::Table: writeTable(writer, plan); break;
    }
    writeShares(writer, "size", microbatches.size());
    writeUnknown(writer, plan.unknown, "microbatch", kMicrobatchKeys);
    writer.endObject();
}

} // namespace lanewright
