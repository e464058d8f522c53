// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/job_watch.h"
#include "app/widgets/qt_names.h"

#include <QDialog>
#include <QTimer>

namespace lanewright::app {

/// *Run › Watch a job*: the line that a training job of PyTorch's is started with, and how far that job is.
class WatchDialog : public QDialog {
    Q_OBJECT

public:
    /// Starts to listen, unless the watch is at it.
    WatchDialog(JobWatch& watch, QWidget* parent = nullptr);

private:
    void layOut();
    void copy();
    void listenOrStop();
    void listen();
    void refresh();

    JobWatch& m_watch;
    QLineEdit* m_line;
    QCheckBox* m_anywhere;
    QLabel* m_status;
    QLabel* m_trouble;
    QPushButton* m_copy;
    QPushButton* m_listen;
    QTimer m_long; ///< since nobody came
};

} // namespace lanewright::app
