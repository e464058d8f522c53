// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/lanes/lane_covers.h"
#include "app/lanes/lane_layout.h"
#include "app/lanes/theme.h"
#include "app/lanes/time_range.h"
#include "core/picture/time_scale.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <utility>
#include <vector>

namespace lanewright::app {

/// A strip that shows everything at once with the visible stretch framed; dragging the frame pans.
class Minimap : public QWidget {
    Q_OBJECT

public:
    Minimap(Document& document, TimeRange& range, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    /// Lanes stand in this order here, too.
    void setLaneOrder(const LaneOrder& order);
    /// Draws lanes of many blocks from the covers of another view, instead of making its own.
    void share(std::shared_ptr<LaneCovers> covers) { m_covers = std::move(covers); }

private:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

    void drawLanes();
    /// A row of device pixels of an image of this width, over the window's colour.
    std::vector<QRgb> rowOf(const PlacedLanes& lanes, int rank, const TimeScale& scale, int width) const;

    Document& m_document;
    TimeRange& m_range;
    std::vector<int> m_rows; ///< per rank; empty: by number
    QImage m_lanes;          ///< null: to be drawn anew
    QTimer m_later;          ///< draws the lanes anew once a large schedule rests
    std::shared_ptr<LaneCovers> m_covers = std::make_shared<LaneCovers>();
    const Theme* m_theme = nullptr;
    Time m_extentEnd = 0; ///< that the image shows
};

} // namespace lanewright::app
