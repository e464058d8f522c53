// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window_part.h"

#include "app/document/plain_text.h"
#include "app/shell/window_model.h"
#include "app/shell/window_words.h"

#include <QApplication>
#include <QFileDialog>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>

#include <memory>

namespace lanewright::app {

QString WindowPart::askForFile(const QString& title, const QString& start, const QString& filter,
                               const QString& ending) {
    QWidget* const asking = QApplication::activeModalWidget();
    QFileDialog dialog(asking ? asking : &m_window, title, start, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(ending);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

bool WindowPart::writeAs(const QString& title, const QString& start, const QString& filter, const QString& ending,
                         const std::function<Result<Done>(const QString& path)>& write, const QString& more,
                         const std::function<void(const QString& sentence)>& fail) {
    const QString path = askForFile(title, start, filter, ending);
    if (path.isEmpty())
        return false;
    if (const Result<Done> done = write(path); !done) {
        if (fail)
            fail(WindowWords::notWritten(path, done.error()));
        else
            m_words.showNotWritten(path, done.error());
        return false;
    }
    m_model.settings.setLastFolder(path);
    m_words.showWritten(path, more);
    return true;
}

bool WindowPart::mayStop(const char* name, const QString& title, const QString& question, const QString& more,
                         const QString& stop) {
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Question, name, title, question, more, QMessageBox::Cancel, &m_window));
    const QPushButton* yes = box->addButton(stop, QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->exec();
    return box->clickedButton() == yes;
}

} // namespace lanewright::app
