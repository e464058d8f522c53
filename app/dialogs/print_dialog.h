// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QDialog>
#include <QPrinter>

#include <functional>

namespace lanewright::app {

/// Shows on which pages something would be printed, and prints it from there.
class PrintDialog : public QDialog {
    Q_OBJECT

public:
    /// Draws all pages on a printer, spread over as many as are easy to read or all of it on one.
    using Paint = std::function<void(QPrinter& printer, bool spread)>;
    PrintDialog(const QString& name, Paint paint, QWidget* parent = nullptr);

    QPrintPreviewWidget& preview() { return *m_preview; }

private:
    QWidget* makeBar();
    void choosePaper();
    void choosePrinter();
    void countPages();

    QPrinter m_printer{QPrinter::HighResolution};
    Paint m_paint;
    QPrintPreviewWidget* m_preview;
    QComboBox* m_orientation = nullptr;
    QCheckBox* m_spread = nullptr;
    QLabel* m_pages = nullptr;
};

} // namespace lanewright::app
