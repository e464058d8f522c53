// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/number_box.h"

#include <QLocale>

namespace lanewright::app {

namespace {

/// With the decimal mark of the locale.
QString withMark(const QString& text, const QLocale& locale) {
    return withPoint(text).count(u'.') == 1 ? withPoint(text).replace(u'.', locale.decimalPoint()) : text;
}

} // namespace

QValidator::State NumberBox::validate(QString& text, int& position) const {
    text = withMark(text, locale());
    return QDoubleSpinBox::validate(text, position);
}

double NumberBox::valueFromText(const QString& text) const {
    return QDoubleSpinBox::valueFromText(withMark(text, locale()));
}

QString withPoint(const QString& text) {
    QString plain = text;
    if (text.count(u',') == 1 && !text.contains(u'.'))
        plain.replace(u',', u'.');
    return plain;
}

} // namespace lanewright::app
