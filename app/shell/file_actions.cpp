// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/file_actions.h"

#include "app/dialogs/generate_dialog.h"
#include "app/document/first_plan.h"
#include "app/document/opening.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/lesson/lesson_window.h"
#include "app/panels/run_panel.h"
#include "app/planner/planner_window.h"
#include "app/shell/main_window.h"
#include "app/shell/planner_opening.h"
#include "app/shell/session.h"
#include "app/widgets/action_registry.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/window_parts.h"
#include "core/frameworks/python_orders.h"
#include "core/generate/catalogue.h"
#include "core/generate/empty_board.h"
#include "core/open/open_file.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>

#include <algorithm>
#include <memory>

namespace lanewright::app {

FileActions::FileActions(MainWindow& window, const WindowContext& context)
    : WindowPart(context), m_whole(window), m_opening(window), m_watch(context),
      m_traces(window, context.model.document) {
    connect(&m_traces, &TraceOpening::failed, this, [this](const QString& sentence) { m_words.showProblem(sentence); });
    connect(&m_traces, &TraceOpening::taken, this, &FileActions::showMeasured);
}

void FileActions::addActions() {
    addOpeningActions();
    m_actions.add("file.save", tr("&Save"), {"Ctrl+S"}, [this] { save(); });
    m_actions.add("file.saveAs", tr("Save &as …"), {"Ctrl+Shift+S"}, [this] { saveAs(); });
    m_actions.add("file.saveRun", tr("Save &run …"), {}, [this] { m_whole.runActions().saveRun(); });
    m_actions.add("file.title", tr("&Title …"), {}, tr("What the schedule is called in lists, prints and pictures."),
                  [this] { m_whole.editMenu().askTitle(); });
    addExportActions();
    m_actions.add("file.close", tr("&Close window"), {"Ctrl+W"}, [this] { m_window.close(); });
    m_actions.add("file.quit", tr("&Quit"), {"Ctrl+Q"}, [this] { m_session.quit(); });
    m_actions.addToggle("file.openLast", tr("Open the &last session at start"), {}, m_model.settings.opensLastSession(),
                        [this](bool on) { m_model.settings.opensLastSession.set(on); });
}

void FileActions::addOpeningActions() {
    m_actions.add("file.generate", tr("&New / Generate …"), {"Ctrl+N"}, [this] { showGenerateDialog(); });
    m_actions.add("file.newBoard", tr("New &board …"), {},
                  tr("Empty lanes and a full tray: ranks, placement, microbatches and costs of your own."),
                  [this] { showGenerateDialog(toQt(kEmptyBoard)); });
    m_actions.add("file.newWindow", tr("New &window"), {"Ctrl+Shift+N"}, [this] {
        auto* window = new MainWindow(m_session);
        window->files().showPlan(firstPlan());
        window->sessionState().standBeside(m_window);
        window->show();
    });
    m_actions.add("file.lessons", tr("&Lessons …"), {"Ctrl+L"}, [this] {
        LessonWindow* window = m_session.classrooms().make();
        window->show();
        window->chooseLesson();
    });
    m_actions.add("file.makeLesson", tr("&Make a lesson of this schedule …"), {},
                  tr("The schedule becomes the answer of a lesson, its numbers become the goals."),
                  [this] { m_whole.exports().makeLesson(); });
    m_actions.add("file.planner", tr("P&lanner …"), {"Ctrl+Shift+L"},
                  tr("From a model and a cluster to a schedule: where to cut, which part goes where, in which order."),
                  [this] { openPlanner(m_session, {}); });
    m_actions.add("file.open", tr("&Open …"), {"Ctrl+O"}, [this] { openWithDialog(); });
    m_actions.add("file.openTraces", tr("Open &traces …"), {"Ctrl+Shift+O"},
                  tr("What a profiler wrote of somebody's own training becomes a measured run."),
                  [this] { m_traces.askForFiles(m_model.settings.lastFolder()); });
    m_actions.add("file.openTraceFolder", tr("Open trace &folder …"), {},
                  [this] { m_traces.askForFolder(m_model.settings.lastFolder()); });
}

void FileActions::addExportActions() {
    m_actions.add("file.exportPicture", tr("Export &picture …"), {"Ctrl+E"},
                  [this] { m_whole.exports().exportPicture(); });
    m_actions.add("file.print", tr("&Print …"), {"Ctrl+P"}, [this] { m_whole.exports().showPrintPreview(); });
    m_actions.add("edit.copyPicture", tr("Copy as p&icture"), {"Ctrl+Shift+C"},
                  [this] { m_whole.exports().copyPicture(); });
    m_actions.add("file.exportCsv", tr("Export P&yTorch CSV …"), {}, [this] { m_whole.exports().exportCsv(); });
    m_actions.add("file.exportTrace", tr("Export &Chrome trace …"), {}, [this] { m_whole.exports().exportTrace(); });
    for (const PythonTaker& taker : pythonTakers()) {
        const QString name = toQt(taker.name);
        m_actions.add(QStringLiteral("file.exportFor.") + toQt(taker.key), tr("Export for %1 …").arg(name), {},
                      tr("The order as a class of Python, which %1 takes.").arg(name),
                      [this, &taker] { m_whole.exports().exportPython(taker); });
    }
    m_actions.add("file.exportPage", tr("Export pa&ge …"), {},
                  tr("One HTML file to share: lanes, reasons, playback and numbers in any browser."),
                  [this] { m_whole.exports().exportPage(); });
}

QString FileActions::cannotOpen(const QString& path, const Error& error) {
    return QStringLiteral("%1: %2").arg(QDir::toNativeSeparators(path), sentenceOf(error));
}

bool FileActions::openPath(const QString& path) {
    const Result<Done> opened = m_model.document.open(QFileInfo(path).absoluteFilePath());
    if (!opened) {
        m_words.showProblem(cannotOpen(path, opened.error()));
        return false;
    }
    shown(path);
    return true;
}

void FileActions::openThen(const QString& path, const std::function<void(bool opened)>& then) {
    if (!FileOpening::isLarge(path))
        return then(openPath(path));
    const QString absolute = QFileInfo(path).absoluteFilePath();
    WindowRecord awaited = m_whole.sessionState().record();
    awaited.file = absolute;
    m_opening.start(
        absolute,
        [this, path, absolute, then](const ReadFile& file) {
            m_awaited.reset();
            const Result<FileContent>& content = file.content;
            if (content) {
                m_panels.lanes->covers()->keep(file.covers);
                m_model.document.show(*content, absolute);
                shown(path);
            } else {
                m_words.showProblem(cannotOpen(path, content.error()));
                m_session.save();
            }
            then(content.ok());
        },
        [this, then] {
            m_awaited.reset();
            m_session.save();
            then(false);
        });
    m_awaited = awaited;
    m_session.save();
}

void FileActions::shown(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    m_model.autosave.drop();
    m_model.settings.addRecentFile(absolute);
    m_model.settings.setLastFolder(absolute);
    suitDocument();
    showCsvFindings(path);
    m_session.save();
}

void FileActions::showPlan(Plan plan) {
    m_model.document.reset(std::move(plan));
    m_model.autosave.drop();
    suitDocument();
}

void FileActions::showMeasured(const FileContent& content, const QString& path) {
    if (!isUntouched() || m_model.runs.isActive()) {
        auto* window = new MainWindow(m_session);
        window->sessionState().standBeside(m_window);
        window->files().showMeasured(content, path);
        window->show();
        return;
    }
    // The run is in no file yet: that of the traces is none of it.
    m_model.document.show(content, {});
    m_model.autosave.drop();
    m_model.settings.addRecentFile(path);
    m_model.settings.setLastFolder(path);
    suitDocument();
    m_actions.at("view.showMeasured")->setChecked(true);
}

void FileActions::openAll(const QStringList& paths) {
    QStringList traces;
    for (const QString& path : paths) {
        if (holdsTraces(path.toStdString()))
            traces << path;
        else
            openInFittingWindow(path);
    }
    if (!traces.isEmpty())
        m_traces.start(traces);
}

void FileActions::suitDocument() {
    using About = Banner::About;
    m_words.withdraw({About::File, About::Saving, About::Writing, About::Run, About::Problem});
    m_words.showHint({});
    m_model.selection.clear();
    m_model.range.fit();
    m_whole.findActions().restoreLaneOrder();
    m_watch.watch();
    if (m_model.document.source().isEmpty() || !m_model.document.plan().model)
        return;
    // What comes from the planner may be too large to be trained here.
    RunSettings run = m_panels.runPanel->settings();
    run.model = *m_model.document.plan().model;
    m_panels.runPanel->setSettings(run);
}

bool FileActions::recover(const Autosave::Leftover& leftover) {
    Result<Plan> plan = Autosave::read(leftover);
    if (!plan) {
        m_words.showProblem(
            tr("The autosaved copy of %1 can't be read: %2").arg(leftover.title, sentenceOf(plan.error())));
        return false;
    }
    // Where the folder is gone as well, the plan needs a new place.
    const QFileInfo source(leftover.source);
    const bool hasPlace = !leftover.source.isEmpty() && source.dir().exists();
    m_model.document.recover(*std::move(plan), hasPlace ? leftover.source : QString(), leftover.stamp);
    suitDocument();
    m_model.autosave.saveNow();
    Autosave::discard(leftover);
    // From here on it is the new copy that another start would find.
    const Opening shown(m_model.autosave.file());
    m_session.save();
    return true;
}

void FileActions::openWithDialog() {
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Open"), m_model.settings.lastFolder(),
                                                      tr("Schedules and runs (*.lwsched *.lwrun *.json *.csv);;"
                                                         "Lanewright (*.lwsched *.lwrun);;PyTorch CSV (*.csv);;"
                                                         "Lessons and answers (*.lwlesson *.lwanswers);;"
                                                         "Traces (*.json *.json.gz);;All files (*)"));
    if (!path.isEmpty())
        openInFittingWindow(path);
}

