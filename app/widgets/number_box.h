// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace lanewright::app {

/// A field for a number as it stands in files and on labels, with a decimal point. A comma is taken for one, because
/// many keyboards have it there; it never parts thousands.
class NumberBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit NumberBox(QWidget* parent);
    QValidator::State validate(QString& text, int& position) const override;
    double valueFromText(const QString& text) const override;
};

/// The text of a number with its comma as a point; all else as it is.
QString withPoint(const QString& text);

} // namespace lanewright::app
