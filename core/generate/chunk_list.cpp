// SPDX-License-Identifier: Apache-2.0
#include "core/generate/chunk_list.h"

#include "core/model/costs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

namespace lanewright {

namespace {

constexpr Time kUnknown = std::numeric_limits<Time>::max();

} // namespace

ChunkListScheduler::ChunkListScheduler(const Instance& instance)
    : m_instance(instance), m_microbatches(instance.microbatches[0]), m_ranks(instance.ranks()),
      m_letters(instance.chunks.size()), m_forwardEnd(instance.chunks.size() * m_microbatches),
      m_backwardEnd(m_forwardEnd.size()) {
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        for (std::size_t place = 0; place < instance.onRank[rank].size(); ++place)
            m_letters[instance.onRank[rank][place]] = static_cast<std::uint8_t>(place);
        m_ranks[rank].number = rank;
        m_ranks[rank].chunks = instance.onRank[rank];
        m_ranks[rank].work = instance.workOf(rank);
        prepare(m_ranks[rank]);
    }
}

// What a microbatch holds after each of its ops on the rank, and how much more it will hold at most.
void ChunkListScheduler::prepare(Rank& rank) const {
    const int chunks = static_cast<int>(rank.chunks.size());
    std::vector<Bytes> during; // what is held while the op before the phase runs
    Bytes held = 0;
    rank.holds = {0};
    during = {0};
    for (int place = 0; place < chunks; ++place) {
        held += m_instance.chunks[rank.chunks[place]].forwardMemory;
        rank.holds.push_back(held);
        during.push_back(held);
    }
    for (int place = chunks - 1; place >= 0; --place) {
        const Chunk& chunk = m_instance.chunks[rank.chunks[place]];
        during.push_back(held + std::max<Bytes>({0, chunk.recomputeMemory, chunk.backwardMemory}));
        held += chunk.backwardMemory + chunk.weightMemory;
        rank.holds.push_back(held);
    }
    rank.needs.assign(rank.holds.size(), 0);
    Bytes most = 0;
    for (std::size_t phase = rank.holds.size(); phase-- > 0;) {
        rank.needs[phase] = std::max<Bytes>(0, most - rank.holds[phase]);
        most = std::max(most, during[phase]);
    }
}

bool ChunkListScheduler::build(const ChunkListRule& rule, const Cutoff& cutoff, Words& words) {
    m_rule = &rule;
    reset(words);
    wake(0, m_instance.chunks[0].rank);
    while (!m_wakes.empty()) {
        std::ranges::pop_heap(m_wakes, std::greater<>{});
        const Wake next = m_wakes.back();
        m_wakes.pop_back();
        if (!serve(next.rank, next.time))
            continue;
        const Rank& own = m_ranks[next.rank];
        const Time least = own.work + own.idle;
        if (least > cutoff.longestSpan || own.first + least > cutoff.makespan)
            return false;
    }
    return std::ranges::all_of(m_progress, [&](const Progress& progress) {
        return progress.weights == static_cast<int>(m_microbatches) * m_instance.weightParts;
    });
}

void ChunkListScheduler::reset(Words& words) {
    m_words = &words;
    words.resize(m_ranks.size());
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        Rank& own = m_ranks[rank];
        own.phases.assign(own.holds.size(), 0);
        own.first = -1;
        own.free = own.idle = 0;
        own.held = own.waitingMemory = 0;
        own.waiting = 0;
        words[rank].clear();
        words[rank].reserve(own.chunks.size() * (2 + m_instance.weightParts) * m_microbatches);
    }
    m_progress.assign(m_instance.chunks.size(), {});
    m_wakes.clear();
}

void ChunkListScheduler::wake(Time time, int rank) {
    m_wakes.push_back({time, rank});
    std::ranges::push_heap(m_wakes, std::greater<>{});
}

// Starts an op if the rank is free and there is one; true when it did.
bool ChunkListScheduler::serve(int rank, Time now) {
    Rank& own = m_ranks[rank];
    if (own.free > now)
        return false;
    const std::optional<Choice> choice = choose(own, now);
    if (!choice)
        return false;
    if (own.first < 0)
        own.first = now;
    else
        own.idle += now - own.free;
    run(rank, *choice, now);
    return true;
}

