// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/panel_text.h"
#include "app/picture/picture.h"
#include "app/shell/main_window.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QPrinter>
#include <QToolBar>

namespace lanewright {

Picture MainWindow::pictureNow() const {
    Picture picture{.plan = &m_document.plan(), .planned = &m_document.timeline()};
    if (m_actions.at(QStringLiteral("view.showMeasured"))->isChecked())
        picture.measured = m_document.measured();
    if (!picture.measured)
        return picture;
    picture.otherOrder = m_document.runIsOfAnotherOrder();
    picture.measuredNote = picture.otherOrder        ? tr("measured in another order")
                           : m_document.run()->paced ? tr("measured, paced")
                                                     : tr("measured");
    picture.measuredNote += QStringLiteral(", ") + stepText(*m_document.run(), *m_document.shownStep());
    return picture;
}

void MainWindow::copyPicture() {
    QGuiApplication::clipboard()->setMimeData(pictureForClipboard(pictureNow()));
    m_hint->setText(tr("The picture is on the clipboard, as PNG and as SVG."));
}

QPrintPreviewDialog* MainWindow::showPrintPreview() {
    auto* printer = new QPrinter(QPrinter::HighResolution);
    printer->setPageOrientation(QPageLayout::Landscape);
    printer->setDocName(m_document.displayName());
    auto* dialog = new QPrintPreviewDialog(printer, this);
    dialog->setObjectName(QStringLiteral("printPreview"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Print %1").arg(m_document.displayName()));
    dialog->resize(1100, 800);
    // The printer outlives the dialog, which draws on it to its end.
    connect(dialog, &QObject::destroyed, qApp, [printer] { delete printer; });
    auto* spread = new QAction(tr("&Spread over pages"), dialog);
    spread->setObjectName(QStringLiteral("spread"));
    spread->setCheckable(true);
    spread->setToolTip(tr("As many pages as it takes to read every block, instead of all of it on one."));
    connect(dialog, &QPrintPreviewDialog::paintRequested, this,
            [this, spread](QPrinter* onto) { printPicture(*onto, pictureNow(), spread->isChecked()); });
    // The dialog has no room of its own for what we ask.
    if (auto* bar = dialog->findChild<QToolBar*>()) {
        bar->addSeparator();
        bar->addAction(spread);
    }
    if (auto* preview = dialog->findChild<QPrintPreviewWidget*>())
        connect(spread, &QAction::toggled, preview, [preview](bool on) {
            preview->setViewMode(on ? QPrintPreviewWidget::AllPagesView : QPrintPreviewWidget::SinglePageView);
            preview->updatePreview();
        });
    dialog->open();
    return dialog;
}

} // namespace lanewright