void FileActions::openInFittingWindow(const QString& path) {
    if (PlannerWindow::isPlannerFile(path)) {
        openPlanner(m_session, {path});
        return;
    }
    if (isLessonFile(path)) {
        if (const Result<Done> opened = m_session.classrooms().open(path); !opened)
            m_words.showProblem(cannotOpen(path, opened.error()));
        return;
    }
    if (holdsTraces(path.toStdString()))
        return m_traces.start({path});
    if (MainWindow* shown = Session::windowOf(path))
        bringToFront(*shown);
    else if (isUntouched() && !isOpening() && !m_model.runs.isActive())
        openThen(path);
    else
        openInNewWindow(path);
}

void FileActions::openInNewWindow(const QString& path) {
    auto* window = new MainWindow(m_session);
    const auto showBeside = [window, asked = QPointer(&m_whole)] {
        if (asked && !window->isVisible())
            window->sessionState().standBeside(*asked);
        window->show();
    };
    if (FileOpening::isLarge(path))
        showBeside();
    window->files().openThen(path, [window, showBeside, asked = QPointer(&m_whole)](bool opened) {
        if (opened)
            return showBeside();
        // Why it could not be opened is said where the person is.
        if (asked && !window->panels().banner->sentence().isEmpty())
            asked->words().showProblem(window->panels().banner->sentence());
        window->hide();
        window->deleteLater();
    });
}

