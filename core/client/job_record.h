// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/io/json.h"
#include "core/io/reading.h"
#include "core/model/run.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// Puts a run together from what the ranks of somebody's training job say while it runs, each over a link of its own:
/// section 5 of `engine/PROTOCOL.md`. A step is one when all ranks have said it; steps that a rank dropped are left
/// out.
class JobRecord {
public:
    static constexpr int kKeptSteps = 1000;

    /// `keptSteps`: how many of the latest steps are kept.
    explicit JobRecord(int keptSteps = kKeptSteps) : m_keptSteps(keptSteps) {}

    /// Takes in a line that a rank has said. Fails, with a sentence, on what can't be of this job; nothing of the line
    /// is kept then, and its rank can't be trusted.
    Result<Done> add(int rank, std::string_view line);

    /// How many ranks the job has; 0 until one of them was ready.
    int ranks() const { return static_cast<int>(m_ranks.size()); }
    /// The latest step that all ranks have said.
    std::optional<int> latestStep() const;
    /// A step that all ranks have said, from its common start on, without `start`. None of any other, and where ranks
    /// and stages do not fit.
    std::optional<StepRecord> stepAt(int step) const;
    /// True when all ranks have said that they are done.
    bool isOver() const;
    /// Which ranks have not said so: what is to be said of them once their links are gone. Empty when there are none.
    Message unfinished() const;

    static constexpr std::size_t kAllSteps = std::numeric_limits<std::size_t>::max();

    /// What was measured so far, of the `latest` whole steps. Without a plan of the job's it is the order that its
    /// first step showed, with the medians of all steps as costs. Fails while no step is whole, and where ranks and
    /// stages do not fit.
    Result<Run> run(std::size_t latest = kAllSteps) const;

private:
    struct Rank {
        bool ready = false;
        bool over = false;
        int lastStep = -1;
        std::int64_t dropped = 0; ///< steps that it could not send in time
        std::string host = {};
        std::vector<int> cores = {}; ///< numbers of those that it may compute on; none: it did not say
        std::vector<int> stages = {};
        std::optional<Time> clockUncertainty = {};
    };
    /// One rank's step, from `origin` on, a time of rank 0's clock.
    struct Part {
        Time origin = 0;
        Lane wall = {};
        std::vector<Bytes> live = {}; ///< beside each span; none where memory was not measured
        std::vector<Activity> others = {};
        std::optional<double> loss = {};
    };
    using Parts = std::map<int, Part>; ///< by rank
    /// What all ranks say alike.
    struct Job {
        int ranks = 0;
        int stages = 0;
        int microbatches = 0;
        friend bool operator==(const Job&, const Job&) = default;
    };
    /// What the first rank that is ready says for all.
    struct Setup {
        std::string backend = "cpu";
        int threads = 1;
        std::string launcher = {};
        std::string framework = {};
        std::string deviceClock = {};
        std::string title = {};
    };

    static Rank rankFrom(const json::Node& root, const Job& job, Trouble& trouble);
    static std::optional<Plan> planFrom(const json::Node& root, const Job& job, Trouble& trouble);
    Part partFrom(const json::Node& root, Trouble& trouble) const;
    bool inShape(const Part& part) const;
    static Setup setupFrom(const json::Node& root, Trouble& trouble);
    void takeReady(int rank, const json::Node& root, Trouble& trouble);
    void takeSpans(int rank, const json::Node& root, Trouble& trouble);
    bool inShape(const Op& op) const;
    bool isWhole(const Parts& parts) const { return parts.size() == m_ranks.size(); }
    Result<std::vector<int>> place() const;
    /// Over all whole steps.
    Costs medianCosts() const;
    Result<Plan> planAsItRan(const std::vector<int>& place) const;
    /// When the first op of the step starts, on the clock of rank 0; none where that of another rank is days apart.
    static std::optional<Time> commonStartOf(const Parts& parts);
    Result<Done> addSteps(Run& run, const std::vector<int>& place, std::size_t latest) const;
    /// The hosts and clocks of the ranks.
    void addMachines(Run& run) const;
    StepRecord recordOf(int step, const Parts& parts, const std::vector<int>& place, Time commonStart) const;

    int m_keptSteps;
    Job m_job = {};
    Setup m_setup = {};
    std::optional<Plan> m_plan = {}; ///< as the job says it
    std::vector<Rank> m_ranks = {};
    std::map<int, Parts> m_steps = {};
};

} // namespace lanewright
