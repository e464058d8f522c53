// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_speaker.h"

#include "app/document/translate.h"
#include "app/lesson/lesson_parts.h"
#include "app/lesson/lesson_run.h"
#include "app/lesson/lesson_session.h"
#include "app/lesson/lesson_text.h"
#include "app/lesson/player/playback.h"
#include "core/lesson/setting.h"

namespace lanewright::app {
namespace {

constexpr const char* kGood = "good";
constexpr const char* kWarn = "warn";

} // namespace

void LessonSpeaker::setNotice(const QString& sentence, bool isRefusal) {
    m_notice = sentence;
    m_isRefusal = isRefusal;
}

void LessonSpeaker::say(SentenceCard& card, const Playback& playback, bool isAnswer) const {
    const WaitText& waits = playback.waits();
    if (!m_notice.isEmpty())
        card.say(m_notice, {}, m_isRefusal ? kWarn : kGood);
    else if (playback.speaks())
        card.say(waits.sentence,
                 waits.toCome ? waits.filler
                              : tr("Space plays and pauses, → and ← step, Home goes to the start, Esc ends playback."));
    else if (!m_run.failure().isEmpty())
        card.say(tr("The run failed."), m_run.failure(), kWarn);
    else if (m_run.goesOn())
        sayRun(card);
    else if (isAnswer)
        card.say(tr("This is the teacher's answer. Your own schedule waits unchanged."), tr("Space plays it."));
    else if (m_session.reached())
        sayReached(card);
    else
        sayHelp(card);
}

void LessonSpeaker::sayRun(SentenceCard& card) const {
    const RunController::Progress& progress = m_run.controller().progress();
    card.say(
        tr("Your schedule trains a real model: %1 of %2 steps are done.").arg(progress.step).arg(progress.steps),
        progress.losses.empty()
            ? tr("The measured blocks appear under the planned ones.")
            : tr("Loss %1. The measured blocks appear under the planned ones.").arg(progress.losses.back(), 0, 'f', 3));
}

void LessonSpeaker::sayReached(SentenceCard& card) const {
    card.say(tr("All goals are reached: %1 of 100 points.").arg(m_session.assessment().points),
             usedText(m_session.used()) + QStringLiteral(". ") +
                 (m_session.document().run() ? tr("The thin blocks are what was measured.")
                                             : tr("Run your schedule, or go on to the next lesson.")),
             kGood);
}

void LessonSpeaker::sayHelp(SentenceCard& card) const {
    const Plan& plan = m_session.document().plan();
    const std::optional<CoachStep>& nextStep = m_session.nextStep();
    const int missing = static_cast<int>(trayOf(m_session.lesson(), plan).size());
    const QString left = missing == 0 ? QString() : tr("%n op(s) left in the tray.", nullptr, missing);
    const QString ready = readyText(m_session.readyOps(), plan);
    const QString step = nextStep ? coachText(*nextStep, plan) : QString();
    // The coach speaks only while a goal is open; then that it knows no step goes with what is missing.
    const bool isStuck = nextStep && nextStep->kind == CoachStep::Kind::Nothing;
    const QString stuck = isStuck ? QString(step + QLatin1Char(' ') + left).trimmed() : QString();
    if (const std::optional<FirstWrong> wrong = firstWrong(plan)) {
        const QString help = isStuck ? stuck : nextStep ? step : ready;
        return card.say(asSentence(translated(wrong->sentence)), help.isEmpty() ? left : help, kWarn);
    }
    if (nextStep && !isStuck)
        return card.say(step, tr("Ctrl+Return takes this step."));
    if (!ready.isEmpty())
        return card.say(ready, isStuck ? stuck : left);
    card.say(missing == 0 ? gapText(m_session.assessment(), m_session.lesson().problem) : left,
             isStuck ? step : tr("Space plays the schedule and says why each rank waits."));
}

} // namespace lanewright::app
