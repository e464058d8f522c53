// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"

#include "core/base/decimal.h"
#include "core/bounds/bounds.h"
#include "core/check/proof_check.h"
#include "core/check/validate.h"
#include "core/cli/interrupts.h"
#include "core/cli/print/print_numbers.h"
#include "core/cli/shown.h"
#include "core/io/quoted_text.h"
#include "core/open/open_file.h"
#include "core/sequence/instance.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <memory>
#include <unistd.h>

namespace lanewright::cli {

namespace {

struct BoundOptions {
    std::string file = {};
    std::string objective = {};
    bool explain = false;
    bool json = false;
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
};

std::optional<Metrics> validMetrics(const Plan& plan) {
    if (plan.isProblem() || !isValid(validate(plan)))
        return {};
    return measure(plan, simulate(plan.schedule, plan.costs));
}

/// One objective, or all of them.
std::vector<Bounded> boundedOf(const BoundOptions& options, const Plan& plan, const std::stop_token& stop) {
    const std::optional<Metrics> metrics = validMetrics(plan);
    const bool shows = isatty(STDERR_FILENO) != 0;
    std::vector<Bounded> all;
    for (const Objective objective : kObjectives) {
        if (!options.objective.empty() && options.objective != toText(objective))
            continue;
        if (shows)
            printProgress("bounds of " + std::string{toText(objective)} + "; Ctrl-C keeps those that are found");
        Bounded bounded{.objective = objective, .bounds = lowerBounds(plan, objective, BoundEffort::Full, stop)};
        if (metrics)
            bounded.value = valueOf(*metrics, objective);
        if (metrics && objective == Objective::Iteration) {
            bounded.bubble = metrics->bubble();
            bounded.avoidable = avoidableOf(*metrics, bounded.best());
        }
        all.push_back(std::move(bounded));
    }
    if (shows)
        printProgress("");
    return all;
}

void writeBounded(json::Writer& writer, const Bounded& bounded, Time scale) {
    writer.key("objective").string(toText(bounded.objective));
    writer.key("lower_bound");
    writeFraction(writer, bounded.best(), scale);
    writer.key("lower_bound_exact").string(fractionText(bounded.best(), scale));
    if (bounded.value) {
        writer.key("value");
        writeFraction(writer, *bounded.value, scale);
        writer.key("gap").real(gapOf(*bounded.value, bounded.best()));
    }
    if (bounded.bubble && bounded.avoidable) {
        writer.key("bubble");
        writeFraction(writer, *bounded.bubble, scale);
        writer.key("bubble_share").real(shareOf(*bounded.bubble, *bounded.value));
        writer.key("avoidable");
        writeFraction(writer, bounded.avoidable->time, scale);
        writer.key("avoidable_share").real(bounded.avoidable->share);
    }
    writer.key("bounds").beginArray(json::Layout::Lines);
    for (const Bound& bound : bounded.bounds) {
        writer.beginObject(json::Layout::Line);
        writer.key("name").string(bound.name);
        writer.key("value");
        writeFraction(writer, bound.value, scale);
        writer.key("rank");
        bound.rank >= 0 ? writer.number(bound.rank) : writer.null();
        writer.key("reason").string(bound.reason.text());
        if (bound.argument) {
            writer.key("argument").beginObject(json::Layout::Line);
            writer.key("rank").number(bound.argument->rank);
            if (const auto& part = bound.argument->part) {
                writer.key("direction").number(part->direction);
                writer.key("stage").number(part->stage);
                writer.key("around").number(part->around);
            }
            for (const auto& [key, time] : {std::pair{"before", bound.argument->before},
                                            {"work", bound.argument->work},
                                            {"wait", bound.argument->wait},
                                            {"wait_last", bound.argument->waitLast},
                                            {"after", bound.argument->after}}) {
                writer.key(key);
                writeFraction(writer, {time, 1}, scale);
            }
            writer.endObject();
        }
        writer.endObject();
    }
    writer.endArray();
}

/// The members of the objective asked for, or of the iteration time with all others beside it.
Exit answerJson(const std::vector<Bounded>& all, const Plan& plan, const Result<Done>& room) {
    const Time scale = scaleOf(plan.timeUnit);
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("title").string(plan.title.text());
    writer.key("feasible").boolean(room.ok());
    if (!room)
        writer.key("reason").string(room.error().message.text());
    writer.key("optimizer_mode").string(keyOf(plan.optimizerMode));
    writeBounded(writer, all.front(), scale);
    if (all.size() > 1) {
        writer.key("objectives").beginObject(json::Layout::Lines);
        for (const Bounded& bounded : all) {
            writer.key(toText(bounded.objective)).beginObject(json::Layout::Lines);
            writeBounded(writer, bounded, scale);
            writer.endObject();
        }
        writer.endObject();
    }
    writeMeasuredOn(writer, plan.costs);
    writer.key("time_unit").string(toText(plan.timeUnit));
    writer.endObject();
    return print(writer);
}

std::string textOf(const Bounded& bounded, TimeUnit unit) {
    Table table({"bound", "value", "rank", "reason"}, "lrrl");
    for (const Bound& bound : bounded.bounds)
        table.add({bound.name, periodText(bound.value, unit), bound.rank >= 0 ? std::to_string(bound.rank) : "",
                   bound.reason});
    std::string text =
        std::string{toText(bounded.objective)} + ": no schedule is below " + periodText(bounded.best(), unit) + "\n";
    if (bounded.value)
        text += "this schedule: " + periodText(*bounded.value, unit) + ", gap " +
                shareText(gapOf(*bounded.value, bounded.best())) + "\n";
    if (bounded.bubble && bounded.avoidable)
        text += "bubble (above the work) " + periodText(*bounded.bubble, unit) + " (" +
                shareText(shareOf(*bounded.bubble, *bounded.value)) +
                " of the iteration), avoidable (above the bound) " + periodText(bounded.avoidable->time, unit) + " (" +
                shareText(bounded.avoidable->share) + ")\n";
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

Exit answerText(const std::vector<Bounded>& all, const Plan& plan, const Result<Done>& room, bool explain) {
    std::string text = plan.title.empty() ? "" : shownLine(plan.title.text()) + "\n";
    for (const Bounded& bounded : all)
        text += (text.empty() ? "" : "\n") + textOf(bounded, plan.timeUnit) + (explain ? explained(bounded, plan) : "");
    if (plan.costs.measuredOn)
        text += "\n" + measuredOnText(plan.costs);
    if (!room)
        text +=
            "\nNo schedule keeps the limits: " + room.error().message.text() + ".\nThese bounds hold without limits.\n";
    return print(text);
}

Exit run(const BoundOptions& options) {
    const Result<Plan> plan = openPlan(options.file);
    if (!plan)
        return failed(Exit::Usage, options.file, plan.error());
    complainOfKeys(options.file, *plan);
    const Interrupts interrupts;
    const std::vector<Bounded> all = boundedOf(options, *plan, interrupts.stop());
    const Result<Done> room = checkRoom(*plan);
    const Exit printed = options.json ? answerJson(all, *plan, room) : answerText(all, *plan, room, options.explain);
    if (printed != Exit::Done)
        return printed;
    if (interrupts.stop().stop_requested())
        return Exit::Stopped;
    return room ? Exit::Done : Exit::No;
}

} // namespace

void addBound(Parser& program) {
    CommandParser& command = program.addCommand("bound", "How short a schedule can be at best, and why");
    const auto options = std::make_shared<BoundOptions>();
    command.setFooter(
        "\nA bound holds for every order of the problem under its memory limits. Of a file with a valid order it also "
        "says\nhow far its iteration is above the work (bubble) and above the bound (avoidable). The exit code is 1 "
        "when no\n"
        "schedule can keep the limits; the bounds then hold without them. Of many thousand ops the dear bounds end "
        "after\n"
        "some seconds; Ctrl-C ends them at once and keeps what was found.\n\nExamples:\n"
        "  lanewright-cli bound a.lwsched\n"
        "  lanewright-cli bound problem.lwsched --objective makespan --json");
    command.addOption("FILE", options->file, "A problem or schedule (.lwsched), or a run (.lwrun)").required();
    command.addOption("--objective", options->objective, "iteration, makespan, period or longest_span (all four)")
        .oneOf({"iteration", "makespan", "period", "longest_span"});
    command.addFlag("--explain", options->explain,
                    "The argument of the largest bound in numbers, where it can be checked");
    command.addJson(options->json);
    command.onRun([options] { return run(*options); });
}

} // namespace lanewright::cli
