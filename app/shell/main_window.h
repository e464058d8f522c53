// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/lower_bounds.h"
#include "app/document/selection.h"
#include "app/panels/run_panel.h"
#include "app/run/plan_again.h"
#include "app/run/run_controller.h"
#include "app/run/run_store.h"
#include "app/run/solve_job.h"
#include "app/shell/action_registry.h"
#include "app/shell/autosave.h"
#include "app/shell/banner.h"
#include "app/shell/edit_actions.h"
#include "app/shell/file_opening.h"
#include "app/shell/session.h"
#include "app/shell/settings.h"
#include "app/timeline/time_range.h"
#include "app/timeline/timeline_view.h"

#include <QFileSystemWatcher>
#include <QMainWindow>
#include <QPointer>

class QInputDialog;
class QLabel;
class QMenu;
class QPrintPreviewDialog;
class QSplitter;
class QToolButton;
class QUndoView;

namespace lanewright {

class CompareWindow;
class CostsPanel;
class DeviationPanel;
class FindingsPanel;
class FoldingTabs;
class GenerateDialog;
class HelpWindow;
class Inspector;
class LogPanel;
class LostTimePanel;
class MemoryPlot;
class Minimap;
class NumbersStrip;
class OpsPanel;
class Overview;
class RunsPanel;
class SearchBar;
class ViewHistory;
class Playback;
struct Picture;
class PlanAgainCard;
class PlannerWindow;
class PytorchDialog;
class ReplicateDialog;
class Rows;
class SolvePanel;

/// The plan that a window starts with when nobody names a file: ZB-H1, 4 ranks, 8 microbatches, ready to edit and run.
Plan firstPlan();

/// A window with one document: numbers on top, lanes, memory and minimap in the middle, findings, deviations and
/// history below, the inspector and the run at the right.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// @name Files
    /// @{
    /// Opens a schedule, run or CSV here. On failure the window says why and stays as it was.
    bool openPath(const QString& path);
    /// The same, of a large file on another thread, with a sign over the window meanwhile; `then` hears whether it was
    /// opened. Small files are open when this returns.
    void openThen(const QString& path, const std::function<void(bool opened)>& then = {});
    bool isOpening() const { return m_opening->isActive(); }
    FileOpening& opening() { return *m_opening; }
    /// Shows a plan that has no file.
    void showPlan(Plan plan);
    /// Takes over a copy that a window left behind, as edits of its file that are yet to be saved.
    bool recover(const Autosave::Leftover& leftover);
    /// True when nothing would be lost by showing something else here.
    bool isUntouched() const;
    /// What was opened or saved here last; empty: a plan without a file.
    QString openedFile() const;
    /// Saves, and asks for a name where there is none. False: not saved.
    bool saveNow() { return save(); }
    /// Closing asks no more.
    void giveUpEdits() { m_givenUp = true; }
    /// Opens the file in a window: the one that shows it already, this one where nothing would be lost, or a new one.
    void openInFittingWindow(const QString& path);
    /// @}

    /// @name What the session keeps of the window; main_window_session.cpp
    /// @{
    WindowRecord record() const;
    void showAgain(const WindowRecord& record);
    /// Shows the window at once, and all of the record when its large file is read. Until then the window counts as one
    /// of that file.
    void showWhenRead(const WindowRecord& record);
    /// Takes the size of another window, and a place a little below it.
    void standBeside(const MainWindow& other);
    /// @}

    /// Says everything in the present language of the desktop. Schedule, history, run and search go on as they are.
    void speakAnew();

    Document& document() { return m_document; }
    const Document& document() const { return m_document; }
    Selection& selection() { return m_selection; }
    TimeRange& range() { return m_range; }
    LowerBounds& bounds() { return m_bounds; }
    TimelineView& lanes() { return *m_lanes; }
    RunController& runs() { return m_runs; }
    RunPanel& runPanel() { return *m_runPanel; }
    /// The sentence in the status bar.
    QString hintText() const;
    FindingsPanel& findings() { return *m_findings; }
    DeviationPanel& deviations() { return *m_deviations; }
    SolvePanel& solver() { return *m_solve; }
    CostsPanel& costs() { return *m_costs; }
    OpsPanel& ops() { return *m_ops; }
    Playback& playback() { return *m_playback; }
    NumbersStrip& numbers() { return *m_numbers; }
    Inspector& inspector() { return *m_inspector; }
    Autosave& autosave() { return *m_autosave; }
    ActionRegistry& actionRegistry() { return m_actions; }
    SearchBar& searchBar() { return *m_search; }
    FoldingTabs& bottom() { return *m_bottom; }
    Rows& rows() { return *m_rows; }
    QMenu& recentMenu() { return *m_recent; }

