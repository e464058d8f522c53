// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

namespace lanewright {

/// @name The places of errors that are no path in a file: `say(kLineColumn, 3, 7)`
/// @{
constexpr Phrase kLineColumn = phrase("place", "line %1, column %2");
constexpr Phrase kRowColumn = phrase("place", "row %1, column %2");
constexpr Phrase kRowPlace = phrase("place", "row %1");
constexpr Phrase kOrderRow = phrase("place", "order row %1");
constexpr Phrase kRankPosition = phrase("place", "rank %1, position %2");
constexpr Phrase kRankPlace = phrase("place", "rank %1");
constexpr Phrase kCharacterPlace = phrase("place", "character %1");
/// @}

/// A place and what is inside of it or said of it, `line 3, column 7: …`; either may be empty.
Message within(const Message& place, const Message& sentence);

} // namespace lanewright
