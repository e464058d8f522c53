// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lesson/answers_file.h"

#include <QString>

#include <memory>
#include <optional>
#include <set>

namespace lanewright::app {

/// What a student has done in all lessons, each by what `LessonWindow::open` takes to come there again: the person at
/// the desk, or a pupil whose answers were opened. What a pupil did is held against the file it came from.
class LessonBook {
public:
    const LeftLessons& left() const { return m_left; }
    /// Other boards than before; a pupil's are as the file says.
    void setLeft(LeftLessons left);
    void clear() { m_left.clear(); }
    void leave(const QString& lesson, const LessonProgress& progress) { m_left[lesson] = progress; }
    /// Where the student was in a lesson; null: not there yet.
    const LessonProgress* at(const QString& lesson) const;

    /// Whose boards these are; none: the person's at the desk.
    const std::optional<QString>& pupil() const { return m_pupil; }
    void setPupil(const std::optional<QString>& pupil) { m_pupil = pupil; }
    /// Whether the goals of a lesson of the program are reached.
    bool isDone(const QString& lesson) const;

    /// What the file of a pupil's answers says; empty where nobody holds the boards against it.
    const LeftLessons& asOpened() const { return m_asOpened; }
    /// The file says what is here.
    void setAsOpened() { m_asOpened = m_left; }
    void forgetAsOpened() { m_asOpened.clear(); }
    /// The lesson's window shows a board of the file as its own.
    void setShown(const QString& lesson, const std::shared_ptr<const Plan>& opened,
                  const std::shared_ptr<const Plan>& shown);
    /// Whether the boards are of a pupil and differ from what the file says.
    bool hasChanged() const;

private:
    LeftLessons m_left;
    std::optional<QString> m_pupil;
    LeftLessons m_asOpened;
    std::set<QString> m_doneByPupil; ///< lessons of the program, by name
};

} // namespace lanewright::app