GenerateDialog* FileActions::showGenerateDialog(const QString& generator) {
    auto* dialog = new GenerateDialog(m_model.document, &m_window);
    if (!generator.isEmpty())
        dialog->choose(generator);
    connect(dialog, &GenerateDialog::accepted, this, [this, dialog](const Plan& plan, bool inNewWindow) {
        if (inNewWindow) {
            app::showPlan(m_session, plan);
            return;
        }
        // The plan may keep a title that a person gave.
        const Generator* method = dialog->generator();
        const QString what =
            method
                ? tr("Generate %1").arg(translated(titleOf(*method, plan.schedule.ranks(), plan.schedule.microbatches)))
                : tr("Clear the board");
        m_model.document.apply(what, Plan(plan), -1, Document::Change::MadeAnew);
        m_model.range.fit();
    });
    return opened(dialog);
}

bool FileActions::save() {
    if (m_model.document.path().isEmpty())
        return saveAs();
    return m_model.document.isOverwritten() ? saveOver() : write(m_model.document.path());
}

bool FileActions::saveOver() {
    for (;;) {
        const Document::OnDisk theirs = m_model.document.onDisk();
        if (theirs.plan && *theirs.plan == m_model.document.wholePlan())
            return write(m_model.document.path());
        switch (m_watch.askAboutOverwriting(theirs)) {
        case FileWatch::Overwriting::SaveOver:
            // Nobody has seen what came while the question stood there.
            if (m_model.document.onDisk().stamp != theirs.stamp)
                continue;
            return write(m_model.document.path());
        case FileWatch::Overwriting::SaveAs: return saveAs();
        case FileWatch::Overwriting::TakeTheirs: m_watch.readAgain(); return !m_model.document.modified();
        case FileWatch::Overwriting::Cancel: return false;
        }
    }
}

