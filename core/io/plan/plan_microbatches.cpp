// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan/plan_parts.h"

#include "core/io/forms.h"

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

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

/// Shares of at most `most` parts of one.
Form<std::int64_t> shareForm(std::int64_t most) {
    Form<std::int64_t> form = form::amount({.scale = MicrobatchCosts::kOne});
    form.read = [most](const json::Node& node, Frame&, Trouble& trouble) { return shareFrom(node, most, trouble); };
    return form;
}

/// A list with an entry per microbatch, or per stage.
template <typename Value>
Form<std::vector<Value>> listPer(Phrase what, int (*count)(const Schedule&), Form<Value> item,
                                 const std::string& schema) {
    Form<std::vector<Value>> form = form::list(std::move(item));
    form.schema = schema;
    form.read = [what, count, any = form.read](const json::Node& node, Frame& frame, Trouble& trouble) {
        return expectList(node, count(*frame.schedule), what, trouble) ? any(node, frame, trouble)
                                                                       : std::vector<Value>{};
    };
    return form;
}
int microbatchesOf(const Schedule& schedule) { return schedule.microbatches; }
int stagesOf(const Schedule& schedule) { return schedule.stages(); }

/// A number for all stages, or one per stage.
Form<std::vector<std::int64_t>> quadraticForm() {
    const Form<std::int64_t> one = shareForm(MicrobatchCosts::kOne);
    const auto each = listPer(phrase("one per", "stage"), stagesOf, one, {});
    return {.read =
                [=](const json::Node& node, Frame& frame, Trouble& trouble) {
                    return node.kind() == json::Kind::Array ? each.read(node, frame, trouble)
                                                            : std::vector{one.read(node, frame, trouble)};
                },
            .write =
                [=](json::Writer& writer, const std::vector<std::int64_t>& shares, const Frame& frame) {
                    if (shares.size() == 1)
                        one.write(writer, shares.front(), frame);
                    else
                        each.write(writer, shares, frame);
                },
            .schema = definition("quadratic")};
}

std::vector<Time> timesFrom(const json::Node& node, Frame& frame, Trouble& trouble) {
    const Range range{.most = kMaxTime, .scale = scaleIn(frame, In::Times)};
    std::vector<Time> times;
    if (expectList(node, frame.schedule->stages(), phrase("one per", "stage"), trouble))
        for (const json::Node row : node.children())
            if (expectList(row, frame.schedule->microbatches, phrase("one per", "microbatch"), trouble))
                for (const json::Node entry : row.children())
                    times.push_back(amountFrom(entry, range, trouble));
    return times;
}

void writeTimes(json::Writer& writer, const std::vector<Time>& times, const Frame& frame) {
    const std::size_t count = times.size() / static_cast<std::size_t>(frame.schedule->stages());
    writer.list(json::Layout::Lines, [&] {
        for (std::size_t first = 0; first < times.size(); first += count)
            writeAny(writer, std::span(times).subspan(first, count), frame, In::Times);
    });
}

const FileFields<MicrobatchCosts::Table>& tableFields() {
    const auto row = [](std::string_view key, OpKind kind) {
        const auto times = [kind](auto& table) -> auto& { return table[static_cast<std::size_t>(kind)]; };
        return FileField<MicrobatchCosts::Table>(key, times,
                                                 Form<std::vector<Time>>{.read = timesFrom,
                                                                         .write = writeTimes,
                                                                         .schema = definition("perStageAndMicrobatch")})
            .unlessDefault(times);
    };
    static const FileFields<MicrobatchCosts::Table> kFields = {
        row("F", OpKind::F), row("B", OpKind::B), row("W", OpKind::W), row("BW", OpKind::BW), row("R", OpKind::R)};
    return kFields;
}

MicrobatchCosts::Table tableFrom(const json::Node& node, Frame& frame, Trouble& trouble) {
    MicrobatchCosts::Table table = objectFrom(node, tableFields(), frame, trouble);
    for (const json::Node child : unknownMembers(node, tableFields().keys))
        trouble.add(say(phrase("file", "there is no such kind of op; a table is of F, B, W, BW and R")), child);
    return table;
}

