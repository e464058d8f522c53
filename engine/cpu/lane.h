// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cpu/executor.h"
#include "engine/cpu/weight_step.h"
#include "engine/ranks/watchdog.h"
#include "engine/run/process_loop.h"

#include <memory>

namespace lanewright::engine {

/// One rank's whole run, on the thread that makes it: its stages, its program, and what it says to the others. Every
/// rank has a process of its own.
class Lane : public ProcessLoop {
public:
    /// `reporter` is there for rank 0 and for all ranks that are threads of its process, else null.
    Lane(const RunRequest& request, const Corpus& corpus, Channel& channel, Reporter* reporter,
         const StopFlags& stopFlags);

private:
    void prepare() override;
    void restored(int updates) override { m_optimizer.updates = updates; }
    int updates() const override { return m_optimizer.updates; }
    void timeLinks() override;
    void restart(Time origin) override;
    void runStep(int step) override;
    bool pauses() const override { return m_optimizer.pauses(); }
    Position position() const override { return {.step = m_step, .instruction = m_watchdog.instruction()}; }

    void listen();
    void report(int step);
    void watch();
    /// Called on the watchdog's thread.
    void reportHang(int instruction) const;

    int m_rank;
    Recorder m_recorder;
    std::unique_ptr<RankStages> m_stages;
    Optimizer m_optimizer;
    Executor m_executor;
    Watchdog m_watchdog;
};

/// Makes the calling thread a rank and runs it to its end. A failure ends the process, and with it all ranks.
void runLane(const RunRequest& request, const Corpus& corpus, Channel& channel, Reporter* reporter,
             const StopFlags& stopFlags);

} // namespace lanewright::engine
