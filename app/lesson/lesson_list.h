// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QDialog>
#include <QString>

#include <optional>
#include <vector>

namespace lanewright::app {

/// The lessons of the program to choose from, by mouse or keys, and a way to open a file.
class LessonList : public QDialog {
    Q_OBJECT

public:
    /// `done` per lesson; `pupil`: whose answers these are, none: it is the student's own.
    LessonList(int current, const std::vector<bool>& done, const std::optional<QString>& pupil,
               QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen(int place);
    void fileRequested();

private:
    QListWidget* m_list;
};

} // namespace lanewright::app