/// What the object says, whatever its form.
struct MicrobatchParts {
    std::vector<std::int64_t> work = {};
    std::vector<int> length = {};
    std::vector<int> samples = {};
    std::vector<std::int64_t> quadratic = {};
    std::optional<MicrobatchCosts::Table> table = {};
    std::vector<std::int64_t> size = {};
};

const FileFields<MicrobatchParts>& microbatchFields() {
    using Field = FileField<MicrobatchParts>;
    constexpr Phrase kEach = phrase("one per", "microbatch");
    const auto shares = listPer(kEach, microbatchesOf, shareForm(MicrobatchCosts::kMostShare), definition("shares"));
    const Form<int> tokens = form::integer(1, MicrobatchCosts::kMostLength);
    Form<MicrobatchCosts::Table> table = form::object(tableFields(), json::Layout::Lines, "table");
    table.read = tableFrom;
    static const FileFields<MicrobatchParts> kFields = {
        Field("work", &MicrobatchParts::work, shares).unlessDefault(&MicrobatchParts::work),
        Field("length", &MicrobatchParts::length, listPer(kEach, microbatchesOf, tokens, listSchema(tokens.schema)))
            .unlessDefault(&MicrobatchParts::length),
        Field("samples", &MicrobatchParts::samples, listPer(kEach, microbatchesOf, tokens, listSchema(tokens.schema)))
            .unlessDefault(&MicrobatchParts::samples),
        Field("quadratic", &MicrobatchParts::quadratic, quadraticForm()).unlessDefault(&MicrobatchParts::quadratic),
        {"table", &MicrobatchParts::table, table},
        Field("size", &MicrobatchParts::size, shares).unlessDefault(&MicrobatchParts::size)};
    return kFields;
}

MicrobatchCosts microbatchesFrom(const json::Node& node, Frame& frame, Trouble& trouble) {
    if (!expect(node, json::Kind::Object, trouble))
        return {};
    const auto has = [&](std::string_view key) { return node.find(key).has_value(); };
    if ((has("length") && (has("table") || has("work") || has("size"))) || (has("table") && has("work")))
        trouble.add(say(phrase("file", "says it in two ways: give work and size, or length and quadratic, or table and "
                                       "size")),
                    node);
    if (const auto part = node.find("quadratic"); part && !has("length"))
        trouble.add(say(phrase("file", "is a part of the time at the mean length, but there are no lengths")), *part);
    if (const auto samples = node.find("samples"); samples && !has("length"))
        trouble.add(say(phrase("file", "says how many samples lengths are of, but there are no lengths")), *samples);
    MicrobatchParts parts;
    readMembers(node, microbatchFields(), parts, frame, trouble);
    if (trouble)
        return {};
    if (has("length"))
        return MicrobatchCosts::ofLengths(std::move(parts.length), std::move(parts.quadratic),
                                          std::move(parts.samples));
    if (parts.table)
        return MicrobatchCosts::ofTable(frame.schedule->microbatches, std::move(*parts.table), std::move(parts.size));
    // An object that says nothing this version knows stays an object.
    return MicrobatchCosts::ofShares(std::move(parts.work), std::move(parts.size));
}

MicrobatchParts partsOf(const MicrobatchCosts& costs) {
    MicrobatchParts parts{costs.work(), costs.length(), costs.samples(), costs.quadratic(), {}, costs.size()};
    if (costs.form() == MicrobatchCosts::Form::Table)
        parts.table = costs.table();
    return parts;
}

} // namespace

FileField<Plan> microbatchField() {
    FileField<Plan> field(
        "microbatch", definition("microbatch"),
        [](const json::Node& node, Plan& plan, Frame& frame, Trouble& trouble) {
            setMicrobatches(plan, microbatchesFrom(node, frame, trouble));
        },
        [](json::Writer& writer, const Plan& plan, const Frame& frame) {
            writeObject(writer, microbatchFields(), partsOf(plan.costs.microbatches), frame, json::Layout::Lines);
        });
    field.inside = &microbatchFields().keys;
    return std::move(field).orNull().keepingUnknown().when(
        [](const Plan& plan) { return plan.costs.microbatches.form() != MicrobatchCosts::Form::None; });
}

} // namespace lanewright
