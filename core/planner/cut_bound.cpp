// SPDX-License-Identifier: Apache-2.0
#include "core/planner/cut_bound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace lanewright {

namespace {

constexpr double kNoTime = std::numeric_limits<double>::infinity();

/// A time of every run of layers that start at the first, from which those of all runs follow.
using Prefix = std::vector<double>;

double run(const Prefix& prefix, int first, int end) { return prefix[end] - prefix[first]; }

/// Times of a kind of device for one microbatch, and what it holds.
struct KindTimes {
    int devices = 0;
    Bytes memory = 0;
    Prefix forward = {0};      ///< alone
    Prefix backward = {0};     ///< the input, alone
    Prefix whole = {0};        ///< F, B, W and R one after the other
    Prefix wholeNetwork = {0}; ///< what of these is on the network
    Prefix chain = {0};        ///< what must be over before the last B is: F, B and R
    Prefix chainNetwork = {0};
};

/// What a device is busy for at least with so much compute and network: both at once as far as that goes, what sharing
/// costs on top.
double busy(double all, double network, double sharing) {
    const double longest = std::max(all - network, network);
    return longest + sharing * (all - longest);
}

/// How many devices of each kind: those that share a part, or those in use.
using DeviceCounts = std::vector<int>;

class Kinds {
public:
    Kinds(const Pricing& pricing, std::size_t mostStates) : m_pricing(pricing) {
        const Cluster& cluster = pricing.cluster();
        m_kinds.resize(cluster.kinds.size());
        for (int device = 0; device < cluster.size(); ++device) {
            KindTimes& kind = m_kinds[cluster.devices[device].kind];
            if (kind.devices++ == 0)
                fill(kind, device);
        }
        std::erase_if(m_kinds, [](const KindTimes& kind) { return kind.devices == 0; });
        while (m_kinds.size() > 1 && states() > mostStates)
            join();
    }

    const std::vector<KindTimes>& all() const { return m_kinds; }
    std::size_t states() const {
        std::size_t product = 1;
        for (const KindTimes& kind : m_kinds)
            product *= static_cast<std::size_t>(kind.devices) + 1;
        return product;
    }

    /// @name States number what may be in use
    /// @{
    DeviceCounts used(std::size_t state) const {
        DeviceCounts counts;
        for (const KindTimes& kind : m_kinds) {
            const std::size_t digits = static_cast<std::size_t>(kind.devices) + 1;
            counts.push_back(static_cast<int>(state % digits));
            state /= digits;
        }
        return counts;
    }
    bool haveFree(const DeviceCounts& used, const DeviceCounts& group) const {
        bool isFree = true;
        for (std::size_t at = 0; at < m_kinds.size(); ++at)
            isFree = isFree && used[at] + group[at] <= m_kinds[at].devices;
        return isFree;
    }
    /// The state with these in use, too.
    std::size_t with(std::size_t state, const DeviceCounts& group) const {
        std::size_t weight = 1;
        for (std::size_t at = 0; at < m_kinds.size(); ++at) {
            state += weight * static_cast<std::size_t>(group[at]);
            weight *= static_cast<std::size_t>(m_kinds[at].devices) + 1;
        }
        return state;
    }
    /// @}

private:
    void fill(KindTimes& kind, int device) const {
        const LayeredModel& model = m_pricing.model();
        const bool recompute = model.recompute == Recompute::Always;
        kind.memory = m_pricing.cluster().kindOf(device).memory;
        const double speed = m_pricing.cluster().kindOf(device).speed;
        for (int layer = 0; layer < model.size(); ++layer) {
            const PartTimes times = m_pricing.times(layer, layer + 1, std::span(&device, 1), recompute);
            const Work network = networkOf(model.layers[layer]);
            const auto add = [](Prefix& prefix, double time) { prefix.push_back(prefix.back() + time); };
            const double chain = times.forward + times.backwardInput + times.recompute;
            const double talks = (network.forward * (recompute ? 2 : 1) + network.backwardInput) / speed;
            add(kind.forward, times.forward);
            add(kind.backward, times.backwardInput);
            add(kind.whole, chain + times.backwardWeight);
            add(kind.wholeNetwork, talks + network.backwardWeight / speed);
            add(kind.chain, chain);
            add(kind.chainNetwork, talks);
        }
    }

