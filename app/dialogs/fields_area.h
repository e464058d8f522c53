// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace lanewright::app {

/// As tall as what it holds, and less, with a scroll bar, where there is no room for all of it.
class FieldsArea : public QScrollArea {
    Q_OBJECT

public:
    FieldsArea(QWidget* content, int width, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int m_width;
};

} // namespace lanewright::app
