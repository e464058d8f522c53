// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace lanewright::app {

/// The signs on the player's buttons, drawn: no font need hold them.
enum class PlayerIcon : std::uint8_t { Rewind, Back, Play, Pause, Step, Slower, Faster };

/// In the text colour of the theme in force.
QIcon playerIcon(PlayerIcon sign);

} // namespace lanewright::app
