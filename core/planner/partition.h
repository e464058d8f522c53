// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/planner/input/cluster.h"
#include "core/planner/input/layered_model.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

/// A model cut over the devices of a cluster, and what its stages then cost.
namespace lanewright {

/// One stage: a run of layers, which may be empty, on one device, or on several that each take an equal share of every
/// microbatch.
struct Part {
    int first = 0;
    int end = 0; ///< one past its last layer
    std::vector<int> devices = {};
    bool recompute = false; ///< drops what F keeps but its input, and computes it again before B

    int layers() const { return end - first; }
    friend bool operator==(const Part&, const Part&) = default;
};

/// In the order of the model. Each device has one stage, or, on a V or in a loop (`shape.h`), several.
using Partition = std::vector<Part>;

/// The partition with the stages that recompute as the model wants it: none, all, or as they are.
Partition asModelWants(Partition partition, const LayeredModel& model);

/// The devices that a partition uses.
int devicesOf(const Partition& partition);

/// Which device of a part sends its share of a microbatch to which of the next: the k-th to the k-th where they are as
/// many, else each of the fewer has several in a row.
std::vector<std::pair<int, int>> partnersOf(std::span<const int> from, std::span<const int> to);

/// In whole nanoseconds; what is longer than `kMaxTime`, or no number, is one more than that, which `checkCountable`
/// refuses.
Time ticksOf(double nanoseconds);

/// `3 layers on a, b | 2 layers on c`.
std::string toText(const Partition& partition, const Cluster& cluster);

/// What a part takes for one microbatch, in nanoseconds.
struct PartTimes {
    double forward = 0;
    double backwardInput = 0;
    double backwardWeight = 0;
    double recompute = 0;
    double hidden = 0; ///< where layers talk: about what pairs of its own ops hide, layer by layer

    /// What a microbatch keeps the part busy for at best, after overlap.
    double all() const { return forward + backwardInput + backwardWeight + recompute - hidden; }
};

/// The durations and memory of parts of one model on one cluster. The only home of how work becomes time.
class Pricing {
public:
    /// Model and cluster must outlive it; the problems that it makes are in this optimizer mode.
    Pricing(const LayeredModel& model, const Cluster& cluster, OptimizerMode mode = OptimizerMode::Synchronous);

    const LayeredModel& model() const { return *m_model; }
    const Cluster& cluster() const { return *m_cluster; }
    OptimizerMode optimizerMode() const { return m_mode; }
    const Ways& ways() const { return m_ways; }
    Layer sums(int first, int end) const { return m_sums.of(first, end); }

    /// The slowest device decides.
    PartTimes times(int first, int end, std::span<const int> devices, bool recompute = false) const;
    /// The time of the value between a part that ends before layer `cut` and the next: as many devices as the larger
    /// of the two has send or take an equal share of it, each to or from its partner (`partnersOf`), the slowest pair
    /// decides.
    /// `load` says how many shares cross each wire at once; where it is empty none has company.
    double transfer(int cut, std::span<const int> from, std::span<const int> to, std::span<const int> load = {}) const;
    /// The time of one of `shares` equal shares of it between two devices.
    double transfer(int cut, int from, int to, int shares, std::span<const int> load) const;
    /// By wire: how many shares of values cross it, where all cuts are crossed at once.
    std::vector<int> loadOf(const Partition& partition) const;
    /// The time of the gradients of a part's replicas, in a ring: 2(r − 1)/r of them over the narrowest of its ways.
    double allReduce(int first, int end, std::span<const int> devices) const;
    /// The least a device of the part must hold: what is fixed, and one microbatch's share.
    Bytes leastMemory(int first, int end, int replicas) const;
    bool fits(int first, int end, std::span<const int> devices) const;
    /// That each device can hold one microbatch of all it has. An order may need more.
    bool fits(const Partition& partition) const;

    /// The partition as a problem, its parts on ranks as its shape says; times are rounded to nanoseconds. Of a GPT
    /// with MTP its model carries the layout. A rank of several devices has its limits by the smallest. A shared wire
    /// is taken to carry the values of all cuts that lead over it at once. Ranks of a V or a loop may have several cuts
    /// between them: a value takes as long as the largest.
    Plan problem(const Partition& partition) const;
    /// What predicted times may be off by, as a share: that of the least known kind in use.
    double spread(const Partition& partition) const;

private:
    Bytes memoryOn(std::span<const int> devices) const;
    StageMemory memoryOf(const Part& part) const;
    void addRanks(const Partition& partition, Plan& plan) const;
    void addTransfers(const Partition& partition, Plan& plan) const;

    const LayeredModel* m_model;
    const Cluster* m_cluster;
    OptimizerMode m_mode;
    Ways m_ways;
    LayerSums m_sums;
    std::vector<double> m_hidden; ///< the layers in front, at speed 1; empty where none talks
};

/// Fails in one sentence where no partition can be made: a device that can't be reached, a kind whose rates nobody
/// said, a layer that fits on none.
Result<Done> checkPlannable(const Pricing& pricing);

/// Fails in one sentence where times or memory of a plan are more than can be counted, so that no file could hold it.
Result<Done> checkCountable(const Plan& plan);

} // namespace lanewright
