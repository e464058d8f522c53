// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/weight_step.h"

#include "core/simulate/metrics.h"

#include "engine/device/clock.h"

#include <algorithm>
#include <utility>

namespace lanewright::engine {

Optimizer::Optimizer(const RunRequest& request, int rank, int ranks, RankStages& stages, Inbox& inbox,
                     Recorder& recorder)
    : m_request(&request), m_rank(rank), m_ranks(ranks), m_stages(&stages), m_inbox(&inbox), m_recorder(&recorder),
      m_length(stepTimes(request.plan)[rank]) {}

Stepped Optimizer::step(int step, const Standing& standing, bool pauses) {
    m_step = step;
    NormReport report = gather(step, standing, pauses);
    m_pauses = report.pauses;
    const StepDecision decision = agree(std::move(report));
    const Time free = decision.arrival + m_length;
    m_origin += decision.beforeStepping;
    hold(decision.arrival);
    apply(decision);
    m_late = std::max<Time>(0, now() - (m_origin + free));
    m_origin += decision.afterStepping;
    hold(free);
    return {.free = free, .postponed = decision.beforeStepping + decision.afterStepping};
}

/// Holds a paced run until then.
void Optimizer::hold(Time when) const {
    if (m_request->paced)
        m_inbox->waiter().hold(m_origin + when);
}

/// What this rank steps by: the decision or, where it speculates, what the gradients up to its own would have decided.
StepDecision Optimizer::agree(NormReport report) {
    const StepDecision partial = decide(report, m_request->optimizer.clip);
    if (isLast()) {
        m_decision = partial;
        postpone(report);
        conclude();
        return m_decision;
    }
    // Once a rank sees that the check will fail there is nothing to win by going on.
    m_open = m_request->optimizer.mode == OptimizerMode::PostValidated && partial.kind == UpdateKind::Whole;
    report.speculative = report.speculative || m_open;
    report.arrival += m_request->plan.costs.transfer.between(m_rank, m_rank + 1);
    m_inbox->send(m_rank + 1, MessageKind::Norm, packed(report));
    if (m_open)
        return partial;
    awaitDecision();
    conclude();
    return m_decision;
}

/// The last rank says how much later than planned all go on. The decision's way down takes as long as the norm's way
/// up, and what stepping takes longer than planned shows in the step before. Blocks that took longer than planned made
/// the step longer: its end counts as so much later, so that none of the next one's blocks seem to start before it.
void Optimizer::postpone(const NormReport& report) {
    if (!m_request->paced || m_request->optimizer.mode != OptimizerMode::Synchronous)
        return;
    const Time late = now() - (m_origin + report.arrival);
    m_decision.arrival += report.lateness.blocks;
    m_decision.beforeStepping = 2 * std::max<Time>(0, late - report.lateness.blocks);
    m_decision.afterStepping = report.lateness.stepping;
}

/// What is known of all gradients up to this rank's; its arrival is when that is known here.
NormReport Optimizer::gather(int step, const Standing& standing, bool pauses) {
    NormReport report{.step = step, .pauses = pauses};
    if (m_rank > 0)
        report = m_inbox->await<NormReport>(MessageKind::Norm, m_rank - 1, [&] {
            return say(phrase("engine", "step %1 has waited for the norm of rank %2"), step, m_rank - 1);
        });
    report.arrival = std::max(report.arrival, standing.free);
    report.lateness.blocks = std::max(report.lateness.blocks, standing.behind);
    report.lateness.stepping = std::max(report.lateness.stepping, m_late);
    for (const auto& stage : m_stages->all())
        merge(report.squares, stage->gradientSquares());
    hold(report.arrival);
    return report;
}

void Optimizer::awaitDecision() {
    m_decision = m_inbox->await<StepDecision>(MessageKind::Decision, m_rank + 1, [&] {
        return say(phrase("engine", "step %1 has waited for the decision of rank %2"), m_step, m_rank + 1);
    });
}

void Optimizer::sendDown() const {
    if (m_rank == 0)
        return;
    StepDecision decision = m_decision;
    decision.arrival += m_request->plan.costs.transfer.between(m_rank, m_rank - 1);
    m_inbox->send(m_rank - 1, MessageKind::Decision, packed(decision));
}

/// The decision is known: tells it on, and counts.
void Optimizer::conclude() {
    sendDown();
    onDecision(m_decision.step,
               {.norm = m_decision.norm, .kind = m_decision.kind, .rolledBack = m_decision.rollsBack()});
}

/// Steps this rank's weights once.
void Optimizer::apply(const StepDecision& decision) {
    const Time start = now() - m_origin;
    if (decision.kind != UpdateKind::Skipped) {
        ++updates;
        for (const auto& stage : m_stages->all())
            stage->optimize(m_request->optimizer, updates, decision.factor);
    }
    m_recorder->activity(
        {.kind = ActivityKind::Optimizer, .rank = m_rank, .start = start, .end = now() - m_origin, .op = {}});
}

Check Optimizer::settle(Time free) {
    if (!m_open)
        return {.free = free};
    awaitDecision();
    m_open = false;
    conclude();
    Check check{.rolledBack = m_decision.rollsBack(), .known = m_decision.arrival, .free = free};
    if (!check.rolledBack)
        return check;
    --updates;
    for (const auto& stage : m_stages->all())
        stage->rollBack();
    check.free = std::max(free, check.known);
    hold(check.free);
    apply(m_decision);
    if (m_decision.kind != UpdateKind::Skipped)
        check.free += m_length;
    hold(check.free);
    return check;
}

} // namespace lanewright::engine
