// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/list_schedule.h"
#include "core/generate/one_chunk.h"
#include "core/generate/pipe.h"
#include "core/generate/zero_bubble_hand.h"
#include "core/generate/zero_bubble_rounds.h"

#include <algorithm>

namespace lanewright {

namespace {

// How many ops list scheduling may place in all.
constexpr std::int64_t kListBudget = 4'000'000;
constexpr int kFewestListRules = 4;

bool hasEqualStages(const Pipe& pipe) {
    return std::ranges::all_of(pipe.stages, [&](const PipeStage& stage) {
        const PipeStage& first = pipe.stages.front();
        return stage.forward == first.forward && stage.backward == first.backward && stage.weight == first.weight &&
               stage.forwardMemory == first.forwardMemory && stage.weightMemory == first.weightMemory &&
               stage.room == first.room;
    });
}

// The room of `microbatches` on each stage, or less where there is less.
Pipe narrowed(const Pipe& pipe, int microbatches) {
    Pipe narrow = pipe;
    for (PipeStage& stage : narrow.stages)
        if (stage.forwardMemory > 0)
            stage.room = std::min(stage.room, microbatches * stage.forwardMemory);
    return narrow;
}

// The same pipe as if each stage took the middle time of all.
Pipe evened(const Pipe& pipe) {
    Pipe even = pipe;
    for (Time PipeStage::*time : {&PipeStage::forward, &PipeStage::backward, &PipeStage::weight}) {
        std::vector<Time> times;
        times.reserve(pipe.stages.size());
        for (const PipeStage& stage : pipe.stages)
            times.push_back(stage.*time);
        std::ranges::sort(times);
        const std::size_t half = times.size() / 2;
        const Time middle = times.size() % 2 == 1 ? times[half] : (times[half - 1] + times[half]) / 2;
        for (PipeStage& stage : even.stages)
            stage.*time = middle;
    }
    return even;
}

// Tries orders and keeps the best by longest span, then makespan, then peak memory; the first of equals.
class AutoSearch {
public:
    explicit AutoSearch(const Pipe& pipe)
        : m_pipe(pipe), m_timer(pipe), m_least(leastLongestSpan(pipe)), m_draft(emptyWords(pipe)) {}

    // True when no order can have a shorter longest span.
    bool isDone() const { return m_cost && m_cost->longestSpan <= m_least; }

    void tryWords(PipeWords words) {
        m_draft = std::move(words);
        timeAndOffer();
    }

    // The eight rules, on a pipe that takes our times and has no more room than ours.
    void tryRounds(const Pipe& pipe) {
        RoundBuilder builder(pipe);
        for (const RoundRule& rule : roundRules())
            offer(builder.build(rule, m_draft));
    }

    // The eight rules as planned with other times than ours.
    void tryRoundsOf(const Pipe& other) {
        RoundBuilder builder(other);
        for (const RoundRule& rule : roundRules()) {
            builder.build(rule, m_draft);
            timeAndOffer();
        }
    }

    void tryLists() {
        const auto most = static_cast<int>(std::clamp<std::int64_t>(
            kListBudget / static_cast<std::int64_t>(m_draft.letters.size()), kFewestListRules, 2'000));
        ListScheduler scheduler(m_pipe);
        for (const ListRule& rule : listRules(m_pipe, most)) {
            scheduler.build(rule, m_draft);
            timeAndOffer();
            if (isDone())
                return;
        }
    }

    const PipeWords& best() const { return m_best; }

private:
    void timeAndOffer() {
        if (const std::optional<WordsCost> cost = m_timer(m_draft))
            offer(*cost);
    }

    void offer(const WordsCost& cost) {
        if (m_cost && *m_cost <= cost)
            return;
        m_cost = cost;
        if (m_best.letters.empty())
            m_best = emptyWords(m_pipe);
        std::swap(m_best, m_draft);
    }

    const Pipe& m_pipe;
    WordsTimer m_timer;
    Time m_least = 0;
    PipeWords m_draft;
    PipeWords m_best;
    std::optional<WordsCost> m_cost;
};

// Equal stages with the memory of 1F1B, or with twice that and more, are what the rounds were made for.
bool suitsRounds(const Pipe& pipe) {
    const PipeStage& first = pipe.stages.front();
    if (!hasEqualStages(pipe))
        return false;
    if (!first.limited() || first.forwardMemory <= 0)
        return true;
    const Bytes oneFold = pipe.size() * first.forwardMemory;
    return first.room == oneFold || first.room >= 2 * oneFold;
}

PipeWords bestWords(const Pipe& pipe) {
    AutoSearch search(pipe);
    search.tryRounds(pipe);
    search.tryWords(zbH1(pipe));
    search.tryWords(zbH2(pipe));
    // More memory must not give a longer schedule.
    for (const int fold : {1, 2, 3})
        if (!search.isDone()) {
            const Pipe narrow = narrowed(pipe, fold * pipe.size());
            if (narrow.stages != pipe.stages)
                search.tryRounds(narrow);
        }
    if (search.isDone() || suitsRounds(pipe))
        return search.best();
    if (!hasEqualStages(pipe))
        search.tryRoundsOf(evened(pipe));
    search.tryLists();
    return search.best();
}

// What a rank must hold to run a microbatch at all.
std::optional<Error> lacksRoom(const Plan& problem, const Pipe& pipe) {
    for (int stage = 0; stage < pipe.size(); ++stage) {
        const PipeStage& own = pipe.stages[stage];
        if (own.forwardMemory <= own.room)
            continue;
        const int rank = problem.schedule.placement.rankOf(0, stage);
        const std::string needed = bytesText(problem, own.forwardMemory + own.recomputeMemory);
        std::string message = "rank " + std::to_string(rank);
        message += " can't run F" + std::to_string(stage) + ".0: one microbatch takes " + needed;
        message += " there, and its memory limit is " + bytesText(problem, *problem.memory.limitOf(rank));
        message += "; the least limit that would do is " + needed;
        return Error{message, "rank " + std::to_string(rank)};
    }
    return {};
}

Plan withFold(const Plan& problem, int fold) {
    Plan plan = joinChunks(problem);
    plan.memory.limit.assign(plan.schedule.ranks(), std::nullopt);
    for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
        const StageMemory& memory = plan.memory.of(0, stage);
        // Only one activation is ever made again before its B.
        const Bytes recompute = plan.costs.recomputes(0, stage) ? memory.recompute : 0;
        plan.memory.limit[plan.schedule.placement.rankOf(0, stage)] =
            fold * plan.schedule.ranks() * memory.forward + recompute;
    }
    return plan;
}

} // namespace

Plan withOneFold(const Plan& problem) { return withFold(problem, 1); }

Plan withTwoFold(const Plan& problem) { return withFold(problem, 2); }

Result<Schedule> makeZbAuto(const Plan& problem, const Choices&) {
    const Pipe pipe = pipeOf(problem);
    if (auto error = lacksRoom(problem, pipe))
        return *std::move(error);
    return scheduleOf(problem, bestWords(pipe));
}

} // namespace lanewright
