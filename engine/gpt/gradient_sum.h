// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/buffer.h"
#include "engine/gpt/parameters.h"

#include <functional>
#include <vector>

namespace lanewright::engine {

/// Where a sum lies and who adds there.
struct SumPlace {
    MemorySource* memory = nullptr; ///< null: the heap
    std::function<void(const Tensor& to, const Tensor& from)> add;
    std::function<void(const Tensor& numbers)> clear;
};
/// The host's memory and kernels.
SumPlace onHost();

/// The sum of the weight gradients of one copy of a stage over its microbatches.
///
/// The rule it guards: each microbatch's gradient is formed whole and added once, in microbatch order, whatever the
/// order in which W ops run. A gradient that comes too early is held back until its place comes. So the bits of the sum
/// do not depend on the schedule. Each part of W keeps its own order.
class GradientSum {
public:
    /// `microbatches`: those of the copy, rising. `scratch`: at least `layout.count()` numbers, free during each W.
    GradientSum(const ParameterLayout& layout, int parts, std::vector<int> microbatches, float* scratch,
                SumPlace place = onHost());

    /// Starts the sum of a step.
    void begin();
    /// Memory, laid out like the weights, into which the part's jobs write the microbatch's gradient; all of it.
    float* target(int microbatch, int part);
    /// The target has been written.
    void finish(int microbatch, int part);

    /// The sum, once all parts of all microbatches are in.
    float* total() { return m_total.data(); }
    std::int64_t count() const { return m_layout->count(); }
    /// How many microbatches are held back now.
    int held() const { return m_heldCount; }

private:
    struct Held {
        Buffer gradient;
        std::vector<bool> has; ///< per part
        bool isOpen = false;
    };
    void addPart(float* from, int part);
    void addHeld(int part);
    bool isNext(int microbatch, int part) const;

    const ParameterLayout* m_layout;
    int m_parts;
    std::vector<int> m_microbatches;
    float* m_scratch;
    SumPlace m_place;
    Buffer m_total;
    BufferPool m_pool;
    std::vector<std::size_t> m_next; ///< per part: how many microbatches are in
    std::vector<Held> m_held;        ///< by microbatch
    int m_heldCount = 0;
};

} // namespace lanewright::engine
