// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/cpu/rank_stages.h"
#include "engine/cpu/weight_step.h"
#include "engine/ranks/recorder.h"
#include "engine/ranks/values.h"
#include "engine/ranks/waiter.h"

#include <functional>
#include <vector>

namespace lanewright::engine {

/// Runs one rank's program, instruction after instruction.
///
/// In a paced run every block is held until its virtual times have come. These are integers that follow from the plan
/// alone: a block starts at max(lane free + gap, arrivals of its inputs) and takes its planned length; a value arrives
/// the planned transfer time after its producer's virtual end and brings that time along. So a late wake-up of the
/// operating system delays one block and is forgiven at the next, instead of adding up. A synchronous optimizer ends
/// that: where the last blocks were late, the next step's virtual times begin so much later (`Optimizer::step`).
class Executor {
public:
    Executor(const RunRequest& request, int rank, Channel& channel, RankStages& stages, Waiter& waiter,
             Recorder& recorder);

    /// Called with the number of each instruction before it is run, and at the end with the number after the last.
    std::function<void(int instruction)> onInstruction = [](int) {};

    /// Called when a step's first block starts, or the gap before it. A rank without blocks gives a time after all
    /// others.
    std::function<void(int step, Time at)> onBegin = [](int, Time) {};
    /// Waits for the decision on the last step and puts the weights right; takes the rank's virtual time.
    std::function<Check(Time free)> settle = [](Time free) { return Check{.free = free}; };
    /// True when `settle` would not have to wait.
    std::function<bool()> isChecked = [] { return true; };

    /// From here on times count from `origin` on this host's clock.
    void restart(Time origin);
    /// How the weights are when a step begins.
    struct Footing {
        bool isOpen = false;     ///< the last step has not been checked: `settle` says more
        bool rolledBack = false; ///< it was, and some ranks had to roll it back
    };
    /// Runs a step before which `firstSample` samples have been trained on.
    void run(int step, std::uint64_t firstSample, const Footing& footing);

    /// The virtual time at which the rank is free. Unpaced runs keep it for one step only.
    Time free() const { return m_laneFree; }
    /// How the rank stands when all blocks of a step are done.
    Standing standing() const { return {.free = m_laneFree, .behind = m_behind}; }
    /// The rank has stepped its weights.
    void resume(const Stepped& stepped) {
        m_laneFree = stepped.free;
        m_origin += stepped.postponed;
    }
    /// The time since the start of the series.
    Time sinceStart() const { return now() - m_origin; }
    /// By how much a value of the last step seemed to arrive before it was sent, because clocks differ.
    Time backwards() const { return m_backwards; }

private:
    void reserve();
    void perform(const Instruction& instruction);
    void confirm();
    void redo();
    void expect(int attempt);
    void runBlock(const Instruction& instruction);
    /// Waits for what the block needs; returns the virtual time at which the last of it arrives.
    Time gather(const Block& block);
    void waitFor(const Value& value, const Op& op);
    void take(const Value& value);
    Bytes computeOps(const Block& block);
    void compute(const Op& op);
    void computeTo(const Value& result, const Op& op, const Tensor& input);
    TensorMessagePtr roomFor(const Op& op, const Value& result);
    void release(const Block& block);
    void send(const Instruction& instruction);

    bool recomputes(const Op& op) const;
    void forEachInput(const Block& block, auto visit);

    const RunRequest* m_request;
    const Program* m_program;
    int m_rank;
    Channel* m_channel;
    RankStages* m_stages;
    Waiter* m_waiter;
    Recorder* m_recorder;
    Values m_values;
    std::vector<bool> m_fused; ///< by stage and microbatch: its backward is a BW

    int m_step = 0;
    int m_at = 0; ///< the instruction being run
    Time m_origin = 0;
    Time m_backwards = 0;
    bool m_begun = false;         ///< the step: its first block has started
    bool m_open = false;          ///< the weights may yet turn out wrong
    int m_attempt = 0;            ///< at the step's forwards: 1 when the last step was rolled back
    Time m_laneFree = 0;          ///< virtual end of the last block
    Time m_behind = 0;            ///< by how much it ended later by the clock
    Time m_notBefore = 0;         ///< virtual: the decision that backwards wait for
    std::vector<Time> m_linkFree; ///< virtual, by receiver; of serial links
};

} // namespace lanewright::engine
