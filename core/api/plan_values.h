// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"
#include "core/base/result.h"
#include "core/model/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Values of a plan as people type them: decimals in a unit, lists with commas.
namespace lanewright::api {

/// Limits on the activations of ranks, in bytes: one for each of so many ranks, or a list with one per rank, in which
/// `-` and nothing stand for none (`4,4,-,3`). Fails on what is no number from 0 on, and on a list of another length.
Result<std::vector<std::optional<Bytes>>> limitsFromText(const std::string& text, int ranks, MemoryUnit unit);

/// Sets them; an empty text leaves the plan's. Errors name the option `--memory-limit`.
Result<Done> setLimits(const std::string& text, Plan& plan);

/// The row of `--optimizer-mode`, and what it does: this mode in place of the plan's. No mode leaves that.
template <typename R>
Option optimizerModeOption(std::string R::*member) {
    return option<R>("--optimizer-mode", member, "How iterations follow each other: sync or postvalidated (the file's)")
        .oneOf({"sync", "postvalidated"});
}
void setOptimizerMode(const std::string& mode, Plan& plan);

} // namespace lanewright::api
