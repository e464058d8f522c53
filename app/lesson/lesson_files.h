// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <QCoreApplication>
#include <QString>

#include <optional>

namespace lanewright::app {

class LessonWindow;

/// What the classroom opens and saves: lessons, answers, handouts.
class LessonFiles {
    Q_DECLARE_TR_FUNCTIONS(LessonFiles)

public:
    explicit LessonFiles(LessonWindow& window) : m_window(window) {}

    /// The present schedule with what helped, to be handed in: a schedule that any program reads which reads schedules.
    Result<Done> saveAnswer(const QString& file, const QString& by) const;
    /// The same of all lessons in which anything was done. Fails where that is none.
    Result<Done> saveAnswers(const QString& file, const QString& by);
    /// Shows what a student has done, under their name, in all lessons that the file has answers to and the program
    /// knows; boards that the window had before are gone. Fails, and leaves everything as it is, where the file can't
    /// be read or there are none.
    Result<Done> openAnswers(const QString& file);

    /// @name The same, and the handout, with the questions that they ask
    /// @{
    void openWithDialog();
    void saveAs();
    /// False where it was given up or failed.
    bool saveAllAs();
    void saveHandout();
    /// Asks what becomes of a pupil's answers that were changed; false: the window stays.
    bool mayClose();
    /// @}

private:
    /// The lesson's own answer, else the best that the solver has found.
    std::optional<Attempt> bestAnswer() const;
    /// What the student is called, as typed; none: the question was given up.
    std::optional<QString> askName();
    /// Where it was done, says that `what` stands in the file now.
    void report(const Result<Done>& done, const QString& what, const QString& file);

    LessonWindow& m_window;
};

/// True for what the classroom opens, by its name: a lesson, or a student's answers.
bool isLessonFile(const QString& path);
bool isAnswersFile(const QString& path);

} // namespace lanewright::app
