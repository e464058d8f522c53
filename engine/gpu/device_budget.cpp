// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_budget.h"

#include "core/protocol/capabilities.h"

#include "core/model/sample_tokens.h"
#include "core/program/enqueue_list.h"
#include "engine/device/failure.h"
#include "engine/gpt/gradient_sum.h"
#include "engine/gpu/device_lane.h"
#include "engine/run/rank_stages.h"

#include <map>
#include <numeric>
#include <utility>

namespace lanewright::engine {

namespace {

constexpr auto kFloat = static_cast<Bytes>(sizeof(float));

/// Counts what is taken. Its memory is of nobody, and nobody reads it.
class Tally : public MemorySource {
public:
    float* take(std::int64_t count) override {
        m_bytes += count * kFloat;
        return &m_nobody;
    }
    void giveBack(float* /*memory*/) override {}
    Bytes bytes() const { return m_bytes; }

private:
    Bytes m_bytes = 0;
    float m_nobody = 0;
};

/// A copy of a stage as `DeviceStage`, which only takes memory and gives it back.
class DryStage {
public:
    DryStage(const RunRequest& request, const StageCopy& copy, Tally& weights, Tally& fixed, BufferPool& pool)
        : m_shape(shapeOf(request.model, request.plan.schedule.stages(), copy.stage)), m_layout(request.model, m_shape),
          m_slabs(request.model, m_shape, request.precision, request.plan.costs.weightParts,
                  contextsOf(request.model, request.plan)),
          m_recomputes(request.plan.costs.recomputes(copy.direction, copy.stage)), m_pool(&pool),
          m_gradients(m_layout, request.plan.costs.weightParts, microbatchesOf(request.plan.schedule, copy.direction),
                      fixed.take(0),
                      {.memory = &weights,
                       .add = [](const Tensor& /*to*/, const Tensor& /*from*/) {},
                       .clear = [](const Tensor& /*numbers*/) {}}) {
        weights.take(DeviceState::countFor(m_layout, request.precision, deviceBanks(request)));
        if (!m_recomputes)
            return;
        fixed.take(m_slabs.whole().stashCount() + m_slabs.whole().residueCount());
        fixed.take(Sizes{request.model}.boundary());
    }

    void begin() { m_gradients.begin(); }
    std::int64_t tensors() const { return static_cast<std::int64_t>(m_layout.parameters().size()); }

    void run(const Op& op) {
        Slab& slab = m_held[op.microbatch];
        const SlabLayout& layout = m_slabs.of(op.microbatch);
        switch (op.kind) {
        case OpKind::F:
            if (!m_recomputes)
                takeMemory(slab, layout);
            else if (!m_shape.isFirst())
                m_slabs.takeSeed(slab, layout, *m_pool);
            return;
        case OpKind::R:
            m_pool->giveBack(std::exchange(slab.seed, {}));
            takeMemory(slab, layout);
            return;
        case OpKind::B: m_pool->giveBack(std::exchange(slab.stash, {})); return;
        case OpKind::W: weigh(slab, op.microbatch, op.part); return;
        case OpKind::BW:
            m_pool->giveBack(std::exchange(slab.stash, {}));
            for (int part = 0; part < layout.parts(); ++part)
                weigh(slab, op.microbatch, part);
            return;
        }
    }

private:
    void takeMemory(Slab& slab, const SlabLayout& layout) {
        slab.residues.clear();
        m_slabs.take(slab, layout, *m_pool);
    }
    void weigh(Slab& slab, int microbatch, int part) {
        m_gradients.target(microbatch, part);
        m_gradients.finish(microbatch, part);
        m_pool->giveBack(std::exchange(slab.residues[part], {}));
    }

    StageShape m_shape;
    ParameterLayout m_layout;
    SlabLayouts m_slabs;
    bool m_recomputes;
    BufferPool* m_pool;
    GradientSum m_gradients;
    std::map<int, Slab> m_held; ///< by microbatch
};

/// The buffers of a rank's activations. What else it takes is added to the tallies.
BufferPool::Rooms goThrough(const RunRequest& request, int rank, Tally& weights, Tally& fixed) {
    const Schedule& schedule = request.plan.schedule;
    Tally nobodys;
    BufferPool pool(&nobodys);
    std::map<std::pair<int, int>, DryStage> stages; // by direction and stage
    for (const StageCopy& copy : copiesOn(schedule.placement, rank)) {
        const auto [made, fresh] =
            stages.try_emplace({copy.direction, copy.stage}, request, copy, weights, fixed, pool);
        fixed.take(2 * made->second.tensors()); // squares of the gradients, in doubles
    }
    int before = 0;
    do { // until what serves microbatches of several lengths in turns has grown
        before = pool.allocations();
        for (auto& [copy, stage] : stages)
            stage.begin();
        for (const Block& block : schedule.order[rank])
            for (const Op& op : enqueuedOps(block))
                stages.at({schedule.direction(op.microbatch), op.stage}).run(op);
    } while (pool.allocations() != before);
    return pool.spare();
}

void addLane(DeviceBudget& budget, const RunRequest& request, int rank, Bytes workspace) {
    Tally weights;
    Tally fixed;
    fixed.take(LaneMemory::countFor(laneSizes(request, rank), workspace));
    for (const auto& [most, rooms] : goThrough(request, rank, weights, fixed))
        budget.activations += std::accumulate(rooms.begin(), rooms.end(), std::int64_t{0}) * kFloat;
    budget.weights += weights.bytes();
    budget.workspace += fixed.bytes();
}

} // namespace

BufferPool::Rooms activationRooms(const RunRequest& request, int rank) {
    Tally weights;
    Tally fixed;
    return goThrough(request, rank, weights, fixed);
}

DeviceBudget budgetOf(const RunRequest& request, const std::vector<int>& ranks, int values, Bytes workspace,
                      std::int64_t scratch) {
    DeviceBudget budget{.values = values * Sizes{request.model}.boundary() * kFloat, .workspace = scratch * kFloat};
    for (const int rank : ranks)
        addLane(budget, request, rank, workspace);
    return budget;
}

void expectRoom(const DeviceBudget& budget, Bytes left) {
    if (budget.all() <= left)
        return;
    throw OutOfMemory(
        say(phrase("engine", "the run needs %1 of GPU memory and there are %2 left: weights %3, activations %4, values "
                             "between stages %5, workspace %6"),
            gibibytesText(budget.all()), gibibytesText(left), gibibytesText(budget.weights),
            gibibytesText(budget.activations), gibibytesText(budget.values), gibibytesText(budget.workspace)));
}

} // namespace lanewright::engine
