// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

/// Ops of a graph that are to be looked at again. Inside core/solve only.
namespace lanewright {

/// Gives those with small keys first: heads are mended in the order of time, tails against it. An op whose head or tail
/// is not known yet may come twice.
class MarkedOps {
public:
    /// For ops from 0 to `ops` − 1.
    void reset(std::size_t ops) {
        m_heap.clear();
        m_isMarked.assign(ops, 0);
    }
    bool isEmpty() const { return m_heap.empty(); }
    /// Once is enough: a second key does not count until the op was taken.
    void mark(int op, Time key) {
        if (m_isMarked[op])
            return;
        m_isMarked[op] = 1;
        m_heap.emplace_back(key, op);
        std::ranges::push_heap(m_heap, std::greater<>{});
    }
    /// Not where it is empty.
    int take() {
        std::ranges::pop_heap(m_heap, std::greater<>{});
        const int op = m_heap.back().second;
        m_heap.pop_back();
        m_isMarked[op] = 0;
        return op;
    }
    void clear() {
        for (const auto& [key, op] : m_heap)
            m_isMarked[op] = 0;
        m_heap.clear();
    }

private:
    std::vector<std::pair<Time, int>> m_heap = {};
    std::vector<char> m_isMarked = {}; ///< per op: in the heap
};

} // namespace lanewright
