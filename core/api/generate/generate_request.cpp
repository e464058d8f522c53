// SPDX-License-Identifier: Apache-2.0
#include "core/api/generate/generate_request.h"

#include "core/api/table.h"
#include "core/base/choice_named.h"
#include "core/base/decimal.h"
#include "core/base/option_names.h"
#include "core/base/places.h"
#include "core/generate/drawn_lengths.h"
#include "core/generate/problem.h"
#include "core/io/files.h"

#include <utility>

namespace lanewright::api {

namespace {

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
        const bool isList = text.find(',') != std::string::npos;
        const Result<std::int64_t> number =
            isList
                ? Error{"must be one number; a list with one per stage goes into a problem, a schedule without order"}
                : ticksFromDecimal(text, scale);
        if (!number)
            m_right = Error{number.error().message, optionNamed(option)};
        return number ? std::optional(*number) : std::nullopt;
    }
    /// The same of what can't be negative.
    std::optional<Time> readTime(const char* option, const std::string& text, Time scale) {
        const std::optional<Time> time = read(option, text, scale);
        if (time.value_or(0) < 0)
            m_right = Error{"a time can't be negative", optionNamed(option)};
        return time;
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
        return Error{naming("B and W free memory, so --mb and --mw are changes of 0 or below, such as -2")};
    StageMemory memory;
    memory.forward = forward.value_or(-input.value_or(0) - weight.value_or(0));
    memory.backwardInput = input.value_or(weight ? -memory.forward - *weight : 0);
    memory.backwardWeight = weight.value_or(-memory.forward - memory.backwardInput);
    if (memory.forward + memory.backwardInput + memory.backwardWeight != 0 || memory.backwardInput > 0 ||
        memory.backwardWeight > 0)
        return Error{naming("--mf, --mb and --mw must add up to 0: what F takes, B and W free")};
    return std::optional(memory);
}

Result<Given> givenIn(const GenerateRequest& request, Time timeScale, Bytes memoryScale) {
    GivenNumbers numbers;
    Given given{.forward = numbers.readTime("--tf", request.forward, timeScale),
                .backwardInput = numbers.readTime("--tb", request.backwardInput, timeScale),
                .backwardWeight = numbers.readTime("--tw", request.backwardWeight, timeScale),
                .transfer = numbers.readTime("--tcomm", request.transfer, timeScale),
                .overlapped = numbers.readTime("--overlapped", request.overlapped, timeScale)};
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
Result<Plan> withRequest(const GenerateRequest& request, Plan plan) {
    if (request.ranks || request.chunks)
        return Error{naming("-p and -v can't be given together with a problem, whose placement says them")};
    if (request.microbatches) {
        if (*request.microbatches < 1 || *request.microbatches > 1 << 20)
            return Error{"must be between 1 and 1048576", optionNamed("-m")};
        if (!plan.schedule.directionOf.empty())
            return Error{naming("-m can't be given for a problem that says the direction of each microbatch")};
        plan.schedule.microbatches = *request.microbatches;
    }
    if (request.weightParts && (*request.weightParts < 1 || *request.weightParts > 64))
        return Error{"must be between 1 and 64", optionNamed("--w-parts")};
    setUnits(request, plan.timeUnit, plan.memoryUnit);
    if (request.weightParts)
        plan.costs.weightParts = *request.weightParts;
    plan.schedule.order.clear();
    return plan;
}

/// Lengths of a file, or none where they are drawn or not given.
Result<std::vector<int>> listedLengths(const GenerateRequest& request) {
    if (request.lengths.empty() && (!request.quadratic.empty() || request.seed))
        return Error{naming("is about lengths; give them by --lengths"),
                     optionNamed(request.seed ? "--seed" : "--quadratic")};
    if (request.lengths.empty() || isDistribution(request.lengths))
        return std::vector<int>{};
    if (request.seed)
        return Error{"is for drawn lengths, such as uniform:512:8192, not for those of a file", optionNamed("--seed")};
    const Result<std::string> text = readFile(request.lengths);
    if (!text)
        return Error{text.error().message, within(optionNamed("--lengths"), request.lengths)};
    Result<std::vector<int>> lengths = lengthsFromText(*text);
    if (!lengths)
        return Error{lengths.error().message, within(request.lengths, lengths.error().where)};
    return lengths;
}

Result<Done> applyLengths(const GenerateRequest& request, std::vector<int> lengths, Plan& plan) {
    if (request.lengths.empty())
        return Done{};
    const int count = plan.schedule.microbatches;
    if (lengths.empty()) {
        const Result<std::vector<int>> drawn = drawnLengths(request.lengths, count, request.seed.value_or(1));
        if (!drawn)
            return Error{drawn.error().message, optionNamed("--lengths")};
        lengths = *drawn;
    }
    if (static_cast<int>(lengths.size()) != count)
        return Error{"there are " + std::to_string(lengths.size()) + " lengths for " + std::to_string(count) +
                         " microbatches",
                     optionNamed("--lengths")};
    GivenNumbers numbers;
    const std::int64_t quadratic = numbers.read("--quadratic", request.quadratic, MicrobatchCosts::kOne).value_or(0);
    if (!numbers.right())
        return numbers.right().error();
    if (quadratic < 0 || quadratic > MicrobatchCosts::kOne)
        return Error{"must be between 0 and 1", optionNamed("--quadratic")};
    setMicrobatches(plan, MicrobatchCosts::ofLengths(std::move(lengths), {quadratic}));
    return Done{};
}

/// The problem with its costs and limits, and microbatches that are alike.
Result<Plan> evenProblem(const GenerateRequest& request, const std::optional<Plan>& file) {
    Result<Plan> problem = file ? withRequest(request, *file) : equalStages(request);
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

} // namespace

std::variant<RequestFiles, Reply> filesOf(const GenerateRequest& request, const Asker& asker) {
    Result<std::vector<int>> lengths = listedLengths(request);
    if (!lengths)
        return refused(Exit::Usage, "", lengths.error());
    RequestFiles files{.lengths = *std::move(lengths)};
    if (request.problem.empty())
        return files;
    Result<Plan> problem = asker.plan(request.problem);
    if (!problem)
        return refused(Exit::Usage, request.problem, problem.error());
    files.problem = *std::move(problem);
    return files;
}

std::variant<Plan, Reply> problemOf(const GenerateRequest& request, const RequestFiles& files) {
    GenerateRequest counted = request;
    if (!files.problem && !request.microbatches && !files.lengths.empty())
        counted.microbatches = static_cast<int>(files.lengths.size());
    Result<Plan> problem = evenProblem(counted, files.problem);
    if (!problem)
        return refused(Exit::Usage, request.problem, problem.error());
    if (const Result<Done> fits = applyLengths(request, files.lengths, *problem); !fits)
        return refused(Exit::Usage, "", fits.error());
    return *std::move(problem);
}

Choices choicesOf(const GenerateRequest& request) {
    return {.objective = objectiveFromText(request.objective).value_or(Choices{}.objective), .group = request.group};
}

std::variant<Plan, Reply> planOf(const GenerateRequest& request, const Generator& generator, const Choices& choices,
                                 Plan problem) {
    // Numbers for whole ranks say nothing of chunks, so there is nothing to re-place.
    if (request.problem.empty() && !request.chunks)
        problem = preparedFor(generator, problem);
    Result<Plan> plan = generate(generator.name, problem, choices);
    if (!plan)
        return refused(Exit::No, request.problem, plan.error());
    if (const int chunks = plan->schedule.stages() / plan->schedule.ranks(); request.chunks.value_or(chunks) != chunks)
        return refused(Exit::Usage, "",
                       {std::string{generator.name} + " gives each rank " + counted(chunks, "chunk", "chunks") +
                            ", not " + std::to_string(*request.chunks),
                        optionNamed("-v")});
    return *std::move(plan);
}

} // namespace lanewright::api
