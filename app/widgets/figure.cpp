// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/figure.h"

#include "app/document/translate.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "core/page/number_table.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QVBoxLayout>

namespace lanewright::app {

Figure::Figure(const QString& name, std::string_view key, QWidget* parent, const QString& what)
    : QWidget(parent), m_name(name), m_caption(makeLabel("caption", name, this)),
      m_value(makeLabel("figure", {}, this)), m_unit(makeLabel("unit", {}, this)) {
    makeColumn(this, {.between = 0},
               {m_caption, makeRow({.between = 6},
                                   {{m_value, 0, Qt::AlignBaseline}, {m_unit, 0, Qt::AlignBaseline}, freeRoom()})});
    setMinimumWidth(104);
    setAccessibleName(name);
    explain(what.isEmpty() ? translated(definitionOf(key)) : what);
}

void Figure::explain(const QStringList& lines) {
    setToolTip(
        QStringLiteral("<p><b>%1</b><br>%2</p>")
            .arg(m_name,
                 lines.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"))));
}

void Figure::show(const QString& value, const QString& unit) {
    m_value->setText(value);
    m_unit->setText(unit);
    layout()->activate(); // whoever asks for the room it needs, asks now
    setAccessibleDescription(value + QLatin1Char(' ') + unit);
}

void Figure::makePressable() {
    m_pressable = true;
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
}

void Figure::mouseReleaseEvent(QMouseEvent* event) {
    if (m_pressable && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT pressed();
    else
        QWidget::mouseReleaseEvent(event);
}

void Figure::keyPressEvent(QKeyEvent* event) {
    if (m_pressable &&
        (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        Q_EMIT pressed();
    else
        QWidget::keyPressEvent(event);
}

void Figure::setWrong(bool wrong) { restyle(*m_value, "state", wrong ? "bad" : nullptr); }

void Figure::setCaption(const QString& words) {
    m_caption->setText(words);
    setAccessibleName(words);
    layout()->activate();
}

} // namespace lanewright::app
