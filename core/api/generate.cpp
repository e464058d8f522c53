// SPDX-License-Identifier: Apache-2.0
#include "core/api/placed_findings.h"
#include "core/api/plan_values.h"
#include "core/api/question_list.h"
#include "core/api/shown_numbers.h"
#include "core/api/table.h"

#include "core/base/choice_named.h"
#include "core/base/decimal.h"
#include "core/base/places.h"
#include "core/generate/catalogue.h"
#include "core/generate/drawn_lengths.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/io/quoted_text.h"
#include "core/simulate/simulate.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanewright::api {

namespace {

struct GenerateRequest {
    std::string name = {};
    std::string problem = {};
    std::optional<int> ranks = {};
    std::optional<int> microbatches = {};
    std::optional<int> chunks = {};
    std::optional<int> weightParts = {};
    std::optional<int> group = {};
    std::string objective = {};
    std::string forward = {};
    std::string backwardInput = {};
    std::string backwardWeight = {};
    std::string transfer = {};
    std::string overlapped = {};
    std::string memoryForward = {};
    std::string memoryBackwardInput = {};
    std::string memoryBackwardWeight = {};
    std::string memoryLimit = {};
    std::string lengths = {};
    std::string quadratic = {};
    std::optional<std::uint64_t> seed = {};
    std::string timeUnit = {};
    std::string memoryUnit = {};
    std::string title = {};
    std::string optimizerMode = {};
    std::string output = {};
};

/// What was made.
struct Generated {
    ShownNumbers numbers = {};
    std::string generator = {};
    std::string output = {};
};

/// The numbers of the request, in ticks and bytes.
struct Given {
    std::optional<Time> forward = {};
    std::optional<Time> backwardInput = {};
    std::optional<Time> backwardWeight = {};
    std::optional<Time> transfer = {};
    std::optional<Time> overlapped = {};
    std::optional<StageMemory> memory = {};
};

/// Reads the numbers of options, and keeps the first that is wrong.
class GivenNumbers {
public:
    /// None where the option was not given, or where it or one before it is wrong.
    std::optional<std::int64_t> read(const char* option, const std::string& text, std::int64_t scale) {
        if (text.empty() || !m_right)
            return {};
        const Result<std::int64_t> number = ticksFromDecimal(text, scale);
        if (!number)
            m_right = Error{number.error().message, option};
        return number ? std::optional(*number) : std::nullopt;
    }
    /// Fails where one is wrong.
    const Result<Done>& right() const { return m_right; }

private:
    Result<Done> m_right = Done{};
};

/// What is given of F, B and W; what is not is filled in so that the three add up to 0, B freeing nothing if it can.
Result<std::optional<StageMemory>> memoryOf(const GenerateRequest& request, Bytes scale) {
    GivenNumbers numbers;
    const auto forward = numbers.read("--mf", request.memoryForward, scale);
    const auto input = numbers.read("--mb", request.memoryBackwardInput, scale);
    const auto weight = numbers.read("--mw", request.memoryBackwardWeight, scale);
    if (!numbers.right())
        return numbers.right().error();
    if (!forward && !input && !weight)
        return std::optional<StageMemory>{};
    if (input.value_or(0) > 0 || weight.value_or(0) > 0)
        return Error{"B and W free memory, so --mb and --mw are changes of 0 or below, such as -2"};
    StageMemory memory;
    memory.forward = forward.value_or(-input.value_or(0) - weight.value_or(0));
    memory.backwardInput = input.value_or(weight ? -memory.forward - *weight : 0);
    memory.backwardWeight = weight.value_or(-memory.forward - memory.backwardInput);
    if (memory.forward + memory.backwardInput + memory.backwardWeight != 0 || memory.backwardInput > 0 ||
        memory.backwardWeight > 0)
        return Error{"--mf, --mb and --mw must add up to 0: what F takes, B and W free"};
    return std::optional(memory);
}

Result<Given> givenIn(const GenerateRequest& request, Time timeScale, Bytes memoryScale) {
    GivenNumbers numbers;
    Given given{.forward = numbers.read("--tf", request.forward, timeScale),
                .backwardInput = numbers.read("--tb", request.backwardInput, timeScale),
                .backwardWeight = numbers.read("--tw", request.backwardWeight, timeScale),
                .transfer = numbers.read("--tcomm", request.transfer, timeScale),
                .overlapped = numbers.read("--overlapped", request.overlapped, timeScale)};
    for (const auto& time :
         {given.forward, given.backwardInput, given.backwardWeight, given.transfer, given.overlapped})
        if (time.value_or(0) < 0)
            return Error{"a time can't be negative"};
    if (!numbers.right())
        return numbers.right().error();
    const auto memory = memoryOf(request, memoryScale);
    if (!memory)
        return memory.error();
    given.memory = *memory;
    return given;
}

/// Sets the units that are given; numbers of the request and the result are in them.
void setUnits(const GenerateRequest& request, TimeUnit& time, MemoryUnit& memory) {
    time = choiceNamed(request.timeUnit, kAllTimeUnits).value_or(time);
    memory = choiceNamed(request.memoryUnit, kAllMemoryUnits).value_or(memory);
}

/// Stages that are all alike: 1 unit for F, B and W, and 1 unit of memory from F to W.
Result<Plan> equalStages(const GenerateRequest& request) {
    UniformProblem numbers{.ranks = request.ranks.value_or(4),
                           .microbatches = request.microbatches.value_or(8),
                           .chunks = request.chunks.value_or(1),
                           .weightParts = request.weightParts.value_or(1)};
    setUnits(request, numbers.timeUnit, numbers.memoryUnit);
    numbers.forward = numbers.backwardInput = numbers.backwardWeight = scaleOf(numbers.timeUnit);
    const Bytes unit = scaleOf(numbers.memoryUnit);
    numbers.memory = {.forward = unit, .backwardWeight = -unit};
    return problemOf(numbers);
}

/// A stage's place among the stages that its rank hosts in the same direction: what one microbatch costs a rank is
/// divided among those.
struct Share {
    int part = 0;
    int parts = 0;

