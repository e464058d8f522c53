// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"
#include "core/base/result.h"

#include <QString>

namespace lanewright::app {

/// A table as all panels show theirs: whole rows, no grid, no row numbers, read-only.
QTableView* makeTable(QAbstractItemModel* model, QWidget* parent);

/// Writes what a table says in files (`kFileRole`), its heads in the first line, into a file: as Markdown where it ends
/// in `.md`, else as CSV (RFC 4180); a name without an ending gets `.csv`. The file that was written, or why it was
/// not.
Result<QString> writeTable(const QAbstractItemModel& model, const QString& path);
/// Asks where such a table is to be; empty: nowhere.
QString askWhere(const QString& title, QWidget* parent);
/// Writes it there. Says where it is, or why it is not.
QString saveTable(const QAbstractItemModel& model, const QString& path);

/// Widens every column whose header would be cut off, now and whenever the headers change (another unit, another
/// language); no column gets narrower.
void fitHeaders(QTableView* table);

} // namespace lanewright::app
