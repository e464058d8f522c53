// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

namespace lanewright::app {

/// A table as all panels show theirs: whole rows, no grid, no row numbers, read-only.
QTableView* makeTable(QAbstractItemModel* model, QWidget* parent);

/// Widens every column whose header would be cut off, now and whenever the headers change (another unit, another
/// language); no column gets narrower.
void fitHeaders(QTableView* table);

} // namespace lanewright::app
