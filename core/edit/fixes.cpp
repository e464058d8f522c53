// SPDX-License-Identifier: Apache-2.0
#include "core/edit/fixes.h"

#include "core/edit/fix_tries.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

constexpr std::size_t kMostFixes = 8;

using AddTries = void (*)(FixTries&, const Finding&);

AddTries addsFor(std::string_view code) {
    constexpr std::array<std::pair<std::string_view, AddTries>, 12> kAll = {{
        {"incomplete", addForIncomplete},
        {"duplicate", addForDuplicate},
        {"misplaced", addForMisplaced},
        {"precedence", addForPrecedence},
        {"deadlock", addForDeadlock},
        {"fused", addForFused},
        {"pair", addForPair},
        {"memory", addForMemory},
        {"device-memory", addForDeviceMemory},
        {"gap", addForGap},
        {"crossed", addForCrossed},
        {"staging", addForStaging},
    }};
    for (const auto& [name, add] : kAll)
        if (name == code)
            return add;
    return nullptr;
}

/// Findings are the same when they say the same of the same; their words may name other fields.
int countLike(const std::vector<Finding>& findings, const Finding& finding) {
    return static_cast<int>(std::ranges::count_if(findings, [&](const Finding& other) {
        return other.code == finding.code && other.rank == finding.rank && other.op == finding.op;
    }));
}

int errorsIn(const std::vector<Finding>& findings) {
    return static_cast<int>(std::ranges::count(findings, Severity::Error, &Finding::severity));
}

} // namespace

bool hasFixes(std::string_view code) { return addsFor(code) != nullptr; }

std::vector<Fix> fixesOf(const Plan& plan, const Finding& finding) {
    const AddTries add = addsFor(finding.code);
    const Timeline before = simulate(plan.schedule, plan.costs);
    const std::vector<Finding> present = validate(plan, before);
    const int alike = countLike(present, finding);
    if (!add || alike == 0)
        return {};
    const Time makespan = extentOf(before).length();
    FixTries tries{plan};
    add(tries, finding);
    std::vector<Fix> fixes;
    for (Fix& tried : tries.all) {
        const Timeline timeline = simulate(tried.plan.schedule, tried.plan.costs);
        const std::vector<Finding> left = validate(tried.plan, timeline);
        const bool known = std::ranges::any_of(fixes, [&](const Fix& fix) { return fix.plan == tried.plan; });
        if (known || countLike(left, finding) >= alike || errorsIn(left) > errorsIn(present))
            continue;
        tried.runs = reachesEnd(tried.plan.schedule, timeline);
        tried.makespan = extentOf(timeline).length();
        tried.change = tried.makespan - makespan;
        tried.errorsLeft = errorsIn(left);
        fixes.push_back(std::move(tried));
    }
    std::ranges::stable_sort(fixes, {}, [](const Fix& fix) {
        return std::tuple{fix.errorsLeft, fix.kind, !fix.runs, fix.makespan};
    });
    if (fixes.size() > kMostFixes)
        fixes.resize(kMostFixes);
    return fixes;
}

} // namespace lanewright
