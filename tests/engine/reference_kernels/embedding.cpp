// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/reference_kernels/number.h"
#include "tests/engine/reference_kernels/reference_kernels.h"

namespace lanewright::engine::reference {

void embed(const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable, const Matrix& positionTable) {
    forEach(out, [&](std::int64_t i, std::int64_t j) {
        put(out, i, j, get(tokenTable, tokens[i], j) + get(positionTable, i % positionTable.rows, j));
    });
}

void embedGradient(const Matrix& tokenGradient, const Matrix& positionGradient, const Matrix& outGradient,
                   const std::uint8_t* tokens) {
    for (const Matrix& table : {tokenGradient, positionGradient})
        forEach(table, [&](std::int64_t i, std::int64_t j) { put(table, i, j, 0); });
    forEach(outGradient, [&](std::int64_t i, std::int64_t j) {
        const float number = get(outGradient, i, j);
        const std::int64_t position = i % positionGradient.rows;
        put(tokenGradient, tokens[i], j, get(tokenGradient, tokens[i], j) + number);
        put(positionGradient, position, j, get(positionGradient, position, j) + number);
    });
}

} // namespace lanewright::engine::reference
