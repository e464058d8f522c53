// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dialogs/trace_opening.h"
#include "app/frame/autosave.h"
#include "app/frame/file_opening.h"
#include "app/frame/session_record.h"
#include "app/shell/file_watch.h"
#include "app/shell/window_model.h"
#include "app/shell/window_part.h"
#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/pytorch/csv.h"

#include <functional>
#include <optional>
#include <vector>

namespace lanewright::app {

class GenerateDialog;
class MainWindow;

/// Opens, saves and closes what a window shows.
class FileActions : public WindowPart {
    Q_OBJECT

public:
    FileActions(MainWindow& window, const WindowContext& context);

    void addActions();
    void fillRecentMenu();

    /// Opens a schedule, run or CSV here. On failure the window says why and stays as it was.
    bool openPath(const QString& path);
    /// The same, of a large file on another thread, with a sign over the window meanwhile; `then` hears whether it was
    /// opened. Small files are open when this returns.
    void openThen(
        const QString& path, const std::function<void(bool opened)>& then = [](bool) {});
    bool isOpening() const { return m_opening.isActive(); }
    FileOpening& opening() { return m_opening; }
    /// Shows a plan that has no file.
    void showPlan(Plan plan);
    TraceOpening& traces() { return m_traces; }
    /// Opens what somebody dropped or named: traces together as one job, each other file in a fitting window.
    void openAll(const QStringList& paths);
    /// Takes over a copy that a window left behind, as edits of its file that are yet to be saved.
    bool recover(const Autosave::Leftover& leftover);
    /// True when nothing would be lost by showing something else here.
    bool isUntouched() const {
        return m_model.document.path().isEmpty() && !m_model.document.modified() && !m_model.document.run();
    }
    /// What was opened or saved here last; empty: a plan without a file.
    QString openedFile() const { return m_awaited ? m_awaited->file : m_model.document.source(); }
    /// The sentence about a file that can't be opened.
    static QString cannotOpen(const QString& path, const Error& error);
    /// Opens the file in a window: the one that shows it already, this one where nothing would be lost, or a new one.
    void openInFittingWindow(const QString& path);
    /// Opens the generator dialog, which stays open beside the window.
    GenerateDialog* showGenerateDialog(const QString& generator = {});

    /// Saves, and asks for a name where there is none. False: not saved.
    bool save();
    bool saveAs();
    /// Asks whether unsaved edits shall be saved, given up, or kept by not closing.
    bool mayClose();
    /// Closing asks no more.
    void giveUpEdits() { m_givenUp = true; }

    /// What the window is to show when its large file is read; none: it awaits none.
    const std::optional<WindowRecord>& awaited() const { return m_awaited; }
    void await(const WindowRecord& record) { m_awaited = record; }

private:
    void addOpeningActions();
    void addExportActions();
    void openWithDialog();
    /// A window that reads a large file stands beside this one meanwhile; that of a small one comes once it is open.
    /// What can't be opened leaves no window: this one says why.
    void openInNewWindow(const QString& path);
    /// Shows a run that was made of the traces at `path`, and is in no file yet: here where nothing would be lost, else
    /// in a new window.
    void showMeasured(const FileContent& content, const QString& path);
    /// What follows when the document shows what was read from the file.
    void shown(const QString& path);
    /// What is shown fits a document that has begun anew.
    void suitDocument();
    /// Says in the banner what PyTorch would not run, or what else is to know of the CSV that was opened.
    void showCsvFindings(const QString& path);
    void showCsvFindings(const std::vector<PytorchFinding>& findings);
    /// Saves where another program has written the file, if the person wants that.
    bool saveOver();
    bool write(const QString& path);

    MainWindow& m_whole;
    FileOpening m_opening;
    FileWatch m_watch;
    TraceOpening m_traces;
    std::optional<WindowRecord> m_awaited;
    bool m_givenUp = false;
};

} // namespace lanewright::app
