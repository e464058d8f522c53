// SPDX-License-Identifier: Apache-2.0
#include "core/model/dataflow.h"

namespace lanewright {

Values needsOf(const Op& op, int stages, bool recomputes) {
    using enum ValueKind;
    Values needs;
    switch (op.kind) {
    case OpKind::F:
        if (op.stage > 0)
            needs.add({Activation, op.stage - 1, op.microbatch});
        break;
    case OpKind::R:
        if (recomputes)
            needs.add({Seed, op.stage, op.microbatch});
        break;
    case OpKind::B:
    case OpKind::BW:
        needs.add({Stash, op.stage, op.microbatch});
        // The last stage makes its own gradient from the loss, so it waits for its forward only.
        if (op.stage + 1 < stages)
            needs.add({Gradient, op.stage + 1, op.microbatch});
        break;
    case OpKind::W: needs.add({Residue, op.stage, op.microbatch}); break;
    }
    return needs;
}

Values yieldsOf(const Op& op, int stages, bool recomputes) {
    using enum ValueKind;
    Values yields;
    switch (op.kind) {
    case OpKind::F:
        yields.add({recomputes ? Seed : Stash, op.stage, op.microbatch});
        if (op.stage + 1 < stages)
            yields.add({Activation, op.stage, op.microbatch});
        break;
    case OpKind::R:
        if (recomputes)
            yields.add({Stash, op.stage, op.microbatch});
        break;
    case OpKind::B: yields.add({Residue, op.stage, op.microbatch}); [[fallthrough]];
    case OpKind::BW:
        if (op.stage > 0)
            yields.add({Gradient, op.stage, op.microbatch});
        break;
    case OpKind::W: break;
    }
    return yields;
}

Op producerOf(const Value& value, bool fused, bool recomputes) {
    const auto op = [&](OpKind kind) { return Op{.kind = kind, .stage = value.stage, .microbatch = value.microbatch}; };
    switch (value.kind) {
    case ValueKind::Activation:
    case ValueKind::Seed: return op(OpKind::F);
    case ValueKind::Stash: return op(recomputes ? OpKind::R : OpKind::F);
    case ValueKind::Gradient: return op(fused ? OpKind::BW : OpKind::B);
    case ValueKind::Residue: return op(OpKind::B);
    }
    return {};
}

Op consumerOf(const Value& value, bool fused) {
    const auto op = [&](OpKind kind, int stage) {
        return Op{.kind = kind, .stage = stage, .microbatch = value.microbatch};
    };
    const OpKind backward = fused ? OpKind::BW : OpKind::B;
    switch (value.kind) {
    case ValueKind::Activation: return op(OpKind::F, value.stage + 1);
    case ValueKind::Gradient: return op(backward, value.stage - 1);
    case ValueKind::Stash: return op(backward, value.stage);
    case ValueKind::Seed: return op(OpKind::R, value.stage);
    case ValueKind::Residue: return op(OpKind::W, value.stage);
    }
    return {};
}

} // namespace lanewright
