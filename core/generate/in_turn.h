// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/catalogue.h"
#include "core/model/plan.h"

#include <cstdint>
#include <optional>

/// One forward, one backward in turn after a warm-up of forwards: 1F1B and all that differ from it by a number or two,
/// on one chunk per rank or on a loop of several. Inside core/generate only.
///
/// Every rank runs its chunks in the same turns, so that what one sends is what the next waits for. The warm-up of a
/// rank is longer the earlier it is: a forward for each rank after it, whose gradient takes as long to come back; two
/// where that takes twice as long.
namespace lanewright {

/// How a method differs from the others.
struct TurnRule {
    int slope = 1;          ///< forwards more in the warm-up for each rank nearer to the first stage
    bool split = false;     ///< B and W apart
    int waiting = 0;        ///< W that each rank keeps waiting for every rank before it
    bool splitsEnd = false; ///< B and W apart from the last forward on
    bool combined = false;  ///< each F after the warm-up makes a pair with the backward after it
};

/// PipeDream-Flush (Narayanan et al.: Memory-Efficient Pipeline-Parallel DNN Training, arXiv:2006.09503): stage i of p
/// runs p − 1 − i forwards ahead, then one forward, one backward in turn, then the backwards left.
constexpr TurnRule kOneForwardOneBackward;

/// After its last forward a rank lets each gradient go on before its W, which fills the wait for the next one.
constexpr TurnRule kDelayedCoolDown{.splitsEnd = true};

/// Combined 1F1B (Megatron-LM: combined_1f1b, NVIDIA 2025; overlap_moe_expert_parallel_comm): the F and the backward of
/// one step of 1F1B run as a pair, so that the one's communication hides behind the other's compute. No rank may pair
/// ops of one microbatch, so the last stage runs one F more ahead; and as the F of a pair must be there when the pair
/// begins, while its gradient goes back only when it ends, each stage before runs two more ahead, not one. Over several
/// chunks that is the warm-up of interleaved 1F1B and a forward more.
constexpr TurnRule kCombinedTurns{.slope = 2, .combined = true};
/// The gradient leaves with B, and W follows the pair.
constexpr TurnRule kCombinedDelayedTurns{.slope = 2, .split = true, .combined = true};

/// The hand-made Zero Bubble orders (Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism, arXiv:2401.10241, section
/// 2). Only B holds up other ranks, so a rank runs its B as early as 1F1B would run its backward and keeps W for the
/// cool-down, where it would wait.
///
/// ZB-H1 has as many microbatches in flight as 1F1B; a stage keeps as many W waiting as there are stages before it. Its
/// longest span is m·S + (p − 1)·(T_F + T_B − T_W + 4·C). The first rank waits (p − 1)·(T_B + 2·C) for its first B and,
/// between its last F and its last B, (p − 1)·(T_F + 2·C − T_W), where T_W ≤ T_F + 2·C. In between, a B waits for the
/// one two turns before it by way of the next rank: W, and F, B and a transfer twice each; two turns are enough for
/// that where 2·C ≤ T_W.
constexpr TurnRule kZbH1{.split = true, .waiting = 1};

/// Running further forwards ahead fills the warm-up in the same way, for more memory: twice less one what 1F1B has, and
/// twice the W waiting. Its longest span is m·S + (p − 1)·(T_F + T_B − 2·T_W + 2·C): the last rank never waits, and its
/// last B goes back at once. The last rank does not wait for F of microbatch 2·p − 1, which the first rank starts after
/// its first B, where 2·C ≤ T_F + T_B. The last B goes back at once where the first rank is free by then: up to there
/// it runs 2·(p − 1) W more than the last rank and, since its forwards are out, 2·(p − 1) F fewer, so that T_W ≤ T_F
/// will do.
constexpr TurnRule kZbH2{.slope = 2, .split = true, .waiting = 2};

/// Interleaved 1F1B (Narayanan et al.: Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM,
/// arXiv:2104.04473). Each rank hosts v chunks, so that the pipeline fills with ops of a v-th of the length and the
/// bubble shrinks as much. All ranks pass the chunks in the same turns, a group of p microbatches on each, and run one
/// forward, one backward in turn after a warm-up that is longer the earlier the rank.
constexpr TurnRule kInterleaved{.slope = 2};

/// The generalized interleaved schedule of PipeOffload: B and W apart let the gradient through before W, so that a
/// forward per rank is ahead enough, not two, and the memory is that of 1F1B. Groups of half as many microbatches as
/// ranks pass their chunks with half the activations in flight, and wait for the way around the ranks once per chunk
/// while the pipeline fills and once while it drains.
constexpr TurnRule kGis{.split = true};

/// How many microbatches pass a chunk one after the other where nobody asks for so many.
enum class GroupSize : std::uint8_t { All, Balanced, Ranks, HalfRanks };

/// The order, for a problem on a loop, or one with one chunk per rank, with groups as `asked` or usual. A last group
/// that is too short, so that its microbatches would wait for each other, joins the group before it. O(ops).
Schedule orderInTurn(const Plan& problem, const TurnRule& rule, GroupSize usual = GroupSize::All,
                     const std::optional<int>& asked = {});

/// The maker of a method that is a rule.
template <TurnRule rule, GroupSize usual = GroupSize::All>
Result<Schedule> makeInTurn(const Plan& problem, const Choices& choices) {
    return orderInTurn(problem, rule, usual, choices.group);
}

} // namespace lanewright
