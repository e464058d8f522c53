// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/edit/fixes.h"
#include "core/model/plan.h"

#include <string>
#include <vector>

/// Ideas that might remove a finding; `fixesOf` tries them out.
namespace lanewright {

struct Idea {
    Message sentence = {};
    Plan plan = {};
    FixKind kind = FixKind::Edit;
};

std::vector<Idea> ideasForIncomplete(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForDuplicate(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForMisplaced(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForFused(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForPair(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForPrecedence(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForDeadlock(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForMemory(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForDeviceMemory(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForGap(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForCrossed(const Plan& plan, const Finding& finding);
std::vector<Idea> ideasForStaging(const Plan& plan, const Finding& finding);

} // namespace lanewright
