// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/zbv_rounds.h"

#include "core/generate/v/v_shape.h"
#include "core/model/costs.h"

#include <algorithm>

namespace lanewright {

namespace {

constexpr Time kNotMade = -1;

} // namespace

VRoundBuilder::VRoundBuilder(const Instance& instance)
    : m_instance(instance), m_microbatches(instance.microbatches[0]), m_places(instance.ranks()),
      m_allowance(instance.ranks(), 0) {
    const int ranks = instance.ranks();
    for (int i = 0; i < ranks; ++i) {
        m_places[i].rank = instance.chunks[i].rank;
        m_places[i].chunk = {i, 2 * ranks - 1 - i};
        m_places[i].waiting.reserve(std::size_t{2} * m_microbatches);
    }
    for (std::vector<Time>& ends : m_ends)
        ends.resize(instance.chunks.size() * m_microbatches);
}

bool VRoundBuilder::build(const VRoundRule& rule, bool afresh, Sequences& sequences) {
    m_rule = rule;
    m_sequences = &sequences;
    Time most = 0;
    for (const Place& place : m_places)
        most = std::max(most, place.idle);
    for (std::size_t i = 0; i < m_places.size(); ++i)
        m_allowance[i] = afresh ? 0 : most - m_places[i].idle;
    reset();
    warmUp();
    widen();
    for (int i = 0; i < 2 * m_microbatches && !m_failed; ++i)
        round();
    for (int place = 0; place < static_cast<int>(m_places.size()); ++place) {
        while (hasWeights(place))
            weight(place);
        m_failed = m_failed || m_places[place].done[BackwardDown] < m_microbatches;
    }
    return !m_failed;
}

void VRoundBuilder::reset() {
    m_sequences->resize(m_places.size());
    for (Place& place : m_places) {
        place.done = {};
        place.weights = {};
        place.nextWeight = 0;
        place.waiting.clear();
        place.free = place.idle = 0;
        place.held = 0;
        Sequence& sequence = (*m_sequences)[place.rank];
        sequence.clear();
        sequence.reserve(std::size_t{2} * (2 + m_instance.weightParts) * m_microbatches);
    }
    m_mostIdle = 0;
    m_failed = false;
}

// The first microbatch goes down and up; while the ranks before wait for its return, they run further F down.
void VRoundBuilder::warmUp() {
    const int last = static_cast<int>(m_places.size()) - 1;
    for (int i = 0; i <= last; ++i)
        put(i, ForwardDown);
    for (int i = last; i >= 0 && !m_failed; --i) {
        while (i < last) {
            const Place& place = m_places[i];
            const Chunk& chunk = m_instance.chunks[place.chunk[kDownArm]];
            // The ranks after this one will run as many of their own, and those come back up here.
            const bool fits = place.held + chunk.forwardMemory * (2 + 2 * i) <= m_instance.limit[place.rank] ||
                              chunk.forwardMemory <= 0;
            if (!fits || place.free + chunk.forward > arrival(i, ForwardUp) ||
                place.done[ForwardDown] >= m_microbatches || m_failed)
                break;
            for (int j = 0; j <= i; ++j)
                put(j, ForwardDown);
        }
        put(i, ForwardUp);
    }
}

// Each rank runs as many F as the one before, and has more microbatches back up.
void VRoundBuilder::widen() {
    const int ranks = static_cast<int>(m_places.size());
    Turn turn = ForwardDown;
    int idleRounds = 0;
    for (int i = 1; i < ranks; ++i) {
        const auto lags = [&] {
            const std::array<int, kTurns>& own = m_places[i].done;
            const std::array<int, kTurns>& before = m_places[i - 1].done;
            return own[ForwardDown] + own[ForwardUp] < before[ForwardDown] + before[ForwardUp] ||
                   (own[ForwardUp] <= before[ForwardUp] && before[ForwardUp] < m_microbatches);
        };
        while (!m_failed && lags()) {
            bool any = false;
            for (int j = ranks - 1; j >= i; --j)
                if (m_places[j].done[turn] < m_microbatches) {
                    put(j, turn);
                    any = true;
                }
            turn = turn == ForwardDown ? ForwardUp : ForwardDown;
            idleRounds = any ? 0 : idleRounds + 1;
            m_failed = m_failed || idleRounds > 2;
        }
    }
}

void VRoundBuilder::round() {
    backwards();
    if (!m_failed)
        forwards();
}

// One B on each rank: first the arm down, from the tip of the V to the first rank, then the arm up the other way.
void VRoundBuilder::backwards() {
    m_down.clear();
    m_up.clear();
    const int ranks = static_cast<int>(m_places.size());
    for (int i = 0; i < ranks; ++i) {
        const std::array<int, kTurns>& done = m_places[i].done;
        const bool down = done[BackwardDown] < done[BackwardUp] &&
                          (i == ranks - 1 || isThere(i, BackwardDown) || done[BackwardUp] >= m_microbatches);
        (down ? m_down : m_up).push_back(i);
    }
    std::ranges::reverse(m_down);
    for (const int i : m_down) {
        makeRoom(i, BackwardDown);
        fillGap(i, BackwardDown, true);
        put(i, BackwardDown);
    }
    for (const int i : m_up) {
        makeRoom(i, BackwardUp);
        fillGap(i, BackwardUp, m_rule.fillBeforeBackward);
        put(i, BackwardUp);
    }
}

// One F on each rank, of the arm up where that can be.
void VRoundBuilder::forwards() {
    for (int i = 0; i < static_cast<int>(m_places.size()); ++i) {
        const int next = nextForward(i);
        if (next < 0)
            continue;
        const Turn turn = static_cast<Turn>(next);
        if (!makeRoom(i, turn)) {
            m_failed = true;
            return;
        }
        fillGap(i, turn, m_rule.fillBeforeForward);
        put(i, turn);
    }
}

// −1: none.
int VRoundBuilder::nextForward(int place) const {
    const std::array<int, kTurns>& done = m_places[place].done;
    if (done[ForwardUp] >= m_microbatches)
        return -1;
    if (done[ForwardUp] < done[ForwardDown] && isThere(place, ForwardUp))
        return ForwardUp;
    if (done[ForwardDown] < m_microbatches && isThere(place, ForwardDown))
        return ForwardDown;
    return -1;
}

// Runs the W that fit into the wait for the next op; and one more where the rest of the wait would cost, if it `may`.
void VRoundBuilder::fillGap(int place, Turn turn, bool may) {
    if (!hasWeights(place) || sourceOf(place, turn) < 0 || !isThere(place, turn))
        return;
    const Time until = arrival(place, turn);
    const auto length = [&] {
        const int arm = m_places[place].waiting[m_places[place].nextWeight];
        const Time whole = m_instance.chunks[m_places[place].chunk[arm]].weight;
        return m_rule.wholeWeights
                   ? whole
                   : shareOf(whole, m_places[place].weights[arm] % m_instance.weightParts, m_instance.weightParts);
    };
    while (hasWeights(place) && until >= m_places[place].free + length())
        weight(place);
    if (may && hasWeights(place) && until - m_places[place].free > spare(place))
        weight(place);
}

// How much longer the rank may be idle without being the idlest.
Time VRoundBuilder::spare(int place) const { return std::max(m_mostIdle, m_allowance[place]) - m_places[place].idle; }

// Runs W until the op fits; false when it can't.
bool VRoundBuilder::makeRoom(int place, Turn turn) {
    while (neededFor(place, turn) > m_instance.limit[m_places[place].rank]) {
        if (!hasWeights(place))
            return false;
        weight(place);
    }
    return true;
}

int VRoundBuilder::chunkOf(int place, Turn turn) const {
    return m_places[place].chunk[turn == ForwardDown || turn == BackwardDown ? kDownArm : kUpArm];
}

// What is held while the op runs.
Bytes VRoundBuilder::neededFor(int place, Turn turn) const {
    const Chunk& chunk = m_instance.chunks[chunkOf(place, turn)];
    const bool forward = turn == ForwardDown || turn == ForwardUp;
    return m_places[place].held +
           (forward ? chunk.forwardMemory : std::max(chunk.backwardMemory, chunk.recomputeMemory));
}

// The chunk whose op the next op of this turn waits for, or −1.
int VRoundBuilder::sourceOf(int place, Turn turn) const {
    const int chunk = chunkOf(place, turn);
    return turn == ForwardDown || turn == ForwardUp ? m_instance.before(chunk) : m_instance.after(chunk);
}

bool VRoundBuilder::isThere(int place, Turn turn) const { return arrival(place, turn) != kNotMade; }

Time VRoundBuilder::arrival(int place, Turn turn) const {
    const int source = sourceOf(place, turn);
    if (source < 0)
        return 0;
    const bool forward = turn == ForwardDown || turn == ForwardUp;
    const std::size_t microbatch = m_places[place].done[turn];
    const int ranks = static_cast<int>(m_places.size());
    const Place& from = m_places[source < ranks ? source : 2 * ranks - 1 - source];
    const bool down = source < ranks;
    const Turn made = forward ? (down ? ForwardDown : ForwardUp) : (down ? BackwardDown : BackwardUp);
    if (from.done[made] <= static_cast<int>(microbatch))
        return kNotMade;
    const Time travel = forward ? m_instance.chunks[source].down : m_instance.chunks[source - 1].up;
    return m_ends[forward ? 0 : 1][static_cast<std::size_t>(source) * m_microbatches + microbatch] + travel;
}

void VRoundBuilder::put(int place, Turn turn) {
    Place& own = m_places[place];
    const bool forward = turn == ForwardDown || turn == ForwardUp;
    const bool ready = own.done[turn] < m_microbatches && isThere(place, turn) &&
                       (turn == ForwardDown || own.done[turn] < own.done[turn - 1]) &&
                       neededFor(place, turn) <= m_instance.limit[own.rank];
    m_failed = m_failed || !ready;
    if (m_failed)
        return;
    const int index = chunkOf(place, turn);
    const Chunk& chunk = m_instance.chunks[index];
    const int arm = index == own.chunk[kDownArm] ? kDownArm : kUpArm;
    const Time start = std::max(own.free, arrival(place, turn));
    if (own.done[ForwardDown] > 0) {
        own.idle += start - own.free;
        m_mostIdle = std::max(m_mostIdle, own.idle);
    }
    own.free = start + (forward ? chunk.forward : chunk.backward);
    own.held += forward ? chunk.forwardMemory : chunk.backwardMemory;
    m_ends[forward ? 0 : 1][static_cast<std::size_t>(index) * m_microbatches + own.done[turn]++] = own.free;
    (*m_sequences)[own.rank].push_back(codeOf(arm, forward ? OpKind::F : OpKind::B));
    if (!forward)
        own.waiting.insert(own.waiting.end(), m_instance.weightParts, arm);
}

void VRoundBuilder::weight(int place) {
    Place& own = m_places[place];
    const int parts = m_instance.weightParts;
    do {
        const int arm = own.waiting[own.nextWeight++];
        const Chunk& chunk = m_instance.chunks[own.chunk[arm]];
        const int part = own.weights[arm]++ % parts;
        own.free += shareOf(chunk.weight, part, parts);
        own.held += shareOf(chunk.weightMemory, part, parts);
        (*m_sequences)[own.rank].push_back(codeOf(arm, OpKind::W));
    } while (m_rule.wholeWeights && own.nextWeight % parts != 0);
}

} // namespace lanewright
