// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/what_if.h"

namespace lanewright::test {

/// Reads the question and changes model or cluster as it asks.
inline Result<Done> askWhatIf(std::string_view text, LayeredModel& model, Cluster& cluster) {
    const Result<WhatIf> question = whatIfFromText(text);
    return question ? applyWhatIf(*question, model, cluster) : Result<Done>{question.error()};
}

} // namespace lanewright::test
