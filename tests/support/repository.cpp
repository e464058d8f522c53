// SPDX-License-Identifier: Apache-2.0
#include "tests/support/repository.h"

namespace lanewright::test {

std::string inRepository(const std::string& path) { return LANEWRIGHT_ROOT "/" + path; }

} // namespace lanewright::test
