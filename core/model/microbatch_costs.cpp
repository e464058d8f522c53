// SPDX-License-Identifier: Apache-2.0
#include "core/model/microbatch_costs.h"

#include "core/base/mapped.h"
#include "core/model/costs.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

namespace lanewright {

namespace {

// A time of 50 bits times the square of a length by the square of a mean.
__extension__ using Wide = unsigned __int128;

constexpr std::int64_t kMostScaled = std::int64_t{1} << 61;

int bitsOf(Wide value) {
    const auto high = static_cast<std::uint64_t>(value >> 64);
    return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<std::uint64_t>(value));
}

/// amount × number / of, rounded half up. Both of the ratio are below 2^119.
///
/// Where the product does not fit 128 bits it is never formed: the amount is taken bit by bit from the top, as one
/// divides by hand, so that the rest stays below `of`.
std::int64_t share(std::uint64_t amount, Wide number, Wide of) {
    Wide whole = 0;
    Wide rest = 0;
    if (bitsOf(amount) + bitsOf(number) <= 127) {
        const Wide product = number * amount;
        whole = product / of;
        rest = product % of;
    } else {
        const Wide each = number % of;
        for (int bit = bitsOf(amount) - 1; bit >= 0; --bit) {
            whole *= 2;
            rest *= 2;
            if (((amount >> bit) & 1) != 0)
                rest += each; // at most 3 · of, which has 121 bits
            whole += rest / of;
            rest %= of;
        }
        whole += number / of * amount;
    }
    if (rest >= of - rest)
        ++whole;
    return whole > static_cast<Wide>(kMostScaled) ? kMostScaled : static_cast<std::int64_t>(whole);
}

bool allAre(const std::vector<std::int64_t>& shares, std::int64_t value) {
    return std::ranges::all_of(shares, [&](std::int64_t each) { return each == value; });
}

template <typename Entry>
std::vector<Entry> pickedFrom(const std::vector<Entry>& list, const std::vector<int>& places) {
    std::vector<Entry> picked;
    if (!list.empty())
        for (const int place : places)
            picked.push_back(list[place]);
    return picked;
}

/// Values around their mean, `percent` / 100 as far from it and at least `least`.
template <typename Entry>
void spreadOut(std::span<Entry> values, int percent, std::int64_t least, std::int64_t most) {
    __extension__ using Signed = __int128;
    Signed sum = 0;
    for (const Entry value : values)
        sum += value;
    const auto count = static_cast<Signed>(values.size());
    for (Entry& value : values) {
        const Signed twice = 2 * (sum * (100 - percent) + count * percent * value); // in 200 · count
        const Signed rounded = (twice + 100 * count) / (200 * count);
        value = static_cast<Entry>(twice < 0 ? least : std::clamp<Signed>(rounded, least, most));
    }
}

} // namespace

std::int64_t scaled(std::int64_t amount, const Ratio& ratio) {
    return share(static_cast<std::uint64_t>(amount), static_cast<std::uint64_t>(ratio.number),
                 static_cast<std::uint64_t>(ratio.of));
}

MicrobatchCosts MicrobatchCosts::ofShares(std::vector<std::int64_t> work, std::vector<std::int64_t> size) {
    MicrobatchCosts made(Form::Shares, static_cast<int>(std::max(work.size(), size.size())));
    made.m_work = std::move(work);
    made.m_size = std::move(size);
    made.settle(0, 0);
    return made;
}

MicrobatchCosts MicrobatchCosts::ofLengths(std::vector<int> length, std::vector<std::int64_t> quadratic,
                                           std::vector<int> samples) {
    MicrobatchCosts made(Form::Lengths, static_cast<int>(length.size()));
    made.m_length = std::move(length);
    made.m_quadratic = std::move(quadratic);
    made.m_samples = std::move(samples);
    made.settle(std::accumulate(made.m_length.begin(), made.m_length.end(), std::int64_t{0}), made.m_count);
    return made;
}

MicrobatchCosts MicrobatchCosts::ofTable(int microbatches, Table table, std::vector<std::int64_t> size) {
    MicrobatchCosts made(Form::Table, microbatches);
    made.m_table = std::move(table);
    made.m_size = std::move(size);
    made.settle(0, 0);
    return made;
}

void MicrobatchCosts::settle(std::int64_t sum, std::int64_t of) {
    m_sum = sum;
    m_of = of;
    m_ratio.clear();
    for (const int length : m_length) {
        const std::int64_t number = length * of;
        const std::int64_t divisor = std::max<std::int64_t>(1, std::gcd(number, sum));
        m_ratio.push_back({number / divisor, std::max<std::int64_t>(1, sum / divisor)});
    }
    const bool noTable = std::ranges::all_of(m_table, [](const std::vector<Time>& times) { return times.empty(); });
    const bool meanLengths = std::ranges::all_of(m_ratio, [](const Ratio& ratio) { return ratio == Ratio{}; });
    m_equal = allAre(m_work, kOne) && allAre(m_size, kOne) && meanLengths && noTable;
}

std::optional<Time> MicrobatchCosts::given(const Op& op) const {
    const std::vector<Time>& times = m_table[static_cast<std::size_t>(op.kind)];
    const std::size_t at = static_cast<std::size_t>(op.stage) * static_cast<std::size_t>(m_count) +
                           static_cast<std::size_t>(op.microbatch);
    return holds(op.microbatch) && at < times.size() ? std::optional(times[at]) : std::nullopt;
}

