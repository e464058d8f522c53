// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson_words.h"

#include <QCoreApplication>
#include <QString>

namespace lanewright::app {

class LessonRun;
class LessonSession;
class Playback;
class SentenceCard;

/// The sentences in the language of the desktop, each as one.
QString spoken(const Sentences& sentences);

/// What the card of the classroom says: a notice, else what is played, else how the run goes, else what helps on.
class LessonSpeaker {
    Q_DECLARE_TR_FUNCTIONS(LessonSpeaker)

public:
    LessonSpeaker(const LessonSession& session, const LessonRun& run) : m_session(session), m_run(run) {}

    /// Why the last edit was refused, or what was done; until something else happens.
    void setNotice(const QString& sentence, bool isRefusal);
    void forgetNotice() { m_notice.clear(); }

    /// `isAnswer`: the teacher's answer is shown, and played.
    void say(SentenceCard& card, const Playback& playback, bool isAnswer) const;

private:
    void sayRun(SentenceCard& card) const;

    const LessonSession& m_session;
    const LessonRun& m_run;
    QString m_notice;
    bool m_isRefusal = false;
};

} // namespace lanewright::app