    /// Makes of the two kinds that are most alike one that is as good as either.
    void join() {
        std::ranges::sort(m_kinds, {}, [](const KindTimes& kind) { return kind.whole.back(); });
        std::size_t at = 0;
        const auto apart = [&](std::size_t each) {
            return m_kinds[each + 1].whole.back() / m_kinds[each].whole.back();
        };
        for (std::size_t each = 1; each + 1 < m_kinds.size(); ++each)
            if (apart(each) < apart(at))
                at = each;
        KindTimes& one = m_kinds[at];
        const KindTimes& other = m_kinds[at + 1];
        one.devices += other.devices;
        one.memory = std::max(one.memory, other.memory);
        for (const auto prefix : {&KindTimes::forward, &KindTimes::backward, &KindTimes::whole,
                                  &KindTimes::wholeNetwork, &KindTimes::chain, &KindTimes::chainNetwork})
            joinPrefix(one.*prefix, other.*prefix);
        m_kinds.erase(m_kinds.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }

    /// Layer by layer the shorter time.
    static void joinPrefix(Prefix& one, const Prefix& other) {
        Prefix joined{0};
        for (int layer = 0; layer + 1 < static_cast<int>(one.size()); ++layer)
            joined.push_back(joined.back() + std::min(run(one, layer, layer + 1), run(other, layer, layer + 1)));
        one = std::move(joined);
    }

    const Pricing& m_pricing;
    std::vector<KindTimes> m_kinds;
};

class CutBound {
public:
    CutBound(const Pricing& pricing, const CutFamily& family)
        : m_pricing(pricing), m_family(family), m_layers(pricing.model().size()),
          m_microbatches(pricing.model().microbatches),
          m_sharing(static_cast<double>(pricing.model().sharing) / PairCosts::kOne),
          m_isSynchronous(pricing.optimizerMode() == OptimizerMode::Synchronous),
          m_kinds(pricing,
                  kMostSteps / (family.mostReplicas > 1 ? kFewerSteps : 1) / (static_cast<std::size_t>(m_layers) + 1)) {
        for (int size = 1; size <= std::min(family.mostReplicas, pricing.cluster().size()); size *= 2)
            addGroups(DeviceCounts(m_kinds.all().size(), 0), 0, size, size);
        fillWays();
    }

    std::optional<Time> find() const {
        double low = 0;
        double high = 1024;
        while (!isPossible(high)) {
            low = high;
            high *= 2;
            if (high > kLongest)
                return {};
        }
        while (high - low > std::max(kFine, kFinest * high)) {
            const double middle = (low + high) / 2;
            (isPossible(middle) ? high : low) = middle;
        }
        // A makespan is a whole number of ticks; a period need not be one, so that what is next above `low` counts only
        // where nothing below it is possible.
        const double next = std::ceil(low);
        const bool isNext = m_isSynchronous || !isPossible(std::nextafter(next, 0));
        return std::max<Time>(0, static_cast<Time>((isNext ? next : std::floor(low)) - rounded()));
    }

private:
    static constexpr std::size_t kMostSteps = 30'000; ///< states and layers
    static constexpr std::size_t kFewerSteps = 8;     ///< as many times fewer where parts may share devices
    static constexpr double kFine = 0.25;             ///< nanoseconds
    static constexpr double kFinest = 1e-8;           ///< as a share
    static constexpr double kLongest = 4e18;
    static constexpr std::size_t kMostGroups = 64;

    bool wants(Shape shape) const { return m_family.shape.value_or(shape) == shape; }

    /// By how much rounding to nanoseconds may make an iteration shorter: half of one for each of a device's ops, and
    /// for each op and transfer on the way in and out.
    double rounded() const {
        const auto isWhole = [](const Prefix& prefix) {
            return std::ranges::all_of(prefix, [](double time) { return time == std::floor(time); });
        };
        bool exact = m_family.mostReplicas == 1;
        for (const KindTimes& kind : m_kinds.all())
            exact = exact && isWhole(kind.forward) && isWhole(kind.backward) && isWhole(kind.whole) &&
                    isWhole(kind.wholeNetwork);
        // Segments are stretched to what an op takes, so that each of their ends may be half a nanosecond off.
        double ends = 0;
        for (int device = 0; device < m_pricing.cluster().size() && m_pricing.model().overlaps(); ++device)
            if (m_pricing.cluster().kindOf(device).speed != 1)
                ends = 3 * PairCosts::kMostSegments;
        const double parts = std::min(2 * m_layers, 4 * m_pricing.cluster().size());
        // Transfers are rounded down where they are taken; sums of whole numbers are exact.
        return exact && ends == 0 ? 0 : (2.0 * m_family.mostReplicas + ends) * m_microbatches + 2 * parts;
    }

