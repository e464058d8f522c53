// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/reasons.h"
#include "core/io/json_writer.h"
#include "core/model/block_stretches.h"
#include "core/page/phrase_book.h"
#include "core/pytorch/kept_buffers.h"
#include "core/simulate/memory.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

/// Inside core/page only: a plan's lanes, as a page's script reads them.
namespace lanewright {

/// The block of a span.
std::string textOf(const Span& span, int weightParts);

/// The lanes of a plan with their reasons and their memory.
class LaneWriter {
public:
    /// All of them must outlive it.
    LaneWriter(const Plan& plan, const Timeline& timeline, const KeptBuffers& kept, PhraseBook& phrases);

    /// All times are multiples of it.
    Time tick() const { return m_time; }
    /// All amounts of memory are multiples of it.
    Bytes bytes() const { return m_bytes; }

    void write(json::Writer& writer);

private:
    const Lane& lane(int rank) const { return m_timeline.lanes[rank]; }
    Time slackAt(const Slot& slot) const { return m_slack[slot.rank][slot.position]; }
    void findTicks();
    void writeTicks(json::Writer& writer, Time time) const { writer.number(time / tick()); }
    void writeLane(json::Writer& writer, int rank);
    void writeMemory(json::Writer& writer, std::size_t rank) const;
    /// Its text, the wait before it, its length, its slack, what binds it, its chunk, why it is here, and for each
    /// value that it needs the block that yields it and for how long it has been there; then its stretches, if any.
    void writeBlock(json::Writer& writer, const Slot& slot, Time free);
    /// The place of its stretches among those of the page; −1 where there is nothing to show. Equal ones stand once.
    int stretchesAt(const Slot& slot);
    /// For each its length, for each of its ops how it spends its time and for how long, what the pair saves, and what
    /// is said of it.
    void writeStretches(json::Writer& writer);
    void writeStretched(json::Writer& writer, const BlockStretches& stretches, const Block& block);
    void writeCurve(json::Writer& writer, const MemoryCurve& curve) const;
    /// The place of its stage's copy on its rank, by which shades of one kind differ.
    int chunkAt(const Op& op) const;

    const Plan& m_plan;
    const Timeline& m_timeline;
    PhraseBook& m_phrases;
    Reasons m_reasons;
    std::vector<std::vector<Time>> m_slack;
    std::vector<std::vector<int>> m_chunks; ///< by direction and stage
    Time m_begin;
    std::vector<MemoryCurve> m_curves;
    std::vector<MemoryCurve> m_bands; ///< by rank: with what buffers take; empty where they take nothing
    Time m_time;
    Bytes m_bytes;
    std::map<BlockStretches, int> m_stretches; ///< by place
    std::vector<Block> m_stretched;            ///< by place: a block that has them
    std::vector<int> m_firsts;                 ///< per rank: the place of its first block among all
};

} // namespace lanewright
