// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/opening.h"
#include "app/document/plain_words.h"
#include "app/document/plan_difference.h"
#include "app/panels/panel_text.h"
#include "app/panels/pytorch_dialog.h"
#include "app/picture/picture.h"
#include "app/planner/planner_window.h"
#include "app/shell/banner.h"
#include "app/shell/main_window.h"
#include "core/io/chrome_trace.h"
#include "core/io/files.h"

#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>

#include <algorithm>
#include <memory>

namespace lanewright {

bool MainWindow::openPath(const QString& path) {
    const Result<Done> opened = m_document.open(QFileInfo(path).absoluteFilePath());
    if (!opened) {
        complain(tr("%1 can't be opened: %2").arg(QDir::toNativeSeparators(path), sentenceOf(opened.error())));
        return false;
    }
    shown(path);
    return true;
}

void MainWindow::openThen(const QString& path, const std::function<void(bool opened)>& then) {
    const auto tell = [then](bool opened) {
        if (then)
            then(opened);
    };
    if (!FileOpening::isFor(path))
        return tell(openPath(path));
    const QString absolute = QFileInfo(path).absoluteFilePath();
    WindowRecord awaited = record();
    awaited.file = absolute;
    m_opening->start(
        absolute,
        [this, path, absolute, tell](const Result<FileContent>& content) {
            m_awaited.reset();
            if (content) {
                m_document.show(*content, absolute);
                shown(path);
            } else {
                complain(tr("%1 can't be opened: %2").arg(QDir::toNativeSeparators(path), sentenceOf(content.error())));
                session::save();
            }
            tell(content.ok());
        },
        [this, tell] {
            m_awaited.reset();
            session::save();
            tell(false);
        });
    m_awaited = awaited;
    session::save();
}

void MainWindow::shown(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    m_autosave->drop();
    m_openedFile = absolute;
    m_settings.addRecentFile(absolute);
    m_settings.setLastFolder(absolute);
    suitDocument();
    tellCsvFindings(path);
    session::save();
}

void MainWindow::showPlan(Plan plan) {
    m_document.reset(std::move(plan));
    m_autosave->drop();
    m_openedFile.clear();
    suitDocument();
}

void MainWindow::suitDocument() {
    m_banner->withdraw(Banner::About::File);
    m_selection.clear();
    m_range.fit();
    restoreLaneOrder();
    watchFile();
    if (m_openedFile.isEmpty() || !m_document.plan().model)
        return;
    // What comes from the planner may be too large to be trained here.
    RunSettings run = m_runPanel->settings();
    run.model = *m_document.plan().model;
    m_runPanel->setSettings(run);
}

bool MainWindow::recover(const Autosave::Leftover& leftover) {
    Result<Plan> plan = Autosave::read(leftover);
    if (!plan) {
        complain(tr("The autosaved copy of %1 can't be read: %2").arg(leftover.title, sentenceOf(plan.error())));
        return false;
    }
    // Where the folder is gone as well, the plan needs a new place.
    const QFileInfo source(leftover.source);
    const bool hasPlace = !leftover.source.isEmpty() && source.dir().exists();
    m_document.recover(*std::move(plan), hasPlace ? leftover.source : QString(), leftover.stamp);
    m_openedFile = m_document.path();
    suitDocument();
    m_autosave->saveNow();
    Autosave::discard(leftover);
    // From here on it is the new copy that another start would find.
    const Opening shown(m_autosave->file());
    session::save();
    return true;
}

bool MainWindow::isUntouched() const {
    return m_document.path().isEmpty() && !m_document.modified() && !m_document.run();
}

void MainWindow::openWithDialog() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open"), m_settings.lastFolder(),
                                     tr("Schedules and runs (*.lwsched *.lwrun *.json *.csv);;"
                                        "Lanewright (*.lwsched *.lwrun);;PyTorch CSV (*.csv);;All files (*)"));
    if (!path.isEmpty())
        openInFittingWindow(path);
}

void MainWindow::openInFittingWindow(const QString& path) {
    if (PlannerWindow::isPlannerFile(path)) {
        openPlanner({path});
        return;
    }
    if (MainWindow* shown = session::windowOf(path)) {
        shown->setWindowState(shown->windowState() & ~Qt::WindowMinimized);
        shown->raise();
        shown->activateWindow();
        return;
    }
    if (isUntouched() && !isOpening() && !m_runs.isActive()) {
        openThen(path);
        return;
    }
    auto* window = new MainWindow;
    if (FileOpening::isFor(path)) {
        window->standBeside(*this);
        window->show();
    }
    window->openThen(path, [window, asked = QPointer(this)](bool opened) {
        if (opened) {
            if (asked && !window->isVisible())
                window->standBeside(*asked);
            window->show();
            return;
        }
        // Why it could not be opened is said where the person is.
        if (asked && !window->m_banner->sentence().isEmpty())
            asked->complain(window->m_banner->sentence());
        window->hide();
        window->deleteLater();
    });
}

