// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/export_actions.h"

#include "app/dialogs/picture_dialog.h"
#include "app/dialogs/print_dialog.h"
#include "app/dialogs/pytorch_dialog.h"
#include "app/document/translate.h"
#include "app/lesson/make_lesson_dialog.h"
#include "app/picture/picture.h"
#include "app/shell/main_window.h"
#include "app/widgets/panel_text.h"
#include "core/io/chrome_trace.h"
#include "core/io/files.h"
#include "core/lesson/lesson_json.h"
#include "core/page/page.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>

#include <optional>

namespace lanewright::app {

ExportActions::ExportActions(const WindowContext& context)
    : m_window(context.window), m_model(context.model), m_panels(context.panels), m_actions(context.actions) {}

QString ExportActions::proposedFile(const QString& ending) const {
    const QString name = QFileInfo(m_model.document.path()).completeBaseName();
    return m_model.settings.lastFolder() + QLatin1Char('/') + (name.isEmpty() ? tr("schedule") : name) + ending;
}

PictureDialog* ExportActions::exportPicture() {
    const TimeRange& range = m_model.range;
    const std::optional<Extent> shown =
        range.isFitted() ? std::nullopt : std::optional<Extent>({range.start(), range.end()});
    auto* dialog = new PictureDialog([this] { return pictureNow(); }, shown, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const QString ending = dialog->ending();
        const QString path = askForFile(m_window, tr("Export picture"), proposedFile(QLatin1Char('.') + ending),
                                        tr("Pictures (*.%1)").arg(ending), ending);
        if (path.isEmpty())
            return;
        if (const Result<Done> done = app::exportPicture(dialog->picture(), path); !done)
            return m_window.showNotWritten(path, done.error());
        m_model.settings.setLastFolder(path);
        m_window.showWritten(path);
    });
    dialog->open();
    return dialog;
}

Picture ExportActions::pictureNow() const {
    Picture picture{.plan = &m_model.document.plan(), .planned = &m_model.document.timeline()};
    if (m_actions.at(QStringLiteral("view.showMeasured"))->isChecked())
        picture.measured = m_model.document.measured();
    if (!picture.measured)
        return picture;
    picture.otherOrder = m_model.document.runIsOfAnotherOrder();
    picture.measuredNote = picture.otherOrder              ? tr("measured in another order")
                           : m_model.document.run()->paced ? tr("measured, paced")
                                                           : tr("measured");
    picture.measuredNote += QStringLiteral(", ") + stepText(*m_model.document.run(), *m_model.document.shownStep());
    return picture;
}

void ExportActions::copyPicture() {
    QGuiApplication::clipboard()->setMimeData(pictureForClipboard(pictureNow()));
    m_window.showHint(tr("The picture is on the clipboard, as PNG and as SVG."));
}

void ExportActions::exportTrace() {
    const QString path = askForFile(m_window, tr("Export Chrome trace"), proposedFile(QStringLiteral(".json")),
                                    tr("Traces (*.json)"), QStringLiteral("json"));
    if (path.isEmpty())
        return;
    const std::string trace =
        chromeTrace(m_model.document.plan(), m_model.document.timeline(), m_model.document.run().get());
    if (const Result<Done> done = writeFile(path.toStdString(), trace); !done)
        return m_window.showNotWritten(path, done.error());
    m_model.settings.setLastFolder(path);
    m_window.showWritten(path);
}

void ExportActions::exportPage() {
    const QString path = askForFile(m_window, tr("Export page"), proposedFile(QStringLiteral(".html")),
                                    tr("Pages (*.html)"), QStringLiteral("html"));
    if (path.isEmpty())
        return;
    if (const Result<Done> done = writePage(path); !done)
        m_window.showNotWritten(path, done.error());
}

Result<Done> ExportActions::writePage(const QString& path) {
    const PageLanguage language{.tag = currentLanguage().toStdString(),
                                .say = [](const Message& message) { return translated(message).toStdString(); }};
    const Result<std::string> page = pageOf(m_model.document.plan(), m_model.document.run().get(), language);
    if (!page)
        return page.error();
    if (Result<Done> done = writeFile(path.toStdString(), *page); !done)
        return done;
    m_model.settings.setLastFolder(path);
    m_window.showWritten(path, tr("It opens in any browser, without a network."));
    return Done{};
}

PytorchDialog* ExportActions::exportCsv() {
    auto* dialog = new PytorchDialog(m_model.document.plan(), proposedFile(QStringLiteral(".csv")), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_model.settings.setLastFolder(dialog->file());
        m_window.showWritten(dialog->file());
    });
    dialog->open();
    return dialog;
}

MakeLessonDialog* ExportActions::makeLesson() {
    auto* dialog = new MakeLessonDialog(m_model.document.plan(), &m_window);
    connect(dialog, &MakeLessonDialog::made, this, [this](const Lesson& lesson) {
        const QString path = askForFile(m_window, tr("Save the lesson"),
                                        m_model.settings.lastFolder() + QStringLiteral("/lesson.lwlesson"),
                                        tr("Lessons (*.lwlesson)"), QStringLiteral("lwlesson"));
        if (path.isEmpty())
            return;
        if (const Result<Done> done = writeFile(path.toStdString(), lessonToJson(lesson)); !done)
            return m_window.showNotWritten(path, done.error());
        m_model.settings.setLastFolder(path);
        m_window.showWritten(path);
    });
    dialog->open();
    return dialog;
}

PrintDialog* ExportActions::showPrintPreview() {
    auto* dialog = new PrintDialog(
        m_model.document.displayName(),
        [this](QPrinter& onto, bool spread) { printPicture(onto, pictureNow(), spread); }, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] { m_window.showHint(tr("Sent to the printer.")); });
    dialog->open();
    return dialog;
}

QString askForFile(MainWindow& window, const QString& title, const QString& start, const QString& filter,
                   const QString& ending) {
    QFileDialog dialog(&window, title, start, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(ending);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

} // namespace lanewright::app
