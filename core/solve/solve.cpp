// SPDX-License-Identifier: Apache-2.0
#include "core/solve/solve.h"

#include "core/generate/checks.h"
#include "core/model/replicas.h"
#include "core/simulate/memory.h"
#include "core/solve/blocks/block_search.h"
#include "core/solve/gaps.h"
#include "core/solve/incumbent.h"
#include "core/solve/microbatch_search.h"
#include "core/solve/portfolio.h"
#include "core/solve/proof/exact.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

/// Up to so many stages times microbatches a proof is tried without being asked for.
constexpr std::int64_t kProvable = 64;
/// Ops timed per thread in the first of a number of rounds.
constexpr std::int64_t kOpsOfRound = 4'000'000;
/// Ops looked at while values are refuted: where rounds are counted, and where time is.
constexpr std::int64_t kOpsOfRefuting = 10'000'000;
constexpr std::int64_t kMostRefuting = std::int64_t{1} << 40;
/// Who listens hears of what is found ten times a second.
constexpr std::chrono::milliseconds kReportInterval{100};
constexpr double kFirstRound = 0.25; ///< seconds
constexpr double kGrowth = 1.4;
/// So many rounds without a better schedule are calm.
constexpr int kCalm = 2;
/// Shares of the time limit: when a period that is not proved yet is looked for by way of the makespan, and for how
/// long.
constexpr double kOwnWay = 0.15;
constexpr double kByMakespan = 0.45;
/// How long where several chunks a rank have little memory: there one rank holds the others up from its first op to its
/// last, so that the one is nearly the other. It goes that way at once, and leaves it where that finds nothing for so
/// long.
constexpr double kByMakespanWhereTight = 0.98;
constexpr double kPatienceByMakespan = 0.5;
/// Rounds count ops there, about those that a thread times in the seconds that rounds take elsewhere: a search for the
/// period then goes the way of one for the makespan and comes upon what that finds.
constexpr double kOpsOfSecond = 2e8;

/// The problem with what a device has room for as a limit on activations.
Plan limitedTo(const Plan& problem) {
    Plan limited = problem;
    if (!problem.memory.device.empty())
        limited.memory.limit = activationRoom(problem.schedule, problem.memory);
    return limited;
}

class Search {
public:
    Search(const Plan& problem, const SolveOptions& options, const std::stop_token& stop, const SolveProgress& progress,
           Clock::duration interval)
        : m_options(options), m_problem(problem), m_frame(m_problem, options.objective),
          m_incumbent(
              progress, [this] { m_over.request_stop(); }, interval),
          m_portfolio(m_frame, m_incumbent, options.seed, threadsOf(options)),
          m_deals(dealsAnew(problem, options)), m_whole{.stop = m_over.get_token()},
          m_onStop(stop, [this] { m_over.request_stop(); }) {
        if (!options.rounds)
            m_whole.until = m_start + seconds(options.timeLimit);
        if (!problem.costs.microbatches.areEqual() && options.moves != Moves::Ops)
            m_microbatches.emplace(problem, options.objective, m_deals, m_incumbent, options.seed, threadsOf(options));
        if (!keepsBlocks() && BlockSearch::isFor(m_frame))
            m_blocks.emplace(m_frame, m_incumbent, options.seed, threadsOf(options));
        if (m_blocks && !m_blocks->pays())
            m_blocks.reset();
    }

