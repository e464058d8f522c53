// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"
#include "core/check/message_replay.h"
#include "core/check/validate.h"
#include "core/frameworks/nearest.h"
#include "core/frameworks/verdict.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What frameworks say of an order, as answers hold it.
namespace lanewright::api {

/// Frameworks by `--for`: names such as `megatron` or `pytorch@2.9`, or `all`.
struct AskedFrameworks {
    std::vector<Target> targets = {};
    bool isAll = true; ///< whichever runs it will do; else each must
};
/// Reads `--for`; nothing is all. Fails on names that are none.
Result<AskedFrameworks> frameworksFrom(const std::vector<std::string>& words);
/// On all that carries messages of one of them.
TransportQuestion transportsOf(const AskedFrameworks& asked);

/// A framework's verdict, and what it would run instead.
struct FrameworkVerdict {
    Verdict verdict = {};
    std::vector<NearShape> nearest = {};
};

struct FrameworkVerdicts {
    std::vector<FrameworkVerdict> each = {};
    bool isAll = true;
    Units units = {};

    /// Each that was asked for runs it, of all at least one.
    bool areYes() const;
    /// `PyTorch`, `TorchTitan`: those that run it, or those that don't.
    std::vector<std::string_view> namesOf(bool runs) const;
};

/// `plans`: an order of each pass, or none.
FrameworkVerdicts verdictsOn(const AskedFrameworks& asked, const AskedShape& shape,
                             const std::vector<Result<Plan>>& plans, const WholeCosts& whole);

/// A framework does not run what hangs on one of its transports. How a CSV sends is for those alone that load one.
void addHangs(const std::vector<HangVerdict>& hangs, bool areOfCsv, FrameworkVerdicts& verdicts);

/// A sentence of each as a finding, for rows of those: `framework`, a note where it runs the order, else an error.
std::vector<Finding> findingsOf(const FrameworkVerdicts& verdicts);

/// `framework`, `release`, `runs`, …
const Fields<FrameworkVerdict>& verdictFields();
/// A table of verdicts; below it what would run, and what that costs.
std::string textOf(const FrameworkVerdicts& verdicts);

/// `--for`.
template <typename R, typename Member>
Option frameworksOption(Member member, const std::string& words) {
    return option<R>("--for", member, words).separatedBy(',');
}

} // namespace lanewright::api