    std::int64_t of(std::int64_t whole) const { return shareOf(whole, part, parts); }
};

Share shareOfStage(const Placement& placement, int direction, int stage) {
    Share share;
    for (const StageCopy& copy : copiesOn(placement, placement.rankOf(direction, stage))) {
        if (copy.direction != direction)
            continue;
        if (copy.stage == stage)
            share.part = share.parts;
        ++share.parts;
    }
    return share;
}

void applyTimes(const Given& given, Plan& plan) {
    for (int direction = 0; direction < static_cast<int>(plan.costs.stages.size()); ++direction)
        for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
            StageCosts& costs = plan.costs.stages[direction][stage];
            const Share share = shareOfStage(plan.schedule.placement, direction, stage);
            if (given.forward)
                costs.forward = share.of(*given.forward);
            if (given.backwardInput)
                costs.backwardInput = share.of(*given.backwardInput);
            if (given.backwardWeight)
                costs.backwardWeight = share.of(*given.backwardWeight);
            if (given.overlapped)
                costs.overlapped = share.of(*given.overlapped);
        }
    if (given.overlapped)
        plan.costs.pairs = {};
    if (given.transfer)
        plan.costs.transfer = {.every = *given.transfer};
}

void applyMemory(const StageMemory& whole, Plan& plan) {
    for (int direction = 0; direction < static_cast<int>(plan.memory.stages.size()); ++direction)
        for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
            StageMemory& memory = plan.memory.stages[direction][stage];
            const Share share = shareOfStage(plan.schedule.placement, direction, stage);
            memory.backwardInput = share.of(whole.backwardInput);
            memory.backwardWeight = share.of(whole.backwardWeight);
            memory.forward = -memory.backwardInput - memory.backwardWeight;
            memory.recompute = 0;
        }
}

/// A problem file, with what the command line says in place of what the file says.
Result<Plan> problemFrom(const GenerateRequest& request, const Asker& asker) {
    Result<Plan> plan = asker.plan(request.problem);
    if (!plan)
        return plan;
    if (request.ranks || request.chunks)
        return Error{"-p and -v can't be given together with a problem, whose placement says them"};
    if (request.microbatches) {
        if (*request.microbatches < 1 || *request.microbatches > 1 << 20)
            return Error{"must be between 1 and 1048576", "-m"};
        if (!plan->schedule.directionOf.empty())
            return Error{"-m can't be given for a problem that says the direction of each microbatch"};
        plan->schedule.microbatches = *request.microbatches;
    }
    if (request.weightParts && (*request.weightParts < 1 || *request.weightParts > 64))
        return Error{"must be between 1 and 64", "--w-parts"};
    setUnits(request, plan->timeUnit, plan->memoryUnit);
    if (request.weightParts)
        plan->costs.weightParts = *request.weightParts;
    plan->schedule.order.clear();
    return plan;
}

