// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <string>
#include <string_view>

/// The titles that are made here: a name and what was made of it, `ZB-H1, 4 ranks, 8 microbatches, cut in half`.
///
/// A file holds its title as text, in English, and readers of other languages see it in theirs. So this is the one text
/// that is parsed: the grammar is that of `with`, and whatever does not follow it is a person's, who may write
/// anything.
namespace lanewright::title {

/// @name What may follow a name
/// @{
constexpr Phrase kRanks = countedPhrase("title", "%1 ranks", "%1 rank");
constexpr Phrase kMicrobatches = countedPhrase("title", "%1 microbatches", "%1 microbatch");
constexpr Phrase kReplicas = countedPhrase("title", "%1 replicas", "%1 replica");
constexpr Phrase kReplaced = phrase("title", "re-placed");
constexpr Phrase kUntied = phrase("title", "untied");
constexpr Phrase kCutInHalf = phrase("title", "cut in half");
constexpr Phrase kSlowed = phrase("title", "%1 times as slow");
constexpr Phrase kEdited = phrase("title", "edited");
/// @}

/// @name Names of orders that no generator made
/// @{
constexpr Phrase kPytorch = phrase("title", "PyTorch schedule");
constexpr Phrase kSolvedIteration = phrase("title", "Solved for iteration");
constexpr Phrase kSolvedPeriod = phrase("title", "Solved for period");
constexpr Phrase kSolvedMakespan = phrase("title", "Solved for makespan");
constexpr Phrase kSolvedLongestSpan = phrase("title", "Solved for longest span");
/// @}

/// The title with one more part; without a title the part alone.
std::string with(const std::string& title, const Message& part);

/// A part that counts something: `4 ranks`.
Message counted(const Phrase& phrase, int count);

/// A title with the phrases of its parts. As it came where anything behind its name was not made here: then it is a
/// person's.
Message parsed(std::string_view title);

/// What stands in front of the parts that were made here: `ZB-H1` of the title above, `Mine` of `Mine, untied`. Of a
/// title without such parts all of it.
Message nameOf(std::string_view title);

/// Whether the title ends in that part.
bool endsIn(std::string_view title, const Phrase& part);

} // namespace lanewright::title
