// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/findings.h"
#include "core/model/plan.h"

#include <vector>

namespace lanewright::test {

/// A plan that has a finding.
struct Flaw {
    FindingCode code = {};
    Plan plan = {};
};

/// One for each code, in the order of the codes.
std::vector<Flaw> flaws();

} // namespace lanewright::test
