// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/job_watch.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

namespace lanewright::app {

/// The line in the status bar that says that a job is waited for, or watched, whether the dialog of it is open or not:
/// a click opens that, and a button beside it ends the watch. Hidden while nothing is.
class WatchSign : public QWidget {
    Q_OBJECT

public:
    explicit WatchSign(JobWatch& watch, QWidget* parent = nullptr);

Q_SIGNALS:
    void opened();

private:
    void refresh();

    JobWatch& m_watch;
    QToolButton* m_words;
    QToolButton* m_stop;
};

} // namespace lanewright::app
