// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/window_context.h"

#include <QObject>
#include <QString>

class QPrintPreviewDialog;

namespace lanewright::app {

class MakeLessonDialog;
class PytorchDialog;
struct Picture;

/// Carries what a window shows elsewhere: as a picture, a page, on paper, as a PyTorch CSV or a Chrome trace.
class ExportActions : public QObject {
    Q_OBJECT

public:
    explicit ExportActions(const WindowContext& context);

    void exportPicture();
    void copyPicture();
    void exportTrace();
    /// Writes one HTML file that any browser shows, in the language of the desktop.
    void exportPage();
    /// Opens the dialog that writes the schedule as a PyTorch CSV.
    PytorchDialog* exportCsv();
    /// Asks for the words of a lesson whose answer the schedule is, and writes it.
    MakeLessonDialog* makeLesson();
    /// Shows on which pages the schedule would be printed, and prints it from there.
    QPrintPreviewDialog* showPrintPreview();

private:
    /// A file beside the last one, named as the schedule's own.
    QString proposedFile(const QString& ending) const;
    Picture pictureNow() const;

    MainWindow& m_window;
    WindowModel& m_model;
    WindowPanels& m_panels;
    ActionRegistry& m_actions;
};

/// The file to write; empty: none. `ending` is added to a name without one, before the dialog asks whether to replace
/// what is there.
QString askForFile(MainWindow& window, const QString& title, const QString& start, const QString& filter,
                   const QString& ending);

} // namespace lanewright::app
