// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_book.h"

#include "app/lesson/built_in_lessons.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

bool areSame(const LessonProgress& a, const LessonProgress& b) {
    const bool same = a.board == b.board || (a.board && b.board && a.board->schedule == b.board->schedule &&
                                             a.board->costs == b.board->costs && a.board->memory == b.board->memory);
    return same && a.optimizer == b.optimizer;
}

} // namespace

void LessonBook::setLeft(LeftLessons left) {
    m_left = std::move(left);
    m_asOpened = m_pupil ? m_left : LeftLessons();
    m_doneByPupil = m_pupil ? doneIn(m_left) : std::set<QString>();
}

const LessonProgress* LessonBook::at(const QString& lesson) const {
    const auto found = m_left.find(lesson);
    return found == m_left.end() ? nullptr : &found->second;
}

bool LessonBook::isDone(const QString& lesson) const {
    return m_pupil ? m_doneByPupil.contains(lesson) : Student::isDone(lesson);
}

void LessonBook::setShown(const QString& lesson, const std::shared_ptr<const Plan>& opened,
                          const std::shared_ptr<const Plan>& shown) {
    if (const auto found = m_asOpened.find(lesson); found != m_asOpened.end() && found->second.board == opened)
        found->second.board = shown;
}

bool LessonBook::hasChanged() const {
    return m_pupil && std::ranges::any_of(m_left, [&](const auto& each) {
               const auto opened = m_asOpened.find(each.first);
               return opened == m_asOpened.end() ? each.second.board != nullptr : !areSame(each.second, opened->second);
           });
}

} // namespace lanewright::app
