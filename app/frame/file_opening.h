// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/file_content.h"
#include "app/document/latest.h"
#include "app/lanes/lane_covers.h"
#include "app/widgets/reading_sign.h"

#include <QFileInfo>
#include <QObject>

#include <functional>

namespace lanewright::app {

/// A file that was read, with what the first frame needs of it.
struct ReadFile {
    Result<FileContent> content = Error{};
    PlacingCovers covers = {}; ///< covers the plan's lanes; of no placing where the file can't be read
};

/// Reads a large file for a window on another thread. A sign over the window says so meanwhile and can give the file
/// up.
class FileOpening : public QObject {
    Q_OBJECT

public:
    explicit FileOpening(QWidget& window);

    /// True for files that should be opened this way.
    static bool isLarge(const QString& path) { return QFileInfo(path).size() >= kLargeFile; }

    using Then = std::function<void(const ReadFile& file)>;
    /// Reads the file and hands over what it holds; `stopped` is called instead when the person gives it up. What was
    /// being read before is given up without a word.
    void start(const QString& path, Then then, std::function<void()> stopped);
    bool isActive() const { return m_sign.isShown(); }
    /// As the person does with the dialog.
    void stop();

private:
    void end();

    ReadingSign m_sign;
    std::function<void()> m_stopped;
    Latest m_latest;
};

} // namespace lanewright::app
