// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/weight_step.h"

#include "core/simulate/metrics.h"

#include <algorithm>

namespace lanewright::engine {

Optimizer::Optimizer(const RunRequest& request, int rank, int ranks, RankStages& stages, Mailroom& mailroom,
                     Waiter& waiter, Recorder& recorder)
    : m_request(&request), m_rank(rank), m_ranks(ranks), m_stages(&stages), m_mailroom(&mailroom), m_waiter(&waiter),
      m_recorder(&recorder), m_length(stepTimes(request.plan)[static_cast<std::size_t>(rank)]) {}

void Optimizer::restart(Time origin) { m_origin = origin; }

Stepped Optimizer::step(int step, const Standing& standing, bool pauses) {
    m_step = step;
    NormReport report = gather(step, standing, pauses);
    m_pauses = report.pauses;
    Verdict partial = judge(report, m_request->optimizer.clip);
    const bool mayHurry = m_request->optimizer.mode == OptimizerMode::PostValidated && !isLast();
    // Once a rank sees that the check will fail there is nothing to win by going on.
    const bool hurries = mayHurry && partial.kind == UpdateKind::Whole;
    report.hasty = report.hasty || hurries;
    Time start = report.arrival;
    if (!isLast()) {
        const Time way = m_request->plan.costs.transfer.between(m_rank, m_rank + 1);
        report.arrival = start + way;
        m_mailroom->tell(m_rank + 1, LetterKind::Norm, packed(report));
    }
    m_open = hurries;
    if (isLast()) {
        m_verdict = partial;
        postpone(report);
        conclude();
    } else if (!hurries) {
        awaitVerdict();
        start = m_verdict.arrival;
        conclude();
    }
    const Verdict& verdict = hurries ? partial : m_verdict;
    const Time free = start + m_length;
    m_origin += verdict.beforeStepping;
    if (m_request->paced)
        m_waiter->hold(m_origin + start);
    apply(verdict);
    m_late = std::max<Time>(0, now() - (m_origin + free));
    m_origin += verdict.afterStepping;
    if (m_request->paced)
        m_waiter->hold(m_origin + free);
    return {.free = free, .postponed = verdict.beforeStepping + verdict.afterStepping};
}

/// The last rank says how much later than planned all go on. The verdict's way down takes as long as the norm's way up,
/// and what stepping takes longer than planned shows in the step before.
void Optimizer::postpone(const NormReport& report) {
    if (!m_request->paced || m_request->optimizer.mode != OptimizerMode::Synchronous)
        return;
    const Time late = now() - (m_origin + report.arrival);
    // Blocks that took longer than planned are no matter of the step's end: they stay late.
    m_verdict.beforeStepping = 2 * std::max<Time>(0, late - report.lateness.blocks);
    m_verdict.afterStepping = report.lateness.stepping;
}

/// What is known of all gradients up to this rank's; its arrival is when that is known here.
NormReport Optimizer::gather(int step, const Standing& standing, bool pauses) {
    NormReport report{.step = step, .pauses = pauses};
    if (m_rank > 0) {
        std::optional<Letter> letter;
        m_waiter->until(
            [&] {
                letter = m_mailroom->take(LetterKind::Norm, m_rank - 1);
                return letter.has_value();
            },
            [&] {
                return "step " + std::to_string(step) + " has waited for the norm of rank " +
                       std::to_string(m_rank - 1);
            });
        report = normReportFrom(letter->body);
    }
    report.arrival = std::max(report.arrival, standing.free);
    report.lateness.blocks = std::max(report.lateness.blocks, standing.behind);
    report.lateness.stepping = std::max(report.lateness.stepping, m_late);
    for (std::size_t at = 0; at < m_stages->copies().size(); ++at)
        merge(report.squares, m_stages->copy(at).gradientSquares());
    if (m_request->paced)
        m_waiter->hold(m_origin + report.arrival);
    return report;
}

void Optimizer::awaitVerdict() {
    std::optional<Letter> letter;
    m_waiter->until(
        [&] {
            letter = m_mailroom->take(LetterKind::Verdict, m_rank + 1);
            return letter.has_value();
        },
        [&] {
            return "step " + std::to_string(m_step) + " has waited for the verdict of rank " +
                   std::to_string(m_rank + 1);
        });
    m_verdict = Unpacker(letter->body).get<Verdict>();
}

void Optimizer::passDown() const {
    if (m_rank == 0)
        return;
    Verdict verdict = m_verdict;
    verdict.arrival += m_request->plan.costs.transfer.between(m_rank, m_rank - 1);
    m_mailroom->tell(m_rank - 1, LetterKind::Verdict, std::move(Packer().put(verdict)));
}

/// The verdict is known: tells it on, and counts.
void Optimizer::conclude() {
    passDown();
    onVerdict(m_verdict.step, {.norm = m_verdict.norm, .kind = m_verdict.kind, .rolledBack = m_verdict.overrules()});
}

/// Steps this rank's weights once.
void Optimizer::apply(const Verdict& verdict) {
    const Time start = now() - m_origin;
    if (verdict.kind != UpdateKind::Skipped) {
        ++updates;
        for (std::size_t at = 0; at < m_stages->copies().size(); ++at)
            m_stages->copy(at).optimize(m_request->optimizer, updates, verdict.factor);
    }
    m_recorder->activity(
        {.kind = ActivityKind::Optimizer, .rank = m_rank, .start = start, .end = now() - m_origin, .op = {}});
}

Check Optimizer::settle(Time free) {
    if (!m_open)
        return {.free = free};
    awaitVerdict();
    m_open = false;
    conclude();
    Check check{.overruled = m_verdict.overrules(), .known = m_verdict.arrival, .free = free};
    if (!check.overruled)
        return check;
    --updates;
    for (std::size_t at = 0; at < m_stages->copies().size(); ++at)
        m_stages->copy(at).takeBack();
    check.free = std::max(free, check.known);
    if (m_request->paced)
        m_waiter->hold(m_origin + check.free);
    apply(m_verdict);
    if (m_verdict.kind != UpdateKind::Skipped)
        check.free += m_length;
    if (m_request->paced)
        m_waiter->hold(m_origin + check.free);
    return check;
}

} // namespace lanewright::engine
