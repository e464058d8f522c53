// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/log_panel.h"

#include "app/document/plain_text.h"

#include <QTime>

namespace lanewright::app {

LogPanel::LogPanel(QWidget* parent) : QPlainTextEdit(parent) {
    setAccessibleName(tr("Log of runs"));
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setMaximumBlockCount(kMostLines);
    setPlaceholderText(tr("Runs are logged here."));
    document()->setDocumentMargin(12);
}

void LogPanel::add(const QString& line) {
    appendPlainText(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + plainParagraphs(line));
}

} // namespace lanewright::app
