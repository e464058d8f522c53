// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/bounds/looks.h"
#include "core/bounds/run_counts.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

/// The nodes of a decision diagram of orders. Inside core/bounds only.
namespace lanewright::bounds {

/// What two nodes lose when they become one.
inline Time lossOf(const Time* one, const Time* other, int size) {
    Time loss = 0;
    for (int each = 0; each < size; ++each)
        loss += one[each] > other[each] ? one[each] - other[each] : other[each] - one[each];
    return loss;
}

/// The nodes of a diagram after so many ops. One that is nowhere earlier than another with the same counts is dropped;
/// where more are left than the diagram may be wide, two become one that is as early as either.
struct DiagramLayer {
    using Counts = RunCounts;

    /// Nodes with the same counts, and so with as many times each: those of `RankDiagram::ownTimes`, then per series
    /// when each op can start whose values are on their way, the next one first.
    struct SameCounts {
        Counts counts = {};
        int size = 0;            ///< times of a node
        std::vector<int> nodes;  ///< the numbers of those that are not dropped
        std::vector<Time> times; ///< theirs, in the same order

        int count() const { return static_cast<int>(nodes.size()); }
        Time* of(int place) { return times.data() + static_cast<std::ptrdiff_t>(place) * size; }
        void push(int number, const Time* own) {
            nodes.push_back(number);
            times.insert(times.end(), own, own + size);
        }
        /// The last takes its place.
        void drop(int place) {
            if (place + 1 < count())
                std::copy_n(of(count() - 1), size, of(place));
            nodes[place] = nodes.back();
            nodes.pop_back();
            times.resize(times.size() - static_cast<std::size_t>(size));
        }
    };
    std::unordered_map<Counts, int, HashOfCounts> numbers = {};
    std::vector<SameCounts> states = {}; ///< the first `used`; the others keep their memory for later
    int used = 0;
    std::vector<int> replaced = {}; ///< per node: that which stands for it, or itself
    std::vector<Time> merged = {};  ///< the times of two nodes that become one

    void clear() {
        numbers.clear();
        replaced.clear();
        used = 0;
    }
    int stateOf(const Counts& key, int size) {
        const auto [at, isNew] = numbers.try_emplace(key, used);
        if (isNew) {
            if (used == static_cast<int>(states.size()))
                states.emplace_back();
            SameCounts& state = states[used++];
            state.counts = key;
            state.size = size;
            state.nodes.clear();
            state.times.clear();
        }
        return at->second;
    }
    int nodes() const { return static_cast<int>(replaced.size()); }
    int find(int node) {
        while (replaced[node] != node)
            node = replaced[node];
        return node;
    }
    /// A node with these times stands for all others of the state that are nowhere earlier.
    void replace(SameCounts& state, int node, const Time* own) {
        int place = 0;
        while (place < state.count()) {
            if (state.nodes[place] == node || !isNoLater(own, state.of(place), state.size)) {
                ++place;
                continue;
            }
            replaced[state.nodes[place]] = node;
            state.drop(place);
        }
    }
    /// The place of a node that is nowhere later than these times; −1 where there is none.
    int standsFor(SameCounts& state, const Time* own) {
        for (int place = 0; place < state.count(); ++place)
            if (isNoLater(state.of(place), own, state.size))
                return place;
        return -1;
    }
    /// The place of the node that loses least when it also stands for these times.
    static int nearestTo(SameCounts& state, const Time* own) {
        int nearest = 0;
        Time least = std::numeric_limits<Time>::max();
        for (int place = 0; place < state.count(); ++place)
            if (const Time loss = lossOf(state.of(place), own, state.size); loss < least) {
                least = loss;
                nearest = place;
            }
        return nearest;
    }
    /// The node that stands for one of the state with these times.
    int add(int number, const Time* own, int width, Looks& looks) {
        SameCounts& state = states[number];
        looks.spend(state.count());
        if (const int place = standsFor(state, own); place >= 0)
            return state.nodes[place];
        const int node = nodes();
        replace(state, node, own);
        if (state.count() < width) {
            replaced.push_back(node);
            state.push(node, own);
            return node;
        }
        const int nearest = nearestTo(state, own);
        const int stands = state.nodes[nearest];
        merged.assign(state.of(nearest), state.of(nearest) + state.size);
        for (int each = 0; each < state.size; ++each)
            merged[each] = std::min(merged[each], own[each]);
        std::ranges::copy(merged, state.of(nearest));
        replace(state, stands, merged.data());
        return stands;
    }
};

} // namespace lanewright::bounds
