// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/edit/fixes.h"
#include "core/model/plan.h"

#include <utility>
#include <vector>

/// Ideas that might remove a finding; `fixesOf` tries them out.
namespace lanewright {

/// Collects changes of a plan with what they do and of which kind they are. What can't be made is no idea.
struct Ideas {
    const Plan& plan;
    std::vector<Fix> all = {};

    void add(Message sentence, Result<Plan> next, FixKind kind = FixKind::Edit) {
        if (next)
            all.push_back({.sentence = std::move(sentence), .plan = *std::move(next), .kind = kind});
    }
    void add(Message sentence, Result<Schedule> next, FixKind kind = FixKind::Edit) {
        if (!next)
            return;
        Plan changed = plan;
        changed.schedule = *std::move(next);
        add(std::move(sentence), Result<Plan>(std::move(changed)), kind);
    }
};

void addForIncomplete(Ideas& ideas, const Finding& finding);
void addForDuplicate(Ideas& ideas, const Finding& finding);
void addForMisplaced(Ideas& ideas, const Finding& finding);
void addForFused(Ideas& ideas, const Finding& finding);
void addForPair(Ideas& ideas, const Finding& finding);
void addForPrecedence(Ideas& ideas, const Finding& finding);
void addForDeadlock(Ideas& ideas, const Finding& finding);
void addForMemory(Ideas& ideas, const Finding& finding);
void addForDeviceMemory(Ideas& ideas, const Finding& finding);
void addForGap(Ideas& ideas, const Finding& finding);
void addForCrossed(Ideas& ideas, const Finding& finding);
void addForStaging(Ideas& ideas, const Finding& finding);

} // namespace lanewright
