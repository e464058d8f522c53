// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"

#include <QString>

namespace lanewright::app {

/// What stands above the lanes of a compared plan or run, as markup: its title, the name of its file where that is
/// another, by how much its iteration differs from that of the first, and what was measured; its other numbers stand in
/// a table. A difference is one of two measured or of two planned numbers; where there are no such two, the reason
/// stands in its place. Of an order that is not whole is said what it lacks, and of a plan over a limit which limit
/// that is.
QString compareHeading(const QString& title, const QString& file, const Document& row, const Document& first);

} // namespace lanewright::app