bool MainWindow::save() {
    if (m_document.path().isEmpty())
        return saveAs();
    return m_document.isOverwritten() ? saveOver() : write(m_document.path());
}

bool MainWindow::saveOver() {
    for (;;) {
        const Document::OnDisk theirs = m_document.onDisk();
        if (theirs.plan && *theirs.plan == m_document.plan())
            return write(m_document.path());
        switch (askAboutOverwriting(theirs)) {
        case Overwriting::SaveOver:
            // Nobody has seen what came while the question stood there.
            if (m_document.onDisk().stamp != theirs.stamp)
                continue;
            return write(m_document.path());
        case Overwriting::SaveAs: return saveAs();
        case Overwriting::TakeTheirs: readAgain(); return !m_document.modified();
        case Overwriting::Cancel: return false;
        }
    }
}

MainWindow::Overwriting MainWindow::askAboutOverwriting(const Document::OnDisk& theirs) {
    QString more = theirs.plan ? differencesOf(*theirs.plan, m_document.plan()).join(QLatin1Char('\n'))
                               : tr("What it holds now can't be read: %1").arg(sentenceOf(theirs.plan.error()));
    if (theirs.plan)
        more.prepend(tr("How it differs from what you see:") + QLatin1Char('\n'));
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Warning, tr("Save over it?"),
                 tr("%1 was changed on disk by another program.").arg(m_document.displayName()), more,
                 QMessageBox::Cancel, this));
    box->setObjectName(QStringLiteral("overwriteQuestion"));
    const auto add = [&](const char* name, const QString& words, QMessageBox::ButtonRole role) {
        QPushButton* button = box->addButton(words, role);
        button->setObjectName(QLatin1String(name));
        return button;
    };
    const QPushButton* saveOver = add("saveOver", tr("Save over it"), QMessageBox::DestructiveRole);
    QPushButton* saveAs = add("saveAs", tr("Save as …"), QMessageBox::AcceptRole);
    const QPushButton* take =
        theirs.plan ? add("takeTheirs", tr("Take what is there"), QMessageBox::ActionRole) : nullptr;
    box->setDefaultButton(saveAs);
    box->exec();
    const QAbstractButton* chosen = box->clickedButton();
    return chosen == saveOver                  ? Overwriting::SaveOver
           : chosen == saveAs                  ? Overwriting::SaveAs
           : take != nullptr && chosen == take ? Overwriting::TakeTheirs
                                               : Overwriting::Cancel;
}

bool MainWindow::write(const QString& path) {
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    const Result<Done> saved = m_document.save(path);
    watchFile();
    if (!saved) {
        complain(tr("Not saved: %1").arg(sentenceOf(saved.error())));
        return false;
    }
    m_banner->withdraw(Banner::About::File);
    m_settings.addRecentFile(m_document.path());
    return true;
}

void MainWindow::readAgain() {
    const Document::OnDisk theirs = m_document.onDisk();
    if (!theirs.plan)
        return complain(tr("%1 can't be opened: %2").arg(m_document.displayName(), sentenceOf(theirs.plan.error())));
    m_document.take(theirs);
    m_banner->withdraw(Banner::About::File);
}

bool MainWindow::saveAs() {
    QString start = m_document.path();
    if (start.isEmpty())
        start = m_settings.lastFolder() + QStringLiteral("/schedule.lwsched");
    const QString path = askForFile(tr("Save as"), start, tr("Schedules (*.lwsched)"), QStringLiteral("lwsched"));
    if (path.isEmpty() || !write(path))
        return false;
    m_settings.setLastFolder(m_document.path());
    session::save();
    return true;
}