    Solution run() {
        raiseBounds(BoundEffort::Instant);
        begin();
        const bool repeatable = m_options.rounds.has_value();
        std::future<void> bounds;
        if (repeatable)
            raiseBounds(BoundEffort::Full);
        else
            bounds = std::async(std::launch::async, [this] { raiseBounds(BoundEffort::Full); });
        repeatable ? countRounds() : watchClock();
        if (bounds.valid() && isExhausted())
            bounds.wait_until(*m_whole.until);
        m_over.request_stop();
        if (bounds.valid())
            bounds.wait();
        m_incumbent.flush();
        Solution solution = m_incumbent.solution();
        solution.triedAll = isExhausted();
        return solution;
    }

private:
    static int threadsOf(const SolveOptions& options) {
        const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
        return std::clamp(options.threads > 0 ? options.threads : cores, 1, 256);
    }
    /// Microbatches that differ may change replicas.
    static bool dealsAnew(const Plan& problem, const SolveOptions& options) {
        return !problem.costs.microbatches.areEqual() && options.moves != Moves::Ops && replicasOf(problem).size() > 1;
    }
    static Clock::duration seconds(double count) {
        return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::clamp(count, 0.0, 1e8)));
    }
    double left() const { return std::chrono::duration<double>(*m_whole.until - Clock::now()).count(); }
    bool isUnequal() const { return !m_problem.costs.microbatches.areEqual(); }
    bool isExhausted() const { return keepsBlocks() && m_microbatches->isExhausted(); }
    double spent() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }
    bool isOver() const { return m_over.stop_requested() || m_incumbent.isProved(); }

    void raiseBounds(BoundEffort effort) {
        const Dealing dealing = m_deals ? Dealing::Anew : Dealing::AsGiven;
        const std::vector<Bound> bounds =
            lowerBounds(m_problem, m_options.objective, effort, m_over.get_token(), dealing);
        for (const Bound& bound : bounds)
            m_incumbent.raise(bound);
        if (effort == BoundEffort::Full && !isOver())
            refuteValues(m_problem, m_options.objective, bounds.front(),
                         m_options.rounds ? kOpsOfRefuting : kMostRefuting, m_over.get_token(),
                         [this](const Bound& bound) {
                             m_incumbent.raise(bound);
                             return m_incumbent.value();
                         });
    }

    /// What ranks run is to stay, but for the microbatches.
    bool keepsBlocks() const { return m_microbatches && m_options.moves == Moves::Microbatches; }

    void begin() {
        if (keepsBlocks() && !m_problem.isProblem())
            if (std::optional<Start> own = startFrom(m_frame, m_problem.schedule, {Method::OwnOrder})) {
                m_incumbent.offer(std::move(own->schedule), own->value, own->madeBy);
                return;
            }
        std::vector<Start> made = madeStarts(m_frame, m_whole);
        if (m_blocks)
            m_blocks->add(made);
        m_portfolio.add(std::move(made));
        if (!isOver())
            m_portfolio.addLists(m_whole);
    }

    void countRounds() {
        std::int64_t ops = kOpsOfRound;
        for (int round = 0; round < *m_options.rounds && !isOver() && !isExhausted(); ++round) {
            Effort share = m_whole;
            share.ops = ops;
            if (!keepsBlocks())
                m_portfolio.round(share);
            if (m_blocks && !isOver())
                m_blocks->round(share);
            if (m_microbatches && !isOver())
                m_microbatches->round(share);
            ops =
                std::min<std::int64_t>(static_cast<std::int64_t>(static_cast<double>(ops) * kGrowth), 64 * kOpsOfRound);
        }
        if (wantsProof() && !isOver())
            prove(m_options.timeLimit);
    }

    /// Searches take turns: sequences of equal microbatches, blocks as they are, whole microbatches.
    void searchFor(const Effort& share, int round) {
        const bool mayMoveMicrobatches = m_microbatches && !m_microbatches->isExhausted();
        if (keepsBlocks() || (mayMoveMicrobatches && round % 4 == 1))
            m_microbatches->round(share);
        else if (m_blocks && round % (m_portfolio.calm() < kCalm ? 2 : 4) != 0)
            m_blocks->round(share);
        else
            m_portfolio.round(share);
    }
    bool isCalm() const {
        return (m_portfolio.calm() >= kCalm || isUnequal()) && (!m_blocks || m_blocks->calm() >= kCalm) &&
               (!m_microbatches || m_microbatches->isExhausted() || m_microbatches->calm() >= kCalm);
    }

    /// No period is above the makespan of its order, and makespans are timed faster: a good one is a good start.
    bool hasWayByMakespan() const {
        const Objective timed = withoutOptimizer(m_options.objective, m_problem.optimizerMode);
        return !isUnequal() && (timed == Objective::Period || timed == Objective::LongestSpan);
    }
    /// A proof would have to wait for it.
    bool isNearlyByMakespan() const { return m_portfolio.isHeldUp() && !wantsProof(); }
    void searchByMakespan() {
        SolveOptions options = m_options;
        options.objective = Objective::Makespan;
        options.exact = false;
        const bool isWhole = isNearlyByMakespan();
        const double time = std::min(left(), (isWhole ? kByMakespanWhereTight : kByMakespan) * m_options.timeLimit);
        // Rounds depend on it.
        options.timeLimit = isWhole ? m_options.timeLimit : time;
        const auto onProgress = [this](const Solution& found) {
            const Fraction value = exactValue(m_problem, found.schedule, m_options.objective);
            m_incumbent.offer(found.schedule, value, found.madeBy);
        };
        const double patience = isWhole ? kPatienceByMakespan * m_options.timeLimit : time;
        const Solution found =
            Search(m_problem, options, m_over.get_token(), onProgress, {}).bestWithoutProof(time, patience);
        std::optional<Start> start = startFrom(m_frame, found.schedule, found.madeBy);
        if (!start)
            return;
        std::vector<Start> starts;
        starts.push_back(*std::move(start));
        if (m_blocks)
            m_blocks->add(starts);
        m_portfolio.add(std::move(starts));
    }
    /// Within so many seconds, or until so many have passed without a better one. Leaves the time that bounds take to
    /// those who asked.
    Solution bestWithoutProof(double within, double patience) {
        m_whole.until = m_start + seconds(within);
        m_patience = seconds(patience);
        m_provable = false;
        raiseBounds(BoundEffort::Instant);
        begin();
        watchClock();
        return m_incumbent.solution();
    }

    /// Asked between rounds.
    bool isTired() {
        if (!m_patience)
            return false;
        if (m_incumbent.value() != m_lastValue) {
            m_lastValue = m_incumbent.value();
            m_lastFound = Clock::now();
        }
        return Clock::now() - m_lastFound > *m_patience;
    }

    void watchClock() {
        double length = std::min(kFirstRound, m_options.timeLimit / 20);
        bool mayTurn = hasWayByMakespan();
        std::jthread prover;
        for (int round = 0; !isOver() && !isExhausted() && left() > 0 && !isTired(); ++round) {
            if (mayTurn && (isNearlyByMakespan() || spent() > kOwnWay * m_options.timeLimit)) {
                mayTurn = false;
                searchByMakespan();
                continue;
            }
            if (!m_proving && wantsProof() && isCalm() && m_tried != m_incumbent.value()) {
                m_proving = true;
                m_tried = m_incumbent.value();
                prover = std::jthread([this] {
                    prove(left());
                    m_proving = false;
                });
            }
            Effort share = m_whole;
            if (m_portfolio.isHeldUp())
                share.ops = static_cast<std::int64_t>(length * kOpsOfSecond);
            else
                share.until = std::min(*m_whole.until, Clock::now() + seconds(length));
            searchFor(share, round);
            length = std::min(length * kGrowth, std::max(0.5, m_options.timeLimit / 5));
        }
        m_over.request_stop();
    }

    /// Where pairs pay z3 proves nothing, and the search with pairs finds more, so that it must be asked for. Where
    /// microbatches differ it is asked about each op by itself, which says all there is to say of a deal that stays.
    bool wantsProof() const {
        if (!m_provable || (m_blocks && m_blocks->makesPairs() && !m_options.exact))
            return false;
        if (isUnequal() && (m_deals || keepsBlocks() || !canStandApart(m_problem)))
            return false;
        const std::int64_t size = std::int64_t{1} * m_problem.schedule.stages() * m_problem.schedule.microbatches;
        return canProve() && (m_options.exact || size <= kProvable);
    }

    /// Asks for something better until there is none.
    void prove(double within) {
        const Clock::time_point until = Clock::now() + seconds(within);
        const Instance instance = isUnequal() ? instanceOf(m_problem, Unequal::Apart) : m_frame.instance;
        while (!isOver()) {
            const Fraction below = m_incumbent.value();
            const double time = std::chrono::duration<double>(until - Clock::now()).count();
            const auto take = [&](const Sequences& sequences) {
                return offerMeasured(m_problem, m_options.objective,
                                     keepGaps(m_problem, scheduleOf(m_problem, instance, sequences)), Method::Z3,
                                     m_incumbent);
            };
            switch (searchBelow(instance, m_options.objective, below, take, m_over.get_token(), time)) {
            case Exact::Unknown:
                // What another search found meanwhile was not to be taken.
                if (m_incumbent.value() == below)
                    return;
                break;
            case Exact::None:
                if (m_incumbent.value() <= below)
                    m_incumbent.prove(ProvedBy::Z3);
                return;
            case Exact::Better: break;
            }
        }
    }

    const SolveOptions& m_options;
    const Plan& m_problem;
    Clock::time_point m_start = Clock::now();
    SearchFrame m_frame;
    std::stop_source m_over = {};
    Incumbent m_incumbent;
    Portfolio m_portfolio;
    bool m_deals;
    std::optional<BlockSearch> m_blocks = {};            ///< where they can say what sequences can't
    std::optional<MicrobatchSearch> m_microbatches = {}; ///< where they differ
    Effort m_whole;
    std::stop_callback<std::function<void()>> m_onStop;
    bool m_provable = true; ///< a proof by search may be tried
    std::atomic<bool> m_proving = false;
    Fraction m_tried = {-1, 1};
    std::optional<Clock::duration> m_patience = {}; ///< without a better value
    Fraction m_lastValue = {-1, 1};
    Clock::time_point m_lastFound = m_start;
};

} // namespace

Result<Solution> solve(const Plan& problem, const SolveOptions& options, const std::stop_token& stop,
                       const SolveProgress& progress) {
    if (const Result<Done> fits = checkProblem(problem); !fits)
        return fits.error();
    if (const Result<Done> fits = checkRoom(problem); !fits)
        return fits.error();
    return Search(limitedTo(problem), options, stop, progress, kReportInterval).run();
}

double secondsToFirstAnswer(const Plan& problem) {
    constexpr double kSecondsOfOp = 4e-7; // 4.5 s for 4 ranks and 2^20 microbatches
    const double cells = 1.0 * problem.schedule.stages() * problem.schedule.microbatches;
    return kSecondsOfOp * cells * (2 + problem.costs.weightParts);
}

} // namespace lanewright
