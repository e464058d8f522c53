// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/in_turn.h"

namespace lanewright {

// PipeDream-Flush (Narayanan et al.: Memory-Efficient Pipeline-Parallel DNN Training, arXiv:2006.09503): stage i of p
// runs p − 1 − i forwards ahead, then one forward, one backward in turn, then the backwards left.
Result<Schedule> makeOneForwardOneBackward(const Plan& problem, const Choices&) { return orderInTurn(problem, {}); }

// After its last forward a rank lets each gradient go on before its W, which fills the wait for the next one.
Result<Schedule> makeDelayedCoolDown(const Plan& problem, const Choices&) {
    return orderInTurn(problem, {.splitsEnd = true});
}

// Combined 1F1B (Megatron-LM: combined_1f1b, NVIDIA 2025; overlap_moe_expert_parallel_comm): the F and the backward of
// one step of 1F1B run as a pair, so that the one's communication hides behind the other's compute. No rank may pair
// ops of one microbatch, so the last stage runs one F more ahead; and as the F of a pair must be there when the pair
// begins, while its gradient goes back only when it ends, each stage before runs two more ahead, not one.
Result<Schedule> makeCombined(const Plan& problem, const Choices&) {
    return orderInTurn(problem, {.slope = 2, .combined = true});
}

Result<Schedule> makeCombinedDelayed(const Plan& problem, const Choices&) {
    return orderInTurn(problem, {.slope = 2, .split = true, .combined = true});
}

// The hand-made Zero Bubble orders (Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism, arXiv:2401.10241, section
// 2). Only B holds up other ranks, so a rank runs its B as early as 1F1B would run its backward and keeps W for the
// cool-down, where it would wait.
//
// ZB-H1 has as many microbatches in flight as 1F1B; a stage keeps as many W waiting as there are stages before it. Its
// longest span is m·S + (p − 1)·(T_F + T_B − T_W + 4·C). The first rank waits (p − 1)·(T_B + 2·C) for its first B and,
// between its last F and its last B, (p − 1)·(T_F + 2·C − T_W), where T_W ≤ T_F + 2·C. In between, a B waits for the
// one two turns before it by way of the next rank: W, and F, B and a transfer twice each; two turns are enough for that
// where 2·C ≤ T_W.
Result<Schedule> makeZbH1(const Plan& problem, const Choices&) {
    return orderInTurn(problem, {.split = true, .waiting = 1});
}

// Running further forwards ahead fills the warm-up in the same way, for more memory: twice less one what 1F1B has, and
// twice the W waiting. Its longest span is m·S + (p − 1)·(T_F + T_B − 2·T_W + 2·C): the last rank never waits, and its
// last B goes back at once. The last rank does not wait for F of microbatch 2·p − 1, which the first rank starts after
// its first B, where 2·C ≤ T_F + T_B. The last B goes back at once where the first rank is free by then: up to there it
// runs 2·(p − 1) W more than the last rank and, since its forwards are out, 2·(p − 1) F fewer, so that T_W ≤ T_F will
// do.
Result<Schedule> makeZbH2(const Plan& problem, const Choices&) {
    return orderInTurn(problem, {.slope = 2, .split = true, .waiting = 2});
}

} // namespace lanewright
