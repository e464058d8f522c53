// SPDX-License-Identifier: Apache-2.0
#include "core/base/whole_number.h"
#include "core/io/plan/plan_parts.h"

#include "core/io/quoted_text.h"
#include "core/model/text.h"

#include <map>
#include <utility>

namespace lanewright {

namespace {

void checkOp(const Op& op, const Schedule& schedule, int weightParts, const json::Node& node, Trouble& trouble) {
    const auto outside = [&](Phrase words, int number, int count) {
        trouble.add(say(words, toText(op, op.part > 0 ? 2 : 1), number, count - 1), node);
    };
    if (op.stage >= schedule.stages())
        return outside(phrase("file", "%1: there is no stage %2; the last is %3"), op.stage, schedule.stages());
    if (op.microbatch >= schedule.microbatches)
        return outside(phrase("file", "%1: there is no microbatch %2; the last is %3"), op.microbatch,
                       schedule.microbatches);
    if (op.kind == OpKind::W && op.part >= weightParts)
        return outside(phrase("file", "%1: there is no part %2; the last is %3"), op.part, weightParts);
}

/// Where W is cut, its whole has no meaning.
void checkParts(std::string_view word, const Block& block, int weightParts, const json::Node& node, Trouble& trouble) {
    for (const Op& op : opsIn(block))
        if (weightParts > 1 && op.kind == OpKind::W && word.find('/') == std::string_view::npos)
            return trouble.add(say(phrase("file", "%1: W is cut into %2 parts; name one, as in %3"), inQuotes(word),
                                   weightParts, toText(op, weightParts)),
                               node);
}

/// Which block a gap stands before: the `nth` (from 1) that holds the op.
struct GapPlace {
    Op op = {};
    int nth = 1;
    friend auto operator<=>(const GapPlace&, const GapPlace&) = default;
};

struct Gap {
    Time length = 0;
    json::Node node;
    bool placed = false;
};

std::optional<GapPlace> gapPlaceFrom(const json::Node& node, int weightParts, Trouble& trouble) {
    const std::string_view key = node.key();
    const std::size_t mark = key.find('#');
    const Result<Op> op = opFromText(key.substr(0, mark));
    GapPlace place;
    bool good = op.ok();
    if (mark != std::string_view::npos) {
        place.nth = wholeFrom<int>(key.substr(mark + 1)).value_or(0);
        good = good && place.nth >= 2;
    }
    if (!good) {
        trouble.add(
            say(phrase("file", "a gap is named by an op, such as B2.5, or B2.5#2 where that op stands a second time")),
            node);
        return {};
    }
    place.op = *op;
    checkParts(key, {.op = *op}, weightParts, node, trouble);
    return place;
}

/// Calls `visit(op, nth, block)` for every op of the order, `nth` counting the blocks so far that hold it. Only ops
/// that are keys of `counts` are visited.
void visitOps(auto& order, std::map<Op, int>& counts, const auto& visit) {
    if (counts.empty())
        return;
    const auto one = [&](const Op& op, auto& block) {
        if (const auto count = counts.find(op); count != counts.end())
            visit(op, ++count->second, block);
    };
    for (auto& row : order)
        for (auto& block : row) {
            one(block.op, block);
            if (block.paired && *block.paired != block.op)
                one(*block.paired, block);
        }
}

std::map<GapPlace, Gap> gapsFrom(const json::Node& node, const Plan& plan, Trouble& trouble) {
    std::map<GapPlace, Gap> gaps;
    const Range range{.most = kMaxTime, .scale = scaleOf(plan.timeUnit)};
    for (const json::Node entry : node.children()) {
        const auto place = gapPlaceFrom(entry, plan.costs.weightParts, trouble);
        if (place && !gaps.emplace(*place, Gap{.length = amountFrom(entry, range, trouble), .node = entry}).second)
            trouble.add(say(phrase("file", "a gap before this op is given twice")), entry);
        if (trouble)
            break;
    }
    return gaps;
}

void readGaps(const json::Node& node, Plan& plan, Trouble& trouble) {
    if (plan.isProblem() && node.size() > 0)
        trouble.add(say(phrase("file", "there are gaps but no order that they could belong to")), node);
    if (plan.isProblem() || !expect(node, json::Kind::Object, trouble))
        return;
    std::map<GapPlace, Gap> gaps = gapsFrom(node, plan, trouble);
    if (trouble)
        return;
    std::map<Op, int> counts;
    for (const auto& [place, gap] : gaps)
        counts.emplace(place.op, 0);
    visitOps(plan.schedule.order, counts, [&](const Op& op, int nth, Block& block) {
        const auto gap = gaps.find({op, nth});
        if (gap == gaps.end())
            return;
        if (block.gap != 0)
            trouble.add(say(phrase("file", "a gap before this block is given twice, once for each op of the pair")),
                        gap->second.node);
        block.gap = gap->second.length;
        gap->second.placed = true;
    });
    for (const auto& [place, gap] : gaps)
        if (!gap.placed)
            return trouble.add(say(phrase("file", "the order has no such op to put a gap before")), gap.node);
}

void readRows(const json::Node& node, Plan& plan, Trouble& trouble) {
    if (!expectList(node, plan.schedule.ranks(), phrase("one per", "rank"), trouble))
        return;
    for (const json::Node list : node.children()) {
        if (!expect(list, json::Kind::Array, trouble))
            return;
        Row& row = plan.schedule.order.emplace_back();
        row.reserve(list.size());
        for (const json::Node word : list.children()) {
            row.push_back(blockFrom(word, &plan.schedule, plan.costs.weightParts, trouble));
            checkParts(word.text(), row.back(), plan.costs.weightParts, word, trouble);
            if (trouble)
                return;
        }
    }
}

} // namespace

void checkBlock(const Block& block, const Schedule* schedule, int weightParts, const json::Node& node,
                Trouble& trouble) {
    if (block.paired && !arePairKinds(block.op.kind, block.paired->kind))
        trouble.add(say(phrase("file", "%1: an overlapped pair is an F and a B or BW"), toText(block)), node);
    if (!schedule)
        return;
    checkOp(block.op, *schedule, weightParts, node, trouble);
    if (block.paired)
        checkOp(*block.paired, *schedule, weightParts, node, trouble);
}

Block blockFrom(const json::Node& node, const Schedule* schedule, int weightParts, Trouble& trouble) {
    if (!expect(node, json::Kind::String, trouble))
        return {};
    const Result<Block> block = blockFromText(node.text());
    if (!block) {
        trouble.add(block.error().message, node);
        return {};
    }
    checkBlock(*block, schedule, weightParts, node, trouble);
    return *block;
}

void readOrder(const json::Node& object, Plan& plan, Trouble& trouble) {
    Frame frame;
    for (const FileField<Plan>& field : {orderField(), gapsField()})
        if (!trouble)
            readFileRow(object, field, &plan, frame, trouble);
}

void writeRows(json::Writer& writer, const std::vector<Row>& order, const Frame& frame) {
    writer.list(json::Layout::Lines, order, [&](const Row& row) {
        writer.list(json::Layout::Line, row,
                    [&](const Block& block) { writer.string(toText(block, frame.weightParts)); });
    });
}

void writeGaps(json::Writer& writer, const std::vector<Row>& order, const Frame& frame) {
    std::map<Op, int> counts;
    for (const Row& row : order)
        for (const Block& block : row)
            if (block.gap > 0)
                counts.emplace(block.op, 0);
    writer.object(json::Layout::Line, [&] {
        visitOps(order, counts, [&](const Op& op, int nth, const Block& block) {
            if (block.gap <= 0 || block.op != op)
                return;
            writer.key(toText(op, frame.weightParts) + (nth > 1 ? "#" + std::to_string(nth) : ""));
            writeAny(writer, block.gap, frame, In::Times);
        });
    });
}

namespace {

/// A row that a schedule within another file does not have, nor a problem.
FileField<Plan> memberOfOrder(std::string_view key, void (*read)(const json::Node&, Plan&, Trouble&),
                              void (*write)(json::Writer&, const std::vector<Row>&, const Frame&)) {
    return FileField<Plan>(
               key, definition(key),
               [read](const json::Node& node, Plan& plan, Frame& frame, Trouble& trouble) {
                   if (!frame.isPart)
                       read(node, plan, trouble);
               },
               [write](json::Writer& writer, const Plan& plan, const Frame& frame) {
                   write(writer, plan.schedule.order, frame);
               })
        .when([](const Plan& plan, const Frame& frame) { return !frame.isPart && !plan.isProblem(); });
}

} // namespace

FileField<Plan> orderField() { return memberOfOrder("order", readRows, writeRows).orNull(); }

FileField<Plan> gapsField() { return memberOfOrder("gaps", readGaps, writeGaps); }

} // namespace lanewright
