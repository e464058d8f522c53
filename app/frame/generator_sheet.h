// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lanewright::app {

/// The catalogue of generators as Markdown: what each does, what it looks at, its closed form and its source.
QString generatorSheet();

} // namespace lanewright::app
