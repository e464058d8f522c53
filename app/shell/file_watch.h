// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/shell/window_part.h"

#include <QFileSystemWatcher>

namespace lanewright::app {

/// Notices what other programs do to the file of a window, and asks before it is written over.
class FileWatch : public WindowPart {
    Q_OBJECT

public:
    explicit FileWatch(const WindowContext& context);

    /// Watches the document's file, or its folder while the file is gone.
    void watch();
    /// Until `watch`: the file is about to be written here.
    void pause();
    enum class Overwriting { SaveOver, SaveAs, TakeTheirs, Cancel };
    Overwriting askAboutOverwriting(const Document::OnDisk& theirs);
    /// Takes what another program wrote; one undo brings back what was here.
    void readAgain();

private:
    void fileChanged();

    QFileSystemWatcher m_watcher;
};

} // namespace lanewright::app
