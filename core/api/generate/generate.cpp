// SPDX-License-Identifier: Apache-2.0
#include "core/api/generate/generate_request.h"
#include "core/api/placed_findings.h"
#include "core/api/question_list.h"
#include "core/api/shown_numbers.h"
#include "core/api/table.h"

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
    const std::optional<double> share = metrics.bubbleShare();
    return generated.output + ": " + shownLine(plan.title.text()) + "; iteration " +
           periodText(valueOf(metrics, Objective::Iteration), plan.timeUnit) + ", makespan " +
           timeText(metrics.makespan, plan.timeUnit) + ", longest span " +
           timeText(metrics.longestSpan, plan.timeUnit) +
           (share ? ", bubble " + shareText(*share) + " of the iteration\n" : "\n");
}

Reply generateOrder(const GenerateOrder& request, const Asker& asker) {
    const Generator* const generator = findGenerator(request.name);
    if (!generator)
        return refused(Exit::Usage, "", generate(request.name, {}).error());
    if (const Result<Done> apart = asker.checkApart(request.output); !apart)
        return refused(Exit::Usage, request.output, apart.error());
    const Choices choices = choicesOf(request);
    if (const Result<Done> fits = checkChoices(*generator, choices); !fits)
        return refused(Exit::Usage, "", fits.error());
    auto files = filesOf(request, asker);
    if (auto* const none = std::get_if<Reply>(&files))
        return std::move(*none);
    auto problem = problemOf(request, std::get<RequestFiles>(files));
    if (auto* const none = std::get_if<Reply>(&problem))
        return std::move(*none);
    auto made = planOf(request, *generator, choices, std::get<Plan>(std::move(problem)));
    if (auto* const none = std::get_if<Reply>(&made))
        return std::move(*none);
    Plan& plan = std::get<Plan>(made);
    for (Message& remark : std::array{leftOutBy(*generator, plan), keptLimitsOf(*generator, plan)})
        if (!remark.empty())
            asker.remark("", {std::move(remark)});
    if (!request.title.empty())
        plan.title = request.title;
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

Examples:
  lanewright-cli generate 1f1b -p 4 -m 16 --lengths lognormal:2048:0.8 --quadratic 0.3 --seed 7 -o uneven.lwsched
  lanewright-cli generate zb-h1 -p 4 -m 8 --tf 1 --tb 1 --tw 1 -o a.lwsched
  lanewright-cli generate zb-auto -p 8 -m 24 --time-unit ms --tf 18.522 --tb 18.086 --tw 9.337 --tcomm 0.601 \
      --memory-unit MiB --mf 192 --mb -128 --memory-limit 1536 -o b.lwsched)";

} // namespace

Question generateQuestion() {
    using R = GenerateOrder;
    std::vector<Option> options = {
        option<R>("NAME", &R::name, "The generator; see lanewright-cli list")
            .required()
            .completing(Completes::Generators),
        option<R>("PROBLEM", &R::problem, "Take placement, costs and memory from this file"),
        option<R>("-p,--ranks", &R::ranks, "Ranks (4)"),
        option<R>("-m,--microbatches", &R::microbatches, "Microbatches (8)"),
        option<R>("-v,--chunks", &R::chunks, "Chunks per rank (what the generator takes)"),
        option<R>("--memory-limit", &R::memoryLimit,
                  "Limit on the activations of each rank, or a list with one per rank (none)")};
    std::ranges::move(costOptions<R>(), std::back_inserter(options));
    options.push_back(option<R>("--title", &R::title, "Title of the schedule"));
    options.push_back(option<R>("-o,--output", &R::output, "Write the schedule here (standard output)"));
    return question<R>("generate", "Make an order with a generator", kGenerateFooter, options, generateOrder,
                       kGeneratedFields);
}

} // namespace lanewright::api
