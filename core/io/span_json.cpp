// SPDX-License-Identifier: Apache-2.0
#include "core/io/span_json.h"

#include "core/base/choice_named.h"
#include "core/io/forms.h"
#include "core/io/plan/plan_parts.h"
#include "core/model/text.h"

#include <array>

namespace lanewright {

namespace {

/// The text of an op or pair; a part of W is named where it is not the first, so that no schedule need be known.
std::string opText(const Op& op) { return toText(op, op.part > 0 ? 2 : 1); }

std::string opText(const Span& span) {
    return opText(span.op) + (span.paired ? "+" + opText(*span.paired) : std::string{});
}

std::optional<Op> opOrNull(const json::Node& node, const Frame& frame, Trouble& trouble) {
    if (node.isNull())
        return {};
    const Block block = blockFrom(node, frame.schedule, frame.weightParts, trouble);
    if (block.paired)
        trouble.add(say(phrase("file", "must be one op, not an overlapped pair")), node);
    return block.op;
}

void writeOpOrNull(json::Writer& writer, const std::optional<Op>& op, const Frame&) {
    op ? writer.string(opText(*op)) : writer.null();
}

Time pointFrom(const json::Node& node, Trouble& trouble) {
    return amountFrom(node, {.least = -kMaxPoint, .most = kMaxPoint}, trouble);
}

int lastRank(const Frame& frame) { return frame.ranks > 0 ? frame.ranks - 1 : kMaxRanks - 1; }

int lastStage(const Frame& frame) { return frame.schedule ? frame.schedule->stages() - 1 : kMaxStages - 1; }

/// A whole number up to what the frame says; null, where it may be, is -1.
Form<int> numberUpTo(int (*last)(const Frame&), bool nullable) {
    return {.read =
                [=](const json::Node& node, Frame& frame, Trouble& trouble) {
                    return nullable && node.isNull() ? -1 : integerFrom(node, 0, last(frame), trouble);
                },
            .write = [nullable](json::Writer& writer, const int& number,
                                const Frame&) { nullable&& number < 0 ? writer.null() : writer.number(number); },
            .schema =
                nullable ? R"({"type": ["integer", "null"], "minimum": 0})" : R"({"type": "integer", "minimum": 0})"};
}

Form<Time> point() { return form::of(pointFrom, R"({"type": "integer"})"); }

/// Refuses what is no list of `count` items; `like` shows one.
bool isListLike(const json::Node& node, int count, std::string_view like, Trouble& trouble) {
    if (node.kind() == json::Kind::Array && node.size() == count)
        return true;
    trouble.add(say(phrase("file", "must be a list like %1"), like), node);
    return false;
}

/// The items of such a list.
template <std::size_t count>
std::optional<std::array<json::Node, count>> items(const json::Node& node, std::string_view like, Trouble& trouble) {
    if (!isListLike(node, static_cast<int>(count), like, trouble))
        return {};
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

/// What has a start and an end, as a list with a value per row, the first of them the kind.
template <typename T>
Form<T> timed(const FileFields<T>& fields, std::string_view like, std::string_view words) {
    const auto isOne = [like](const json::Node& node, int count, Trouble& trouble) {
        return isListLike(node, count, like, trouble);
    };
    Form<T> form = form::tuple(fields, isOne, words);
    form.read = [read = form.read](const json::Node& node, Frame& frame, Trouble& trouble) {
        T value = read(node, frame, trouble);
        if (!trouble && value.end < value.start)
            trouble.add(say(phrase("file", "ends before it starts")), node);
        return value;
    };
    return form;
}

const FileFields<Activity>& activityFields() {
    using enum ActivityKind;
    static const FileFields<Activity> kFields = {
        {"kind", &Activity::kind, form::choiceOf(std::array{Wait, Transfer, Optimizer, Discarded, Part})},
        {"rank", &Activity::rank, numberUpTo(lastRank, false)},
        {"start", &Activity::start, point()},
        {"end", &Activity::end, point()},
        {"op", &Activity::op, opForm()},
        {"peer", &Activity::peer, numberUpTo(lastRank, true)}};
    return kFields;
}

/// A kind that this version does not know becomes the name of what is of none.
void readSideKind(const json::Node& node, SideSpan& span, Frame&, Trouble& trouble) {
    using enum SideKind;
    span.name = stringFrom(node, trouble);
    if (const auto kind = choiceNamed(span.name, std::array{Send, Receive, Gather, Reduce, Collective, Host}))
        span = {.kind = *kind};
}

const FileFields<SideSpan>& sideFields() {
    using Field = FileField<SideSpan>;
    static const FileFields<SideSpan> kFields = {
        Field("kind", &SideSpan::kind, form::text().schema).readBy(readSideKind),
        {"rank", &SideSpan::rank, numberUpTo(lastRank, false)},
        {"start", &SideSpan::start, point()},
        {"end", &SideSpan::end, point()},
        {"op", &SideSpan::op, opForm()},
        {"peer", &SideSpan::peer, numberUpTo(lastRank, true)},
        {"stage", &SideSpan::stage, numberUpTo(lastStage, true)},
        {"name", R"({"type": ["string", "null"]})",
         [](const json::Node& node, SideSpan& span, Frame&, Trouble& trouble) {
             const std::string name = node.isNull() ? std::string{} : stringFrom(node, trouble);
             if (span.kind != SideKind::Other || !name.empty())
                 span.name = name;
         },
         [](json::Writer& writer, const SideSpan& span, const Frame&) {
             span.name.empty() ? writer.null() : writer.string(span.name);
         }}};
    return kFields;
}

std::vector<Span> spansFrom(const json::Node& node, Frame& frame, Trouble& trouble) {
    std::vector<Span> spans;
    if (!expect(node, json::Kind::Array, trouble))
        return spans;
    spans.reserve(node.size());
    for (const json::Node entry : node.children()) {
        const auto parts = items<3>(entry, R"(["F0.0", 0, 1000])", trouble);
        if (!parts)
            return spans;
        const Block block = blockFrom((*parts)[0], frame.schedule, frame.weightParts, trouble);
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

void writeSpans(json::Writer& writer, const std::vector<Span>& spans, const Frame&) {
    writer.list(json::Layout::Line, spans, [&](const Span& span) {
        writer.list(json::Layout::Line, [&] {
            writer.string(opText(span));
            writer.number(span.start);
            writer.number(span.end);
        });
    });
}

/// The kernels of a lane whose names have been read.
std::vector<Kernel> kernelsFrom(const json::Node& node, int names, const Frame& frame, Trouble& trouble) {
    std::vector<Kernel> kernels;
    if (!expect(node, json::Kind::Array, trouble))
        return kernels;
    kernels.reserve(node.size());
    for (const json::Node entry : node.children()) {
        const auto parts = items<4>(entry, R"([0, "F0.0", 0, 1000])", trouble);
        if (!parts)
            return kernels;
        const auto& [name, op, start, end] = *parts;
        const Kernel kernel{.name = integerFrom(name, 0, names - 1, trouble),
                            .op = opOrNull(op, frame, trouble),
                            .start = pointFrom(start, trouble),
                            .end = pointFrom(end, trouble)};
        if (!trouble && kernel.end < kernel.start)
            trouble.add(say(phrase("file", "ends before it starts")), entry);
        if (!trouble && !kernels.empty() && kernel.start < kernels.back().start)
            trouble.add(say(phrase("file", "starts before the kernel in front of it")), entry);
        if (trouble)
            return kernels;
        kernels.push_back(kernel);
    }
    return kernels;
}

void writeKernelSpans(json::Writer& writer, const KernelLane& lane, const Frame& frame) {
    writer.list(json::Layout::Line, lane.kernels, [&](const Kernel& kernel) {
        writer.list(json::Layout::Line, [&] {
            writer.number(kernel.name);
            writeOpOrNull(writer, kernel.op, frame);
            writer.number(kernel.start);
            writer.number(kernel.end);
        });
    });
}

const FileFields<ValidationLoss>& validationFields() {
    static const FileFields<ValidationLoss> kFields = {{"step", &ValidationLoss::step, form::integer(0)},
                                                       {"loss", &ValidationLoss::loss, form::real()}};
    return kFields;
}

} // namespace

Form<std::optional<Op>> opForm() {
    return {
        .read = [](const json::Node& node, Frame& frame, Trouble& trouble) { return opOrNull(node, frame, trouble); },
        .write = writeOpOrNull,
        .schema = R"({"anyOf": [{"type": "null"}, {"$ref": "lwsched.schema.json#/$defs/block"}]})"};
}

Form<std::vector<Span>> spansForm() { return {.read = spansFrom, .write = writeSpans, .schema = definition("lane")}; }

Form<Activity> activityForm() {
    return timed(activityFields(), R"(["transfer", 0, 5, 9, "F0.0", 1])", "Kind, rank, start and end in ns, op, peer.");
}

Form<SideSpan> sideSpanForm() {
    return timed(sideFields(), R"(["send", 0, 5, 9, "F0.0", 1, null, null])",
                 "Kind, rank, start and end in ns, op, peer, stage, name.");
}

const FileFields<KernelLane>& kernelLaneFields() {
    using Field = FileField<KernelLane>;
    static const FileFields<KernelLane> kFields = {
        Field("rank", &KernelLane::rank, numberUpTo(lastRank, false)).required(),
        Field("names", &KernelLane::names, form::list(form::text())).required(),
        Field(
            "spans", listSchema(definition("kernel")),
            [](const json::Node& node, KernelLane& lane, Frame& frame, Trouble& trouble) {
                lane.kernels = kernelsFrom(node, static_cast<int>(lane.names.size()), frame, trouble);
            },
            writeKernelSpans)
            .required(),
        Field("left_out", &KernelLane::leftOut, form::amount({})).unlessDefault(&KernelLane::leftOut)};
    return kFields;
}

Form<ValidationLoss> validationForm() {
    const auto isOne = [](const json::Node& node, int count, Trouble& trouble) {
        return expectList(node, count, phrase("one per", "number (step, loss)"), trouble);
    };
    return form::tuple(validationFields(), isOne, "Step and loss.");
}

void writeValidation(json::Writer& writer, const std::vector<ValidationLoss>& losses) {
    form::list(validationForm()).write(writer, losses, {});
}

} // namespace lanewright
