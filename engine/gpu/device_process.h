// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/module.h"
#include "engine/gpu/device_budget.h"
#include "engine/gpu/device_clock.h"
#include "engine/gpu/device_executor.h"
#include "engine/gpu/device_optimizer.h"
#include "engine/gpu/device_returns.h"
#include "engine/gpu/device_stages.h"
#include "engine/gpu/device_timeline.h"
#include "engine/gpu/device_wait.h"
#include "engine/gpu/kernel_log.h"
#include "engine/gpu/product_chooser.h"
#include "engine/run/process_loop.h"
#include "engine/run/step_decision.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lanewright::engine {

/// A device, and how it is linked with those of other processes.
struct ProcessDevice {
    Device* device = nullptr;
    KernelTrace* trace = nullptr;          ///< the device's; none where kernels are not to be traced
    std::optional<DevicePlace> place = {}; ///< what the parent is told of it
    /// The algorithms of products are to be chosen by time, and kept beside the state. What process 0 wants counts.
    bool timesProducts = false;
    /// Links the devices of all processes; not called where there is one.
    std::function<Result<std::unique_ptr<DeviceLinks>>(const LinkWish& wish)> link = {};
};

/// The run of all ranks of one process with a device, as lanes of that device, on the thread that makes it.
///
/// Its thread enqueues a whole step of its ranks and then watches it. Synchronous: it waits for the device between the
/// blocks of a step and the step of the weights, which needs the norm of all gradients, and after that. Post-validated:
/// behind the blocks it enqueues a speculative step of the weights and the early part of the next step. When the norm
/// is known it enqueues the rest; where the norm rolls the step back, it lets the early part run out, rolls back, and
/// begins again with the right weights. So lanes flow over the border between two steps without meeting, and the bits
/// are those of the synchronous run. What goes wrong is thrown as a `Failure`.
class DeviceProcess : public ProcessLoop {
public:
    DeviceProcess(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap, Channel& channel,
                  const ProcessDevice& device, Reporter* reporter, const StopFlags& stopFlags);

    /// Ends the run on all processes, after a failure: the links first, so that no device waits any longer; then the
    /// parent and all other processes are told. `isOwn`: it happened here; `mayTalk`: the processes can still hear each
    /// other.
    void giveUp(const FailedEvent& event, bool isOwn, bool mayTalk);

private:
    void prepare() override;
    void restored(int updates) override;
    void saved() override { m_products->keep(); }
    int updates() const override { return m_optimizer->updates; }
    void timeLinks() override;
    void restart(Time origin) override {
        m_timeline->restart(origin);
        m_clock->forget();
    }
    void runStep(int step) override;
    bool pauses() const override { return m_pauses; }
    Position position() const override;

    bool isReported(const FailedEvent& event);
    void listen();
    void makeLanes();
    void linkUp();
    void share(std::span<std::byte> bytes);
    void warmUp();
    void begin(int step);
    void beginEarly(int step, bool overlaps);
    void poll();
    Message describe() const;
    const std::uint8_t* layTexts(int step);
    void loadTexts(int step);
    void enqueueReturns();
    void follow();
    void awaitReturns();
    StepDecision agree(int step);
    NormReport ownNorm(int step) const;
    void settle(int step, const StepDecision& decision);
    void dropEarly(int step, const StepDecision& decision);
    void report(int step);

    const Corpus* m_corpus;
    ProcessDevice m_place;
    Device* m_device;
    KernelLog m_log;
    DeviceWait m_wait;
    EnqueueList m_list;
    DeviceBudget m_budget;
    DeviceLanes m_lanes;
    DeviceStages m_stages;
    std::unique_ptr<DeviceLinks> m_links; ///< none where all ranks are here
    std::unique_ptr<DeviceExecutor> m_executor;
    std::unique_ptr<DeviceClock> m_clock;
    std::unique_ptr<DeviceTimeline> m_timeline;
    std::vector<std::unique_ptr<DeviceReturns>> m_returns; ///< beside `m_lanes`
    std::unique_ptr<DeviceOptimizer> m_optimizer;
    std::unique_ptr<ProductChooser> m_products;
    /// Tokens and targets of a step.
    struct Texts {
        std::unique_ptr<HostPiece> piece;
        std::optional<std::uint64_t> firstSample = {}; ///< the first sample that lies there
    };
    std::array<Texts, 2> m_texts; ///< steps take them in turns
    Time m_lastPoll = 0;
    bool m_isAhead = false; ///< the next step has begun before the decision on this one
    bool m_pauses = false;
};

} // namespace lanewright::engine
