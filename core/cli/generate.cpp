// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"

#include "core/base/decimal.h"
#include "core/base/places.h"
#include "core/cli/print/print_numbers.h"
#include "core/cli/shown.h"
#include "core/generate/catalogue.h"
#include "core/generate/drawn_lengths.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/io/quoted_text.h"
#include "core/open/open_file.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanewright::cli {

namespace {

struct GenerateOptions {
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
    std::string output = {};
    bool json = false;
};

/// The numbers given on the command line, in ticks and bytes.
struct Given {
    std::optional<Time> forward = {};
    std::optional<Time> backwardInput = {};
    std::optional<Time> backwardWeight = {};
    std::optional<Time> transfer = {};
    std::optional<Time> overlapped = {};
    std::optional<StageMemory> memory = {};
    std::optional<Bytes> memoryLimit = {};
};

/// Reads the numbers of options, and keeps the first that is wrong.
class Numbers {
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
Result<std::optional<StageMemory>> memoryOf(const GenerateOptions& options, Bytes scale) {
    Numbers numbers;
    const auto forward = numbers.read("--mf", options.memoryForward, scale);
    const auto input = numbers.read("--mb", options.memoryBackwardInput, scale);
    const auto weight = numbers.read("--mw", options.memoryBackwardWeight, scale);
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

Result<Given> givenIn(const GenerateOptions& options, Time timeScale, Bytes memoryScale) {
    Numbers numbers;
    Given given{.forward = numbers.read("--tf", options.forward, timeScale),
                .backwardInput = numbers.read("--tb", options.backwardInput, timeScale),
                .backwardWeight = numbers.read("--tw", options.backwardWeight, timeScale),
                .transfer = numbers.read("--tcomm", options.transfer, timeScale),
                .overlapped = numbers.read("--overlapped", options.overlapped, timeScale),
                .memoryLimit = numbers.read("--memory-limit", options.memoryLimit, memoryScale)};
    for (const auto& time :
         {given.forward, given.backwardInput, given.backwardWeight, given.transfer, given.overlapped})
        if (time.value_or(0) < 0)
            return Error{"a time can't be negative"};
    if (given.memoryLimit.value_or(0) < 0)
        return Error{"a limit can't be negative", "--memory-limit"};
    if (!numbers.right())
        return numbers.right().error();
    const auto memory = memoryOf(options, memoryScale);
    if (!memory)
        return memory.error();
    given.memory = *memory;
    return given;
}

template <typename Unit>
Result<Unit> unitFrom(const char* option, const std::string& text, std::initializer_list<Unit> all) {
    std::string names;
    for (const Unit unit : all) {
        if (toText(unit) == text)
            return unit;
        names += (names.empty() ? "" : ", ") + std::string{toText(unit)};
    }
    return Error{"there is no unit '" + text + "'; there are " + names, option};
}

/// Sets the units that are given; numbers on the command line and in the result are in them.
Result<Done> applyUnits(const GenerateOptions& options, TimeUnit& timeUnit, MemoryUnit& memoryUnit) {
    if (!options.timeUnit.empty()) {
        using enum TimeUnit;
        const auto unit = unitFrom<TimeUnit>("--time-unit", options.timeUnit, {Ns, Us, Ms, S, TimeUnit::Unit});
        if (!unit)
            return unit.error();
        timeUnit = *unit;
    }
    if (!options.memoryUnit.empty()) {
        using enum MemoryUnit;
        const auto unit =
            unitFrom<MemoryUnit>("--memory-unit", options.memoryUnit, {B, KiB, MiB, GiB, MemoryUnit::Unit});
        if (!unit)
            return unit.error();
        memoryUnit = *unit;
    }
    return Done{};
}

Result<Plan> uniformFrom(const GenerateOptions& options) {
    UniformProblem numbers{.ranks = options.ranks.value_or(4),
                           .microbatches = options.microbatches.value_or(8),
                           .chunks = options.chunks.value_or(1),
                           .weightParts = options.weightParts.value_or(1)};
    if (const auto units = applyUnits(options, numbers.timeUnit, numbers.memoryUnit); !units)
        return units.error();
    const Time unit = scaleOf(numbers.timeUnit);
    const Bytes memoryUnit = scaleOf(numbers.memoryUnit);
    const Result<Given> given = givenIn(options, unit, memoryUnit);
    if (!given)
        return given.error();
    numbers.forward = given->forward.value_or(unit);
    numbers.backwardInput = given->backwardInput.value_or(unit);
    numbers.backwardWeight = given->backwardWeight.value_or(unit);
    numbers.transfer = given->transfer.value_or(0);
    numbers.overlapped = given->overlapped;
    numbers.memory = given->memory.value_or(StageMemory{.forward = memoryUnit, .backwardWeight = -memoryUnit});
    numbers.memoryLimit = given->memoryLimit;
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
Result<Plan> problemFrom(const GenerateOptions& options) {
    Result<Plan> plan = openPlan(options.problem);
    if (!plan)
        return plan;
    complainOfKeys(options.problem, *plan);
    if (options.ranks || options.chunks)
        return Error{"-p and -v can't be given together with a problem, whose placement says them"};
    if (options.microbatches) {
        if (*options.microbatches < 1 || *options.microbatches > 1 << 20)
            return Error{"must be between 1 and 1048576", "-m"};
        if (!plan->schedule.directionOf.empty())
            return Error{"-m can't be given for a problem that says the direction of each microbatch"};
        plan->schedule.microbatches = *options.microbatches;
    }
    if (options.weightParts && (*options.weightParts < 1 || *options.weightParts > 64))
        return Error{"must be between 1 and 64", "--w-parts"};
    if (const auto units = applyUnits(options, plan->timeUnit, plan->memoryUnit); !units)
        return units.error();
    const Result<Given> given = givenIn(options, scaleOf(plan->timeUnit), scaleOf(plan->memoryUnit));
    if (!given)
        return given.error();
    applyTimes(*given, *plan);
    if (options.weightParts)
        plan->costs.weightParts = *options.weightParts;
    if (given->memory)
        applyMemory(*given->memory, *plan);
    if (given->memoryLimit)
        plan->memory.limit.assign(plan->schedule.ranks(), given->memoryLimit);
    plan->schedule.order.clear();
    return plan;
}

/// Lengths from the command line: of a file, or none where they are drawn or not given. Without a problem and `-m`
/// there are as many microbatches as lengths.
Result<std::vector<int>> listedLengths(GenerateOptions& options) {
    if (options.lengths.empty() && (!options.quadratic.empty() || options.seed))
        return Error{"is about lengths; give them by --lengths", options.seed ? "--seed" : "--quadratic"};
    if (options.lengths.empty() || isDistribution(options.lengths))
        return std::vector<int>{};
    if (options.seed)
        return Error{"is for drawn lengths, such as uniform:512:8192, not for those of a file", "--seed"};
    const Result<std::string> text = readFile(options.lengths);
    if (!text)
        return Error{text.error().message, "--lengths: " + options.lengths};
    Result<std::vector<int>> lengths = lengthsFromText(*text);
    if (!lengths)
        return Error{lengths.error().message, within(options.lengths, lengths.error().where)};
    if (options.problem.empty() && !options.microbatches)
        options.microbatches = static_cast<int>(lengths->size());
    return lengths;
}

Result<Done> applyLengths(const GenerateOptions& options, std::vector<int> lengths, Plan& plan) {
    if (options.lengths.empty())
        return Done{};
    const int count = plan.schedule.microbatches;
    if (lengths.empty()) {
        const Result<std::vector<int>> drawn = drawnLengths(options.lengths, count, options.seed.value_or(1));
        if (!drawn)
            return Error{drawn.error().message, "--lengths"};
        lengths = *drawn;
    }
    if (static_cast<int>(lengths.size()) != count)
        return Error{"there are " + std::to_string(lengths.size()) + " lengths for " + std::to_string(count) +
                         " microbatches",
                     "--lengths"};
    Numbers numbers;
    const std::int64_t quadratic = numbers.read("--quadratic", options.quadratic, MicrobatchCosts::kOne).value_or(0);
    if (!numbers.right())
        return numbers.right().error();
    if (quadratic < 0 || quadratic > MicrobatchCosts::kOne)
        return Error{"must be between 0 and 1", "--quadratic"};
    setMicrobatches(plan, MicrobatchCosts::ofLengths(std::move(lengths), {quadratic}));
    return Done{};
}

Exit report(const GenerateOptions& options, Plan plan) {
    Shown shown{.plan = std::move(plan)};
    shown.timeline = simulate(shown.plan.schedule, shown.plan.costs);
    if (options.json) {
        json::Writer writer;
        writer.beginObject(json::Layout::Lines);
        writer.key("output").string(options.output);
        writer.key("generator").string(options.name);
        writeNumbers(writer, shown, heldAgainstBounds(shown));
        writer.endObject();
        return print(writer);
    }
    const Metrics metrics = measure(shown.plan, shown.timeline);
    const std::optional<double> share = metrics.bubbleShare();
    return print(options.output + ": " + shownLine(shown.plan.title.text()) + "; iteration " +
                 periodText(valueOf(metrics, Objective::Iteration), shown.plan.timeUnit) + ", makespan " +
                 timeText(metrics.makespan, shown.plan.timeUnit) + ", longest span " +
                 timeText(metrics.longestSpan, shown.plan.timeUnit) +
                 (share ? ", bubble " + shareText(*share) + " of the iteration\n" : "\n"));
}

Result<Choices> choicesFrom(const GenerateOptions& options) {
    Choices choices{.group = options.group};
    if (!options.objective.empty()) {
        const std::optional<Objective> objective = objectiveFromText(options.objective);
        if (!objective)
            return Error{"there is no objective '" + options.objective +
                             "'; there are iteration, makespan, period and longest_span",
                         "--objective"};
        choices.objective = *objective;
    }
    return choices;
}

Exit run(GenerateOptions options) {
    const Generator* generator = findGenerator(options.name);
    if (!generator)
        return failed(Exit::Usage, "", generate(options.name, {}).error());
    if (const Result<Done> apart = checkApart(options.output, options.json); !apart)
        return failed(Exit::Usage, options.output, apart.error());
    const Result<Choices> choices = choicesFrom(options);
    if (!choices)
        return failed(Exit::Usage, "", choices.error());
    if (const Result<Done> fits = checkChoices(*generator, *choices); !fits)
        return failed(Exit::Usage, "", fits.error());
    const Result<std::vector<int>> lengths = listedLengths(options);
    if (!lengths)
        return failed(Exit::Usage, "", lengths.error());
    Result<Plan> problem = options.problem.empty() ? uniformFrom(options) : problemFrom(options);
    if (!problem)
        return failed(Exit::Usage, options.problem, problem.error());
    if (const Result<Done> fits = applyLengths(options, *lengths, *problem); !fits)
        return failed(Exit::Usage, "", fits.error());
    // Numbers for whole ranks say nothing of chunks, so there is nothing to re-place.
    if (options.problem.empty() && !options.chunks)
        problem = preparedFor(*generator, *problem);
    Result<Plan> plan = generate(options.name, *problem, *choices);
    if (!plan)
        return failed(Exit::No, options.problem, plan.error());
    if (const int chunks = plan->schedule.stages() / plan->schedule.ranks(); options.chunks.value_or(chunks) != chunks)
        return failed(Exit::Usage, "",
                      {options.name + " gives each rank " + counted(chunks, "chunk", "chunks") + ", not " +
                           std::to_string(*options.chunks),
                       "-v"});
    if (Message leftOut = leftOutBy(*generator, *plan); !leftOut.empty())
        complain("", {std::move(leftOut)});
    if (Message kept = keptLimitsOf(*generator, *plan); !kept.empty())
        complain("", {std::move(kept)});
    if (!options.title.empty())
        plan->title = options.title;
    const std::string output = options.output.empty() ? "-" : options.output;
    if (const Result<Done> written = writeSchedule(output, *plan); !written)
        return failed(Exit::Usage, options.output, written.error());
    return isStandardOutput(output) ? Exit::Done : report(options, *std::move(plan));
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

void addGenerate(Parser& program) {
    CommandParser& command = program.addCommand("generate", "Make an order with a generator");
    const auto options = std::make_shared<GenerateOptions>();
    command.setFooter(kGenerateFooter);
    command.addOption("NAME", options->name, "The generator; see lanewright-cli list").required();
    command.addOption("PROBLEM", options->problem, "Take placement, costs and memory from this file");
    command.addOption("-p,--ranks", options->ranks, "Ranks (4)");
    command.addOption("-m,--microbatches", options->microbatches, "Microbatches (8)");
    command.addOption("-v,--chunks", options->chunks, "Chunks per rank (what the generator takes)");
    command.addOption("--w-parts", options->weightParts, "Parts into which each W is cut (1)");
    command.addOption("--group", options->group,
                      "Interleaved methods and GIS: microbatches per group (as many as ranks or, where that leaves a "
                      "rest, a little more; of gis-h half as many)");
    command.addOption("--objective", options->objective,
                      "Automatic methods: make this small: iteration, makespan, period or longest_span (longest_span)");
    command.addOption("--tf", options->forward, "Time of F (1)");
    command.addOption("--tb", options->backwardInput, "Time of B, the gradient of the input (1)");
    command.addOption("--tw", options->backwardWeight, "Time of W, the gradient of the weights (1)");
    command.addOption("--tcomm", options->transfer, "Time of a transfer between two ranks (0)");
    command.addOption("--overlapped", options->overlapped,
                      "Time of an overlapped pair of F and BW (the sum of its parts)");
    command.addOption("--mf", options->memoryForward, "Memory that F takes (1)");
    command.addOption("--mb", options->memoryBackwardInput, "Change of memory at B (0)");
    command.addOption("--mw", options->memoryBackwardWeight, "Change of memory at W (-1)");
    command.addOption("--memory-limit", options->memoryLimit, "Limit on the activations of each rank (none)");
    command.addOption("--lengths", options->lengths,
                      "Tokens of each microbatch: a file, uniform:A:B or lognormal:M:S (all alike)");
    command.addOption("--quadratic", options->quadratic,
                      "With --lengths: which part of a time grows with the square of the length, 0 to 1 (0)");
    command.addOption("--seed", options->seed, "With drawn lengths: which draw (1)");
    command.addOption("--time-unit", options->timeUnit, "ns, us, ms, s or unit (unit)");
    command.addOption("--memory-unit", options->memoryUnit, "B, KiB, MiB, GiB or unit (unit)");
    command.addOption("--title", options->title, "Title of the schedule");
    command.addOption("-o,--output", options->output, "Write the schedule here (standard output)");
    command.addJson(options->json);
    command.onRun([options] { return run(*options); });
}

} // namespace lanewright::cli
