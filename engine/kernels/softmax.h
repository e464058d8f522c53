// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Softmax over columns, as attention has it: each of `lanes` neighbouring columns belongs to one query, each row to
/// one key. The query of column l sees the keys up to `firstQuery` + l. `lanes` is 8, 16 or 32.
namespace lanewright::engine {

/// scores (keys,lanes) become e^(score − the column's largest), and 0 where the query does not see the key. Writes the
/// logarithm of each column's sum of e^score and 1 / the sum of what is stored.
void softmaxColumns(float* scores, std::int64_t lanes, std::int64_t keys, std::int64_t firstQuery, float* logSums,
                    float* inverses);

/// scores (keys,lanes) become probabilities e^(score − `logSums`); `gradient` (keys,lanes), that of the probabilities,
/// becomes that of the scores.
void softmaxColumnsGradient(float* scores, float* gradient, std::int64_t lanes, std::int64_t keys,
                            std::int64_t firstQuery, const float* logSums);

/// Every column of numbers (rows,lanes) times its own factor.
void scaleColumns(float* numbers, std::int64_t lanes, std::int64_t rows, const float* factors);

} // namespace lanewright::engine
