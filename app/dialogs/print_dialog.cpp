// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/print_dialog.h"

#include "app/document/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPageLayout>
#include <QPageSetupDialog>
#include <QPrintDialog>
#include <QPrintPreviewWidget>
#include <QPushButton>
#include <QVBoxLayout>

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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->setSpacing(12);
    layout->addWidget(makeBar());
    layout->addWidget(m_preview, 1);
    layout->addWidget(makeButtons());
    resize(1000, 700);
    m_preview->fitInView();
    countPages();
}

QWidget* PrintDialog::makeBar() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    m_orientation = new QComboBox(bar);
    m_orientation->setObjectName(QStringLiteral("orientation"));
    m_orientation->setAccessibleName(tr("Orientation"));
    m_orientation->addItem(tr("Landscape"), QPageLayout::Landscape);
    m_orientation->addItem(tr("Portrait"), QPageLayout::Portrait);
    connect(m_orientation, &QComboBox::currentIndexChanged, this, &PrintDialog::changeOrientation);
    auto* paper = new QPushButton(tr("P&aper …"), bar);
    paper->setToolTip(tr("Size of the paper, and its margins."));
    connect(paper, &QPushButton::clicked, this, &PrintDialog::choosePaper);
    m_spread = new QCheckBox(tr("&Spread over pages"), bar);
    m_spread->setObjectName(QStringLiteral("spread"));
    m_spread->setToolTip(tr("As many pages as it takes to read every block, instead of all of it on one."));
    connect(m_spread, &QCheckBox::toggled, this, &PrintDialog::changeSpread);
    m_pages = plainLabel(bar);
    m_pages->setObjectName(QStringLiteral("pages"));
    row->addWidget(m_orientation);
    row->addWidget(paper);
    row->addWidget(m_spread);
    row->addStretch(1);
    row->addWidget(m_pages);
    return bar;
}

QWidget* PrintDialog::makeButtons() {
    auto* buttons = new QDialogButtonBox(this);
    auto* print = new QPushButton(tr("&Print …"), buttons);
    print->setObjectName(QStringLiteral("primary"));
    print->setDefault(true);
    buttons->addButton(print, QDialogButtonBox::ActionRole);
    buttons->addButton(QDialogButtonBox::Cancel);
    connect(print, &QPushButton::clicked, this, &PrintDialog::choosePrinter);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void PrintDialog::changeOrientation() {
    m_preview->setOrientation(static_cast<QPageLayout::Orientation>(m_orientation->currentData().toInt()));
}

void PrintDialog::changeSpread() {
    if (m_spread->isChecked())
        m_preview->setAllPagesViewMode();
    else
        m_preview->setSinglePageViewMode();
    m_preview->updatePreview();
}

void PrintDialog::choosePaper() {
    auto* dialog = new QPageSetupDialog(&m_printer, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] {
        const QSignalBlocker quiet(m_orientation);
        m_orientation->setCurrentIndex(m_orientation->findData(m_printer.pageLayout().orientation()));
        m_preview->updatePreview();
    });
    dialog->open();
}

void PrintDialog::choosePrinter() {
    auto* dialog = new QPrintDialog(&m_printer, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] {
        m_preview->print();
        accept();
    });
    dialog->open();
}

void PrintDialog::countPages() { m_pages->setText(tr("%n page(s)", nullptr, m_preview->pageCount())); }

} // namespace lanewright::app
