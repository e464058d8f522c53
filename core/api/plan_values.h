// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"
#include "core/base/result.h"
#include "core/model/plan.h"

#include <string>

/// Values of a plan that a request says in place of the file.
namespace lanewright::api {

/// Sets the limits of ranks (`memoryLimitsFromText`); an empty text leaves the plan's. Errors name `--memory-limit`.
Result<Done> setLimits(const std::string& text, Plan& plan);

/// The row of `--optimizer-mode`, and what it does: this mode in place of the plan's. No mode leaves that.
template <typename R>
Option optimizerModeOption(std::string R::*member) {
    return option<R>("--optimizer-mode", member, "How iterations follow each other: sync or postvalidated (the file's)")
        .oneOf({"sync", "postvalidated"});
}
void setOptimizerMode(const std::string& mode, Plan& plan);

} // namespace lanewright::api
