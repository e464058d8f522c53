// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_speaker.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "app/lesson/lesson_parts.h"
#include "app/lesson/lesson_session.h"
#include "app/lesson/player/playback.h"
#include "app/lesson/run/lesson_run.h"

namespace lanewright::app {
namespace {

constexpr const char* kGood = "good";
constexpr const char* kWarn = "warn";

const char* nameOf(LessonSpeech::Tone tone) {
    switch (tone) {
    case LessonSpeech::Tone::Good: return kGood;
    case LessonSpeech::Tone::Warn: return kWarn;
    case LessonSpeech::Tone::Plain: break;
    }
    return "plain";
}

} // namespace

QString spoken(const Sentences& sentences) {
    return QString::fromStdString(
        lanewright::spoken(sentences, [](const Message& each) { return translated(each).toStdString(); }));
}

void LessonSpeaker::setNotice(const QString& sentence, bool isRefusal) {
    m_notice = sentence;
    m_isRefusal = isRefusal;
}

void LessonSpeaker::say(SentenceCard& card, const Playback& playback, bool isAnswer) const {
    const WaitText& waits = playback.waits();
    if (!m_notice.isEmpty())
        card.say(m_notice, {}, m_isRefusal ? kWarn : kGood);
    else if (playback.speaks())
        card.say(translated(waits.sentence),
                 waits.toCome ? translated(waits.filler)
                              : tr("Space plays and pauses, → and ← step, Home goes to the start, Esc ends playback."));
    else if (!m_run.failure().isEmpty())
        card.say(tr("The run failed."), m_run.failure(), kWarn);
    else if (m_run.goesOn())
        sayRun(card);
    else if (isAnswer)
        card.say(tr("This is the teacher's answer. Your own schedule waits unchanged."), tr("Space plays it."));
    else {
        const LessonSpeech speech = speechOf(m_session.work(), true, m_session.document().run() != nullptr);
        Sentences more = speech.more;
        more.insert(more.end(), speech.keys.begin(), speech.keys.end());
        card.say(spoken(speech.sentence), spoken(more), nameOf(speech.tone));
    }
}

void LessonSpeaker::sayRun(SentenceCard& card) const {
    const RunController::Progress& progress = m_run.controller().progress();
    card.say(
        progress.losses.empty()
            ? tr("Your schedule trains a real model: %1 of %2 steps are done.").arg(progress.step).arg(progress.steps)
            : tr("Your schedule trains a real model: %1 of %2 steps are done, loss %3.")
                  .arg(progress.step)
                  .arg(progress.steps)
                  .arg(decimalText(progress.losses.back(), 3)),
        spoken({m_run.trained()}));
}

} // namespace lanewright::app
