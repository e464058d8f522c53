// SPDX-License-Identifier: Apache-2.0
#include "core/check/approvals.h"

#include "core/model/text.h"

#include <algorithm>

namespace lanewright {

namespace {

std::string rankText(int rank) { return "rank " + std::to_string(rank); }

} // namespace

std::string whereOf(const Finding& finding, int weightParts) {
    if (finding.op)
        return toText(*finding.op, weightParts);
    return finding.rank >= 0 ? rankText(finding.rank) : "";
}

const Approval* approvalOf(const Plan& plan, const Finding& finding) {
    const auto isOf = [&](const Approval& approval) {
        return approval.code == finding.code && (approval.where == whereOf(finding, plan.costs.weightParts) ||
                                                 (finding.rank >= 0 && approval.where == rankText(finding.rank)));
    };
    const auto found = std::ranges::find_if(plan.approved, isOf);
    return found == plan.approved.end() ? nullptr : &*found;
}

bool canBeApproved(const Finding& finding) { return finding.severity != Severity::Error || finding.code == "crossed"; }

} // namespace lanewright