/// Lengths from the request: of a file, or none where they are drawn or not given. Without a problem and `-m`
/// there are as many microbatches as lengths.
Result<std::vector<int>> listedLengths(GenerateRequest& request) {
    if (request.lengths.empty() && (!request.quadratic.empty() || request.seed))
        return Error{"is about lengths; give them by --lengths", request.seed ? "--seed" : "--quadratic"};
    if (request.lengths.empty() || isDistribution(request.lengths))
        return std::vector<int>{};
    if (request.seed)
        return Error{"is for drawn lengths, such as uniform:512:8192, not for those of a file", "--seed"};
    const Result<std::string> text = readFile(request.lengths);
    if (!text)
        return Error{text.error().message, "--lengths: " + request.lengths};
    Result<std::vector<int>> lengths = lengthsFromText(*text);
    if (!lengths)
        return Error{lengths.error().message, within(request.lengths, lengths.error().where)};
    if (request.problem.empty() && !request.microbatches)
        request.microbatches = static_cast<int>(lengths->size());
    return lengths;
}

Result<Done> applyLengths(const GenerateRequest& request, std::vector<int> lengths, Plan& plan) {
    if (request.lengths.empty())
        return Done{};
    const int count = plan.schedule.microbatches;
    if (lengths.empty()) {
        const Result<std::vector<int>> drawn = drawnLengths(request.lengths, count, request.seed.value_or(1));
        if (!drawn)
            return Error{drawn.error().message, "--lengths"};
        lengths = *drawn;
    }
    if (static_cast<int>(lengths.size()) != count)
        return Error{"there are " + std::to_string(lengths.size()) + " lengths for " + std::to_string(count) +
                         " microbatches",
                     "--lengths"};
    GivenNumbers numbers;
    const std::int64_t quadratic = numbers.read("--quadratic", request.quadratic, MicrobatchCosts::kOne).value_or(0);
    if (!numbers.right())
        return numbers.right().error();
    if (quadratic < 0 || quadratic > MicrobatchCosts::kOne)
        return Error{"must be between 0 and 1", "--quadratic"};
    setMicrobatches(plan, MicrobatchCosts::ofLengths(std::move(lengths), {quadratic}));
    return Done{};
}

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

/// The problem that the request describes.
Result<Plan> problemFor(const GenerateRequest& request, const Asker& asker) {
    Result<Plan> problem = request.problem.empty() ? equalStages(request) : problemFrom(request, asker);
    if (!problem)
        return problem;
    const Result<Given> given = givenIn(request, scaleOf(problem->timeUnit), scaleOf(problem->memoryUnit));
    if (!given)
        return given.error();
    applyTimes(*given, *problem);
    if (given->memory)
        applyMemory(*given->memory, *problem);
    setOptimizerMode(request.optimizerMode, *problem);
    const Result<Done> limited = setLimits(request.memoryLimit, *problem);
    return limited ? problem : limited.error();
}

/// Makes the order of the problem, and says where it went.
Reply generateFor(const GenerateRequest& request, const Generator& generator, const Choices& choices,
                  const Plan& problem, const Asker& asker) {
    Result<Plan> plan = generate(request.name, problem, choices);
    if (!plan)
        return refused(Exit::No, request.problem, plan.error());
    if (const int chunks = plan->schedule.stages() / plan->schedule.ranks(); request.chunks.value_or(chunks) != chunks)
        return refused(Exit::Usage, "",
                       {request.name + " gives each rank " + counted(chunks, "chunk", "chunks") + ", not " +
                            std::to_string(*request.chunks),
                        "-v"});
    for (Message& remark : std::array{leftOutBy(generator, *plan), keptLimitsOf(generator, *plan)})
        if (!remark.empty())
            asker.remark("", {std::move(remark)});
    if (!request.title.empty())
        plan->title = request.title;
    const std::string output = request.output.empty() ? "-" : request.output;
    if (const Result<Done> written = asker.write(output, *plan); !written)
        return refused(Exit::Usage, request.output, written.error());
    remarkBuffers(asker, output, *plan);
    if (isStandardOutput(output))
        return printedFile();
    Shown shown{.plan = *std::move(plan)};
    shown.timeline = simulate(shown.plan.schedule, shown.plan.costs);
    const Units units = unitsOf(shown);
    return answered(Generated{numbersOf(std::move(shown)), request.name, request.output}, kGeneratedFields, units,
                    textOf);
}

