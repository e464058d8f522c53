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

using FindIdeas = std::vector<Idea> (*)(const Plan&, const Finding&);

FindIdeas ideasFor(std::string_view code) {
    constexpr std::array<std::pair<std::string_view, FindIdeas>, 12> kAll = {{
        {"incomplete", ideasForIncomplete},
        {"duplicate", ideasForDuplicate},
        {"misplaced", ideasForMisplaced},
        {"precedence", ideasForPrecedence},
        {"deadlock", ideasForDeadlock},
        {"fused", ideasForFused},
        {"pair", ideasForPair},
        {"memory", ideasForMemory},
        {"device-memory", ideasForDeviceMemory},
        {"gap", ideasForGap},
        {"crossed", ideasForCrossed},
        {"staging", ideasForStaging},
    }};
    for (const auto& [name, ideas] : kAll)
        if (name == code)
            return ideas;
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

bool hasFixes(std::string_view code) { return ideasFor(code) != nullptr; }

std::vector<Fix> fixesOf(const Plan& plan, const Finding& finding) {
    const FindIdeas ideas = ideasFor(finding.code);
    const Timeline before = simulate(plan.schedule, plan.costs);
    const std::vector<Finding> present = validate(plan, before);
    const int alike = countLike(present, finding);
    if (!ideas || alike == 0)
        return {};
    const Time makespan = extentOf(before).length();
    std::vector<Fix> fixes;
    for (Idea& idea : ideas(plan, finding)) {
        const Timeline timeline = simulate(idea.plan.schedule, idea.plan.costs);
        const std::vector<Finding> left = validate(idea.plan, timeline);
        const bool known = std::ranges::any_of(fixes, [&](const Fix& fix) { return fix.plan == idea.plan; });
        if (known || countLike(left, finding) >= alike || errorsIn(left) > errorsIn(present))
            continue;
        const Time then = extentOf(timeline).length();
        const bool runs = reachesEnd(idea.plan.schedule, timeline);
        fixes.push_back({.sentence = std::move(idea.sentence),
                         .plan = std::move(idea.plan),
                         .runs = runs,
                         .kind = idea.kind,
                         .makespan = then,
                         .change = then - makespan,
                         .errorsLeft = errorsIn(left)});
    }
    std::ranges::stable_sort(fixes, {}, [](const Fix& fix) {
        return std::tuple{fix.errorsLeft, fix.kind, !fix.runs, fix.makespan};
    });
    if (fixes.size() > kMostFixes)
        fixes.resize(kMostFixes);
    return fixes;
}

} // namespace lanewright
