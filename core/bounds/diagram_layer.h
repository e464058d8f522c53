// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/bounds/looks.h"
#include "core/bounds/run_counts.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
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
///
/// A node that comes is compared with all that have the same counts; a look at some bits rules out most of them.
struct DiagramLayer {
    using Counts = RunCounts;

    /// Nodes with the same counts, and so with as many times each: those of `RankDiagram::ownTimes`, then per series
    /// when each op can start whose values are on their way, the next one first.
    struct State {
        Counts counts = {};
        int size = 0;            ///< times of a node
        std::vector<int> nodes;  ///< the numbers of those that are not dropped
        std::vector<Time> times; ///< theirs, in the same order
        /// Per node some bits for each time, which are set where that is beyond some others: it is nowhere later than
        /// another only where no bit is set that is not set there too.
        std::vector<std::uint64_t> marks;
        std::vector<Time> first; ///< the times of the first node, which those of others are marked by

        int count() const { return static_cast<int>(nodes.size()); }
        Time* of(int place) { return times.data() + static_cast<std::ptrdiff_t>(place) * size; }
        /// Three bits for each time as far as there is room: whether it is above the first node's less a step, above
        /// that, and above that and a step.
        std::uint64_t markOf(const Time* own, Time step) const {
            std::uint64_t mark = 0;
            const int marked = std::min(size, 64 / 3);
            for (int each = 0; each < marked; ++each) {
                const Time above = own[each] - first[each];
                const int beyond = int{above > -step} + int{above > 0} + int{above > step};
                mark |= ((std::uint64_t{1} << beyond) - 1) << (3 * each);
            }
            return mark;
        }
        void push(int number, const Time* own, std::uint64_t mark) {
            nodes.push_back(number);
            times.insert(times.end(), own, own + size);
            marks.push_back(mark);
        }
        /// Whether these times are nowhere later than those of a node.
        bool isNoLaterThan(int place, const Time* own, std::uint64_t mark) {
            return (mark & ~marks[place]) == 0 && isNoLater(own, of(place), size);
        }
        /// What stands for one soon stands for another, and is found sooner. Its new place.
        int bringForward(int place) {
            const int to = place / 2;
            if (to < place) {
                std::swap_ranges(of(place), of(place) + size, of(to));
                std::swap(nodes[place], nodes[to]);
                std::swap(marks[place], marks[to]);
            }
            return to;
        }
        /// The last takes its place.
        void drop(int place) {
            if (place + 1 < count())
                std::copy_n(of(count() - 1), size, of(place));
            nodes[place] = nodes.back();
            nodes.pop_back();
            marks[place] = marks.back();
            marks.pop_back();
            times.resize(times.size() - static_cast<std::size_t>(size));
        }
    };
    Time apart = 0; ///< `State::markOf`
    std::unordered_map<Counts, int, HashOfCounts> numbers = {};
    std::vector<State> states = {}; ///< the first `used`; the others keep their memory for later
    int used = 0;
    std::vector<int> replaced = {}; ///< per node: that which stands for it, or itself
    std::vector<int> gone = {};     ///< places of a state, in order
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
            State& state = states[used++];
            state.counts = key;
            state.size = size;
            state.nodes.clear();
            state.times.clear();
            state.marks.clear();
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
    void replace(State& state, int node, const Time* own, std::uint64_t mark) {
        for (int place = 0; place < state.count();)
            if (state.nodes[place] != node && state.isNoLaterThan(place, own, mark)) {
                replaced[state.nodes[place]] = node;
                state.drop(place);
            } else
                ++place;
    }
    /// The place of a node that is nowhere later than these times; −1 where there is none. Then `gone` has the places
    /// of all that are nowhere earlier; where there is one there are none, since they would have been dropped for that.
    /// Marks are looked at many at a time: which of them rule a node out can't be foreseen.
    int compare(State& state, const Time* own, std::uint64_t mark) {
        constexpr int kAtOnce = 64;
        gone.clear();
        for (int from = 0; from < state.count(); from += kAtOnce) {
            const int count = std::min(state.count() - from, kAtOnce);
            std::uint64_t earlier = 0;
            std::uint64_t later = 0;
            for (int bit = 0; bit < count; ++bit) {
                const std::uint64_t other = state.marks[from + bit];
                earlier |= std::uint64_t{(other & ~mark) == 0} << bit;
                later |= std::uint64_t{(mark & ~other) == 0} << bit;
            }
            for (; earlier != 0; earlier &= earlier - 1)
                if (const int place = from + std::countr_zero(earlier); isNoLater(state.of(place), own, state.size))
                    return place;
            for (; later != 0; later &= later - 1)
                if (const int place = from + std::countr_zero(later); isNoLater(own, state.of(place), state.size))
                    gone.push_back(place);
        }
        return -1;
    }
    /// The node that stands for one of the state with these times.
    int add(int number, const Time* own, int width, Looks& looks) {
        State& state = states[number];
        looks.spend(state.count());
        if (state.count() == 0)
            state.first.assign(own, own + state.size);
        const std::uint64_t mark = state.markOf(own, apart);
        if (const int stands = compare(state, own, mark); stands >= 0)
            return state.nodes[state.bringForward(stands)];
        const int node = nodes();
        for (auto each = gone.rbegin(); each != gone.rend(); ++each) {
            replaced[state.nodes[*each]] = node;
            state.drop(*each);
        }
        if (state.count() < width) {
            replaced.push_back(node);
            state.push(node, own, mark);
            return node;
        }
        int nearest = 0;
        Time least = std::numeric_limits<Time>::max();
        for (int place = 0; place < state.count(); ++place)
            if (const Time loss = lossOf(state.of(place), own, state.size); loss < least) {
                least = loss;
                nearest = place;
            }
        const int stands = state.nodes[nearest];
        merged.assign(state.of(nearest), state.of(nearest) + state.size);
        for (int each = 0; each < state.size; ++each)
            merged[each] = std::min(merged[each], own[each]);
        std::ranges::copy(merged, state.of(nearest));
        const std::uint64_t both = state.markOf(merged.data(), apart);
        state.marks[nearest] = both;
        replace(state, stands, merged.data(), both);
        return stands;
    }
};

} // namespace lanewright::bounds
