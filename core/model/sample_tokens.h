// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model_spec.h"
#include "core/model/plan.h"

#include <cstdint>
#include <vector>

/// What a plan's microbatches are to the GPT that is trained in its order.
namespace lanewright {

/// Per microbatch: the tokens of each of its `batch` samples.
///
/// Where the plan gives lengths, the longest microbatch fills the model's context, and any other takes its share of it,
/// rounded half up: so many tokens from the front of each sample, with nothing added. Shares and tables of times say
/// nothing about tokens; there, and without any of them, all samples fill the context.
std::vector<int> contextsOf(const ModelSpec& model, const Plan& plan);

/// Fails, naming the microbatch, where one's share of the context is no token at all.
Result<Done> checkContexts(const ModelSpec& model, const Plan& plan);

/// The tokens of all samples of a step.
std::int64_t tokensPerStep(const ModelSpec& model, const Plan& plan);

/// What to tell a person whose plan lets microbatches differ in a way that training does not follow: empty where they
/// are alike or have lengths.
Message unlikePlan(const Plan& plan);

} // namespace lanewright