bool FileActions::write(const QString& path) {
    m_watch.pause();
    const Result<Done> saved = m_model.document.save(path);
    m_watch.watch();
    if (!saved) {
        m_panels.banner->say(tr("Not saved: %1: %2").arg(QDir::toNativeSeparators(path), sentenceOf(saved.error())), {},
                             Banner::About::Saving);
        return false;
    }
    m_words.withdraw({Banner::About::File, Banner::About::Saving});
    m_words.showHint(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
    m_model.settings.addRecentFile(m_model.document.path());
    return true;
}

bool FileActions::saveAs() {
    QString start = m_model.document.path();
    if (start.isEmpty())
        start = m_model.settings.lastFolder() + QStringLiteral("/schedule.lwsched");
    const QString path = askForFile(tr("Save as"), start, tr("Schedules (*.lwsched)"), QStringLiteral("lwsched"));
    if (path.isEmpty() || !write(path))
        return false;
    m_model.settings.setLastFolder(m_model.document.path());
    m_session.save();
    return true;
}

bool FileActions::mayClose() {
    if (!m_model.document.modified() || m_givenUp)
        return true;
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Warning, "saveQuestion", tr("Save changes?"),
                 tr("%1 has changes that are not saved.").arg(m_model.document.displayName()), {},
                 QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window));
    box->setDefaultButton(QMessageBox::Save);
    switch (box->exec()) {
    case QMessageBox::Save: return save();
    case QMessageBox::Discard: return true;
    default: return false;
    }
}

void FileActions::fillRecentMenu() {
    m_panels.recent->clear();
    const QStringList files = m_model.settings.recentFiles();
    for (const QString& file : files) {
        QAction* action = m_panels.recent->addAction(plainLine(QDir::toNativeSeparators(file)), this,
                                                     [this, file] { openInFittingWindow(file); });
        action->setEnabled(QFileInfo::exists(file));
    }
    if (files.isEmpty())
        m_panels.recent->addAction(tr("nothing yet"))->setEnabled(false);
    else {
        m_panels.recent->addSeparator();
        m_panels.recent->addAction(tr("Forget these"), this, [this] { m_model.settings.clearRecentFiles(); });
    }
}

void FileActions::showCsvFindings(const QString& path) {
    std::vector<PytorchFinding> told = m_model.document.csvFindings();
    // That backwards are split is no news to who splits them; that the letters are old ones is.
    std::erase_if(told,
                  [](const PytorchFinding& each) { return each.severity == Severity::Note && each.code != "dialect"; });
    if (told.empty())
        return;
    const bool good = isLoadable(told);
    const int more = static_cast<int>(told.size()) - 1;
    QString sentence = (good ? tr("%1: %2") : tr("PyTorch would not run %1 as it is: %2"))
                           .arg(QFileInfo(path).fileName(), sentenceOf(told.front()));
    if (more == 0)
        return m_panels.banner->say(sentence, {}, Banner::About::File);
    sentence += QLatin1Char(' ') + tr("(and %1 more)").arg(more);
    m_panels.banner->say(sentence, {{tr("Show all"), [this, told] { showCsvFindings(told); }}}, Banner::About::File);
}

void FileActions::showCsvFindings(const std::vector<PytorchFinding>& findings) {
    QMessageBox* box = plainBox(QMessageBox::Information, "csvFindings", tr("PyTorch CSV"),
                                tr("%1, by row and column as a spreadsheet counts them.")
                                    .arg(counted(static_cast<int>(findings.size()), tr("finding"), tr("findings"))),
                                {}, QMessageBox::Close, &m_window);
    box->setDetailedText(linesOf(findings));
    opened(box);
}

} // namespace lanewright::app
