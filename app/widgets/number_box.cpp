// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/number_box.h"

#include <QLocale>

namespace lanewright::app {

NumberBox::NumberBox(QWidget* parent) : QDoubleSpinBox(parent) {
    QLocale plain = QLocale::c();
    plain.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::RejectGroupSeparator);
    setLocale(plain);
}

QValidator::State NumberBox::validate(QString& text, int& position) const {
    text = withPoint(text);
    return QDoubleSpinBox::validate(text, position);
}

double NumberBox::valueFromText(const QString& text) const { return QDoubleSpinBox::valueFromText(withPoint(text)); }

QString withPoint(const QString& text) {
    QString plain = text;
    if (text.count(u',') == 1 && !text.contains(u'.'))
        plain.replace(u',', u'.');
    return plain;
}

} // namespace lanewright::app
