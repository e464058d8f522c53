// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"

#include <QString>

namespace lanewright::app {

/// What stands above the lanes of a compared plan or run, as markup: its name, by how much its iteration differs from
/// that of the first, and its numbers. A difference is one of two measured or of two planned numbers; where there are
/// no such two, the reason stands in its place. An order that is not whole has no times; what it lacks is said instead,
/// and of a plan over a limit which limit that is.
QString compareHeading(const QString& name, const Document& row, const Document& first);

} // namespace lanewright::app
