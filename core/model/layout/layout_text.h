// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

/// Megatron-Core's text for where a model is cut (`--pipeline-model-parallel-layout`): a letter per piece, E the
/// embedding, t a block, m a layer of multi-token prediction (MTP), L head and loss, `|` between stages, `*n` after a
/// letter or a pattern in ( ) to repeat it, commas for the eye. Stages stand in the order of the forward pass; of S
/// stages on p ranks stage i is on rank i mod p.
namespace lanewright {

/// The letters of each stage, repeats written out; a stage may have none. Fails, with the character's place, on
/// anything that is no layout.
Result<std::vector<std::string>> stagesFromLayout(std::string_view layout);

/// The shortest layout by repeats of letters, and of stages that are alike: its canonical form.
std::string layoutOf(const std::vector<std::string>& stages);

/// Whether it has layers of multi-token prediction.
bool hasMtp(std::string_view layout);

/// How many letters of a kind each stage has.
std::vector<int> countIn(const std::vector<std::string>& stages, char letter);

/// The pieces of a layout on other stages, which have so many blocks each: E is in the first, MTP and L in the last.
std::string recut(std::string_view layout, const std::vector<int>& blocks);

/// @name What megatron.core 0.16.1 asks of a layout on so many ranks, each failing with what is broken
/// By its code, which takes MTP on the first rank, though its words there say otherwise.
/// @{
/// E first and L last, each once.
Result<Done> checkLayoutEnds(const std::vector<std::string>& stages);
/// Blocks in front of MTP, and MTP in one stage, the last of its rank.
Result<Done> checkLayoutMtp(const std::vector<std::string>& stages, int ranks);
/// Both, and as many stages on each rank.
Result<Done> checkMegatronLayout(const std::vector<std::string>& stages, int ranks);
/// @}

} // namespace lanewright
