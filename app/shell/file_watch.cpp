// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/file_watch.h"

#include "app/document/plain_text.h"
#include "app/document/plan_difference.h"
#include "app/shell/file_actions.h"
#include "app/shell/window_model.h"
#include "app/shell/window_panels.h"
#include "app/shell/window_words.h"
#include "app/widgets/panel_text.h"

#include <QFileInfo>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>

#include <memory>

namespace lanewright::app {

FileWatch::FileWatch(const WindowContext& context) : WindowPart(context) {
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &FileWatch::fileChanged);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
        if (QFileInfo::exists(m_model.document.path()))
            fileChanged();
    });
}

void FileWatch::watch() {
    for (const QStringList& watched : {m_watcher.files(), m_watcher.directories()})
        if (!watched.isEmpty())
            m_watcher.removePaths(watched);
    const QString path = m_model.document.path();
    if (path.isEmpty())
        return;
    // A file that is gone may come back: then its folder changes.
    m_watcher.addPath(QFileInfo::exists(path) ? path : QFileInfo(path).absolutePath());
}

void FileWatch::pause() {
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
}

FileWatch::Overwriting FileWatch::askAboutOverwriting(const Document::OnDisk& theirs) {
    QString more = theirs.plan ? differencesOf(*theirs.plan, m_model.document.wholePlan()).join(QLatin1Char('\n'))
                               : tr("What it holds now can't be read: %1").arg(sentenceOf(theirs.plan.error()));
    if (theirs.plan)
        more.prepend(tr("How it differs from what you see:") + QLatin1Char('\n'));
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Warning, "overwriteQuestion", tr("Save over it?"),
                 tr("%1 was changed on disk by another program.").arg(m_model.document.displayName()), more,
                 QMessageBox::Cancel, &m_window));
    const QPushButton* saveOver = addNamed(*box, "saveOver", tr("Save over it"), QMessageBox::DestructiveRole);
    QPushButton* saveAs = addNamed(*box, "saveAs", tr("Save as …"), QMessageBox::AcceptRole);
    const QPushButton* take =
        theirs.plan ? addNamed(*box, "takeTheirs", tr("Take what is there"), QMessageBox::ActionRole) : nullptr;
    box->setDefaultButton(saveAs);
    box->exec();
    const QAbstractButton* chosen = box->clickedButton();
    return chosen == saveOver       ? Overwriting::SaveOver
           : chosen == saveAs       ? Overwriting::SaveAs
           : take && chosen == take ? Overwriting::TakeTheirs
                                    : Overwriting::Cancel;
}

void FileWatch::readAgain() {
    const Document::OnDisk theirs = m_model.document.onDisk();
    if (!theirs.plan)
        return m_words.showProblem(FileActions::cannotOpen(m_model.document.displayName(), theirs.plan.error()));
    m_model.document.take(theirs);
    m_panels.banner->withdraw(Banner::About::File);
}

void FileWatch::fileChanged() {
    if (m_model.document.path().isEmpty())
        return;
    watch();
    if (!QFileInfo::exists(m_model.document.path())) {
        m_model.document.setUnsaved();
        m_panels.banner->say(
            tr("%1 is gone from the disk; what you see is the only copy.").arg(m_model.document.displayName()), {},
            Banner::About::File);
        return;
    }
    const Document::OnDisk onDisk = m_model.document.onDisk();
    if (onDisk.plan && *onDisk.plan == m_model.document.wholePlan())
        m_model.document.setSaved(onDisk.stamp);
    if (onDisk.stamp == m_model.document.stamp())
        return m_panels.banner->withdraw(Banner::About::File);
    m_panels.banner->say(tr("%1 was changed on disk by another program.").arg(m_model.document.displayName()),
                         {{tr("Read it again"), [this] { readAgain(); }}}, Banner::About::File);
}

} // namespace lanewright::app