    /// All groups of so many devices, of as many kinds as they like.
    void addGroups(const DeviceCounts& group, std::size_t kind, int left, int size) {
        if (kind == group.size()) {
            if (left == 0 && (m_groups.size() < kMostGroups || size == 1))
                m_groups.push_back(group);
            m_leavesOut = m_leavesOut || (left == 0 && m_groups.size() >= kMostGroups);
            return;
        }
        for (int count = 0; count <= std::min(left, m_kinds.all()[kind].devices); ++count) {
            DeviceCounts next = group;
            next[kind] = count;
            addGroups(next, kind + 1, left - count, size);
        }
    }

    /// The first microbatch's way in front of each layer, and the last one's way back, at their fastest; a channel at
    /// its fastest.
    void fillWays() {
        m_in.assign(static_cast<std::size_t>(m_layers) + 1, 0);
        m_back = m_in;
        for (int layer = 0; layer < m_layers; ++layer) {
            double forward = kNoTime;
            double backward = kNoTime;
            for (const KindTimes& kind : m_kinds.all()) {
                forward = std::min(forward, run(kind.forward, layer, layer + 1));
                backward = std::min(backward, run(kind.backward, layer, layer + 1));
            }
            const auto next = static_cast<std::size_t>(layer) + 1;
            m_in[next] = m_in[next - 1] + forward / m_family.mostReplicas;
            m_back[next] = m_back[next - 1] + backward / m_family.mostReplicas;
        }
        int smallest = 1;
        const auto boundary = [&](int cut) { return m_pricing.model().layers[cut - 1].boundary; };
        for (int cut = 2; cut < m_layers; ++cut)
            if (boundary(cut) < boundary(smallest))
                smallest = cut;
        m_channel = m_layers < 2 || m_pricing.cluster().size() < 2 ? 0 : kNoTime;
        for (int from = 0; from < m_pricing.cluster().size() && m_channel > 0; ++from)
            for (int to = 0; to < m_pricing.cluster().size(); ++to)
                if (from != to)
                    m_channel = std::min(m_channel, m_pricing.transfer(smallest, from, to, m_family.mostReplicas, {}));
        m_channel = std::floor(m_channel);
    }

    bool isPossible(double time) const {
        // On the first rank a microbatch's B is behind its F by all of its way in and out.
        if (m_in.back() + m_back.back() > time)
            return false;
        return (wants(Shape::Linear) && (m_leavesOut ? isDivisible(time, false) : isCuttable(time))) ||
               ((wants(Shape::V) || wants(Shape::Loop)) && isDivisible(time, true));
    }

    // ------------------------------------------------------------------------------------------ cuts

    /// Whether a group has the time for a run of layers with so many parts in front of it.
    bool has(const DeviceCounts& group, int replicas, int first, int end, int before, double time) const {
        const Bytes least = m_pricing.leastMemory(first, end, replicas);
        for (std::size_t at = 0; at < group.size(); ++at) {
            if (group[at] == 0)
                continue;
            const KindTimes& kind = m_kinds.all()[at];
            if (least > kind.memory)
                return false;
            const auto of = [&](const Prefix& all, const Prefix& network) {
                return m_microbatches * busy(run(all, first, end), run(network, first, end), m_sharing) / replicas;
            };
            const double whole = of(kind.whole, kind.wholeNetwork);
            if (!m_isSynchronous) {
                if (whole > time)
                    return false;
                continue;
            }
            const double channels = before * m_channel;
            const double in = m_in[first] + channels;
            const double back = m_back[first] + channels;
            if (in + whole > time || in + of(kind.chain, kind.chainNetwork) + back > time)
                return false;
        }
        return true;
    }

    /// Behind the last layer that the group has the time for. A run that is longer never takes less.
    int furthest(const DeviceCounts& group, int replicas, int first, int before, double time) const {
        int low = first;
        int high = m_layers;
        while (low < high) {
            const int middle = (low + high + 1) / 2;
            if (has(group, replicas, first, middle, before, time))
                low = middle;
            else
                high = middle - 1;
        }
        return low;
    }

    /// With how few parts the first layers can be dealt out, by their number.
    using FewestParts = std::vector<int>;

    /// Whether all layers can be dealt out: to one group after the other, from state to state of what is in use.
    bool isCuttable(double time) const {
        constexpr int kNot = std::numeric_limits<int>::max();
        std::vector<FewestParts> parts(m_kinds.states(), FewestParts(m_layers, kNot));
        parts[0][0] = 0;
        for (std::size_t state = 0; state < parts.size(); ++state) {
            const DeviceCounts used = m_kinds.used(state);
            for (const DeviceCounts& group : m_groups)
                if (m_kinds.haveFree(used, group) &&
                    deals(group, parts[state], parts[m_kinds.with(state, group)], time))
                    return true;
        }
        return false;
    }

