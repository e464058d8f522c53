// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/zbv.h"

#include "core/generate/v/v_shape.h"
#include "core/sequence/sequence_writer.h"

#include <algorithm>
#include <vector>

namespace lanewright {

namespace {

/// What the method leaves open.
struct VRoundRule {
    bool fillBeforeForward = true;  ///< a W that outlasts the wait for an F goes in where the wait would cost
    bool fillBeforeBackward = true; ///< the same for a B of the arm down
};

/// Builds sequences in O(ops): a warm-up that widens from the tip of the V, then rounds of a backward and a forward on
/// each rank, W where a rank waits or lacks memory.
class VRoundBuilder {
public:
    explicit VRoundBuilder(const Instance& instance)
        : m_instance(instance), m_microbatches(instance.microbatches[0]), m_table(tableOfMeans(instance)),
          m_writer(m_table) {}

    /// Writes sequences into `sequences`. False when the method can't keep the limits.
    bool build(const VRoundRule& rule, Sequences& sequences) {
        m_rule = rule;
        m_failed = false;
        m_writer.begin(true, sequences);
        warmUp();
        widen();
        for (int round = 0; round < 2 * m_microbatches && !m_failed; ++round) {
            backwards();
            if (!m_failed)
                forwards();
        }
        for (int place = 0; place < ranks(); ++place) {
            m_writer.runWeights(rankAt(place));
            m_failed = m_failed || count(place, kBackwardDown) < m_microbatches;
        }
        return !m_failed;
    }

private:
    int ranks() const { return m_instance.ranks(); }
    int rankAt(int place) const { return m_instance.chunks[place].rank; }
    int count(int place, Code code) const { return m_writer.count(rankAt(place), code); }
    Time readyAt(int place, Code code) const { return m_writer.readyAt(rankAt(place), code); }
    bool isReady(int place, Code code) const { return readyAt(place, code) != SequenceWriter::kUnknown; }

    /// The first microbatch goes down and up; while the ranks before wait for its return, they run further F down.
    void warmUp() {
        const int last = ranks() - 1;
        for (int i = 0; i <= last; ++i)
            put(i, kForwardDown);
        for (int i = last; i >= 0 && !m_failed; --i) {
            while (i < last) {
                const Chunk& chunk = m_instance.chunks[i];
                const SequenceWriter::Rank& own = m_writer.at(chunk.rank);
                // The ranks after this one will run as many of their own, and those come back up here.
                const bool fits = own.held + chunk.forwardMemory * (2 + 2 * i) <= m_instance.limit[chunk.rank] ||
                                  chunk.forwardMemory <= 0;
                if (!fits || own.free + chunk.forward > readyAt(i, kForwardUp) ||
                    count(i, kForwardDown) >= m_microbatches || m_failed)
                    break;
                for (int j = 0; j <= i; ++j)
                    put(j, kForwardDown);
            }
            put(i, kForwardUp);
        }
    }

    /// Each rank runs as many F as the one before, and has more microbatches back up.
    void widen() {
        Code code = kForwardDown;
        int idleRounds = 0;
        for (int i = 1; i < ranks(); ++i)
            while (!m_failed && lags(i)) {
                bool any = false;
                for (int j = ranks() - 1; j >= i; --j)
                    if (count(j, code) < m_microbatches) {
                        put(j, code);
                        any = true;
                    }
                code = code == kForwardDown ? kForwardUp : kForwardDown;
                idleRounds = any ? 0 : idleRounds + 1;
                m_failed = m_failed || idleRounds > 2;
            }
    }

    bool lags(int place) const {
        const int up = count(place, kForwardUp);
        const int upBefore = count(place - 1, kForwardUp);
        return count(place, kForwardDown) + up < count(place - 1, kForwardDown) + upBefore ||
               (up <= upBefore && upBefore < m_microbatches);
    }

    /// One B on each rank: first the arm down, from the tip of the V to the first rank, then the arm up the other way.
    void backwards() {
        m_down.clear();
        m_up.clear();
        for (int i = 0; i < ranks(); ++i) {
            const int up = count(i, kBackwardUp);
            const bool down =
                count(i, kBackwardDown) < up && (i == ranks() - 1 || isReady(i, kBackwardDown) || up >= m_microbatches);
            (down ? m_down : m_up).push_back(i);
        }
        std::ranges::reverse(m_down);
        for (const int i : m_down) {
            makeRoom(i, kBackwardDown);
            fillGap(i, kBackwardDown, true);
            put(i, kBackwardDown);
        }
        for (const int i : m_up) {
            makeRoom(i, kBackwardUp);
            fillGap(i, kBackwardUp, m_rule.fillBeforeBackward);
            put(i, kBackwardUp);
        }
    }

    /// One F on each rank, of the arm up where that can be.
    void forwards() {
        for (int i = 0; i < ranks() && !m_failed; ++i) {
            if (count(i, kForwardUp) == m_microbatches)
                continue;
            const Code code = isReady(i, kForwardUp) ? kForwardUp : kForwardDown;
            if (!isReady(i, code))
                continue;
            m_failed = m_failed || !makeRoom(i, code);
            fillGap(i, code, m_rule.fillBeforeForward);
            put(i, code);
        }
    }

    /// Runs W until the op fits; false when it can't.
    bool makeRoom(int place, Code code) {
        return m_writer.makeRoom(rankAt(place), m_table.cell(rankAt(place), code).rise);
    }

    /// Runs the W that fit into the wait for the op; and one more, if it `may`, where the rest of the wait would cost:
    /// where it would make the rank idler than the idlest one.
    void fillGap(int place, Code before, bool may) {
        const int rank = rankAt(place);
        const Time until = readyAt(place, before);
        if (m_table.cell(rank, before).source < 0 || until == SequenceWriter::kUnknown)
            return;
        const Time spare = m_writer.mostIdle() - m_writer.at(rank).idle;
        m_writer.fillGap(rank, until, may ? spare : SequenceWriter::kUnknown);
    }

    void put(int place, Code code) {
        const int rank = rankAt(place);
        const Time there = readyAt(place, code);
        const Bytes needed = m_writer.at(rank).held + m_table.cell(rank, code).rise;
        m_failed = m_failed || there == SequenceWriter::kUnknown || needed > m_instance.limit[rank];
        if (!m_failed)
            m_writer.run(rank, code, there);
    }

    const Instance& m_instance;
    int m_microbatches = 0;
    OpTable m_table;
    SequenceWriter m_writer;
    VRoundRule m_rule;
    std::vector<int> m_down, m_up; ///< places whose next B is of the arm
    bool m_failed = false;
};

} // namespace

void offerVRounds(OrderSearch& search) {
    VRoundBuilder builder(search.instance());
    for (const bool fillBeforeBackward : {true, false})
        for (const bool fillBeforeForward : {true, false})
            if (!search.isDone() && builder.build({fillBeforeForward, fillBeforeBackward}, search.draft()))
                search.offer();
}

} // namespace lanewright
