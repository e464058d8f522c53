// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QListWidget;

namespace lanewright::app {

/// The lessons of the program to choose from, by mouse or keys, and a way to open a file.
class LessonList : public QDialog {
    Q_OBJECT

public:
    explicit LessonList(int current, QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen(int place);
    void fileRequested();

private:
    QListWidget* m_list;
};

} // namespace lanewright::app
