// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/theme.h"
#include "core/model/block_stretches.h"
#include "core/picture/block_name.h"
#include "core/picture/placed_lanes.h"

#include <QPainter>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace lanewright::app {

/// A block of that kind with its name, whose letter is so many pixels high.
void drawKind(QPainter& painter, const QRectF& rect, OpKind kind, int pixels, const Theme& theme);
/// A stretch of that kind, as blocks have it at the foot.
void drawSpends(QPainter& painter, const QRectF& rect, Spends spends, const Theme& theme);

/// What the colours and letters of blocks mean, in one line. Where there is little room only the letters are there; the
/// tooltip says all of it.
class OpLegend : public QWidget {
public:
    explicit OpLegend(QWidget* parent = nullptr);

    /// `lanes`: those that the legend is of.
    void setKinds(const std::vector<OpKind>& kinds, const PlacedLanes& lanes = {});
    const std::vector<OpKind>& kinds() const { return m_kinds; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    void paintEvent(QPaintEvent* event) override;

    struct Entry {
        Spends spends = Spends::Hidden;
        QString words;

        friend bool operator==(const Entry&, const Entry&) = default;
    };
    QStringList words() const;

    std::vector<OpKind> m_kinds;
    std::vector<Entry> m_stretches;
};

} // namespace lanewright::app
