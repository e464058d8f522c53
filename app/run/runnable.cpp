// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/runnable.h"

#include "app/document/translate.h"
#include "app/document/translate_error.h"
#include "core/program/program.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kWaitMs = 120;

/// What the engine's programs are made of can't be made; said as lowering and its proof say it.
QString refusalOf(const Plan& plan) {
    const Result<std::vector<Program>> programs = lower(plan);
    if (!programs)
        return translated(programs.error());
    const Result<Done> proof = proveDeadlockFree(*programs, plan);
    return proof ? QString() : translated(proof.error());
}

/// The first error; null: there is none.
const Finding* worstOf(const std::vector<Finding>& findings) {
    const auto worst = std::ranges::find(findings, Severity::Error, &Finding::severity);
    return worst == findings.end() ? nullptr : &*worst;
}

} // namespace

Runnable::Runnable(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    m_wait.setSingleShot(true);
    m_wait.setInterval(kWaitMs);
    connect(&m_wait, &QTimer::timeout, this, &Runnable::tryLowering);
    connect(&m_document, &Document::changed, this, &Runnable::follow);
    follow();
}

void Runnable::follow() {
    m_latest.drop();
    if (m_document.plan().isProblem())
        return set(tr("There is no order yet. Generate one, or place the ops of the tray."));
    const Finding* worst = worstOf(m_document.analysis().findings);
    set(worst ? translated(worst->message) : QString());
    m_wait.start();
}

void Runnable::tryLowering() {
    if (m_document.plan().isProblem())
        return;
    const Finding* worst = worstOf(m_document.analysis().findings);
    if (!worst) {
        m_latest.ask([plan = m_document.sharedPlan()](const std::stop_token&) { return refusalOf(*plan); },
                     [this](const QString& refusal) { set(refusal); });
        return;
    }
    m_latest.ask(
        [plan = m_document.sharedPlan(), finding = *worst](const std::stop_token&) { return fixesOf(*plan, finding); },
        [this](const std::vector<Fix>& fixes) {
            if (!fixes.empty())
                set(m_reason, fixes.front());
        });
}

void Runnable::set(const QString& reason, std::optional<Fix> fix) {
    const bool same = reason == m_reason && !fix && !m_fix;
    m_reason = reason;
    m_fix = std::move(fix);
    if (!same)
        Q_EMIT changed();
}

void Runnable::applyFix() {
    if (m_fix)
        m_document.apply(translated(m_fix->sentence), Plan(m_fix->plan));
}

} // namespace lanewright::app
