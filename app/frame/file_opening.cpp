// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/file_opening.h"

#include "app/document/opening.h"
#include "app/document/plain_text.h"

#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QProgressDialog>

#include <memory>
#include <utility>

namespace lanewright::app {
namespace {

/// All that takes a look at every block before the window shows any.
ReadFile readFor(const QString& path, const Theme& theme) {
    ReadFile file{.content = readContent(path)};
    if (file.content)
        file.covers = coversOf(file.content->analysis->lanes, theme);
    return file;
}

} // namespace

FileOpening::FileOpening(QWidget& window) : QObject(&window), m_window(window) {}

bool FileOpening::isFor(const QString& path) { return QFileInfo(path).size() >= kLargeFile; }

void FileOpening::start(const QString& path, Then then, std::function<void()> stopped) {
    end();
    m_stopped = std::move(stopped);
    const QFileInfo file(path);
    // A range without an end: nobody knows how long the reader will take.
    m_sign = new QProgressDialog({}, tr("Stop"), 0, 0, &m_window);
    auto* words = plainLabel(
        tr("Opening %1 (%2) …").arg(plainLine(file.fileName()), QLocale().formattedDataSize(file.size(), 0)), m_sign);
    words->setAlignment(Qt::AlignCenter);
    m_sign->setLabel(words);
    m_sign->setObjectName(QStringLiteral("opening"));
    m_sign->setWindowTitle(tr("Opening"));
    m_sign->setWindowModality(Qt::WindowModal);
    m_sign->setMinimumDuration(0);
    m_sign->findChild<QProgressBar*>()->setAccessibleName(tr("The file is being read"));
    connect(m_sign, &QProgressDialog::canceled, this, &FileOpening::stop);
    m_sign->show();
    // The note stays until the content is shown; of a file that is given up, until the reader is done with it.
    m_latest.ask([path, theme = &currentTheme()](const std::stop_token&) { return readFor(path, *theme); },
                 [this, then = std::move(then), note = std::make_shared<const Opening>(path)](const ReadFile& read) {
                     end();
                     then(read);
                 });
}

void FileOpening::stop() {
    m_latest.drop();
    const std::function<void()> stopped = std::exchange(m_stopped, {});
    end();
    if (stopped)
        stopped();
}

void FileOpening::end() {
    m_stopped = {};
    if (!m_sign)
        return;
    m_sign->disconnect(this);
    m_sign->hide();
    m_sign->deleteLater();
    m_sign = nullptr;
}

} // namespace lanewright::app
