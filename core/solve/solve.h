// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/bounds/bounds.h"
#include "core/model/plan.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lanewright {

/// What a search may move where microbatches differ.
enum class Moves : std::uint8_t {
    Both,
    /// Whole microbatches: ranks run the same kinds of ops of the same stages in the same order, of other microbatches.
    /// From the problem's own order where it has a valid one, else from those of generators.
    Microbatches,
    /// Single ops. No microbatch changes its direction.
    Ops,
};
/// As the command line has it: `both`, `microbatches`, `ops`.
std::string_view toText(Moves moves);
std::optional<Moves> movesFromText(std::string_view text);

struct SolveOptions {
    Objective objective = Objective::Iteration; ///< in the problem's optimizer mode
    double timeLimit = 10;                      ///< seconds; the search ends earlier when the bound is met
    /// Go for a proof: as soon as the search calms down, z3 takes over. Where microbatches differ it looks at each op
    /// by itself, and not at all where they may change replicas or only whole ones move.
    bool exact = false;
    std::uint64_t seed = 1; ///< starts the random numbers
    int threads = 0;        ///< 0: as many as there are cores
    /// Instead of time: how many rounds of search, each of a fixed number of ops timed per thread. With the same seed
    /// and the same number of threads the same schedule comes out on every machine, as long as a proof by z3 is not cut
    /// short by `timeLimit`, which here limits the proof alone.
    std::optional<int> rounds = {};
    /// Where microbatches differ. Unless only ops move, they are also dealt anew between replicas (`replicasOf`), each
    /// of which keeps as many as it had; the bound then holds whatever the deal.
    Moves moves = Moves::Both;
};

enum class Method : std::uint8_t {
    Unknown,
    OwnOrder, ///< that of the problem
    Generator,
    ListScheduling,
    Annealing,
    Patterns,   ///< what repeats was searched for
    Bottleneck, ///< rank by rank, that first which holds the others up
    Z3,
    MicrobatchOrder, ///< whole microbatches moved
    Blocks ///< blocks moved: pairs and BW made and parted, R by itself, microbatches that differ each by itself
};

/// What made a schedule.
struct MadeBy {
    Method method = Method::Unknown;
    std::string generator = {}; ///< its name, where one did

    friend bool operator==(const MadeBy&, const MadeBy&) = default;
};
/// As answers have it: `zb-auto`, `annealing`.
std::string toText(const MadeBy& madeBy);

/// What proved that a schedule is optimal.
enum class ProvedBy : std::uint8_t {
    Nobody,   ///< it is not known to be
    Bound,    ///< nobody had to search for the proof
    Refuting, ///< every smaller value was refuted: `refuteValues`
    Z3
};
std::string_view toText(ProvedBy provedBy);

/// The best schedule known so far and how good it is.
struct Solution {
    Schedule schedule = {};
    Fraction value = {};  ///< what the objective is
    Fraction bound = {};  ///< no schedule is below
    Bound why = {};       ///< the bound in words
    bool optimal = false; ///< value == bound, or proved by search
    MadeBy madeBy = {};
    ProvedBy provedBy = ProvedBy::Nobody;
    double seconds = 0; ///< since the start
    /// All orders of the microbatches were tried that leave ranks what they run, where only those were asked for.
    bool triedAll = false;

    double gap() const { return gapOf(value, bound); }
};

/// Called for each improvement of value or bound, from the calling thread or a worker, one call at a time.
using SolveProgress = std::function<void(const Solution&)>;

/// The shortest schedule of the problem that is found in time, under its memory limits. Its order, if it has one that
/// is valid, is a start: the result is never worse.
///
/// The search goes other ways for other limits, so that more memory may lose what less has; to be sure, hand in the
/// order found for less as the problem's own.
///
/// Fails when the problem is unfit or a limit can't be kept at all, naming rank, op and the least limit that would do.
/// When `stop` is requested it returns the best it has.
Result<Solution> solve(const Plan& problem, const SolveOptions& options = {}, const std::stop_token& stop = {},
                       const SolveProgress& progress = {});

/// True when the solution's bound took a search, so that it is to be kept: it is not found again at once.
bool isProvedBySearch(const Solution& solution);

/// True where the problem came with a proof, of whatever objective, that the solution's order disproves: of another
/// problem, or false.
bool disprovesProof(const Plan& problem, Objective objective, const Solution& solution);

/// The plan with the order of the solution, and with what was proved, optimal or not: by a search, or by the largest
/// bound, with its argument where that can be checked; without a proof that the order disproves, and with the one it
/// has where that says more. `plan` is that which was solved, or one that differs from it in nothing that a bound
/// depends on.
Plan withSolution(const Plan& plan, Objective objective, const Solution& solution);

/// About how many seconds pass on an ordinary core before `solve` has any answer to the problem, whatever its limit of
/// time: the problem is laid out, ordered by one generator and judged, each of which passes over all ops.
double secondsToFirstAnswer(const Plan& problem);

/// True when this build can prove by search (it has z3).
bool canProve();

} // namespace lanewright
