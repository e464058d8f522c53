// SPDX-License-Identifier: Apache-2.0
#include "core/measured/loss_fix_effects.h"

#include "core/bounds/bounds.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/generate/recognise/recognise.h"
#include "core/measured/loss_fixes.h"
#include "core/measured/profile/shared_cores.h"
#include "core/measured/run_causes.h"
#include "core/measured/run_costs.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

/// A larger order gets no fixes that a generator would have to make.
constexpr int kMostOpsOfEffects = 200'000;
/// What gives less of the time that it is held against is no fix.
constexpr double kLeastGain = 0.005;

double lengthOf(const Plan& plan) {
    return static_cast<double>(extentOf(simulate(plan.schedule, plan.costs)).length());
}

/// What ran, with the memory that was measured where it was.
Plan ownPlan(const Run& run) { return withMeasuredMemory(run.plan, memoryOf(run)); }

bool isFused(const Schedule& schedule) {
    return !schedule.order.empty() &&
           std::ranges::any_of(schedule.order.front(), [](const Block& block) { return block.op.kind == OpKind::BW; });
}

/// What part of a whole backward its B takes, by the costs of the plan.
double shareOfInput(const Costs& costs) {
    double input = 0;
    double weight = 0;
    for (const StageCosts& stage : costs.stages.front()) {
        input += static_cast<double>(stage.backwardInput);
        weight += static_cast<double>(stage.backwardWeight);
    }
    return input > 0 && weight > 0 ? input / (input + weight) : 0.5;
}

/// The problem of what ran: B and W apart, every stage with its mean times, memory in bytes and no limits.
Plan problemToFix(const Run& run, Plan typical) {
    const Plan own = ownPlan(run);
    typical.memory = own.memory;
    typical.memoryUnit = own.memoryUnit;
    typical.memory.limit.clear();
    typical.memory.device.clear();
    typical.proof = {};
    if (isFused(run.plan.schedule)) {
        const double share = shareOfInput(run.plan.costs);
        for (StageCosts& stage : typical.costs.stages.front()) {
            const Time whole = stage.backwardInput;
            stage.backwardInput = static_cast<Time>(share * static_cast<double>(whole));
            stage.backwardWeight = whole - stage.backwardInput;
        }
    }
    return typical;
}

/// The stages of a rank cut in two, and the order that ran with the same mean times.
std::optional<MadeFix> interleaved(const Plan& ran) {
    const auto count = static_cast<Time>(ran.schedule.stages());
    UniformProblem numbers{.ranks = ran.schedule.ranks(),
                           .microbatches = ran.schedule.microbatches,
                           .chunks = 2,
                           .timeUnit = ran.timeUnit,
                           .memoryUnit = ran.memoryUnit,
                           .forward = 0,
                           .backwardInput = 0,
                           .backwardWeight = 0,
                           .transfer = ran.costs.transfer.every,
                           .memory = ran.memory.of(0, 0)};
    for (const StageCosts& stage : ran.costs.stages.front()) {
        numbers.forward += stage.forward / count;
        numbers.backwardInput += stage.backwardInput / count;
        numbers.backwardWeight += stage.backwardWeight / count;
    }
    MadeFix fix{.fix = LossFix::Interleave, .by = "interleaved-1f1b", .ran = ran};
    for (StageCosts& stage : fix.ran.costs.stages.front()) {
        stage.forward = numbers.forward;
        stage.backwardInput = numbers.backwardInput;
        stage.backwardWeight = numbers.backwardWeight;
    }
    const Result<Plan> problem = problemOf(numbers);
    Result<Plan> plan = problem ? generate(fix.by, *problem) : problem;
    if (!plan)
        return {};
    fix.plan = *std::move(plan);
    return fix;
}

