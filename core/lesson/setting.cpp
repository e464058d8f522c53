// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/setting.h"

#include "core/edit/fold.h"
#include "core/generate/catalogue.h"
#include "core/io/wording.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace lanewright {

namespace {

bool matchesAny(const std::vector<OpPattern>& patterns, const Schedule& schedule, const Op& op) {
    return std::ranges::any_of(patterns, [&](const OpPattern& each) { return matches(each, schedule, op); });
}

void fillTray(Schedule& schedule, const std::vector<OpPattern>& patterns) {
    for (Row& row : schedule.order) {
        Row kept;
        kept.reserve(row.size());
        for (Block block : row) {
            if (block.paired && matchesAny(patterns, schedule, *block.paired))
                block.paired.reset();
            if (!matchesAny(patterns, schedule, block.op))
                kept.push_back(block);
            else if (block.paired)
                kept.push_back({.op = *block.paired});
        }
        row = std::move(kept);
    }
}

/// The order before the tray is filled.
Result<Plan> wholeOf(const Lesson& lesson, const OrderSource& source) {
    Plan plan = lesson.problem;
    if (!source.generator.empty()) {
        Result<Plan> made = generate(source.generator, plan);
        if (!made)
            return made;
        plan = *std::move(made);
    } else {
        plan.schedule.order = source.order;
        if (plan.schedule.order.empty())
            plan.schedule.order.resize(static_cast<std::size_t>(plan.schedule.ranks()));
        if (!fitsShape(plan.schedule, plan.costs.weightParts))
            return Error{"the order names ops or rows that the problem does not have"};
    }
    if (source.halved) {
        Result<Plan> half = cutInHalf(plan);
        if (!half)
            return half;
        plan = *std::move(half);
    }
    if (source.apart)
        plan = takeApart(plan);
    plan.title = lesson.title;
    return plan;
}

Result<Attempt> attemptOf(const Lesson& lesson, const OrderSource& source) {
    Result<Plan> plan = wholeOf(lesson, source);
    if (!plan)
        return plan.error();
    for (const OpPattern& pattern : source.tray) {
        const auto hit = [&](const Block& block) {
            return matches(pattern, plan->schedule, block.op) ||
                   (block.paired && matches(pattern, plan->schedule, *block.paired));
        };
        const auto inRow = [&](const Row& row) { return std::ranges::any_of(row, hit); };
        if (std::ranges::none_of(plan->schedule.order, inRow))
            return Error{inQuotes(pattern.text) +
                         " matches no op of the order, so there is nothing to put in the tray"};
    }
    fillTray(plan->schedule, source.tray);
    return Attempt{*std::move(plan), source.optimizer};
}

std::set<Op> opsIn(const Schedule& schedule) {
    std::set<Op> ops;
    for (const Row& row : schedule.order)
        for (const Block& block : row) {
            ops.insert(block.op);
            if (block.paired)
                ops.insert(*block.paired);
        }
    return ops;
}

/// The ops of the lesson as it is meant to be complete; nothing where neither start nor solution can be made.
std::set<Op> intendedOps(const Lesson& lesson) {
    std::set<Op> ops;
    for (const OrderSource* source : {lesson.solution ? &*lesson.solution : nullptr, &lesson.start})
        if (const Result<Plan> plan = source ? wholeOf(lesson, *source) : Result<Plan>(Error{}); plan && ops.empty())
            ops = opsIn(plan->schedule);
    return ops;
}

/// What is missing of one stage and microbatch.
class Missing {
public:
    Missing(const Plan& plan, const std::set<Op>& present, const std::set<Op>& intended)
        : m_plan(&plan), m_present(&present), m_intended(&intended) {}

    void collect(int stage, int microbatch, std::vector<Op>& tray) const {
        const auto op = [&](OpKind kind, int part = 0) {
            return Op{.kind = kind, .part = part, .stage = stage, .microbatch = microbatch};
        };
        const auto need = [&](const Op& each) {
            if (!m_present->contains(each))
                tray.push_back(each);
        };
        using enum OpKind;
        const int parts = m_plan->costs.weightParts;
        need(op(F));
        if (m_plan->costs.recomputes(m_plan->schedule.direction(microbatch), stage))
            need(op(R));
        if (m_present->contains(op(BW)))
            return;
        bool begun = m_present->contains(op(B));
        for (int part = 0; part < parts; ++part)
            begun = begun || m_present->contains(op(W, part));
        if (!begun && m_intended->contains(op(BW)))
            return need(op(BW));
        need(op(B));
        for (int part = 0; part < parts; ++part)
            need(op(W, part));
    }

private:
    const Plan* m_plan;
    const std::set<Op>* m_present;
    const std::set<Op>* m_intended;
};

} // namespace

Result<Attempt> startOf(const Lesson& lesson) { return attemptOf(lesson, lesson.start); }

Result<Attempt> solutionOf(const Lesson& lesson) {
    if (!lesson.solution)
        return Error{"this lesson comes without a solution"};
    return attemptOf(lesson, *lesson.solution);
}

std::vector<Op> trayOf(const Lesson& lesson, const Plan& plan) {
    const std::set<Op> present = opsIn(plan.schedule);
    const std::set<Op> intended = intendedOps(lesson);
    const Missing missing(plan, present, intended);
    std::vector<Op> tray;
    for (int stage = 0; stage < plan.schedule.stages(); ++stage)
        for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch)
            missing.collect(stage, microbatch, tray);
    std::ranges::stable_sort(tray, {}, [&](const Op& op) {
        return std::tuple(plan.schedule.rankOf(op), static_cast<int>(op.microbatch), op.kind,
                          static_cast<int>(op.part));
    });
    return tray;
}

} // namespace lanewright
