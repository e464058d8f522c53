// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <QPageSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// A lesson on paper.
namespace lanewright::app {

/// A page of a handout: words, and below them lanes.
struct HandoutPage {
    QString heading = {};
    QStringList paragraphs = {};
    Plan plan = {};        ///< drawn below the words; one without a block has empty lanes to write in, unit by unit
    Time end = 0;          ///< where the time axis ends
    bool asksName = false; ///< there is a line for it
};

/// What stands on the pages: the task with its goals and what students begin with; empty lanes with the ops that belong
/// there, on the first page where students begin with nothing; and last, where it is given, the answer with what it
/// reaches: for the teacher. The lesson's words are those that it has now. Fails when the start, or a solution that
/// there is, can't be made.
Result<std::vector<HandoutPage>> handoutOf(const Lesson& lesson, const std::optional<Attempt>& answer = {});

/// Writes these pages as a PDF, lying. Fails as `handoutOf` does, and when the file can't be written.
Result<Done> writeHandout(const Lesson& lesson, const QString& path, const std::optional<Attempt>& answer = {},
                          QPageSize::PageSizeId paper = QPageSize::A4);

} // namespace lanewright::app
