// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/window_part.h"
#include "core/base/result.h"
#include "core/model/plan.h"

#include <QString>

namespace lanewright {
struct FigureContents;
struct FigureStyle;
struct Lesson;
struct PythonTaker;
} // namespace lanewright

namespace lanewright::app {

class MakeLessonDialog;
class PictureDialog;
class PrintDialog;
class PytorchDialog;

/// Carries what a window shows elsewhere: as a picture, a page, on paper, as a PyTorch CSV, a Chrome trace or a class
/// of Python.
class ExportActions : public WindowPart {
    Q_OBJECT

public:
    using WindowPart::WindowPart;

    /// Asks how the picture shall look, and then for the file. The choices are kept, for copies and print, too.
    PictureDialog* exportPicture();
    void copyPicture();
    void exportTrace();
    /// Asks for a file and writes the page there.
    void exportPage();
    /// Writes one HTML file that any browser shows, in the language of the desktop. Fails where there is no order,
    /// where there are too many blocks, and where the file can't be written.
    Result<Done> writePage(const QString& path) const;
    /// Opens the dialog that writes the schedule as a PyTorch CSV.
    PytorchDialog* exportCsv();
    /// Asks for a file and writes the order there as the taker's class of Python, and says what that leaves out.
    void exportPython(const PythonTaker& taker);
    /// Asks for the words of a lesson whose answer the schedule is, and writes it.
    MakeLessonDialog* makeLesson();
    /// Shows on which pages the schedule would be printed, and prints it from there.
    PrintDialog* showPrintPreview();

private:
    /// A file beside the last one, named as the schedule's own.
    QString proposedFile(const QString& ending) const;
    /// Asks for the file of a picture. The dialog stays open until it is written.
    void writeFigure(PictureDialog& dialog);
    /// Asks for the file of a lesson. False where it was given up, or the dialog says why it could not be written.
    bool saveLesson(MakeLessonDialog& dialog, const Lesson& lesson, const QString& title, const QString& name);
    /// The style of the last picture that was written.
    FigureStyle chosenStyle() const;
    /// What the document shows, in that style; to be laid out before the next call.
    FigureContents figureIn(const FigureStyle& style);

    Plan m_inOtherMode; ///< the document's, where a style has iterations follow each other in another way
};

} // namespace lanewright::app
