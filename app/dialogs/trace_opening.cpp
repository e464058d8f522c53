// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/trace_opening.h"

#include "app/document/opening.h"
#include "app/document/plain_text.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/window_parts.h"
#include "core/base/mapped.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <string>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

constexpr int kMille = 1000;
constexpr int kProgressMs = 100;

QString nameOf(const QStringList& paths) {
    const QString name = plainLine(QDir(paths.front()).dirName());
    return paths.size() == 1
               ? name
               : TraceOpening::tr("%1 and %2 more", "a file, and how many others").arg(name).arg(paths.size() - 1);
}

std::vector<std::string> namesOf(const QStringList& paths) {
    return mapped(paths, [](const QString& path) { return path.toStdString(); });
}

/// On another thread. Writes to `share` as it goes.
ReadTraces readFor(const std::vector<std::string>& names, ReadShare& share, const std::stop_token& stop) {
    const TraceControl control{.stop = stop, .progress = [&share](std::int64_t read, std::int64_t total) {
                                   share = total > 0 ? static_cast<int>(kMille * read / total) : 0;
                               }};
    Result<TracesRead> traces = readTraces(names, {}, control);
    if (!traces)
        return {.all = {.error = traces.error()}};
    const auto job = std::make_shared<const TracesRead>(*std::move(traces));
    return {job, previewOf(*job, {})};
}

} // namespace

TraceOpening::TraceOpening(QWidget& window, const Document& present)
    : QObject(&window), m_window(window), m_present(present), m_sign(window) {
    connect(&m_sign, &ReadingSign::stopped, this, &TraceOpening::stop);
    m_progressTimer.setInterval(kProgressMs);
    connect(&m_progressTimer, &QTimer::timeout, this, [this] {
        if (m_share)
            m_sign.setValue(m_share->load());
    });
}

void TraceOpening::askForFiles(const QString& folder) {
    const QStringList paths = QFileDialog::getOpenFileNames(&m_window, tr("Open traces"), folder,
                                                            tr("Traces (*.json *.json.gz);;All files (*)"));
    if (!paths.isEmpty())
        start(paths);
}

void TraceOpening::askForFolder(const QString& folder) {
    const QString path = QFileDialog::getExistingDirectory(&m_window, tr("Open a folder of traces"), folder);
    if (!path.isEmpty())
        start({path});
}

void TraceOpening::start(const QStringList& paths) {
    end();
    delete m_dialog;
    QStringList absolute;
    for (const QString& path : paths)
        absolute << QFileInfo(path).absoluteFilePath();
    m_share = std::make_shared<ReadShare>(0);
    m_sign.show({.name = QStringLiteral("readingTraces"),
                 .title = tr("Open traces"),
                 .what = tr("Reading traces: %1 …").arg(nameOf(absolute)),
                 .bar = tr("How much of the traces is read")},
                kMille);
    m_progressTimer.start();
    // Held until the answer is here or dropped, so that a crash is known to be of these files.
    const auto note = std::make_shared<const Opening>(absolute.front());
    m_latest.ask([names = namesOf(absolute),
                  share = m_share](const std::stop_token& stop) { return readFor(names, *share, stop); },
                 [this, path = absolute.front(), note](const ReadTraces& traces) { finish(traces, path); });
}

void TraceOpening::finish(const ReadTraces& traces, const QString& path) {
    end();
    if (traces.all.content)
        ask(traces, path);
    else
        Q_EMIT failed(tr("These traces can't be opened: %1").arg(sentenceOf(traces.all.error)));
    Q_EMIT read();
}

void TraceOpening::stop() {
    m_latest.drop();
    end();
}

void TraceOpening::end() {
    m_progressTimer.stop();
    m_sign.hide();
}

void TraceOpening::ask(const ReadTraces& read, const QString& path) {
    m_dialog = new ImportDialog(read.traces, read.all, m_present.sharedPlan(), &m_window);
    connect(m_dialog, &ImportDialog::accepted, this,
            [this, path](const FileContent& content) { Q_EMIT taken(content, path); });
    opened(m_dialog.get());
}

} // namespace lanewright::app