    /// @name Runs; main_window_runs.cpp
    /// @{
    /// Starts the run that the run panel describes.
    void startRun(const RunSettings& settings);
    /// Takes the measured costs and the order found for them as one undo step, and runs that with the settings of the
    /// run before; then lays both runs beside each other. Nothing happens before the card offers it.
    void runAgainAsMeasured();
    RunStore& runStore() { return m_store; }
    RunsPanel& runList() { return *m_runList; }
    PlanAgain& planAgain() { return m_again; }
    PlanAgainCard& planAgainCard() { return *m_againCard; }
    /// True when a measurement was made here that is in no file of the person's own.
    bool hasUnsavedRun() const { return m_unsavedRun != nullptr; }
    /// @}
    /// Searches a better order as the solve panel describes, and shows how it goes.
    void startSolving();
    /// Gives the plan the medians of what the run measured, as one undo step.
    void useMeasuredCosts();
    /// Lays the present plan, with its run, beside what is compared already; opens the comparison where there is none.
    CompareWindow* showComparison();
    /// Opens the planner beside the windows, with these models and clusters; without any with one of each that
    /// everybody has. main_window_planner.cpp
    static PlannerWindow* openPlanner(const QStringList& files);
    /// Opens the generator dialog, which stays open beside the window.
    GenerateDialog* showGenerateDialog(const QString& generator = {});
    /// Opens the dialog that stands replicas of the pipeline side by side.
    ReplicateDialog* showReplicateDialog();
    /// Opens the dialog that writes the schedule as a PyTorch CSV.
    PytorchDialog* exportCsv();
    /// Shows on which pages the schedule would be printed, and prints it from there.
    QPrintPreviewDialog* showPrintPreview();
    /// Asks what the schedule is called.
    QInputDialog* askTitle();
    /// Asks whether the stage of the op shall live on another rank, and moves it there.
    void askToMoveStage(const Op& op, int toRank);
    /// A sentence of what could not be done, where nobody misses it, with what can be done instead.
    void complain(const QString& sentence, const std::vector<Banner::Choice>& choices = {});

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// @name main_window_layout.cpp
    /// @{
    void buildCentre();
    QWidget* buildSide();
    void buildBottom();
    void buildToolBar();
    QToolButton* makeGenerateButton(QWidget* parent);
    void buildStatusBar();
    void restoreLayout();
    void saveLayout();
    void resetLayout();
    /// @}

    /// @name main_window_actions.cpp
    /// @{
    void addFileActions();
    void addEditActions();
    void addOrderActions(); ///< main_window_order.cpp
    void enableOrderActions();
    void addViewActions();
    void addRunActions();
    void addHelpActions();
    void addThemeActions();
    void addLanguageActions();
    void addPlayActions();
    void buildMenus();
    void showLaneMenu(const QPoint& position);
    void enableActions();
    void askGap();
    void check();
    void chooseTheme(const QString& name);
    void chooseLanguage(const QString& name);
    HelpWindow* showHelp(const QString& page);
    /// @}

    /// @name main_window_find.cpp
    /// @{
    void addFindActions();
    void addArrowActions();
    QWidget* makeFindBox(QWidget* parent);
    void showPalette();
    void askForLane();
    void addRunViewActions();
    /// How the lanes of a file stand is remembered beside the window's layout, never in the file.
    void saveLaneOrder();
    void restoreLaneOrder();
    /// @}

