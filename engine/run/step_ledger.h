// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/ranks/step_report.h"

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright::engine {

/// Puts the steps of a run together from what the ranks report. Steps overlap: a rank may be in the next one while
/// another has not ended the last.
///
/// Ranks count times from the start of a series of steps. The common start of a step is when its first op starts; what
/// the ledger posts counts from there.
class StepLedger {
public:
    /// `tokens`: by microbatch, how many its loss is the mean over.
    StepLedger(int ranks, std::vector<std::int64_t> tokens) : m_ranks(ranks), m_tokens(std::move(tokens)) {}

    /// @name What is put together; spans of a step come before its end
    /// @{
    std::function<void(SpansEvent&)> onSpans = [](SpansEvent&) {}; ///< takes what is in it and leaves an empty one
    std::function<void(KernelsEvent)> onKernels = [](const KernelsEvent&) {};
    std::function<void(StepEvent, const std::vector<StepReport>&)> onStep = [](const StepEvent&,
                                                                               const std::vector<StepReport>&) {};
    /// @}

    /// A series of steps begins after a pause; all times count from its start.
    void beginSeries();
    /// A rank has begun a step.
    void begin(int step, Time at);
    /// Takes what is in the batch and leaves an empty one.
    void addSpans(SpansEvent& spans);
    /// What a rank's GPU ran in a step that the rank has not ended.
    void addKernels(KernelsEvent kernels);
    void end(int rank, int step, StepReport report);
    void decide(int step, const Update& update);

    /// How many steps, from the first on, have been posted whole.
    int complete() const { return m_complete; }
    /// A rank that has not ended the step; nothing when all have.
    std::optional<int> missing(int step) const;

private:
    struct Page {
        int begun = 0; ///< ranks
        Time start = 0;
        std::vector<SpansEvent> spans = {}; ///< that wait until all ranks have begun
        std::vector<KernelsEvent> kernels = {};
        std::vector<std::optional<StepReport>> reports = {};
        int ended = 0; ///< ranks
        std::optional<Update> update = {};
    };
    Page& page(int step);
    void postSpans(SpansEvent& spans, Time start);
    void postKernels(Page& page);
    void closeIfWhole();

    int m_ranks;
    std::vector<std::int64_t> m_tokens;
    std::vector<SpansEvent> m_blanks; ///< empty ones with room
    std::map<int, Page> m_pages;      ///< steps that are not complete
    int m_complete = 0;
    Time m_series = 0; ///< when the series began, from the start of the first step without pauses
    Time m_end = 0;    ///< the last end so far, counted alike
};

} // namespace lanewright::engine
