// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/schedule.h"

#include <QStringList>
#include <QWidget>

#include <vector>

namespace lanewright::app {

/// The kinds of ops that the order holds, as a legend lists them.
std::vector<OpKind> kindsIn(const Schedule& schedule);

/// What the colours and letters of blocks mean, in one line. Where there is little room only the letters are there; the
/// tooltip says all of it.
class OpLegend : public QWidget {
public:
    explicit OpLegend(QWidget* parent = nullptr);

    void setKinds(const std::vector<OpKind>& kinds);
    const std::vector<OpKind>& kinds() const { return m_kinds; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList words() const;

    std::vector<OpKind> m_kinds;
};

} // namespace lanewright::app
