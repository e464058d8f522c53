// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/file_opening.h"

#include "app/document/opening.h"
#include "app/document/plain_text.h"

#include <QFileInfo>
#include <QLocale>

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

FileOpening::FileOpening(QWidget& window) : QObject(&window), m_sign(window) {
    connect(&m_sign, &ReadingSign::stopped, this, &FileOpening::stop);
}

void FileOpening::start(const QString& path, Then then, std::function<void()> stopped) {
    end();
    m_stopped = std::move(stopped);
    const QFileInfo file(path);
    const QString size = QLocale().formattedDataSize(file.size(), 0);
    m_sign.show({.name = QStringLiteral("opening"),
                 .title = tr("Opening"),
                 .what = tr("Opening %1 (%2) …").arg(plainLine(file.fileName()), size),
                 .bar = tr("The file is being read")});
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
    m_sign.hide();
}

} // namespace lanewright::app
