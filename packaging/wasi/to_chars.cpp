// SPDX-License-Identifier: Apache-2.0
#include "packaging/wasi/shortest_decimal.h"

#include <charconv>

std::to_chars_result std::to_chars(char* first, char* /*last*/, double value) {
    return {lanewright::wasi::writeShortest(first, value), std::errc{}};
}
