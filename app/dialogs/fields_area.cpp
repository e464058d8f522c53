// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/fields_area.h"

#include <QEvent>
#include <QLayout>

namespace lanewright::app {
namespace {

constexpr int kLeastHeight = 120;

} // namespace

FieldsArea::FieldsArea(QWidget* content, int width, QWidget* parent) : QScrollArea(parent), m_width(width) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
}

QSize FieldsArea::sizeHint() const { return {m_width, widget()->layout()->totalHeightForWidth(m_width)}; }

QSize FieldsArea::minimumSizeHint() const { return {m_width, kLeastHeight}; }

bool FieldsArea::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace lanewright::app