QString MainWindow::askForFile(const QString& title, const QString& start, const QString& filter,
                               const QString& ending) {
    QFileDialog dialog(this, title, start, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(ending);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

void MainWindow::exportPicture() {
    const QString path = askForFile(tr("Export picture"), m_settings.lastFolder() + QStringLiteral("/schedule.png"),
                                    tr("Pictures (*.png *.svg *.pdf *.tex)"), QStringLiteral("png"));
    if (path.isEmpty())
        return;
    if (const Result<Done> done = lanewright::exportPicture(pictureNow(), path); !done)
        complain(sentenceOf(done.error()));
}

PytorchDialog* MainWindow::exportCsv() {
    const QString name = QFileInfo(m_document.path()).completeBaseName();
    const QString file = m_settings.lastFolder() + QLatin1Char('/') + (name.isEmpty() ? tr("schedule") : name);
    auto* dialog = new PytorchDialog(m_document.plan(), file + QStringLiteral(".csv"), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_settings.setLastFolder(dialog->file());
        m_hint->setText(tr("Wrote %1.").arg(QDir::toNativeSeparators(dialog->file())));
    });
    dialog->open();
    return dialog;
}

void MainWindow::tellCsvFindings(const QString& path) {
    std::vector<PytorchFinding> told = m_document.csvFindings();
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
        return m_banner->say(sentence);
    sentence += QLatin1Char(' ') + tr("(and %1 more)").arg(more);
    m_banner->say(sentence, {{tr("Show all"), [this, told] { showCsvFindings(told); }}});
}

void MainWindow::showCsvFindings(const std::vector<PytorchFinding>& findings) {
    QMessageBox* box = plainBox(QMessageBox::Information, tr("PyTorch CSV"),
                                tr("%1, by row and column as a spreadsheet counts them.")
                                    .arg(counted(static_cast<int>(findings.size()), tr("finding"), tr("findings"))),
                                {}, QMessageBox::Close, this);
    box->setObjectName(QStringLiteral("csvFindings"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setDetailedText(linesOf(findings));
    box->open();
}

void MainWindow::exportTrace() {
    const QString path = askForFile(tr("Export Chrome trace"), m_settings.lastFolder() + QStringLiteral("/trace.json"),
                                    tr("Traces (*.json)"), QStringLiteral("json"));
    if (path.isEmpty())
        return;
    const std::string trace = chromeTrace(m_document.plan(), m_document.timeline(), m_document.run().get());
    if (const Result<Done> done = writeFile(path.toStdString(), trace); !done)
        complain(sentenceOf(done.error()));
}

bool MainWindow::mayClose() {
    if (!m_document.modified() || m_givenUp)
        return true;
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Warning, tr("Save changes?"),
                 tr("%1 has changes that are not saved.").arg(m_document.displayName()), {},
                 QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this));
    box->setObjectName(QStringLiteral("saveQuestion"));
    box->setDefaultButton(QMessageBox::Save);
    switch (box->exec()) {
    case QMessageBox::Save: return save();
    case QMessageBox::Discard: return true;
    default: return false;
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayClose() || !mayLeaveRun()) {
        event->ignore();
        return;
    }
    m_runs.stop();
    m_store.end();
    m_autosave->drop();
    saveLayout();
    m_settings.setRun(m_runPanel->settings());
    session::windowCloses(*this);
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (std::ranges::any_of(urls, &QUrl::isLocalFile))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            openInFittingWindow(url.toLocalFile());
    event->acceptProposedAction();
}

void MainWindow::fillRecentMenu() {
    m_recent->clear();
    const QStringList files = m_settings.recentFiles();
    for (const QString& file : files) {
        QAction* action =
            m_recent->addAction(QDir::toNativeSeparators(file), this, [this, file] { openInFittingWindow(file); });
        action->setEnabled(QFileInfo::exists(file));
    }
    if (files.isEmpty())
        m_recent->addAction(tr("nothing yet"))->setEnabled(false);
    else {
        m_recent->addSeparator();
        m_recent->addAction(tr("Forget these"), this, [this] { m_settings.clearRecentFiles(); });
    }
}

void MainWindow::watchFile() {
    for (const QStringList& watched : {m_watcher.files(), m_watcher.directories()})
        if (!watched.isEmpty())
            m_watcher.removePaths(watched);
    const QString path = m_document.path();
    if (path.isEmpty())
        return;
    // A file that is gone may come back: then its folder changes.
    m_watcher.addPath(QFileInfo::exists(path) ? path : QFileInfo(path).absolutePath());
}

void MainWindow::fileChanged() {
    if (m_document.path().isEmpty())
        return;
    watchFile();
    if (!QFileInfo::exists(m_document.path())) {
        m_document.setUnsaved();
        m_banner->say(tr("%1 is gone from the disk; what you see is the only copy.").arg(m_document.displayName()), {},
                      Banner::About::File);
        return;
    }
    const Document::OnDisk onDisk = m_document.onDisk();
    if (onDisk.plan && *onDisk.plan == m_document.plan())
        m_document.setSaved(onDisk.stamp);
    if (onDisk.stamp == m_document.stamp())
        return m_banner->withdraw(Banner::About::File);
    m_banner->say(tr("%1 was changed on disk by another program.").arg(m_document.displayName()),
                  {{tr("Read it again"), [this] { readAgain(); }}}, Banner::About::File);
}

} // namespace lanewright
