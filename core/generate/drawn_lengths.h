// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

/// Lengths of microbatches, in tokens, of which each is at least 1 and at most `MicrobatchCosts::kMostLength`.
namespace lanewright {

/// True for words such as `uniform:512:8192`; all else names a file.
bool isDistribution(std::string_view words);

/// So many lengths of a distribution, the same for the same seed: `uniform:A:B`, every length from A to B equally
/// likely, or `lognormal:M:S`, whose logarithm is normal, M being its median and S the standard deviation of the
/// logarithm; what is too short or too long is cut to the limit. Fails on other words.
Result<std::vector<int>> drawnLengths(std::string_view words, int count, std::uint64_t seed);

/// The lengths that a text lists, with white space, commas or semicolons between. Fails where one is no length, or
/// where there is none; the error's place is its number, from 1.
Result<std::vector<int>> lengthsFromText(std::string_view text);

} // namespace lanewright
