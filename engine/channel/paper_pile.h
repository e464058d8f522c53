// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace lanewright::engine {

/// Memory of letters that have been dealt with.
class PaperPile {
public:
    /// Empty, perhaps with room.
    std::vector<std::byte> take() {
        if (m_sheets.empty())
            return {};
        std::vector<std::byte> sheet = std::move(m_sheets.back());
        m_sheets.pop_back();
        sheet.clear();
        return sheet;
    }
    void put(std::vector<std::byte> sheet) {
        constexpr std::size_t kLargest = 1 << 20; // gradients of twins are not worth keeping
        if (sheet.capacity() > 0 && sheet.capacity() <= kLargest && m_sheets.size() < kMost)
            m_sheets.push_back(std::move(sheet));
    }
    /// Lays in some sheets as large as a letter about spans.
    void reserve() {
        constexpr int kSheets = 8;
        constexpr std::size_t kUsual = 96 << 10;
        m_sheets.reserve(kMost);
        for (int sheet = 0; sheet < kSheets; ++sheet)
            m_sheets.emplace_back().reserve(kUsual);
    }

private:
    static constexpr std::size_t kMost = 64; ///< more are never on their way

    std::vector<std::vector<std::byte>> m_sheets;
};

} // namespace lanewright::engine
