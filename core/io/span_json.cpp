// SPDX-License-Identifier: Apache-2.0
#include "core/io/span_json.h"

#include "core/io/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/model/text.h"

#include <array>

namespace lanewright {

namespace {

/// The text of an op or pair; a part of W is named where it is not the first, so that no schedule need be known.
std::string textOf(const Op& op) { return toText(op, op.part > 0 ? 2 : 1); }

std::string textOf(const Span& span) {
    return textOf(span.op) + (span.paired ? "+" + textOf(*span.paired) : std::string{});
}

Block blockIn(const json::Node& node, const SpanShape& shape, Trouble& trouble) {
    if (!expect(node, json::Kind::String, trouble))
        return {};
    const Result<Block> block = blockFromText(node.text());
    if (!block) {
        trouble.add(block.error().message, node);
        return {};
    }
    checkBlock(*block, shape.schedule, shape.weightParts, node, trouble);
    return *block;
}

/// Reads an op that may be missing.
std::optional<Op> opOrNull(const json::Node& node, const SpanShape& shape, Trouble& trouble) {
    if (node.isNull())
        return {};
    const Block block = blockIn(node, shape, trouble);
    if (block.paired)
        trouble.add(say(phrase("file", "must be one op, not an overlapped pair")), node);
    return block.op;
}

void writeOrNull(json::Writer& writer, const std::optional<Op>& op) {
    if (op)
        writer.string(textOf(*op));
    else
        writer.null();
}

int numberOrNull(const json::Node& node, int most, Trouble& trouble) {
    return node.isNull() ? -1 : integerFrom(node, 0, most, trouble);
}

void writeOrNull(json::Writer& writer, int number) {
    if (number >= 0)
        writer.number(number);
    else
        writer.null();
}

Time pointFrom(const json::Node& node, Trouble& trouble) {
    return amountFrom(node, {.least = -kMaxPoint, .most = kMaxPoint}, trouble);
}

/// Wait where it is none.
ActivityKind kindFrom(std::string_view text, const json::Node& node, Trouble& trouble) {
    using enum ActivityKind;
    return choiceFrom(text, std::array{Wait, Transfer, Optimizer, Discarded, Part}, node, trouble).value_or(Wait);
}

/// Other where it is none that this version knows.
SideKind sideKindFrom(std::string_view text) {
    using enum SideKind;
    for (const SideKind kind : {Send, Receive, Gather, Reduce, Collective, Host})
        if (toText(kind) == text)
            return kind;
    return Other;
}

int lastRank(const SpanShape& shape) { return shape.ranks > 0 ? shape.ranks - 1 : kMaxRanks - 1; }

/// The items of a list whose length is fixed by its form; `form` shows it.
template <std::size_t count>
std::optional<std::array<json::Node, count>> fields(const json::Node& node, std::string_view form, Trouble& trouble) {
    if (node.kind() != json::Kind::Array || node.size() != static_cast<int>(count)) {
        trouble.add(say(phrase("file", "must be a list like %1"), form), node);
        return {};
    }
    auto child = node.children().begin();
    return [&]<std::size_t... index>(std::index_sequence<index...>) {
        const auto next = [&](std::size_t /*each*/) {
            const json::Node item = *child;
            ++child;
            return item;
        };
        return std::array<json::Node, count>{next(index)...};
    }
    (std::make_index_sequence<count>{});
}

} // namespace

std::vector<Span> spansFrom(const json::Node& node, const SpanShape& shape, Trouble& trouble) {
    std::vector<Span> spans;
    if (!expect(node, json::Kind::Array, trouble))
        return spans;
    spans.reserve(node.size());
    for (const json::Node entry : node.children()) {
        const auto parts = fields<3>(entry, R"(["F0.0", 0, 1000])", trouble);
        if (!parts)
            return spans;
        const Block block = blockIn((*parts)[0], shape, trouble);
        const Time start = pointFrom((*parts)[1], trouble);
        const Time end = pointFrom((*parts)[2], trouble);
        if (!trouble && end < start)
            trouble.add(say(phrase("file", "ends before it starts")), entry);
        if (!trouble && !spans.empty() && start < spans.back().end)
            trouble.add(say(phrase("file", "starts before the span in front of it ends")), entry);
        if (trouble)
            return spans;
        spans.push_back({.op = block.op, .paired = block.paired, .start = start, .end = end});
    }
    return spans;
}

void writeSpans(json::Writer& writer, const std::vector<Span>& spans) {
    writer.beginArray(json::Layout::Line);
    for (const Span& span : spans) {
        writer.beginArray(json::Layout::Line);
        writer.string(textOf(span));
        writer.number(span.start);
        writer.number(span.end);
        writer.endArray();
    }
    writer.endArray();
}

Activity activityFrom(const json::Node& node, const SpanShape& shape, Trouble& trouble) {
    Activity activity;
    const auto parts = fields<6>(node, R"(["transfer", 0, 5, 9, "F0.0", 1])", trouble);
    if (!parts)
        return activity;
    const auto& [kind, rank, start, end, op, peer] = *parts;
    const int most = lastRank(shape);
    const std::string name = stringFrom(kind, trouble);
    activity.kind = kindFrom(name, kind, trouble);
    activity.rank = integerFrom(rank, 0, most, trouble);
    activity.start = pointFrom(start, trouble);
    activity.end = pointFrom(end, trouble);
    activity.op = opOrNull(op, shape, trouble);
    activity.peer = numberOrNull(peer, most, trouble);
    if (!trouble && activity.end < activity.start)
        trouble.add(say(phrase("file", "ends before it starts")), node);
    return activity;
}

void writeActivity(json::Writer& writer, const Activity& activity) {
    writer.beginArray(json::Layout::Line);
    writer.string(toText(activity.kind));
    writer.number(activity.rank);
    writer.number(activity.start);
    writer.number(activity.end);
    writeOrNull(writer, activity.op);
    writeOrNull(writer, activity.peer);
    writer.endArray();
}

SideSpan sideSpanFrom(const json::Node& node, const SpanShape& shape, Trouble& trouble) {
    SideSpan span;
    const auto parts = fields<8>(node, R"(["send", 0, 5, 9, "F0.0", 1, null, null])", trouble);
    if (!parts)
        return span;
    const auto& [kind, rank, start, end, op, peer, stage, name] = *parts;
    const int most = lastRank(shape);
    const std::string kindName = stringFrom(kind, trouble);
    span.kind = sideKindFrom(kindName);
    span.rank = integerFrom(rank, 0, most, trouble);
    span.start = pointFrom(start, trouble);
    span.end = pointFrom(end, trouble);
    span.op = opOrNull(op, shape, trouble);
    span.peer = numberOrNull(peer, most, trouble);
    span.stage = numberOrNull(stage, shape.schedule ? shape.schedule->placement.stages() - 1 : kMaxStages - 1, trouble);
    if (!name.isNull())
        span.name = stringFrom(name, trouble);
    if (span.kind == SideKind::Other && span.name.empty())
        span.name = kindName;
    if (!trouble && span.end < span.start)
        trouble.add(say(phrase("file", "ends before it starts")), node);
    return span;
}

void writeSideSpan(json::Writer& writer, const SideSpan& span) {
    writer.beginArray(json::Layout::Line);
    writer.string(toText(span.kind));
    writer.number(span.rank);
    writer.number(span.start);
    writer.number(span.end);
    writeOrNull(writer, span.op);
    writeOrNull(writer, span.peer);
    writeOrNull(writer, span.stage);
    if (span.name.empty())
        writer.null();
    else
        writer.string(span.name);
    writer.endArray();
}

KernelLane kernelLaneFrom(const json::Node& node, const SpanShape& shape, Trouble& trouble) {
    KernelLane lane;
    if (!expect(node, json::Kind::Object, trouble))
        return lane;
    if (const auto rank = required(node, "rank", trouble))
        lane.rank = integerFrom(*rank, 0, lastRank(shape), trouble);
    if (const auto names = required(node, "names", trouble))
        lane.names = textsFrom(*names, trouble);
    if (const auto leftOut = node.find("left_out"))
        lane.leftOut = amountFrom(*leftOut, {}, trouble);
    const auto spans = required(node, "spans", trouble);
    if (!spans || !expect(*spans, json::Kind::Array, trouble))
        return lane;
    lane.kernels.reserve(spans->size());
    for (const json::Node entry : spans->children()) {
        const auto parts = fields<4>(entry, R"([0, "F0.0", 0, 1000])", trouble);
        if (!parts)
            return lane;
        const auto& [name, op, start, end] = *parts;
        const Kernel kernel{.name = integerFrom(name, 0, static_cast<int>(lane.names.size()) - 1, trouble),
                            .op = opOrNull(op, shape, trouble),
                            .start = pointFrom(start, trouble),
                            .end = pointFrom(end, trouble)};
        if (!trouble && kernel.end < kernel.start)
            trouble.add(say(phrase("file", "ends before it starts")), entry);
        if (!trouble && !lane.kernels.empty() && kernel.start < lane.kernels.back().start)
            trouble.add(say(phrase("file", "starts before the kernel in front of it")), entry);
        if (trouble)
            return lane;
        lane.kernels.push_back(kernel);
    }
    return lane;
}

void writeKernelLane(json::Writer& writer, const KernelLane& lane) {
    writer.key("rank").number(lane.rank);
    writeTexts(writer.key("names"), lane.names);
    writer.key("spans").beginArray(json::Layout::Line);
    for (const Kernel& kernel : lane.kernels) {
        writer.beginArray(json::Layout::Line);
        writer.number(kernel.name);
        writeOrNull(writer, kernel.op);
        writer.number(kernel.start);
        writer.number(kernel.end);
        writer.endArray();
    }
    writer.endArray();
    if (lane.leftOut > 0)
        writer.key("left_out").number(lane.leftOut);
}

void writeValidation(json::Writer& writer, const std::vector<ValidationLoss>& losses) {
    writer.beginArray(json::Layout::Line);
    for (const ValidationLoss& each : losses) {
        writer.beginArray(json::Layout::Line);
        writer.number(each.step);
        writer.real(each.loss);
        writer.endArray();
    }
    writer.endArray();
}

void writeNumbers(json::Writer& writer, const std::vector<std::int64_t>& numbers) {
    writer.beginArray(json::Layout::Line);
    for (const std::int64_t number : numbers)
        writer.number(number);
    writer.endArray();
}

void writeNumbers(json::Writer& writer, const std::vector<int>& numbers) {
    writeNumbers(writer, std::vector<std::int64_t>(numbers.begin(), numbers.end()));
}

void writeTexts(json::Writer& writer, const std::vector<std::string>& texts) {
    writer.beginArray(json::Layout::Line);
    for (const std::string& text : texts)
        writer.string(text);
    writer.endArray();
}

std::vector<std::int64_t> numbersFrom(const json::Node& node, const Range& range, Trouble& trouble) {
    std::vector<std::int64_t> numbers;
    if (expect(node, json::Kind::Array, trouble))
        for (const json::Node entry : node.children())
            numbers.push_back(amountFrom(entry, range, trouble));
    return numbers;
}

std::vector<int> integersFrom(const json::Node& node, int least, Trouble& trouble) {
    std::vector<int> numbers;
    if (expect(node, json::Kind::Array, trouble))
        for (const json::Node entry : node.children())
            numbers.push_back(integerFrom(entry, least, std::numeric_limits<int>::max(), trouble));
    return numbers;
}

std::vector<std::string> textsFrom(const json::Node& node, Trouble& trouble) {
    std::vector<std::string> texts;
    if (expect(node, json::Kind::Array, trouble))
        for (const json::Node entry : node.children())
            texts.push_back(stringFrom(entry, trouble));
    return texts;
}

} // namespace lanewright
