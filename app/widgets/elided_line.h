// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace lanewright::app {

/// A line of text, shown as it is, that takes what room there is and says with an ellipsis that there is more.
class ElidedLine : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLine(QWidget* parent = nullptr) : QLabel(parent) { setTextFormat(Qt::PlainText); }
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace lanewright::app
