// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/print_dialog.h"

#include "app/document/plain_text.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/window_parts.h"

#include <QCheckBox>
#include <QLabel>
#include <QPageLayout>
#include <QPageSetupDialog>
#include <QPrintDialog>
#include <QPrintPreviewWidget>
#include <QPushButton>

#include <utility>

namespace lanewright::app {

PrintDialog::PrintDialog(const QString& name, Paint paint, QWidget* parent)
    : QDialog(parent), m_paint(std::move(paint)), m_preview(new QPrintPreviewWidget(&m_printer, this)) {
    setObjectName(QStringLiteral("printPreview"));
    setWindowTitle(tr("Print %1").arg(name));
    m_printer.setPageOrientation(QPageLayout::Landscape);
    m_printer.setDocName(name);
    connect(m_preview, &QPrintPreviewWidget::paintRequested, this,
            [this](QPrinter* onto) { m_paint(*onto, m_spread->isChecked()); });
    connect(m_preview, &QPrintPreviewWidget::previewChanged, this, &PrintDialog::countPages);
    QWidget* bar = makeBar();
    const auto [buttons, print] = makeDialogButtons(tr("&Print …"), this, QDialogButtonBox::ActionRole);
    connect(print, &QPushButton::clicked, this, &PrintDialog::choosePrinter);
    makeColumn(this, {.margins = {16, 14, 16, 14}, .between = 12}, {bar, {m_preview, 1}, buttons});
    resize(1000, 700);
    m_preview->fitInView();
    countPages();
}

QWidget* PrintDialog::makeBar() {
    auto* bar = new QWidget(this);
    m_orientation = named(withChoices(new QComboBox(bar), {{tr("Landscape"), QPageLayout::Landscape},
                                                           {tr("Portrait"), QPageLayout::Portrait}}),
                          {.name = "orientation", .spoken = tr("Orientation")});
    auto* paper = named(makeButton(tr("P&aper …"), bar, this, &PrintDialog::choosePaper),
                        {.tip = tr("Size of the paper, and its margins.")});
    m_spread = named(
        new QCheckBox(tr("&Spread over pages"), bar),
        {.name = "spread", .tip = tr("As many pages as it takes to read every block, instead of all of it on one.")});
    m_pages = named(plainLabel(bar), "pages");
    makeRow(bar, {.between = 10}, {m_orientation, paper, m_spread, freeRoom(), m_pages});
    whenChanged({m_orientation}, this,
                [this] { m_preview->setOrientation(chosen<QPageLayout::Orientation>(m_orientation)); });
    whenChanged({m_spread}, this, [this] {
        m_preview->setViewMode(m_spread->isChecked() ? QPrintPreviewWidget::AllPagesView
                                                     : QPrintPreviewWidget::SinglePageView);
        m_preview->updatePreview();
    });
    return bar;
}

void PrintDialog::choosePaper() {
    auto* dialog = new QPageSetupDialog(&m_printer, this);
    connect(dialog, &QDialog::accepted, this, [this] {
        const QSignalBlocker quiet(m_orientation);
        choose(m_orientation, m_printer.pageLayout().orientation());
        m_preview->updatePreview();
    });
    opened(dialog);
}

void PrintDialog::choosePrinter() {
    auto* dialog = new QPrintDialog(&m_printer, this);
    connect(dialog, &QDialog::accepted, this, [this] {
        m_preview->print();
        accept();
    });
    opened(dialog);
}

void PrintDialog::countPages() { m_pages->setText(tr("%n page(s)", nullptr, m_preview->pageCount())); }

} // namespace lanewright::app
