// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/layouts.h"

#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace lanewright::app {
namespace {

template <typename Layout>
Layout* filled(Layout* layout, const Spacing& spacing, LayoutParts parts) {
    layout->setContentsMargins(spacing.margins);
    layout->setSpacing(spacing.between);
    for (const LayoutPart& part : parts) {
        if (part.widget)
            layout->addWidget(part.widget, part.share, part.alignment);
        else if (part.layout)
            layout->addLayout(part.layout, part.share);
        else if (part.pixels > 0)
            layout->addSpacing(part.pixels);
        else
            layout->addStretch(part.share);
    }
    return layout;
}

template <typename Layout>
Layout* spaced(Layout* layout, const CellSpacing& spacing) {
    layout->setContentsMargins(spacing.margins);
    layout->setHorizontalSpacing(spacing.across);
    layout->setVerticalSpacing(spacing.down);
    return layout;
}

} // namespace

LayoutPart freeRoom(int share) { return {static_cast<QWidget*>(nullptr), share}; }

LayoutPart gap(int pixels) {
    LayoutPart part = freeRoom(0);
    part.pixels = pixels;
    return part;
}

QVBoxLayout* makeColumn(QWidget* box, const Spacing& spacing, LayoutParts parts) {
    return filled(new QVBoxLayout(box), spacing, parts);
}

QHBoxLayout* makeRow(QWidget* box, const Spacing& spacing, LayoutParts parts) {
    return filled(new QHBoxLayout(box), spacing, parts);
}

QVBoxLayout* makeColumn(const Spacing& spacing, LayoutParts parts) { return filled(new QVBoxLayout, spacing, parts); }

QHBoxLayout* makeRow(const Spacing& spacing, LayoutParts parts) { return filled(new QHBoxLayout, spacing, parts); }

QFormLayout* makeForm(QWidget* box, const CellSpacing& spacing) { return spaced(new QFormLayout(box), spacing); }

QGridLayout* makeGrid(QWidget* box, const CellSpacing& spacing) { return spaced(new QGridLayout(box), spacing); }

void addRow(QFormLayout& form, const QString& label, QLayout* fields, QWidget* first) {
    form.addRow(label, fields);
    static_cast<QLabel*>(form.labelForField(fields))->setBuddy(first);
}

} // namespace lanewright::app
