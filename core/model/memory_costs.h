// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/microbatch_costs.h"
#include "core/model/op.h"

#include <optional>
#include <vector>

namespace lanewright {

/// How the activation memory of one copy of a stage changes, per microbatch (one of share 1 where they differ), in
/// bytes. F, R, B and W add up to 0.
struct StageMemory {
    Bytes forward = 0;        ///< at F, ≥ 0
    Bytes backwardInput = 0;  ///< at B, ≤ 0
    Bytes backwardWeight = 0; ///< at W (all parts together), ≤ 0
    Bytes recompute = 0;      ///< at R, ≥ 0
    Bytes fixed = 0;          ///< `static`: weights, gradients and optimizer state, once per copy

    friend bool operator==(const StageMemory&, const StageMemory&) = default;
};

/// How a rank keeps room for what it receives from other ranks: buffers of which each holds a message, from its receive
/// to the end of the B that needs it or of its stage and microbatch (of the W where B is split).
enum class ReceiveBuffers : std::uint8_t {
    PerMicrobatch,  ///< per stage and direction one for each microbatch, all the time (PyTorch before 2.15)
    StagePools,     ///< per stage and direction as many as are held at one time
    DirectionPools, ///< the same per direction, shared by the stages of a rank
    RankPool,       ///< the same, shared by all of a rank: also the most that PyTorch from 2.15 on holds
    OnReceive,      ///< none is kept: each is there from just before the op that needs it (Megatron-LM)
};

/// How long a rank holds what an op of it sends to another rank, from the start of that op on.
enum class SendBuffers : std::uint8_t {
    UntilEnd,    ///< to the end of the iteration, where all sends are waited for (PyTorch before 2.15)
    UntilWaited, ///< an activation to the end of the B of its stage and microbatch, a gradient to that of the iteration
    OnSend,      ///< to the end of the op alone: it is free once it is sent (Megatron-LM)
};

/// Activation memory of all stages, and what ranks can hold. The only home of memory changes.
struct MemoryCosts {
    /// `[direction][stage]`; a single list stands for all directions.
    std::vector<std::vector<StageMemory>> stages = {};
    std::vector<std::optional<Bytes>> limit = {};      ///< per rank, on activations; empty: none anywhere
    std::vector<std::optional<Bytes>> device = {};     ///< per rank, on everything; empty: none anywhere
    std::optional<ReceiveBuffers> receiveBuffers = {}; ///< none: nobody asks
    std::optional<SendBuffers> sendBuffers = {};       ///< none: nobody asks
    /// Per microbatch its share of these changes; empty: 1 each. Set by `setMicrobatches`.
    std::vector<Ratio> sizes = {};

    const StageMemory& of(int direction, int stage) const;
    /// The changes of the microbatch: each rounded half up to a byte, but what frees last, which frees what is left, so
    /// that they still add up to 0.
    StageMemory of(int direction, int stage, int microbatch) const;
    /// The op's change: what is allocated takes effect when it starts, what is freed when it ends.
    Bytes change(const Op& op, int direction, int weightParts) const;
    std::optional<Bytes> limitOf(int rank) const;
    std::optional<Bytes> deviceOf(int rank) const;
    /// The memory of the first direction on stages cut anew, shared out and added up. What ranks can hold stays.
    MemoryCosts onStages(const Pieces& pieces) const;
    friend bool operator==(const MemoryCosts&, const MemoryCosts&) = default;
};

/// The same memory for every stage and the same limit for every rank.
MemoryCosts uniformMemory(int stages, int ranks, const StageMemory& each, std::optional<Bytes> limit = {});

} // namespace lanewright
