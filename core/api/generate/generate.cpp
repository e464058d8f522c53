// SPDX-License-Identifier: Apache-2.0
#include "core/api/generate/generate_request.h"
#include "core/api/placed_findings.h"
#include "core/api/question_list.h"
#include "core/api/shown_numbers.h"
#include "core/api/table.h"

#include "core/base/option_names.h"
#include "core/check/proof_check.h"
#include "core/generate/empty_board.h"
#include "core/io/quoted_text.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanewright::api {

namespace {

struct GenerateOrder : GenerateRequest {
    std::string placement = {};
    std::string title = {};
    std::string output = {};
};

/// What was made.
struct Generated {
    ShownNumbers numbers = {};
    std::string generator = {};
    std::string output = {};
};

const Fields<Generated> kGeneratedFields =
    Fields<Generated>{{"output", "the file that was written", &Generated::output},
                      {"generator", "that made the order", &Generated::generator}} +
    membersOf<Generated>(&Generated::numbers, numberFields());

std::string textOf(const Generated& generated) {
    const Metrics& metrics = generated.numbers.metrics;
    const Plan& plan = generated.numbers.shown.plan;
    if (generated.generator == kEmptyBoard)
        return generated.output + ": an empty board, " + counted(plan.schedule.ranks(), "rank", "ranks") + ", " +
               counted(plan.schedule.stages(), "stage", "stages") + ", " +
               counted(plan.schedule.microbatches, "microbatch", "microbatches") + "\n";
    const std::optional<double> share = metrics.bubbleShare();
    return generated.output + ": " + shownLine(plan.title.text()) + "; iteration " +
           periodText(valueOf(metrics, Objective::Iteration), plan.timeUnit) + ", makespan " +
           timeText(metrics.makespan, plan.timeUnit) + ", longest span " +
           timeText(metrics.longestSpan, plan.timeUnit) +
           (share ? ", bubble " + shareText(*share) + " of the iteration\n" : "\n");
}

/// Fails where an option would do nothing.
Result<Done> checkRequest(const GenerateOrder& request, const Generator* generator, const Choices& choices) {
    if (generator && !request.placement.empty())
        return Error{say(phrase("refusal", "%1 places the stages itself; empty takes a placement"), generator->name),
                     optionNamed("--placement")};
    if (generator)
        return checkChoices(*generator, choices);
    if (request.name != kEmptyBoard)
        return generate(request.name, {}).error();
    if (!request.objective.empty() || request.group)
        return Error{say(phrase("refusal", "an empty board has no order yet that could be chosen")),
                     optionNamed(request.group ? "--group" : "--objective")};
    return Done{};
}

/// The board that is to be drawn on. Numbers are of whole ranks, so that chunks share them whatever the placement.
std::variant<Plan, Reply> boardOf(const GenerateOrder& request, const RequestFiles& files) {
    GenerateRequest numbers = request;
    numbers.chunks.reset();
    auto problem = problemOf(numbers, files);
    if (!std::holds_alternative<Plan>(problem))
        return problem;
    const Plan& plan = std::get<Plan>(problem);
    const bool keeps = request.placement.empty() && files.problem && !request.chunks;
    const std::string words = !request.placement.empty() ? request.placement : request.chunks ? "loop" : "chain";
    const Result<Placement> placement =
        keeps ? plan.schedule.placement : placementFromText(words, plan.schedule.ranks(), request.chunks.value_or(1));
    if (!placement)
        return refused(Exit::Usage, "", {placement.error().message, optionNamed("--placement")});
    Result<Plan> board = emptyBoard(plan, *placement);
    return board ? std::variant<Plan, Reply>{*std::move(board)} : refused(Exit::No, request.problem, board.error());
}

std::variant<Plan, Reply> madeOf(const GenerateOrder& request, const Generator* generator, const Choices& choices,
                                 const RequestFiles& files) {
    if (!generator)
        return boardOf(request, files);
    auto problem = problemOf(request, files);
    if (!std::holds_alternative<Plan>(problem))
        return problem;
    return planOf(request, *generator, choices, std::get<Plan>(std::move(problem)));
}

Reply generateOrder(const GenerateOrder& request, const Asker& asker) {
    const Generator* const generator = findGenerator(request.name);
    const Choices choices = choicesOf(request);
    if (const Result<Done> fits = checkRequest(request, generator, choices); !fits)
        return refused(Exit::Usage, "", fits.error());
    if (const Result<Done> apart = asker.checkApart(request.output); !apart)
        return refused(Exit::Usage, request.output, apart.error());
    auto files = filesOf(request, asker);
    if (auto* const none = std::get_if<Reply>(&files))
        return std::move(*none);
    auto made = madeOf(request, generator, choices, std::get<RequestFiles>(files));
    if (auto* const none = std::get_if<Reply>(&made))
        return std::move(*none);
    Plan& plan = std::get<Plan>(made);
    if (generator)
        for (Message& remark : std::array{leftOutBy(*generator, plan), keptLimitsOf(*generator, plan)})
            if (!remark.empty())
                asker.remark("", {std::move(remark)});
    if (!request.title.empty())
        plan.title = request.title;
    if (isDisproved(plan)) {
        plan.proof = {};
        asker.remark(request.problem, {"its proof says that there is no such order: the proof is dropped"});
    }
    const std::string output = request.output.empty() ? "-" : request.output;
    if (const Result<Done> written = asker.write(output, plan); !written)
        return refused(Exit::Usage, request.output, written.error());
    remarkBuffers(asker, output, plan);
    if (isStandardOutput(output))
        return printedFile();
    Shown shown{.plan = std::move(plan)};
    shown.timeline = simulate(shown.plan.schedule, shown.plan.costs);
    const Units units = unitsOf(shown);
    return answered(Generated{numbersOf(std::move(shown)), request.name, request.output}, kGeneratedFields, units,
                    textOf);
}

constexpr const char* kGenerateFooter = R"(
Times and memory are for a whole rank and are divided evenly among its chunks. Memory is per microbatch: --mf is what F
takes, --mb and --mw are the changes at B and W, 0 or below; what is left out makes the three add up to 0. Without
costs F, B and W take 1 unit each, and F takes 1 unit of memory that W frees. A problem file gives values per stage;
options then replace its values. Limits on memory and a title that it has stay, also where the method implies others.

Microbatches may differ: --lengths takes a file that lists how many tokens each has, or draws them, uniform:A:B from A
to B or lognormal:M:S around the median M. A microbatch of x times the mean length takes (1 − Q) · x + Q · x² of the
times and x of the memory and the transfers; Q is what --quadratic says. What a method does not look at is said on the
standard error.

An empty board has the problem and no op yet: a person, or edit, puts them there. --placement says how its stages lie:
chain, loop, v (down the ranks and back up), two-ways (each stage twice), or the rank of each stage, 0,1,1,0, with a
second direction behind a ;.

Examples:
  lanewright-cli generate empty -p 4 -v 2 -m 12 --placement v -o mine.lwsched
  lanewright-cli generate 1f1b -p 4 -m 16 --lengths lognormal:2048:0.8 --quadratic 0.3 --seed 7 -o uneven.lwsched
  lanewright-cli generate zb-h1 -p 4 -m 8 --tf 1 --tb 1 --tw 1 -o a.lwsched
  lanewright-cli generate zb-auto -p 8 -m 24 --time-unit ms --tf 18.522 --tb 18.086 --tw 9.337 --tcomm 0.601 \
      --memory-unit MiB --mf 192 --mb -128 --memory-limit 1536 -o b.lwsched)";

} // namespace

