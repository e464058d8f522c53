// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dialogs/import_dialog.h"
#include "app/document/document.h"
#include "app/document/file_content.h"
#include "app/document/latest.h"
#include "app/widgets/reading_sign.h"
#include "core/trace/import_traces.h"

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include <atomic>
#include <memory>

namespace lanewright::app {

/// How much of the traces is read, in per mille of their bytes.
using ReadShare = std::atomic<int>;

/// A job, and the run that all of it is.
struct ReadTraces {
    std::shared_ptr<const TracesRead> traces = {}; ///< null: they can't be read
    ImportPreview all = {};
};

/// Opens traces of other people's jobs for a window: reads them on another thread with a sign that says how far it is
/// and can stop it, asks what of them to take, and shows the run.
class TraceOpening : public QObject {
    Q_OBJECT

public:
    /// `present` is the schedule of the window, which a job may have been told to run.
    TraceOpening(QWidget& window, const Document& present);

    /// Ask for files, or for a folder, from that folder on.
    void askForFiles(const QString& folder);
    void askForFolder(const QString& folder);
    /// Reads these files and folders as one job. What was being read before is given up.
    void start(const QStringList& paths);
    bool isReading() const { return m_sign.isShown(); }
    /// As the person does with the sign.
    void stop();
    /// The dialog that asks what to take; null: none is open.
    ImportDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    /// The dialog is open, or it was said why the traces can't be read.
    void read();
    void failed(const QString& sentence);
    /// A person took this run of the traces at `path`, the first of those that were given.
    void taken(const FileContent& content, const QString& path);

private:
    /// The traces at `path` and others are read, or can't be.
    void finish(const ReadTraces& traces, const QString& path);
    void end();
    void ask(const ReadTraces& read, const QString& path);

    QWidget& m_window;
    const Document& m_present;
    ReadingSign m_sign;
    std::shared_ptr<ReadShare> m_share; ///< written by the reader
    QTimer m_progressTimer;             ///< moves the sign to the share
    QPointer<ImportDialog> m_dialog;
    Latest m_latest;
};

} // namespace lanewright::app
