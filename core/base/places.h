// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Places and titles that are kept as text (in `Error::where`, in files) and are said in another language at their end:
/// the phrase that made a text is found again by its words.
namespace lanewright {

/// @name The places of errors that are no path in a file: `say(kLineColumn, 3, 7).text()`
/// @{
constexpr Phrase kLineColumn = phrase("place", "line %1, column %2");
constexpr Phrase kRowColumn = phrase("place", "row %1, column %2");
constexpr Phrase kRowPlace = phrase("place", "row %1");
constexpr Phrase kOrderRow = phrase("place", "order row %1");
constexpr Phrase kRankPosition = phrase("place", "rank %1, position %2");
constexpr Phrase kRankPlace = phrase("place", "rank %1");
constexpr Phrase kCharacterPlace = phrase("place", "character %1");
/// @}

/// The phrase that says just this text, with what stands in its places; none where no phrase does. Of several that of
/// which most words are its own.
std::optional<Message> phraseOf(std::string_view text, std::span<const Phrase> phrases);

/// The place of an error with its phrase, also behind a file name: `a.lwsched: line 3, column 7`. Paths stay as they
/// are.
Message placeSaid(std::string_view where);

/// A place and what is inside of it or said of it, `line 3, column 7: …`; either may be empty.
Message within(const Message& place, const Message& sentence);

} // namespace lanewright
