// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <string>
#include <string_view>

/// The titles that are made here: a name and what was made of it, `ZB-H1, 4 ranks, 8 microbatches, cut in half`.
///
/// A title is a message and keeps its parts, so that it is said in every language and what was made of an order is
/// known. Only files hold it as text, in English: their readers ask `read`, whose grammar is that of `with`. Whatever
/// does not follow it is a person's, who may write anything.
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
Message with(const Message& title, const Message& part);

/// The title of what an edit made of a plan of that title: with one more part where it was made here; a person's stays,
/// and so does none. Replicas of replicas are counted once: `2 replicas` of `…, 2 replicas` are `…, 4 replicas`.
Message ofMade(const Message& title, const Message& part);

/// A part that counts something: `4 ranks`.
Message counted(const Phrase& phrase, int count);

/// The title that a file holds as this text. Plain where anything behind its name was not made here: then it is a
/// person's.
Message read(std::string_view text);

/// What stands in front of the parts that were made here: `ZB-H1` of the title above, `Mine` of `Mine, untied`. Of a
/// title without such parts all of it.
Message nameOf(const Message& title);

/// Whether the title ends in that part.
bool endsIn(const Message& title, const Phrase& part);

} // namespace lanewright::title
