// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/snapshot_command.h"

#include "app/document/numbers.h"

#include <cmath>
#include <utility>

namespace lanewright::app {
namespace {

using Outcome = SnapshotCommand::Outcome;

Outcome outcomeOf(const Plan& plan, const Analysis& analysis) {
    Outcome outcome{.stalls = !analysis.stalls.empty()};
    if (!plan.isProblem() && isWhole(analysis.findings))
        outcome.iteration = static_cast<Time>(std::llround(valueOf(analysis.metrics, Objective::Iteration).value()));
    return outcome;
}

QString outcomeChange(const Outcome& before, const Outcome& after, TimeUnit unit) {
    const auto text = [&](const Outcome& outcome) {
        if (outcome.iteration)
            return timeWithUnit(*outcome.iteration, unit);
        return outcome.stalls ? Document::tr("stalls") : Document::tr("unfinished");
    };
    if (text(before) == text(after))
        return text(after);
    if (before.iteration && after.iteration)
        return timeChange(*before.iteration, *after.iteration, unit);
    return QStringLiteral("%1 → %2").arg(text(before), text(after));
}

} // namespace

SnapshotCommand::SnapshotCommand(Document& document, const QString& sentence, std::shared_ptr<const Plan> after,
                                 std::shared_ptr<const Analysis> analysis, VariantStep variants, int mergeId)
    : m_document(document), m_step{sentence.toStdString(), document.m_plan, std::move(after), mergeId},
      m_known(std::move(analysis)), m_variants(std::move(variants)) {
    // Most steps are of the plan alone, and keep no copies of what they leave as it is.
    if (m_variants.before == m_variants.after)
        m_variants = {};
}

bool SnapshotCommand::mergeWith(const QUndoCommand* other) {
    const auto* next = static_cast<const SnapshotCommand*>(other);
    setObsolete(!m_step.merge(next->m_step));
    m_outcomeAfter = next->m_outcomeAfter;
    describe();
    // What follows from a plan does not hang on its title.
    if (m_step.after == m_step.before)
        m_document.setPlan(m_step.before, m_document.m_analysis);
    return true;
}

void SnapshotCommand::undo() {
    show(m_step.before);
    m_variants.undo(m_document);
    Q_EMIT m_document.travelled();
}

void SnapshotCommand::redo() {
    m_outcomeBefore = outcome();
    show(m_step.after);
    m_variants.redo(m_document);
    m_outcomeAfter = outcome();
    describe();
    // The first time it is no redo but the edit itself.
    if (std::exchange(m_done, true))
        Q_EMIT m_document.travelled();
}

void SnapshotCommand::show(const std::shared_ptr<const Plan>& plan) {
    // Plans are kept to go back to; what follows from them is computed again then.
    const std::shared_ptr<const Analysis> known = std::exchange(m_known, nullptr);
    if (plan == m_document.m_plan)
        return;
    if (known)
        m_document.setPlan(plan, known);
    else
        m_document.setPlan(plan);
}

SnapshotCommand::Outcome SnapshotCommand::outcome() const {
    return outcomeOf(m_document.plan(), m_document.analysis());
}

void SnapshotCommand::describe() {
    const QString change = outcomeChange(m_outcomeBefore, m_outcomeAfter, m_step.after->timeUnit);
    setText(QStringLiteral("%1  (%2)").arg(sentence(), change));
}

} // namespace lanewright::app
