// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <utility>

namespace lanewright {

/// What an op computes.
enum class OpKind : std::uint8_t {
    F,  ///< the forward pass
    B,  ///< the gradient of the input
    W,  ///< the gradient of the weights
    BW, ///< B and then W, as one op
    R,  ///< the forward pass once more, where its activations were dropped
};

constexpr int kOpKinds = 5;

/// A whole number in the room of `Storage`, else used as an int. What does not fit is a bug of the caller.
template <typename Storage>
class Small {
public:
    constexpr Small(int value = 0) : m_value(static_cast<Storage>(value)) { assert(std::in_range<Storage>(value)); }
    constexpr operator int() const { return m_value; }
    Small& operator++() { return *this = m_value + 1; }

private:
    Storage m_value;
};

/// One pass of one microbatch through one stage. Eight bytes: a large schedule is read at the speed of memory.
struct Op {
    OpKind kind = OpKind::F;
    Small<std::uint8_t> part = 0; ///< which of the `Costs::weightParts` parts of W; 0 for every other kind
    Small<std::int16_t> stage = 0;
    int microbatch = 0;

    friend auto operator<=>(const Op&, const Op&) = default;
};

/// The most that an op can name.
constexpr int kMostStages = 1 << 14;
constexpr int kMostWeightParts = 255;

/// An op or none, in the room of an op; used like `std::optional<Op>`.
class MaybeOp {
public:
    constexpr MaybeOp() = default;
    constexpr MaybeOp(std::nullopt_t) {}
    constexpr MaybeOp(const Op& op) : m_op(op) {}
    constexpr MaybeOp(const std::optional<Op>& op) : m_op(op ? *op : kNone) {}

    constexpr bool has_value() const { return m_op.kind != kNone.kind; }
    constexpr explicit operator bool() const { return has_value(); }
    constexpr operator std::optional<Op>() const { return has_value() ? std::optional<Op>(m_op) : std::nullopt; }
    constexpr const Op& operator*() const { return assert(has_value()), m_op; }
    constexpr Op& operator*() { return assert(has_value()), m_op; }
    constexpr const Op* operator->() const { return &**this; }
    constexpr Op* operator->() { return &**this; }
    constexpr Op value_or(const Op& other) const { return has_value() ? m_op : other; }
    constexpr void reset() { m_op = kNone; }
    friend constexpr bool operator==(const MaybeOp&, const MaybeOp&) = default;

private:
    static constexpr Op kNone{.kind = static_cast<OpKind>(0xff)};
    Op m_op = kNone;
};

/// True for the ops that propagate the gradient of the input: B and BW.
constexpr bool isBackward(OpKind kind) { return kind == OpKind::B || kind == OpKind::BW; }

/// One op, or the two of a pair.
struct OpList {
    std::array<Op, 2> ops = {};
    int count = 1;

    constexpr const Op* begin() const { return ops.data(); }
    constexpr const Op* end() const { return ops.data() + count; }
};

/// The ops of a block, a span or whatever else has an `op` and maybe one that is `paired` with it.
constexpr OpList opsIn(const auto& each) {
    return {{each.op, each.paired.value_or(Op{})}, each.paired.has_value() ? 2 : 1};
}

} // namespace lanewright
