// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/op.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanewright {

/// An exact share, `number / of`; both at least 0, `of` at least 1.
struct Ratio {
    std::int64_t number = 1;
    std::int64_t of = 1;

    friend bool operator==(const Ratio&, const Ratio&) = default;
};

/// The share of an amount of at least 0, rounded half up. What is more than 2^61 is 2^61, which `checkTotals` refuses.
std::int64_t scaled(std::int64_t amount, const Ratio& ratio);

/// How microbatches differ: what share of a stage's times each of them takes, and what share of its memory and of its
/// transfers. The values of `Costs` and `MemoryCosts` are then those of a microbatch of share 1.
///
/// Three forms, one at a time: shares; lengths in tokens, of which a stage's time is a polynomial of degree two
/// (attention grows with the square, all else with the length) and everything else linear; or a table of times, as it
/// is measured. The rule that it guards: a list has an entry for each microbatch, so that lists agree with each other.
class MicrobatchCosts {
public:
    /// Shares are given in so many parts of one.
    static constexpr std::int64_t kOne = 1'000'000'000;
    static constexpr std::int64_t kMostShare = 1'000'000 * kOne;
    static constexpr int kMostLength = 1 << 24; ///< tokens

    /// By kind of op: `[stage * microbatches + microbatch]`; empty: as the stage's costs say. A W counts all its parts.
    using Table = std::array<std::vector<Time>, kOpKinds>;
    enum class Form : std::uint8_t { None, Shares, Lengths, Table };

    /// All alike.
    MicrobatchCosts() = default;
    /// `work` of times, `size` of memory and transfers, in parts of `kOne`; an empty list: 1 for each.
    static MicrobatchCosts ofShares(std::vector<std::int64_t> work, std::vector<std::int64_t> size);
    /// `quadratic`: what part of a stage's time at the mean length grows with the square, in parts of `kOne`; one for
    /// all stages or one per stage. `samples`: how many sequences a length is of, which costs do not ask; empty:
    /// equally many in each.
    static MicrobatchCosts ofLengths(std::vector<int> length, std::vector<std::int64_t> quadratic,
                                     std::vector<int> samples = {});
    /// The table's times take the place of the stages'; BW where only B or W is given is their sum.
    static MicrobatchCosts ofTable(int microbatches, Table table, std::vector<std::int64_t> size);

    /// True where each takes what the stages' costs say, given or not.
    bool areEqual() const { return m_equal; }
    Form form() const { return m_form; }
    /// How many there are; 0 where nothing was given.
    int count() const { return m_count; }
    const std::vector<std::int64_t>& work() const { return m_work; }
    const std::vector<std::int64_t>& size() const { return m_size; }
    const std::vector<int>& length() const { return m_length; }
    const std::vector<int>& samples() const { return m_samples; }
    const std::vector<std::int64_t>& quadratic() const { return m_quadratic; }
    const Table& table() const { return m_table; }

    /// The table's time of the op; none where it has none.
    std::optional<Time> given(const Op& op) const;
    /// How long an op takes that takes `each` for a microbatch of share 1. Not for what the table gives.
    Time timeOf(const Op& op, Time each) const;
    /// What a microbatch takes of an amount (≥ 0) of memory or of the time of a transfer.
    std::int64_t sizeOf(int microbatch, std::int64_t each) const;
    /// Per microbatch; empty where all have the same size.
    std::vector<Ratio> sizes() const;

    /// Where a stage of a new cut comes from: a share of each of some stages of the old.
    struct Piece {
        int stage = 0;
        int part = 0;
        int parts = 1;
    };
    /// The same microbatches on stages cut anew: times of the table are added and shared, a quadratic part is the mean
    /// of those it comes from.
    MicrobatchCosts onStages(const std::vector<std::vector<Piece>>& pieces) const;
    /// Only these microbatches, in this order; a microbatch may come more than once. Each takes what it took: lengths
    /// are still measured by the mean of all that there were. All alike where one is named that was not given.
    MicrobatchCosts picked(const std::vector<int>& microbatches) const;

    /// The same with the table's times so many times as long; shares and lengths are of whatever the stages take.
    MicrobatchCosts stretched(int factor) const;

    /// Each so many per cent as far from the mean of all as it is, rounded: the mean share, the mean length and the
    /// mean of each row of the table stay what they are. A length is 1 at least, everything else 0.
    MicrobatchCosts spread(int percent) const;

    friend bool operator==(const MicrobatchCosts&, const MicrobatchCosts&) = default;

private:
    MicrobatchCosts(Form form, int count) : m_form(form), m_count(count) {}
    void settle(std::int64_t sum, std::int64_t of);
    bool holds(int microbatch) const { return microbatch < m_count; }

    Form m_form = Form::None;
    bool m_equal = true;
    int m_count = 0;
    std::vector<std::int64_t> m_work = {};
    std::vector<std::int64_t> m_size = {};
    std::vector<int> m_length = {};
    std::vector<int> m_samples = {};
    std::vector<std::int64_t> m_quadratic = {};
    Table m_table = {};
    // Lengths only: the mean is m_sum / m_of, of which m_ratio says per microbatch its share, in lowest terms.
    std::int64_t m_sum = 0;
    std::int64_t m_of = 0;
    std::vector<Ratio> m_ratio = {};
};

/// Where each stage of a new cut comes from: the stages of the old and the share of each.
using Pieces = std::vector<std::vector<MicrobatchCosts::Piece>>;

} // namespace lanewright