Reply generateOrder(const GenerateRequest& given, const Asker& asker) {
    GenerateRequest request = given;
    const Generator* const generator = findGenerator(request.name);
    if (!generator)
        return refused(Exit::Usage, "", generate(request.name, {}).error());
    if (const Result<Done> apart = asker.checkApart(request.output); !apart)
        return refused(Exit::Usage, request.output, apart.error());
    const Choices choices{.objective = objectiveFromText(request.objective).value_or(Choices{}.objective),
                          .group = request.group};
    if (const Result<Done> fits = checkChoices(*generator, choices); !fits)
        return refused(Exit::Usage, "", fits.error());
    const Result<std::vector<int>> lengths = listedLengths(request);
    if (!lengths)
        return refused(Exit::Usage, "", lengths.error());
    Result<Plan> problem = problemFor(request, asker);
    if (!problem)
        return refused(Exit::Usage, request.problem, problem.error());
    if (const Result<Done> fits = applyLengths(request, *lengths, *problem); !fits)
        return refused(Exit::Usage, "", fits.error());
    // Numbers for whole ranks say nothing of chunks, so there is nothing to re-place.
    if (request.problem.empty() && !request.chunks)
        problem = preparedFor(*generator, *problem);
    return generateFor(request, *generator, choices, *problem, asker);
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
    using R = GenerateRequest;
    return question<R>(
        "generate", "Make an order with a generator", kGenerateFooter,
        {option<R>("NAME", &R::name, "The generator; see lanewright-cli list")
             .required()
             .completing(Completes::Generators),
         option<R>("PROBLEM", &R::problem, "Take placement, costs and memory from this file"),
         option<R>("-p,--ranks", &R::ranks, "Ranks (4)"),
         option<R>("-m,--microbatches", &R::microbatches, "Microbatches (8)"),
         option<R>("-v,--chunks", &R::chunks, "Chunks per rank (what the generator takes)"),
         option<R>("--w-parts", &R::weightParts, "Parts into which each W is cut (1)"),
         option<R>("--group", &R::group,
                   "Interleaved methods and GIS: microbatches per group (as many as ranks or, where that leaves a "
                   "rest, a little more; of gis-h half as many)"),
         option<R>("--objective", &R::objective,
                   "Automatic methods: make this small: iteration, makespan, period or longest_span (longest_span)")
             .oneOf({"iteration", "makespan", "period", "longest_span"}),
         option<R>("--tf", &R::forward, "Time of F (1)"),
         option<R>("--tb", &R::backwardInput, "Time of B, the gradient of the input (1)"),
         option<R>("--tw", &R::backwardWeight, "Time of W, the gradient of the weights (1)"),
         option<R>("--tcomm", &R::transfer, "Time of a transfer between two ranks (0)"),
         option<R>("--overlapped", &R::overlapped, "Time of an overlapped pair of F and BW (the sum of its parts)"),
         option<R>("--mf", &R::memoryForward, "Memory that F takes (1)"),
         option<R>("--mb", &R::memoryBackwardInput, "Change of memory at B (0)"),
         option<R>("--mw", &R::memoryBackwardWeight, "Change of memory at W (-1)"),
         option<R>("--memory-limit", &R::memoryLimit,
                   "Limit on the activations of each rank, or a list with one per rank (none)"),
         option<R>("--lengths", &R::lengths,
                   "Tokens of each microbatch: a file, uniform:A:B or lognormal:M:S (all alike)"),
         option<R>("--quadratic", &R::quadratic,
                   "With --lengths: which part of a time grows with the square of the length, 0 to 1 (0)"),
         option<R>("--seed", &R::seed, "With drawn lengths: which draw (1)"),
         option<R>("--time-unit", &R::timeUnit, "ns, us, ms, s or unit (unit)").oneOf({"ns", "us", "ms", "s", "unit"}),
         option<R>("--memory-unit", &R::memoryUnit, "B, KiB, MiB, GiB or unit (unit)")
             .oneOf({"B", "KiB", "MiB", "GiB", "unit"}),
         option<R>("--title", &R::title, "Title of the schedule"),
         optimizerModeOption<R>(&R::optimizerMode),
         option<R>("-o,--output", &R::output, "Write the schedule here (standard output)")},
        generateOrder, kGeneratedFields);
}

} // namespace lanewright::api
