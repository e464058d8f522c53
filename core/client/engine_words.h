// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <span>
#include <string_view>

namespace lanewright {

/// What the engine says when it refuses a run or one fails. It speaks English, in text, whoever reads it; here stands
/// each of its sentences that a person can meet, so that it can be said in other languages.
std::span<const Phrase> enginePhrases();

/// The engine's sentence with its phrase; as it came where it is none of those.
Message engineSaid(std::string_view sentence);

} // namespace lanewright