    /// Whether the group has the time for all that is left; else notes how far the layers can be dealt out with it.
    bool deals(const DeviceCounts& group, const FewestParts& before, FewestParts& after, double time) const {
        const int replicas = std::accumulate(group.begin(), group.end(), 0);
        for (int first = 0; first < m_layers; ++first) {
            if (before[first] >= m_family.mostParts)
                continue;
            const int last = furthest(group, replicas, first, before[first], time);
            if (last == m_layers)
                return true;
            for (int end = first + 1; end <= last; ++end)
                after[end] = std::min(after[end], before[first] + 1);
        }
        return false;
    }

    // ------------------------------------------------------------------------------------------ division

    /// What a layer asks of a device at least, in a measure that adds up over layers.
    using LayerWork = std::function<double(const KindTimes&, int layer)>;

    /// Whether the devices have the time for all layers, were these divided freely. A device does one thing at a time
    /// on each resource, and sharing adds its part of the other one; where synchronous, F and B must be over in time
    /// for the way back, too.
    bool isDivisible(double time, bool isShared) const {
        if (isShared && (m_layers < 4 || m_pricing.cluster().size() < 2))
            return false;
        const auto on = [this](const Prefix KindTimes::*all, const Prefix KindTimes::*network, bool isNetwork) {
            return [=, this](const KindTimes& kind, int layer) {
                const double talks = run(kind.*network, layer, layer + 1);
                const double computes = run(kind.*all, layer, layer + 1) - talks;
                return isNetwork ? talks + m_sharing * computes : computes + m_sharing * talks;
            };
        };
        for (const bool isNetwork : {false, true}) {
            if (!hasRoom(on(&KindTimes::whole, &KindTimes::wholeNetwork, isNetwork), time, false))
                return false;
            if (m_isSynchronous && !hasRoom(on(&KindTimes::chain, &KindTimes::chainNetwork, isNetwork), time, true))
                return false;
        }
        return true;
    }

    /// The work is measured in that of the first kind; no kind does more of it in a time than it does of the layer that
    /// it is best at.
    bool hasRoom(const LayerWork& work, double time, bool goesBack) const {
        const std::vector<KindTimes>& kinds = m_kinds.all();
        double total = 0;
        for (int layer = 0; layer < m_layers; ++layer) {
            double quickest = kNoTime;
            for (const KindTimes& kind : kinds)
                quickest = std::min(quickest, work(kind, layer));
            if (m_microbatches * quickest / m_family.mostReplicas > time)
                return false;
            total += work(kinds.front(), layer);
        }
        std::vector<double> speeds;
        for (const KindTimes& kind : kinds) {
            double speed = 0;
            for (int layer = 0; layer < m_layers; ++layer)
                if (const double reference = work(kinds.front(), layer); reference > 0)
                    speed = std::max(speed, reference / work(kind, layer));
            speeds.insert(speeds.end(), static_cast<std::size_t>(kind.devices), speed);
        }
        std::ranges::sort(speeds, std::greater{});
        double room = 0;
        for (std::size_t at = 0; at < speeds.size(); ++at) {
            const int rank = static_cast<int>(at) / m_family.mostReplicas;
            const double left = time - waitOf(rank, m_in) - (goesBack ? waitOf(rank, m_back) : 0);
            if (rank < m_family.mostParts && left > 0)
                room += speeds[at] * left;
        }
        return room >= m_microbatches * total;
    }

    /// The least on the way to a rank, by how many others have layers in front of its first: each has one at least.
    double waitOf(int rank, const Prefix& way) const {
        return m_isSynchronous ? way[std::min(rank, m_layers)] + rank * m_channel : 0;
    }

    const Pricing& m_pricing;
    const CutFamily& m_family;
    int m_layers;
    double m_microbatches;
    double m_sharing;
    bool m_isSynchronous;
    Kinds m_kinds;
    std::vector<DeviceCounts> m_groups = {};
    bool m_leavesOut = false; ///< there are more groups than are looked at
    Prefix m_in = {};
    Prefix m_back = {};
    double m_channel = 0;
};

} // namespace

std::optional<Time> leastIterationOfCuts(const Pricing& pricing, const CutFamily& family) {
    return CutBound(pricing, family).find();
}

} // namespace lanewright
