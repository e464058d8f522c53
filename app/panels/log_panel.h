// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace lanewright::app {

/// What happened, line by line, with the time of day: starts and ends of runs, steps, failures.
class LogPanel : public QPlainTextEdit {
    Q_OBJECT

public:
    static constexpr int kMostLines = 5'000;

    explicit LogPanel(QWidget* parent = nullptr);
    void add(const QString& line);
};

} // namespace lanewright::app
