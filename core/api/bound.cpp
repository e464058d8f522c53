// SPDX-License-Identifier: Apache-2.0
#include "core/api/plan_values.h"
#include "core/api/question_list.h"
#include "core/api/shown_numbers.h"
#include "core/api/table.h"
#include "core/base/decimal.h"
#include "core/bounds/bounds.h"
#include "core/check/proof_check.h"
#include "core/check/validate.h"
#include "core/io/quoted_text.h"
#include "core/sequence/instance.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <utility>

namespace lanewright::api {

namespace {

struct BoundRequest {
    std::string file = {};
    std::string objective = {};
    std::string optimizerMode = {};
    bool explain = false;
};

/// The bounds of one objective, and the order's value where there is an order to hold against them.
struct Bounded {
    Objective objective = Objective::Iteration;
    std::vector<Bound> bounds = {};
    std::optional<Fraction> value = {};

    /// What stands above the work, and above the bound, in a valid order, where this is about its iteration time.
    std::optional<Fraction> bubble = {};
    std::optional<Avoidable> avoidable = {};

    const Fraction& best() const { return bounds.front().value; }
    bool hasAvoidable() const { return bubble && avoidable; }
    double gap() const { return gapOf(*value, best()); }
    double bubbleShare() const { return shareOf(*bubble, *value); }
};

/// The objective asked for, or the iteration time with all others beside it.
struct BoundAnswer {
    Plan plan = {};
    std::vector<Bounded> all = {};
    Result<Done> room = Done{}; ///< fails where no order keeps the limits
    bool explains = false;
};

std::optional<Metrics> validMetrics(const Plan& plan) {
    if (plan.isProblem() || !isValid(validate(plan)))
        return {};
    return measure(plan, simulate(plan.schedule, plan.costs));
}

/// One objective, or all of them.
std::vector<Bounded> boundedOf(const BoundRequest& request, const Plan& plan, const std::stop_token& stop,
                               const Asker& asker) {
    const std::optional<Metrics> metrics = validMetrics(plan);
    std::vector<Bounded> all;
    for (const Objective objective : kObjectives) {
        if (!request.objective.empty() && request.objective != toText(objective))
            continue;
        asker.progress("bounds of " + std::string{toText(objective)} + "; Ctrl-C keeps those that are found");
        Bounded bounded{.objective = objective, .bounds = lowerBounds(plan, objective, BoundEffort::Full, stop)};
        if (metrics)
            bounded.value = valueOf(*metrics, objective);
        if (metrics && objective == Objective::Iteration) {
            bounded.bubble = metrics->bubble();
            bounded.avoidable = avoidableOf(*metrics, bounded.best());
        }
        all.push_back(std::move(bounded));
    }
    asker.progress("");
    return all;
}

/// A row of a part of the order that an argument speaks of.
Field<Argument> ofPart(std::string_view key, std::string_view words, int Argument::Part::*member) {
    return Field<Argument>{key, words, [member](const Argument& each) { return (*each.part).*member; }}.when(
        &Argument::part);
}

const Fields<Argument> kArgumentFields = {
    {"rank", "that it speaks of", &Argument::rank},
    ofPart("direction", "of its forwards and backwards", &Argument::Part::direction),
    ofPart("stage", "from which on they count", &Argument::Part::stage),
    ofPart("around", "the stage that a period goes around", &Argument::Part::around),
    {"before", "from the start of all to its first op", &Argument::before, In::Times},
    {"work", "that it runs", &Argument::work, In::Times},
    {"wait", "for its first backward", &Argument::wait, In::Times},
    {"wait_last", "for the backward of its last forward", &Argument::waitLast, In::Times},
    {"after", "that must follow its last op", &Argument::after, In::Times}};

const Fields<Bound> kBoundFields = {
    {"name", "which bound", &Bound::name},
    {"value", "no order is below", &Bound::value, In::Times},
    {"rank", "that it speaks of; null: of several",
     [](const Bound& bound) { return bound.rank >= 0 ? std::optional{bound.rank} : std::nullopt; }},
    {"reason", "for people", &Bound::reason},
    Field<Bound>{"argument", "in numbers, for check-proof", objectOf<Bound>(&Bound::argument, kArgumentFields)}.when(
        &Bound::argument)};

const Fields<Bounded> kBoundedFields = {
    {"objective", "what is bounded", &Bounded::objective},
    {"lower_bound", "the largest of the bounds", &Bounded::best, In::Times},
    {"lower_bound_exact", "the same as an exact fraction",
     [](json::Writer& writer, const Bounded& each, const Units& units) {
         writer.string(fractionText(each.best(), scaleOf(units.time)));
     }},
    Field<Bounded>{"value", "of the file's order", &Bounded::value, In::Times}.when(&Bounded::value),
    Field<Bounded>{"gap", definitionOf("gap").text, &Bounded::gap}.when(&Bounded::value),
    Field<Bounded>{"bubble", definitionOf("bubble").text, &Bounded::bubble, In::Times}.when(&Bounded::hasAvoidable),
    Field<Bounded>{"bubble_share", definitionOf("bubble_share").text, &Bounded::bubbleShare}.when(
        &Bounded::hasAvoidable),
    Field<Bounded>{"avoidable", definitionOf("avoidable").text,
                   [](const Bounded& each) { return each.avoidable->time; }, In::Times}
        .when(&Bounded::hasAvoidable),
    Field<Bounded>{"avoidable_share", definitionOf("avoidable_share").text,
                   [](const Bounded& each) { return each.avoidable->share; }}
        .when(&Bounded::hasAvoidable),
    {"bounds", "each by name, the largest first", rowsOf<Bounded>(&Bounded::bounds, kBoundFields)}};

void writeObjectives(json::Writer& writer, const BoundAnswer& answer, const Units& units) {
    writer.beginObject(json::Layout::Lines);
    for (const Bounded& bounded : answer.all)
        writeObject(writer.key(toText(bounded.objective)), kBoundedFields, bounded, units, json::Layout::Lines);
    writer.endObject();
}

const Fields<BoundAnswer> kBoundAnswerFields =
    Fields<BoundAnswer>{
        {"title", "of the file", [](const BoundAnswer& each) { return each.plan.title.text(); }},
        {"feasible", "some order keeps the limits", [](const BoundAnswer& each) { return each.room.ok(); }},
        Field<BoundAnswer>{"reason", "why none does", [](const BoundAnswer& each) { return each.room.error().message; }}
            .when([](const BoundAnswer& each) { return !each.room; }),
        {"optimizer_mode", definitionOf("optimizer_mode").text,
         [](const BoundAnswer& each) { return keyOf(each.plan.optimizerMode); }}} +
    membersOf<BoundAnswer>([](const BoundAnswer& each) -> const Bounded& { return each.all.front(); }, kBoundedFields) +
    Fields<BoundAnswer>{
        Field<BoundAnswer>{"objectives", "the same of each", writeObjectives}.when(
            [](const BoundAnswer& each) { return each.all.size() > 1; }),
        {"measured_on", "how costs were measured that hold waits for cores",
         [](json::Writer& writer, const BoundAnswer& each, const Units&) { writeMeasuredOn(writer, each.plan.costs); }},
        {"time_unit", "of times", [](const BoundAnswer& each) { return each.plan.timeUnit; }}};

std::string textOf(const Bounded& bounded, TimeUnit unit) {
    Table table({"bound", "value", "rank", "reason"}, "lrrl");
    for (const Bound& bound : bounded.bounds)
        table.add({bound.name, periodText(bound.value, unit), bound.rank >= 0 ? std::to_string(bound.rank) : "",
                   bound.reason});
    std::string text =
        std::string{toText(bounded.objective)} + ": no schedule is below " + periodText(bounded.best(), unit) + "\n";
    if (bounded.value)
        text += "this schedule: " + periodText(*bounded.value, unit) + ", gap " + shareText(bounded.gap()) + "\n";
    if (bounded.hasAvoidable())
        text += "bubble (above the work) " + periodText(*bounded.bubble, unit) + " (" +
                shareText(bounded.bubbleShare()) + " of the iteration), avoidable (above the bound) " +
                periodText(bounded.avoidable->time, unit) + " (" + shareText(bounded.avoidable->share) + ")\n";
    return text + table.text();
}

/// The argument of the largest bound, as a person can follow it on paper.
std::string explained(const Bounded& bounded, const Plan& plan) {
    const Bound& bound = bounded.bounds.front();
    const auto line = [&](Time time, const std::string& what) {
        return time == 0 ? "" : "  " + timeText(time, plan.timeUnit) + "  " + what + "\n";
    };
    const Proof proof = proofFor(plan, bounded.objective, bound.value, bound.name, bound.argument);
    const Result<Done> checked = checkProof(plan, proof);
    if (!bound.argument || !checked)
        return "why: " + bound.reason.text() + " (" + bound.name + ", not checked)\n";
    const Argument& argument = *bound.argument;
    const std::string rank = "rank " + std::to_string(argument.rank);
    const std::string which = !argument.part
                                  ? ""
                                  : " of stage " + std::to_string(argument.part->stage) +
                                        " or later ones, of direction " + std::to_string(argument.part->direction);
    return "why, checked: one after the other, in every order,\n" +
           line(argument.before,
                argument.part ? "until the first microbatch can be there, before " + rank + "'s first forward" + which
                              : "until the first microbatch can be there, before " + rank + "'s first op") +
           line(argument.work, argument.part ? "that " + rank + " runs forwards and backwards" + which +
                                                   ", and W for which there is no room to wait"
                                             : "that " + rank + " works, all of its ops together") +
           line(argument.wait,
                "that " + rank + " waits for its first backward, beyond all forwards that it has room for") +
           line(argument.waitLast, "that " + rank +
                                       " waits for the backward of its last forward, beyond all that it can have kept "
                                       "for then") +
           line(argument.after, "that must follow " + rank + "'s last " + (argument.part ? "backward" : "op") + which);
}

std::string textOfAnswer(const BoundAnswer& answer) {
    const auto& [plan, all, room, explains] = answer;
    std::string text = plan.title.empty() ? "" : shownLine(plan.title.text()) + "\n";
    for (const Bounded& bounded : all)
        text +=
            (text.empty() ? "" : "\n") + textOf(bounded, plan.timeUnit) + (explains ? explained(bounded, plan) : "");
    if (plan.costs.measuredOn)
        text += "\n" + measuredOnText(plan.costs);
    if (!room)
        text +=
            "\nNo schedule keeps the limits: " + room.error().message.text() + ".\nThese bounds hold without limits.\n";
    return text;
}

Reply bound(const BoundRequest& request, const Asker& asker) {
    Result<Plan> plan = asker.plan(request.file);
    if (!plan)
        return refused(Exit::Usage, request.file, plan.error());
    setOptimizerMode(request.optimizerMode, *plan);
    const Stops stops = asker.stops();
    BoundAnswer answer{.plan = *std::move(plan), .explains = request.explain};
    answer.all = boundedOf(request, answer.plan, stops.stop, asker);
    answer.room = checkRoom(answer.plan);
    const Exit exit = stops.stop.stop_requested() ? Exit::Stopped : answer.room ? Exit::Done : Exit::No;
    const Units units{.time = answer.plan.timeUnit};
    return answered(std::move(answer), kBoundAnswerFields, units, textOfAnswer, exit);
}

constexpr const char* kBoundFooter = R"(
A bound holds for every order of the problem under its memory limits. Of a file with a valid order it also says
how far its iteration is above the work (bubble) and above the bound (avoidable). The exit code is 1 when no
schedule can keep the limits; the bounds then hold without them. Of many thousand ops the dear bounds end after
some seconds; Ctrl-C ends them at once and keeps what was found.

Examples:
  lanewright-cli bound a.lwsched
  lanewright-cli bound problem.lwsched --objective makespan --json)";

} // namespace

Question boundQuestion() {
    using R = BoundRequest;
    return question<R>(
        "bound", "How short a schedule can be at best, and why", kBoundFooter,
        {option<R>("FILE", &R::file, "A problem or schedule (.lwsched), or a run (.lwrun)").required(),
         option<R>("--objective", &R::objective, "iteration, makespan, period or longest_span (all four)")
             .oneOf({"iteration", "makespan", "period", "longest_span"}),
         optimizerModeOption<R>(&R::optimizerMode),
         option<R>("--explain", &R::explain, "The argument of the largest bound in numbers, where it can be checked")},
        bound, kBoundAnswerFields);
}

} // namespace lanewright::api
