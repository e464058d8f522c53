// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace lanewright {

/// Very many records of whole numbers, in the order they came in: each column is kept as its difference to the record
/// before, in as few bytes as that takes. The events of a trace, whose times and numbers grow slowly, take a quarter of
/// what they would as they are.
template <std::size_t Columns>
class PackedRecords {
public:
    using Record = std::array<std::int64_t, Columns>;

    void add(const Record& record) {
        if (m_pages.empty() || m_pages.back().size() + Columns * kMostBytes > kPage) {
            m_pages.emplace_back();
            m_pages.back().reserve(kPage);
        }
        for (std::size_t column = 0; column < Columns; ++column)
            put(difference(record[column], m_last[column]));
        m_last = record;
        ++m_size;
    }

    /// Calls `take` with each record.
    void forEach(const auto& take) const {
        Record record = {};
        for (const std::vector<std::uint8_t>& page : m_pages)
            for (std::size_t at = 0; at < page.size();) {
                for (std::int64_t& value : record)
                    value = sum(value, next(page, at));
                take(std::as_const(record));
            }
    }

    void clear() { *this = {}; }
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

private:
    /// Seven bits a byte, the low ones first; the eighth says that more follow.
    static constexpr std::size_t kMostBytes = 10;
    static constexpr std::size_t kPage = std::size_t{1} << 16;

    /// Signs go to the lowest bit, so that small numbers below zero are small too. What overflows comes back whole.
    static std::uint64_t difference(std::int64_t value, std::int64_t before) {
        const std::uint64_t step = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(before);
        return (step << 1) ^ (std::uint64_t{0} - (step >> 63));
    }
    static std::int64_t sum(std::int64_t before, std::uint64_t difference) {
        const std::uint64_t step = (difference >> 1) ^ (std::uint64_t{0} - (difference & 1));
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(before) + step);
    }

    void put(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7)
            m_pages.back().push_back(static_cast<std::uint8_t>(value | 0x80));
        m_pages.back().push_back(static_cast<std::uint8_t>(value));
    }
    static std::uint64_t next(const std::vector<std::uint8_t>& page, std::size_t& at) {
        std::uint64_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const std::uint8_t byte = page[at++];
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80)
                return value;
        }
    }

    std::deque<std::vector<std::uint8_t>> m_pages = {};
    Record m_last = {};
    std::size_t m_size = 0;
};

} // namespace lanewright