Time MicrobatchCosts::timeOf(const Op& op, Time each) const {
    if (!holds(op.microbatch) || each <= 0)
        return each;
    const auto at = static_cast<std::size_t>(op.microbatch);
    if (!m_work.empty())
        return scaled(each, {m_work[at], kOne});
    if (m_ratio.empty())
        return each;
    const Ratio& length = m_ratio[at];
    const std::size_t stage =
        std::min(static_cast<std::size_t>(op.stage), std::max<std::size_t>(1, m_quadratic.size()) - 1);
    const std::int64_t quadratic = m_quadratic.empty() ? 0 : m_quadratic[stage];
    if (quadratic == 0)
        return scaled(each, length);
    // (1 − q) · x + q · x², x = number / of.
    const auto number = static_cast<Wide>(length.number);
    const auto of = static_cast<Wide>(length.of);
    const Wide inner = static_cast<Wide>(kOne - quadratic) * of + static_cast<Wide>(quadratic) * number;
    return share(static_cast<std::uint64_t>(each), number * inner, of * of * static_cast<Wide>(kOne));
}

std::int64_t MicrobatchCosts::sizeOf(int microbatch, std::int64_t each) const {
    if (!holds(microbatch) || each <= 0)
        return each;
    const auto at = static_cast<std::size_t>(microbatch);
    if (!m_size.empty())
        return scaled(each, {m_size[at], kOne});
    return m_ratio.empty() ? each : scaled(each, m_ratio[at]);
}

std::vector<Ratio> MicrobatchCosts::sizes() const {
    if (m_equal)
        return {};
    if (m_form == Form::Lengths)
        return m_ratio;
    std::vector<Ratio> sizes;
    if (!allAre(m_size, kOne))
        for (const std::int64_t size : m_size)
            sizes.push_back({size, kOne});
    return sizes;
}

MicrobatchCosts MicrobatchCosts::onStages(const std::vector<std::vector<Piece>>& pieces) const {
    MicrobatchCosts cut = *this;
    if (m_quadratic.size() > 1) {
        cut.m_quadratic.clear();
        for (const std::vector<Piece>& from : pieces) {
            const std::int64_t sum = summed(from, [this](const Piece& piece) { return m_quadratic[piece.stage]; });
            cut.m_quadratic.push_back(from.empty() ? 0 : sum / static_cast<std::int64_t>(from.size()));
        }
    }
    for (std::size_t kind = 0; kind < m_table.size(); ++kind) {
        if (m_table[kind].empty())
            continue;
        cut.m_table[kind].clear();
        for (const std::vector<Piece>& from : pieces)
            for (int microbatch = 0; microbatch < m_count; ++microbatch) {
                Time sum = 0;
                for (const Piece& piece : from)
                    sum += shareOf(m_table[kind][static_cast<std::size_t>(piece.stage) * m_count + microbatch],
                                   piece.part, piece.parts);
                cut.m_table[kind].push_back(sum);
            }
    }
    return cut;
}

MicrobatchCosts MicrobatchCosts::stretched(int factor) const {
    MicrobatchCosts longer = *this;
    for (std::vector<Time>& times : longer.m_table)
        for (Time& time : times)
            time *= factor;
    return longer;
}

MicrobatchCosts MicrobatchCosts::spread(int percent) const {
    MicrobatchCosts wider = *this;
    spreadOut(std::span(wider.m_work), percent, 0, kMostShare);
    spreadOut(std::span(wider.m_size), percent, 0, kMostShare);
    spreadOut(std::span(wider.m_length), percent, 1, kMostLength);
    for (std::vector<Time>& times : wider.m_table)
        for (std::size_t row = 0; row < times.size(); row += static_cast<std::size_t>(m_count))
            spreadOut(std::span(times).subspan(row, static_cast<std::size_t>(m_count)), percent, 0, kMostScaled);
    // Measured by another mean than its own where it was picked of more.
    const bool isOwn = m_of == m_count;
    wider.settle(isOwn ? std::accumulate(wider.m_length.begin(), wider.m_length.end(), std::int64_t{0}) : m_sum, m_of);
    return wider;
}

MicrobatchCosts MicrobatchCosts::picked(const std::vector<int>& microbatches) const {
    if (!std::ranges::all_of(microbatches, [&](int microbatch) { return holds(microbatch); }))
        return {};
    switch (m_form) {
    case Form::None: return {};
    case Form::Shares: return ofShares(pickedFrom(m_work, microbatches), pickedFrom(m_size, microbatches));
    case Form::Lengths: {
        MicrobatchCosts made(m_form, static_cast<int>(microbatches.size()));
        made.m_length = pickedFrom(m_length, microbatches);
        made.m_quadratic = m_quadratic;
        made.m_samples = pickedFrom(m_samples, microbatches);
        made.settle(m_sum, m_of);
        return made;
    }
    case Form::Table: {
        Table table;
        for (std::size_t kind = 0; kind < m_table.size(); ++kind)
            for (std::size_t row = 0; row < m_table[kind].size(); row += static_cast<std::size_t>(m_count))
                for (const int microbatch : microbatches)
                    table[kind].push_back(m_table[kind][row + static_cast<std::size_t>(microbatch)]);
        return ofTable(static_cast<int>(microbatches.size()), std::move(table), pickedFrom(m_size, microbatches));
    }
    }
    return {};
}

} // namespace lanewright
