// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model_spec.h"
#include "core/model/plan.h"

#include <cstdint>
#include <string_view>
#include <vector>

/// What a plan's microbatches are to the GPT that is trained in its order.
namespace lanewright {

/// So many samples of so many tokens each.
struct MicrobatchShape {
    int samples = 1;
    int context = 1;

    std::int64_t tokens() const { return std::int64_t{samples} * context; }
    friend bool operator==(const MicrobatchShape&, const MicrobatchShape&) = default;
};

/// Per microbatch what it is made of.
///
/// Where the plan gives lengths, the longest samples fill the model's context, and any other takes its share of it,
/// rounded half up: so many tokens from its front, with nothing added. Where it gives samples, too, the microbatch with
/// the most has the model's `batch`, and any other its share, likewise. Shares and tables of times say nothing about
/// tokens; there, and without any of them, all have `batch` samples that fill the context.
std::vector<MicrobatchShape> microbatchShapes(const ModelSpec& model, const Plan& plan);

/// Fails, naming the microbatch, where one's share is no token, or no sample, at all.
Result<Done> checkShapes(const ModelSpec& model, const Plan& plan);

/// How many tokens all samples have together.
std::int64_t tokensIn(const std::vector<MicrobatchShape>& shapes);
/// @name All of a step
/// @{
std::int64_t tokensPerStep(const ModelSpec& model, const Plan& plan);
std::uint64_t samplesPerStep(const ModelSpec& model, const Plan& plan);
/// @}

/// What to tell a person whose plan lets microbatches differ in a way that training by the backend does not follow:
/// empty where they are alike, or have lengths and the backend gives each its own.
Message unlikePlan(const Plan& plan, std::string_view backend);

} // namespace lanewright
