// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/edit/fixes.h"
#include "core/model/plan.h"

#include <utility>
#include <vector>

/// Changes of a plan that might remove a finding; `fixesOf` tries them out.
namespace lanewright {

/// Collects changes of a plan with what they do and of which kind they are. What can't be made is not among them.
struct FixTries {
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

void addForIncomplete(FixTries& tries, const Finding& finding);
void addForDuplicate(FixTries& tries, const Finding& finding);
void addForMisplaced(FixTries& tries, const Finding& finding);
void addForFused(FixTries& tries, const Finding& finding);
void addForPair(FixTries& tries, const Finding& finding);
void addForPrecedence(FixTries& tries, const Finding& finding);
void addForDeadlock(FixTries& tries, const Finding& finding);
void addForMemory(FixTries& tries, const Finding& finding);
void addForDeviceMemory(FixTries& tries, const Finding& finding);
void addForGap(FixTries& tries, const Finding& finding);
void addForCrossed(FixTries& tries, const Finding& finding);
void addForStaging(FixTries& tries, const Finding& finding);

} // namespace lanewright
