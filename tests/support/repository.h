// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lanewright::test {

/// Where a file or folder of the repository lies, as in `inRepository("tests/data/refused")`. It alone of all tests
/// knows the repository's place, so that their objects are the same wherever they are built.
std::string inRepository(const std::string& path);

} // namespace lanewright::test
