// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/frame/rows.h"
#include "app/shell/main_window.h"
#include "app/shell/session.h"
#include "tests/support/app/waiting.h"

#include <gtest/gtest.h>

#include <QMessageBox>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// How tests drive the real window on the offscreen platform.
namespace lanewright::app {

class CompareWindow;
class GenerateDialog;

/// Drags the block of `op` to the left edge of the block of `before`, with the mouse; `drop` false leaves it in the
/// air.
void drag(TimelineView& lanes, const Op& op, const Op& before, bool drop = true);

/// Reads an op such as `B1.3`; the text is right.
Op op(const char* text);
/// The rank's row as text: `F1.0 F1.1 B1.0`.
std::string rowOf(const Document& document, int rank);

/// Asks a dialog for a schedule of so many ranks and microbatches.
void setShape(const GenerateDialog& dialog, int ranks, int microbatches);

/// What stands above the lanes of a row.
QString compareHead(const CompareWindow& window, int row);

/// A window on a schedule of 2 ranks and 4 microbatches, 1F1B with split backward, 10 ms each.
class WindowTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    /// As if the program had begun anew; windows that are open belong to the new one.
    void newSession() { m_session.emplace(); }
    Session& session() { return *m_session; }
    MainWindow& window() { return *m_window; }
    Document& document() { return m_window->document(); }
    /// Presses a button of the message box that comes up next.
    void answerNextBox(QMessageBox::StandardButton button);
    /// The same by the name of the button, empty for the one that Escape presses, after a look at the box.
    void answerNextBox(const char* button, const std::function<void(QMessageBox&)>& look = {});
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

private:
    QTemporaryDir m_folder;
    std::optional<Session> m_session{std::in_place};
    std::unique_ptr<MainWindow> m_window;
};

/// What the process does when it is started as `test_window --leave-edits FILE`: opens the file, edits it, waits for
/// the autosave, says `saved`, and lives on until it is killed.
int leaveEdits(const QString& path);

/// What it does as `test_window --keep-editing FILE`: edits without a rest, a drag always in the air, and writes for
/// each edit how many milliseconds after the first it was made.
int keepEditing(const QString& path);

} // namespace lanewright::app
