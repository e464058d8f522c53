// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan/plan_parts.h"

#include "core/base/decimal.h"
#include "core/io/forms.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

FileField<Argument> rankField() {
    return FileField<Argument>("rank", &Argument::rank, form::integer(0, kMaxRanks - 1).schema)
        .readBy([](const json::Node& node, Argument& argument, Frame& frame, Trouble& trouble) {
            argument.rank = integerFrom(node, 0, frame.ranks - 1, trouble);
        })
        .required();
}

/// Read by `argumentFrom`: where no stage is given there is no part.
FileField<Argument> partField(std::string_view key, int Argument::Part::*member, int most) {
    return FileField<Argument>(key, form::integer(0, most).schema, nullptr,
                               [member](json::Writer& writer, const Argument& argument, const Frame&) {
                                   writer.number(*argument.part.*member);
                               })
        .when(&Argument::part);
}

const FileFields<Argument>& argumentFields() {
    const Form<Time> time = form::amount({.most = kMaxTotalTime}, In::Times);
    static const FileFields<Argument> kFields = {rankField(),
                                                 partField("direction", &Argument::Part::direction, kMaxDirections - 1),
                                                 partField("stage", &Argument::Part::stage, kMaxStages - 1),
                                                 partField("around", &Argument::Part::around, kMaxStages - 1),
                                                 {"before", &Argument::before, time},
                                                 {"work", &Argument::work, time},
                                                 {"wait", &Argument::wait, time},
                                                 {"wait_last", &Argument::waitLast, time},
                                                 {"after", &Argument::after, time}};
    return kFields;
}

Argument argumentFrom(const json::Node& node, Frame& frame, Trouble& trouble) {
    Argument argument = objectFrom(node, argumentFields(), frame, trouble);
    if (trouble || !node.find("stage"))
        return argument;
    const int last = std::max(0, frame.schedule->stages() - 1);
    const int directions = static_cast<int>(frame.schedule->placement.directions.size());
    argument.part =
        Argument::Part{.direction = integerIn(node, "direction", 0, 0, std::max(0, directions - 1), trouble),
                       .stage = integerIn(node, "stage", 0, 0, last, trouble),
                       .around = integerIn(node, "around", 0, 0, last, trouble)};
    return argument;
}

/// A time, or a fraction as text where whole ticks do not say it.
Fraction boundFrom(const json::Node& node, Frame& frame, Trouble& trouble) {
    const Time scale = scaleIn(frame, In::Times);
    if (node.kind() != json::Kind::String)
        return {amountFrom(node, {.most = kMaxTotalTime, .scale = scale}, trouble), 1};
    const Result<Fraction> fraction = fractionFromText(stringFrom(node, trouble), scale);
    if (!fraction)
        trouble.add(fraction.error().message, node);
    return fraction ? *fraction : Fraction{};
}

void writeBound(json::Writer& writer, const Fraction& bound, const Frame& frame) {
    if (bound.denominator == 1)
        writeAny(writer, bound.numerator, frame, In::Times);
    else
        writer.string(fractionText(bound, scaleIn(frame, In::Times)));
}

const FileFields<Proof>& proofFields() {
    using Field = FileField<Proof>;
    using enum Objective;
    Form<Argument> argument = form::object(argumentFields());
    argument.read = argumentFrom;
    static const FileFields<Proof> kFields = {
        Field("objective", &Proof::objective, form::choiceOf(std::array{Iteration, Makespan, Period, LongestSpan}))
            .required(),
        Field("lower_bound", &Proof::lowerBound,
              Form<Fraction>{.read = boundFrom, .write = writeBound, .schema = definition("bound")})
            .required(),
        {"by", &Proof::by, form::text()},
        Field("argument", &Proof::argument, argument).orNull().keepingUnknown()};
    return kFields;
}

} // namespace

FileField<Plan> proofField() {
    FileField<Plan> field(
        "proof", definition("proof"),
        [](const json::Node& node, Plan& plan, Frame& frame, Trouble& trouble) {
            const Proof proof = objectFrom(node, proofFields(), frame, trouble);
            if (!trouble)
                plan.proof = proofFor(plan, proof.objective, proof.lowerBound, proof.by, proof.argument);
        },
        [](json::Writer& writer, const Plan& plan, const Frame& frame) {
            writeObject(writer, proofFields(), *proofOf(plan), frame, json::Layout::Line);
        });
    field.inside = &proofFields().keys;
    return std::move(field).orNull().keepingUnknown().when(proofOf);
}

} // namespace lanewright
