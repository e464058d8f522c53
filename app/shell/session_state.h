// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/frame/session_record.h"
#include "app/shell/window_part.h"

namespace lanewright::app {

class FileActions;

/// What is kept of a window: by the session until the program starts again, and by the settings for other windows.
class SessionState : public WindowPart {
    Q_OBJECT

public:
    SessionState(FileActions& files, const WindowContext& context) : WindowPart(context), m_files(files) {}

    WindowRecord record() const;
    void showAgain(const WindowRecord& record);
    /// Shows the window at once, and all of the record when its large file is read. Until then the window counts as one
    /// of that file.
    void showWhenRead(const WindowRecord& record);
    /// Takes the size of another window, and a place a little below it.
    void standBeside(const QWidget& other);

    /// Size and rows as the last window had them, as they are kept for the next one, and as they are at first.
    void restoreLayout();
    void saveLayout();
    void resetLayout();

private:
    FileActions& m_files;
};

} // namespace lanewright::app