// When the activation for the chunk's next F is there, as far as that is known.
Time ChunkListScheduler::forwardAt(int chunk) const {
    const std::size_t next = m_progress[chunk].forwards;
    if (next == m_microbatches)
        return kUnknown;
    const int source = m_instance.before(chunk);
    if (source < 0)
        return 0;
    if (m_progress[source].forwards <= static_cast<int>(next))
        return kUnknown;
    return m_forwardEnd[source * m_microbatches + next] + m_instance.chunks[source].down;
}

Time ChunkListScheduler::backwardAt(int chunk) const {
    const std::size_t next = m_progress[chunk].backwards;
    if (static_cast<int>(next) == m_progress[chunk].forwards)
        return kUnknown;
    const int source = m_instance.after(chunk);
    if (source < 0)
        return m_forwardEnd[chunk * m_microbatches + next];
    if (m_progress[source].backwards <= static_cast<int>(next))
        return kUnknown;
    return m_backwardEnd[source * m_microbatches + next] + m_instance.chunks[chunk].up;
}

Bytes ChunkListScheduler::neededFor(const Rank& rank, const Choice& choice) const {
    const Chunk& chunk = m_instance.chunks[rank.chunks[choice.place]];
    return rank.held + (choice.kind == OpKind::F ? chunk.forwardMemory
                                                 : std::max<Bytes>({0, chunk.recomputeMemory, chunk.backwardMemory}));
}

// Whether all microbatches on the rank could still end, one after the other, the oldest first.
bool ChunkListScheduler::keepsSafe(const Rank& rank, const Choice& choice) const {
    const Bytes limit = m_instance.limit[rank.number];
    const int chunks = static_cast<int>(rank.chunks.size());
    const int from = choice.kind == OpKind::F ? choice.place : 2 * chunks - 1 - choice.place;
    Bytes held = rank.held + rank.waitingMemory + rank.holds[from + 1] - rank.holds[from];
    for (int phase = 2 * chunks - 1; phase > 0; --phase) {
        // phases[q] counts the microbatches that have done q ops or more.
        int count = rank.phases[phase] - rank.phases[phase + 1];
        count += phase == from + 1 ? 1 : 0;
        count -= phase == from ? 1 : 0;
        if (count > 0 && held + rank.needs[phase] > limit)
            return false;
        held -= count * rank.holds[phase];
    }
    return true;
}

// The choice, or the W that make room for it; nothing where it is not safe.
std::optional<ChunkListScheduler::Choice> ChunkListScheduler::orWeight(const Rank& rank, const Choice& choice) const {
    const Bytes limit = m_instance.limit[rank.number];
    if (limit >= Instance::kNoLimit)
        return choice;
    if (!keepsSafe(rank, choice))
        return {};
    if (neededFor(rank, choice) <= limit)
        return choice;
    if (neededFor(rank, choice) + rank.waitingMemory > limit)
        return {};
    return Choice{nextWeight(rank), OpKind::W};
}

// The op to start now, if there is one.
std::optional<ChunkListScheduler::Choice> ChunkListScheduler::choose(const Rank& rank, Time now) const {
    if (m_rule->weights == WeightRule::Steady && rank.waiting > m_rule->waiting[rank.number] * m_instance.weightParts)
        return Choice{nextWeight(rank), OpKind::W};
    const int chunks = static_cast<int>(rank.chunks.size());
    Choice forward;
    Choice backward;
    Time nextBackward = kUnknown;
    Time next = kUnknown;
    for (int place = 0; place < chunks; ++place) {
        const int chunk = rank.chunks[place];
        const Time gradient = backwardAt(chunk);
        nextBackward = std::min(nextBackward, gradient);
        if (gradient <= now && backward.place < 0)
            backward = {place, OpKind::B};
        const bool mayEnter = m_progress[chunk].forwards - m_progress[chunk].backwards < m_rule->inFlight[chunk];
        const Time activation = mayEnter ? forwardAt(chunk) : kUnknown;
        if (activation <= now)
            forward = {place, OpKind::F};
        else
            next = std::min(next, activation);
    }
    if (forward.place >= 0 && nextBackward > now && nextBackward != kUnknown &&
        4 * (nextBackward - now) < m_rule->patience * m_instance.chunks[rank.chunks[forward.place]].forward)
        forward.place = -1;
    const bool forwardLeads = forward.place >= 0 && (!m_rule->backwardFirst || backward.place < 0 ||
                                                     (m_rule->lateForwardsFirst && forward.place > 0));
    const std::array<Choice, 2> order = forwardLeads ? std::array{forward, backward} : std::array{backward, forward};
    for (const Choice& choice : order)
        if (choice.place >= 0)
            if (const std::optional<Choice> taken = orWeight(rank, choice))
                return taken;
    // An earlier chunk's F may do where a later one's does not fit.
    for (int place = forward.place - 1; place >= 0; --place)
        if (const int chunk = rank.chunks[place];
            forwardAt(chunk) <= now &&
            m_progress[chunk].forwards - m_progress[chunk].backwards < m_rule->inFlight[chunk])
            if (const std::optional<Choice> taken = orWeight(rank, {place, OpKind::F}))
                return taken;
    if (rank.waiting == 0 || !takesWeight(rank, now, std::min(next, nextBackward)))
        return {};
    return Choice{nextWeight(rank), OpKind::W};
}

