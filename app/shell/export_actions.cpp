// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/export_actions.h"

#include "app/dialogs/picture_dialog.h"
#include "app/dialogs/print_dialog.h"
#include "app/dialogs/pytorch_dialog.h"
#include "app/document/translate.h"
#include "app/lesson/make_lesson_dialog.h"
#include "app/picture/picture.h"
#include "app/shell/session.h"
#include "app/shell/window_model.h"
#include "app/shell/window_panels.h"
#include "app/shell/window_words.h"
#include "app/timeline/time_marks.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/action_registry.h"
#include "app/widgets/language_now.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/window_parts.h"
#include "core/frameworks/python_orders.h"
#include "core/io/chrome_trace.h"
#include "core/io/files.h"
#include "core/lesson/course.h"
#include "core/lesson/lesson_json.h"
#include "core/page/figure_panel.h"
#include "core/page/page.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMainWindow>

#include <optional>
#include <string>
#include <utility>

namespace lanewright::app {

QString ExportActions::proposedFile(const QString& ending) const {
    const QString name = QFileInfo(m_model.document.path()).completeBaseName();
    return m_model.settings.lastFolder() + QLatin1Char('/') + (name.isEmpty() ? tr("schedule") : name) + ending;
}

PictureDialog* ExportActions::exportPicture() {
    const TimeRange& range = m_model.range;
    const TimeMarks& marks = m_panels.lanes->marks();
    const auto unit = static_cast<double>(scaleOf(m_model.document.plan().timeUnit));
    const auto stretched = [unit](Time from, Time to) {
        return Stretched{static_cast<double>(from) / unit, static_cast<double>(to) / unit};
    };
    PictureStart start{.style = chosenStyle(), .ending = m_model.settings.pictureEnding()};
    if (!range.isFitted())
        start.shown = stretched(range.start(), range.end());
    if (const std::optional<Extent>& passing = marks.passing())
        start.marked.push_back(stretched(passing->start, passing->end));
    for (const Extent& kept : marks.kept())
        start.marked.push_back(stretched(kept.start, kept.end));
    if (const QString path = m_model.document.path(); !path.isEmpty())
        start.folders.push_back(QFileInfo(path).absolutePath().toStdString());
    if (std::string folder = styleFolder(); !folder.empty())
        start.folders.push_back(std::move(folder));
    auto* dialog = new PictureDialog([this](const FigureStyle& style) { return figureIn(style); }, start, &m_window);
    connect(dialog, &PictureDialog::writeRequested, this, [this, dialog] { writeFigure(*dialog); });
    return opened(dialog);
}

void ExportActions::writeFigure(PictureDialog& dialog) {
    const QString ending = dialog.ending();
    m_model.settings.pictureEnding.set(ending);
    m_model.settings.pictureStyle.set(QString::fromStdString(styleText(dialog.style())));
    const bool isWritten = writeAs(
        tr("Export picture"), proposedFile(QLatin1Char('.') + ending), tr("Pictures (*.%1)").arg(ending), ending,
        [&dialog](const QString& path) { return writePicture(dialog.drawing(), path, dialog.style().dotsPerInch); }, {},
        [&dialog](const QString& sentence) { dialog.fail(sentence); });
    if (isWritten)
        dialog.accept();
}

FigureStyle ExportActions::chosenStyle() const {
    FigureStyle style;
    if (!readStyle(m_model.settings.pictureStyle().toStdString(), style))
        style = {};
    // What belongs to one schedule is not kept for the next.
    style.time.reset();
    style.ranks.clear();
    style.arrows.clear();
    style.allArrows = false;
    style.iterations = 1;
    style.optimizer.reset();
    return style;
}

FigureContents ExportActions::figureIn(const FigureStyle& style) {
    const Document& document = m_model.document;
    const Plan* plan = &document.plan();
    if (style.optimizer.value_or(plan->optimizerMode) != plan->optimizerMode) {
        m_inOtherMode = *plan;
        m_inOtherMode.optimizerMode = *style.optimizer;
        plan = &m_inOtherMode;
    }
    const bool withRun = m_actions.at("view.showMeasured")->isChecked() && document.shownStep();
    const PageLanguage language = languageNow();
    return {.panels = {panelOf(*plan, document.timeline(), withRun ? document.run().get() : nullptr,
                               withRun ? document.shownStep() : nullptr, language)},
            .style = style,
            .say = language.say};
}

void ExportActions::copyPicture() {
    const Result<LaidOut> laid = layOut(figureIn(chosenStyle()));
    if (!laid)
        return m_words.showProblem(sentenceOf(laid.error()));
    QGuiApplication::clipboard()->setMimeData(pictureForClipboard(laid->drawing));
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
    const Result<std::string> page = pageOf(m_model.document.plan(), m_model.document.run().get(), languageNow());
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
    connect(dialog, &MakeLessonDialog::tried, this, [this, dialog](const Lesson& lesson) {
        if (const Result<Done> begun = m_session.classrooms().tryOut(lesson); !begun)
            dialog->fail(sentenceOf(begun.error()));
    });
    connect(dialog, &MakeLessonDialog::made, this, [this, dialog](const Lesson& lesson, bool alsoWithoutAnswer) {
        const bool isSaved = saveLesson(*dialog, lesson, tr("Save the lesson"), tr("lesson"));
        if (isSaved &&
            (!alsoWithoutAnswer || saveLesson(*dialog, withoutAnswer(lesson), tr("Save the copy without its answer"),
                                              tr("lesson for pupils"))))
            dialog->accept();
    });
    return opened(dialog);
}

bool ExportActions::saveLesson(MakeLessonDialog& dialog, const Lesson& lesson, const QString& title,
                               const QString& name) {
    QString file;
    const bool isWritten = writeAs(
        title, m_model.settings.lastFolder() + QLatin1Char('/') + name + QStringLiteral(".lwlesson"),
        tr("Lessons (*.lwlesson)"), QStringLiteral("lwlesson"),
        [&](const QString& path) {
            file = path;
            return writeFile(path.toStdString(), lessonToJson(lesson));
        },
        {}, [&dialog](const QString& sentence) { dialog.fail(sentence); });
    if (isWritten)
        m_words.showSaved(file);
    return isWritten;
}

PrintDialog* ExportActions::showPrintPreview() {
    auto* dialog = new PrintDialog(
        m_model.document.displayName(),
        [this](QPrinter& onto, bool spread) { printPicture(onto, figureIn(chosenStyle()), spread); }, &m_window);
    connect(dialog, &QDialog::accepted, this, [this] { m_words.showHint(tr("Sent to the printer.")); });
    return opened(dialog);
}

} // namespace lanewright::app