/// Twice the microbatches by the method that ran; none where no generator makes its order.
std::optional<MadeFix> doubled(const Run& run, const Plan& ran) {
    const Recognition recognition = recognise(run.plan);
    const Generator* const generator = findGenerator(recognition.name);
    if (!generator || !recognition.exact)
        return {};
    Plan problem = ran;
    problem.schedule.order.clear();
    problem.schedule.microbatches *= 2;
    Result<Plan> plan = generate(generator->name, problem);
    if (!plan || opCount(plan->schedule) > kMostOpsOfEffects)
        return {};
    return MadeFix{
        .fix = LossFix::MoreMicrobatches, .by = recognition.name, .ran = ran, .plan = *std::move(plan), .times = 2};
}

/// The order of that generator in the same placement; none where it makes another.
std::optional<MadeFix> regenerated(const Plan& ran, LossFix fix, std::string_view name) {
    const Generator* const generator = findGenerator(name);
    const bool takesObjective = generator && generator->takesObjective;
    Plan problem = ran;
    problem.schedule.order.clear();
    Result<Plan> plan =
        generate(name, problem, {.objective = takesObjective ? Objective::Makespan : Choices{}.objective});
    if (!plan || plan->schedule.placement != ran.schedule.placement)
        return {};
    return MadeFix{.fix = fix, .by = std::string{name}, .ran = ran, .plan = *std::move(plan)};
}

/// Those that gain enough, the best first. What holds more has to give more.
std::vector<MadeFix> worthMaking(std::vector<MadeFix> fixes) {
    std::erase_if(fixes, [](const MadeFix& fix) { return fix.after() > (1 - kLeastGain) * fix.before(); });
    std::ranges::stable_sort(fixes, {}, [](const MadeFix& fix) {
        return std::tuple{mostMemory(fix.plan) > mostMemory(fix.ran), fix.after() / fix.before()};
    });
    std::vector<MadeFix> kept;
    kept.reserve(fixes.size());
    for (MadeFix& fix : fixes) {
        const auto isNoWorse = [&](const MadeFix& other) {
            return other.fix == fix.fix && mostMemory(other.plan) <= mostMemory(fix.plan) &&
                   other.after() / other.before() <= fix.after() / fix.before();
        };
        if (std::ranges::none_of(kept, isNoWorse))
            kept.push_back(std::move(fix));
    }
    return kept;
}

FixEffect effectOf(const MadeFix& fix, double step) {
    return {.fix = fix.fix,
            .by = fix.by,
            .gain = step > 0 ? (fix.before() - fix.after()) / step : 0,
            .memoryBefore = mostMemory(fix.ran),
            .memoryAfter = mostMemory(fix.plan)};
}

/// The costs of a stage whose ops take what their families do, a W `weightParts` times as long as its parts.
StageCosts stageOf(const JobGraph& job, const std::vector<Time>& byFamily, int weightParts) {
    std::optional<Time> whole;
    StageCosts each{.forward = 0, .backwardInput = 0, .backwardWeight = 0};
    for (std::size_t family = 0; family < job.families.size(); ++family) {
        const Time time = byFamily[family];
        if (job.families[family].kind != ActionKind::Compute)
            continue;
        if (!job.families[family].op) {
            each.overlapped = std::min(each.overlapped.value_or(time), time);
            continue;
        }
        switch (*job.families[family].op) {
        case OpKind::F: each.forward = time; break;
        case OpKind::B: each.backwardInput = time; break;
        case OpKind::W: each.backwardWeight = time * weightParts; break;
        case OpKind::BW: whole = time; break;
        case OpKind::R: each.recompute = time; break;
        }
    }
    // Where some backwards were whole and some not, the bound has to hold for both.
    if (whole && (each.backwardInput == 0 || each.backwardInput + each.backwardWeight > *whole))
        each.backwardInput = std::max<Time>(0, *whole - each.backwardWeight);
    return each;
}

/// What a fix that nobody has made yet would give, by the loss alone. `held`: the most memory that the order holds.
FixEffect expectedEffect(LossFix fix, const Loss& loss, Bytes held) {
    FixEffect effect{.fix = fix, .memoryBefore = held, .memoryAfter = held};
    if (fix == LossFix::CutAnew || fix == LossFix::OrderMicrobatches || fix == LossFix::DealMicrobatches) {
        effect.gain = std::max(0.0, loss.alone);
        effect.atMost = true;
    } else if (fix == LossFix::Solve && loss.cause == LossCause::FillAndDrain) {
        effect.gain = std::max(0.0, loss.share - loss.unavoidable);
        effect.atMost = true;
    }
    return effect;
}

} // namespace