    /// @name main_window_files.cpp
    /// @{
    void openWithDialog();
    bool save();
    bool saveAs();
    /// Saves where another program has written the file, if the person wants that.
    bool saveOver();
    enum class Overwriting { SaveOver, SaveAs, TakeTheirs, Cancel };
    Overwriting askAboutOverwriting(const Document::OnDisk& theirs);
    bool write(const QString& path);
    /// Takes what another program wrote; one undo brings back what was here.
    void readAgain();
    /// The file to write; empty: none. `ending` is added to a name without one, before the dialog asks whether to
    /// replace what is there.
    QString askForFile(const QString& title, const QString& start, const QString& filter, const QString& ending);
    bool saveRun(); ///< main_window_runs.cpp
    void exportPicture();
    Picture pictureNow() const; ///< main_window_print.cpp
    void copyPicture();         ///< main_window_print.cpp
    void exportTrace();
    /// Says in the banner what PyTorch would not run, or what else is to know of the CSV that was opened.
    void tellCsvFindings(const QString& path);
    void showCsvFindings(const std::vector<PytorchFinding>& findings);
    bool mayClose();
    void fillRecentMenu();
    /// What is shown fits a document that has begun anew.
    void suitDocument();
    void watchFile();
    void fileChanged();
    /// @}

    /// @name main_window_runs.cpp
    /// @{
    void connectRuns();
    void runChanged();
    void runFinished();
    void tellFailure();
    /// After a run: offers to plan again where plan and run have little to do with each other.
    void offerToPlanAgain();
    void compareRuns(const std::vector<std::shared_ptr<const Run>>& runs);
    bool saveRunAs(const Run& run);
    /// Asks before a run that goes on is stopped, or a measurement is left unsaved, by closing.
    bool mayLeaveRun();
    /// @}

    /// What follows when the document shows what was read from the file.
    void shown(const QString& path);
    /// Makes all that the window shows and can do.
    void build();
    void connectParts();
    void documentChanged();
    /// Says in the status bar why an edit could not be made.
    void report(const Result<Done>& done);

    Settings m_settings;
    Document m_document;
    LowerBounds m_bounds;
    Selection m_selection;
    TimeRange m_range;
    RunController m_runs;
    RunStore m_store;
    PlanAgain m_again;
    SolveJob m_solving;
    EditActions m_edits;
    ActionRegistry m_actions;
    Autosave* m_autosave;
    FileOpening* m_opening;
    QFileSystemWatcher m_watcher;

    QWidget* m_content = nullptr;
    NumbersStrip* m_numbers = nullptr;
    Banner* m_banner = nullptr;
    PlanAgainCard* m_againCard = nullptr;
    SearchBar* m_search = nullptr;
    ViewHistory* m_viewHistory = nullptr;
    TimelineView* m_lanes = nullptr;
    Playback* m_playback = nullptr;
    MemoryPlot* m_memory = nullptr;
    Minimap* m_minimap = nullptr;
    FoldingTabs* m_bottom = nullptr;
    Overview* m_overview = nullptr;
    FindingsPanel* m_findings = nullptr;
    DeviationPanel* m_deviations = nullptr;
    SolvePanel* m_solve = nullptr;
    RunsPanel* m_runList = nullptr;
    CostsPanel* m_costs = nullptr;
    OpsPanel* m_ops = nullptr;
    QUndoView* m_history = nullptr;
    LogPanel* m_log = nullptr;
    Inspector* m_inspector = nullptr;
    LostTimePanel* m_lost = nullptr;
    RunPanel* m_runPanel = nullptr;
    QSplitter* m_columns = nullptr;
    Rows* m_rows = nullptr;
    QMenu* m_recent = nullptr;
    QToolButton* m_runButton = nullptr;
    QLabel* m_hint = nullptr;
    QLabel* m_summary = nullptr;
    QString m_autosaveNote;
    QString m_openedFile;                  ///< where the plan has no file of its own: the run or CSV it came from
    std::optional<WindowRecord> m_awaited; ///< what it is to show when its large file is read; none: it awaits none
    bool m_givenUp = false;
    std::shared_ptr<const Run> m_unsavedRun; ///< measured here, and not saved since; null: none
    std::shared_ptr<const Run> m_firstRun;   ///< whose costs the run that goes on was planned with; null: none
    QPointer<CompareWindow> m_compare;
};

} // namespace lanewright