Question generateQuestion() {
    using R = GenerateOrder;
    std::vector<Option> options = {
        option<R>("NAME", &R::name, "The generator, see lanewright-cli list; or empty: a board to draw on")
            .required()
            .completing(Completes::Generators),
        option<R>("PROBLEM", &R::problem, "Take placement, costs and memory from this file"),
        option<R>("-p,--ranks", &R::ranks, "Ranks (4)"),
        option<R>("-m,--microbatches", &R::microbatches, "Microbatches (8)"),
        option<R>("-v,--chunks", &R::chunks, "Chunks per rank (what the generator takes)"),
        option<R>("--placement", &R::placement,
                  "Of an empty board: chain, loop, v, two-ways or ranks of stages (chain, with -v a loop)"),
        option<R>("--memory-limit", &R::memoryLimit,
                  "Limit on the activations of each rank, or a list with one per rank (none)")};
    std::ranges::move(costOptions<R>(), std::back_inserter(options));
    options.push_back(option<R>("--title", &R::title, "Title of the schedule"));
    options.push_back(option<R>("-o,--output", &R::output, "Write the schedule here (standard output)"));
    return question<R>("generate", "Make an order with a generator", kGenerateFooter, options, generateOrder,
                       kGeneratedFields);
}

} // namespace lanewright::api