// The place of the chunk whose W comes next: of the oldest microbatch, of its last chunk first.
int ChunkListScheduler::nextWeight(const Rank& rank) const {
    int best = -1;
    for (int place = static_cast<int>(rank.chunks.size()) - 1; place >= 0; --place) {
        const Progress& progress = m_progress[rank.chunks[place]];
        if (progress.weights < progress.backwards * m_instance.weightParts &&
            (best < 0 || progress.weights / m_instance.weightParts <
                             m_progress[rank.chunks[best]].weights / m_instance.weightParts))
            best = place;
    }
    return best;
}

// Whether the rank, with nothing else to run, runs a W though it could wait for what comes next.
bool ChunkListScheduler::takesWeight(const Rank& rank, Time now, Time next) const {
    if (m_rule->weights == WeightRule::Fill || next == kUnknown || next <= now)
        return true;
    const Chunk& chunk = m_instance.chunks[rank.chunks[nextWeight(rank)]];
    const Time length = m_rule->wholeWeights ? chunk.weight : chunk.weight / m_instance.weightParts;
    return 4 * (next - now) >= (4 - m_rule->overrun) * length;
}

void ChunkListScheduler::put(int rank, int place, OpKind kind) {
    ++m_placed;
    (*m_words)[rank].push_back({m_letters[m_ranks[rank].chunks[place]], kind});
}

void ChunkListScheduler::runWeight(int rank, int place) {
    Rank& own = m_ranks[rank];
    const int index = own.chunks[place];
    const Chunk& chunk = m_instance.chunks[index];
    const int parts = m_instance.weightParts;
    do {
        const int part = m_progress[index].weights++ % parts;
        own.free += shareOf(chunk.weight, part, parts);
        own.held += shareOf(chunk.weightMemory, part, parts);
        own.waitingMemory -= shareOf(chunk.weightMemory, part, parts);
        --own.waiting;
        put(rank, place, OpKind::W);
    } while (m_rule->wholeWeights && m_progress[index].weights % parts != 0);
}

void ChunkListScheduler::run(int rank, const Choice& choice, Time now) {
    Rank& own = m_ranks[rank];
    const int index = own.chunks[choice.place];
    const Chunk& chunk = m_instance.chunks[index];
    Progress& progress = m_progress[index];
    own.free = now;
    if (choice.kind == OpKind::W) {
        runWeight(rank, choice.place);
        wake(own.free, rank);
        return;
    }
    put(rank, choice.place, choice.kind);
    const bool forward = choice.kind == OpKind::F;
    const int chunks = static_cast<int>(own.chunks.size());
    ++own.phases[1 + (forward ? choice.place : 2 * chunks - 1 - choice.place)];
    own.free += forward ? chunk.forward : chunk.backward;
    own.held += forward ? chunk.forwardMemory : chunk.backwardMemory;
    const int next = forward ? m_instance.after(index) : m_instance.before(index);
    if (!forward) {
        own.waiting += m_instance.weightParts;
        own.waitingMemory += chunk.weightMemory;
    }
    const std::size_t microbatch = forward ? progress.forwards++ : progress.backwards++;
    (forward ? m_forwardEnd : m_backwardEnd)[index * m_microbatches + microbatch] = own.free;
    const Time travel = next < 0 ? 0 : forward ? chunk.down : m_instance.chunks[next].up;
    if (next >= 0 && m_instance.chunks[next].rank != rank)
        wake(own.free + travel, m_instance.chunks[next].rank);
    wake(own.free, rank);
}

} // namespace lanewright
