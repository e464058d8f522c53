// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/op.h"

#include <array>
#include <cassert>
#include <cstdint>

/// The F/B/W rules. Nothing else in the program knows what an op waits for.
namespace lanewright {

/// What one op yields and another needs.
enum class ValueKind : std::uint8_t {
    Activation, ///< output of a stage's forward; needed by the next stage. Crosses ranks
    Gradient,   ///< gradient of a stage's input; needed by the stage before. Crosses ranks
    Stash,      ///< what a stage's forward (or R) keeps for its own B. Stays
    Seed,       ///< what a forward keeps for its R, where the stage recomputes. Stays
    Residue,    ///< what B keeps for W. Stays
};

constexpr int kValueKinds = 5;

/// A value is named by the stage that yields it and its microbatch, never by the order in which it arrives.
struct Value {
    ValueKind kind = ValueKind::Activation;
    int stage = 0;
    int microbatch = 0;

    friend auto operator<=>(const Value&, const Value&) = default;
};

/// True for values that are sent when producer and consumer sit on different ranks.
constexpr bool crossesRanks(ValueKind kind) { return kind == ValueKind::Activation || kind == ValueKind::Gradient; }

/// Up to three values, without allocation.
class Values {
public:
    void add(const Value& value) { assert(m_size < 3), m_items[m_size++] = value; }
    int size() const { return m_size; }
    const Value* begin() const { return m_items.data(); }
    const Value* end() const { return m_items.data() + m_size; }

private:
    std::array<Value, 3> m_items = {};
    int m_size = 0;
};

/// What the op waits for. `stages` is the number of stages; `recomputes` says whether the op's stage has R ops.
Values needsOf(const Op& op, int stages, bool recomputes = false);

/// What the op yields, all of it when it ends.
Values yieldsOf(const Op& op, int stages, bool recomputes = false);

/// The op that yields the value. Where B and W are fused that is BW; the caller knows which it has.
Op producerOf(const Value& value, bool fused = false, bool recomputes = false);

/// The op that needs the value; the fused one as above.
Op consumerOf(const Value& value, bool fused = false);

/// Which boundary a value that crosses ranks goes over: boundary i lies between stages i and i + 1.
constexpr int boundaryOf(const Value& value) {
    return value.kind == ValueKind::Gradient ? value.stage - 1 : value.stage;
}

/// A number below `kValueKinds * stages * microbatches` that no other value has.
constexpr int indexOf(const Value& value, int stages, int microbatches) {
    return (static_cast<int>(value.kind) * stages + value.stage) * microbatches + value.microbatch;
}

/// The value with that number.
constexpr Value valueOf(int index, int stages, int microbatches) {
    const int copy = index / microbatches;
    return {static_cast<ValueKind>(copy / stages), copy % stages, index % microbatches};
}

} // namespace lanewright
