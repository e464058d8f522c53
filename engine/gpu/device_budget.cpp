// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_budget.h"

#include "core/protocol/capabilities.h"

#include "core/program/enqueue_list.h"
#include "engine/device/failure.h"
#include "engine/gpt/gradient_sum.h"
#include "engine/gpu/device_lane.h"
#include "engine/run/stage_settings.h"

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
struct DryStage {
    ParameterLayout layout;
    StageSlabs slabs;

    DryStage(const RunRequest& request, const StageCopy& copy, Tally& weights, Tally& fixed, BufferPool& pool)
        : layout(layoutOf(request, copy.stage)),
          slabs(request.model, layout, settingsOf(request, copy, deviceBanks(request)), pool, fixed.take(0),
                {.memory = &weights,
                 .add = [](const Tensor& /*to*/, const Tensor& /*from*/) {},
                 .clear = [](const Tensor& /*numbers*/) {}},
                &fixed) {
        weights.take(DeviceState::countFor(layout, request.precision, deviceBanks(request)));
        fixed.take(2 * static_cast<std::int64_t>(layout.parameters().size())); // squares of gradients, in doubles
    }
};

/// The buffers of a rank's activations. What else it takes is added to the tallies.
BufferPool::Rooms goThrough(const RunRequest& request, int rank, Tally& weights, Tally& fixed) {
    const Schedule& schedule = request.plan.schedule;
    Tally nobodys;
    BufferPool pool(&nobodys);
    std::map<std::pair<int, int>, DryStage> stages; // by direction and stage
    for (const StageCopy& copy : copiesOn(schedule.placement, rank))
        stages.try_emplace({copy.direction, copy.stage}, request, copy, weights, fixed, pool);
    int before = 0;
    do { // until what serves microbatches of several lengths in turns has grown
        before = pool.allocations();
        for (auto& [copy, stage] : stages)
            stage.slabs.gradients().begin();
        for (const Block& block : schedule.order[rank])
            for (const Op& op : enqueuedOps(block))
                stages.at({schedule.direction(op.microbatch), op.stage}).slabs.rehearse(op);
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
