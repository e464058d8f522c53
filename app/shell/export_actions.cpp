// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/export_actions.h"

#include "app/dialogs/picture_dialog.h"
#include "app/dialogs/print_dialog.h"
#include "app/dialogs/pytorch_dialog.h"
#include "app/document/translate.h"
#include "app/lesson/make_lesson_dialog.h"
#include "app/picture/picture.h"
#include "app/shell/window_model.h"
#include "app/shell/window_panels.h"
#include "app/shell/window_words.h"
#include "app/widgets/action_registry.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/window_parts.h"
#include "core/frameworks/python_orders.h"
#include "core/io/chrome_trace.h"
#include "core/io/files.h"
#include "core/lesson/lesson_json.h"
#include "core/page/page.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMainWindow>

#include <optional>

namespace lanewright::app {

QString ExportActions::proposedFile(const QString& ending) const {
    const QString name = QFileInfo(m_model.document.path()).completeBaseName();
    return m_model.settings.lastFolder() + QLatin1Char('/') + (name.isEmpty() ? tr("schedule") : name) + ending;
}

PictureDialog* ExportActions::exportPicture() {
    const TimeRange& range = m_model.range;
    const std::optional<Extent> shown =
        range.isFitted() ? std::nullopt : std::optional<Extent>({range.start(), range.end()});
    auto* dialog = new PictureDialog([this] { return pictureNow(); }, shown, &m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const QString ending = dialog->ending();
        writeAs(tr("Export picture"), proposedFile(QLatin1Char('.') + ending), tr("Pictures (*.%1)").arg(ending),
                ending, [dialog](const QString& path) { return app::exportPicture(dialog->picture(), path); });
    });
    return opened(dialog);
}

Picture ExportActions::pictureNow() const {
    Picture picture{.plan = &m_model.document.plan(), .planned = &m_model.document.timeline()};
    if (m_actions.at("view.showMeasured")->isChecked())
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
    m_words.showHint(tr("The picture is on the clipboard, as PNG and as SVG."));
}

void ExportActions::exportTrace() {
    writeAs(tr("Export Chrome trace"), proposedFile(QStringLiteral(".json")), tr("Traces (*.json)"),
            QStringLiteral("json"), [this](const QString& path) {
                const Document& document = m_model.document;
                return writeFile(path.toStdString(),
                                 chromeTrace(document.plan(), document.timeline(), document.run().get()));
            });
}

void ExportActions::exportPage() {
    writeAs(
        tr("Export page"), proposedFile(QStringLiteral(".html")), tr("Pages (*.html)"), QStringLiteral("html"),
        [this](const QString& path) { return writePage(path); }, tr("It opens in any browser, without a network."));
}

Result<Done> ExportActions::writePage(const QString& path) const {
    const PageLanguage language{.tag = currentLanguage().toStdString(),
                                .say = [](const Message& message) { return translated(message).toStdString(); }};
    const Result<std::string> page = pageOf(m_model.document.plan(), m_model.document.run().get(), language);
    if (!page)
        return page.error();
    return writeFile(path.toStdString(), *page);
}

PytorchDialog* ExportActions::exportCsv() {
    auto* dialog = new PytorchDialog(m_model.document.plan(), proposedFile(QStringLiteral(".csv")), &m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_model.settings.setLastFolder(dialog->file());
        m_words.showWritten(dialog->file());
    });
    return opened(dialog);
}

void ExportActions::exportPython(const PythonTaker& taker) {
    const Result<PythonOrder> order = taker.write(m_model.document.plan());
    if (!order) {
        m_words.showProblem(sentenceOf(order.error()));
        return;
    }
    writeAs(
        tr("Export for %1").arg(toQt(taker.name)), proposedFile(QStringLiteral(".py")), tr("Python (*.py)"),
        QStringLiteral("py"), [&order](const QString& path) { return writeFile(path.toStdString(), order->text); },
        translated(inTurn(order->leftOut)));
}

MakeLessonDialog* ExportActions::makeLesson() {
    auto* dialog = new MakeLessonDialog(m_model.document.plan(), &m_window);
    connect(dialog, &MakeLessonDialog::made, this, [this](const Lesson& lesson) {
        writeAs(tr("Save the lesson"), m_model.settings.lastFolder() + QStringLiteral("/lesson.lwlesson"),
                tr("Lessons (*.lwlesson)"), QStringLiteral("lwlesson"),
                [&lesson](const QString& path) { return writeFile(path.toStdString(), lessonToJson(lesson)); });
    });
    return opened(dialog);
}

PrintDialog* ExportActions::showPrintPreview() {
    auto* dialog = new PrintDialog(
        m_model.document.displayName(),
        [this](QPrinter& onto, bool spread) { printPicture(onto, pictureNow(), spread); }, &m_window);
    connect(dialog, &QDialog::accepted, this, [this] { m_words.showHint(tr("Sent to the printer.")); });
    return opened(dialog);
}

} // namespace lanewright::app
