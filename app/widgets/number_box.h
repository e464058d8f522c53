// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace lanewright::app {

/// A field for a number with the decimal mark of the language. Point and comma are both taken for it, because keyboards
/// differ; neither parts thousands.
class NumberBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QValidator::State validate(QString& text, int& position) const override;
    double valueFromText(const QString& text) const override;
};

/// The text of a number with its comma as a point; all else as it is.
QString withPoint(const QString& text);

} // namespace lanewright::app