double MadeFix::before() const { return lengthOf(ran); }
double MadeFix::after() const { return lengthOf(plan) / times; }

Bytes mostMemory(const Plan& plan) {
    const std::vector<Bytes> peaks = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
    return peaks.empty() ? 0 : std::ranges::max(peaks);
}

Bytes mostMemoryIn(const Run& run, const Schedule& order) {
    Plan own = ownPlan(run);
    own.schedule.order = order.order;
    return mostMemory(own);
}

MemoryUnit memoryUnitOf(const Run& run) { return ownPlan(run).memoryUnit; }

std::vector<MadeFix> madeFixes(const Run& run, const JobGraph& job) {
    const std::optional<Plan> typical = typicalPlanOf(run, job);
    if (!typical || opCount(run.plan.schedule) > kMostOpsOfEffects ||
        run.plan.schedule.placement.directions.size() != 1 || !run.plan.costs.microbatches.areEqual())
        return {};
    const Plan ran = problemToFix(run, *typical);
    const bool oneStageEach = ran.schedule.stages() == ran.schedule.ranks();
    const bool fused = isFused(ran.schedule);
    std::vector<MadeFix> fixes;
    const auto add = [&](std::optional<MadeFix> fix) {
        if (fix)
            fixes.push_back(*std::move(fix));
    };
    if (oneStageEach && ran.schedule.ranks() > 1)
        for (const char* const name : {"zb-h1", "zb-auto"})
            add(regenerated(ran, fused ? LossFix::SplitBackward : LossFix::OtherOrder, name));
    if (!oneStageEach && fused)
        add(regenerated(ran, LossFix::SplitBackward, "interleaved-zb"));
    add(doubled(run, ran));
    if (oneStageEach && fused && ran.schedule.ranks() > 1)
        add(interleaved(ran));
    return worthMaking(std::move(fixes));
}

LeastTime leastTimeOf(const Run& run, const JobGraph& job) {
    return [&run, &job](const std::vector<Time>& byFamily) {
        Plan plan = run.plan;
        const int weightParts = plan.costs.weightParts;
        setMicrobatches(plan, {});
        plan.costs = {.stages = {std::vector(static_cast<std::size_t>(plan.schedule.stages()),
                                             stageOf(job, byFamily, weightParts))},
                      .weightParts = weightParts};
        plan.memory = uniformMemory(plan.schedule.stages(), plan.schedule.ranks(), {});
        plan.memory.limit.clear();
        return lowerBounds(plan, Objective::Makespan, BoundEffort::Quick).front().value.value();
    };
}

void addEffects(LostByCause& lost, const Run& run, const JobGraph& job, const std::optional<Schedule>& better) {
    lost.memoryUnit = memoryUnitOf(run);
    if (run.paced || sharedCoresOf(run))
        return; // no gain can be told from its times
    const Bytes before = mostMemoryIn(run, run.plan.schedule);
    for (Loss& loss : lost.causes) {
        if (loss.cause == LossCause::FillAndDrain)
            for (const MadeFix& made : madeFixes(run, job))
                loss.fixes.push_back(effectOf(made, lost.step));
        const auto splits = [](const FixEffect& effect) { return effect.fix == LossFix::SplitBackward; };
        lost.splitAssumed = lost.splitAssumed || std::ranges::any_of(loss.fixes, splits);
        for (const LossFix fix : fixesFor(loss.cause, run)) {
            FixEffect effect = expectedEffect(fix, loss, before);
            if (fix == LossFix::OtherOrder && better) {
                effect.gain = loss.alone;
                effect.memoryAfter = mostMemoryIn(run, *better);
            }
            if (!effect.atMost || *effect.gain >= kLeastGain)
                loss.fixes.push_back(std::move(effect));
        }
    }
}

} // namespace lanewright
