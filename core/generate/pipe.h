// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/plan.h"

#include <compare>
#include <limits>
#include <optional>
#include <vector>

/// A problem with one stage per rank, cut down to what an automatic method looks at. Inside core/generate only.
namespace lanewright {

/// What one microbatch costs on a stage. R counts as a part of B, which it precedes, though it need not wait for the
/// gradient: where a stage recomputes, orders run no later than they are timed here.
struct PipeStage {
    Time forward = 0;
    Time backward = 0;
    Time weight = 0;
    Time down = 0; ///< transfer from this stage to the next
    Time up = 0;   ///< transfer of a gradient from the next stage to this one
    Bytes forwardMemory = 0;
    Bytes backwardMemory = 0; ///< change at B, R's included
    Bytes weightMemory = 0;   ///< change at W, ≤ 0
    Bytes recomputeMemory = 0;
    /// What F may fill and what may be held when B starts: the rank's limit, less what R needs for a moment.
    Bytes room = kNoLimit;

    static constexpr Bytes kNoLimit = std::numeric_limits<Bytes>::max() / 4;
    Time work() const { return forward + backward + weight; }
    bool limited() const { return room < kNoLimit; }
    friend bool operator==(const PipeStage&, const PipeStage&) = default;
};

struct Pipe {
    int microbatches = 0;
    std::vector<PipeStage> stages = {};

    int size() const { return static_cast<int>(stages.size()); }
    /// How many microbatches can be between F and B on the stage at once.
    int inFlight(int stage) const;
};

/// `problem` has one direction and one stage per rank.
Pipe pipeOf(const Plan& problem);

/// The order of each stage as a word over F, B and W. Microbatches are alike, so the k-th letter of a kind is of
/// microbatch k and a word says all there is to say.
struct PipeWords {
    int length = 0; ///< of each word: three times the microbatches
    std::vector<OpKind> letters = {};

    const OpKind* of(int stage) const { return letters.data() + static_cast<std::size_t>(stage) * length; }
    OpKind* of(int stage) { return letters.data() + static_cast<std::size_t>(stage) * length; }
};
PipeWords emptyWords(const Pipe& pipe);

/// The words as rows of the problem they are for.
Schedule scheduleOf(const Plan& problem, const PipeWords& words);

/// What words cost; the smaller, by the order of the members, is the better.
struct WordsCost {
    Time longestSpan = 0;
    Time makespan = 0;
    Bytes peak = 0; ///< of the stage that holds most
    friend auto operator<=>(const WordsCost&, const WordsCost&) = default;
};

/// Times words, every op as early as it can. A class so that timing many words allocates once.
class WordsTimer {
public:
    explicit WordsTimer(const Pipe& pipe);
    /// What the words cost; none when they hold more than a stage has room for. O(ops). The words are complete and no
    /// stage waits for itself.
    std::optional<WordsCost> operator()(const PipeWords& words);

private:
    void run(const PipeWords& words, int stage);
    bool fits() const;
    Time arrival(int stage, OpKind kind) const;

    struct Progress {
        int position = 0;
        int done[3] = {};
        Time first = 0;
        Time free = 0;
        Bytes held = 0;
        Bytes peak = 0;
    };

    const Pipe& m_pipe;
    std::vector<Progress> m_progress;
    std::vector<Time> m_forwardEnd; ///< `[stage * microbatches + microbatch]`
    std::vector<Time> m_backwardEnd;
    std::vector<int> m_runnable;
};

/// A time below which no words have their longest span, whatever their order. O(stages² + stages · microbatches).
///
/// The larger of two. By stage: before its first B a stage can only run the forwards it has room for, after
/// its last F only the B and W of what it then holds; the rest of those waits is idle. By chain i ≤ j: all that stage j
/// does lies between the first F and the last B of stage i.
Time leastLongestSpan(const Pipe& pipe);

} // namespace lanewright
