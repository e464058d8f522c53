// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace lanewright::app {

/// The error as one sentence with its place in front, both in the language of the desktop: `Zeile 3, Spalte 7: …`.
QString translated(const Error& error);

} // namespace lanewright::app
