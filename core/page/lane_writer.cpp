// SPDX-License-Identifier: Apache-2.0
#include "core/page/lane_writer.h"

#include "core/base/units.h"
#include "core/explain/bubbles.h"
#include "core/explain/causes.h"
#include "core/explain/pair_overlap.h"
#include "core/explain/slack.h"
#include "core/model/block_ops.h"
#include "core/model/placement.h"
#include "core/model/text.h"

#include <cstddef>
#include <cstdint>
#include <numeric>

namespace lanewright {

namespace {

using json::Layout;

/// Makes the tick one that divides the amount, too: the greatest such one makes times and bytes short.
void divide(std::int64_t& tick, std::int64_t amount) { tick = std::gcd(tick, amount); }

/// What ranks hold, buffers included; nothing where there are none, and of ranks whose buffers take nothing.
std::vector<MemoryCurve> bandsOf(const KeptBuffers& kept, const Timeline& timeline,
                                 const std::vector<MemoryCurve>& curves) {
    std::vector<MemoryCurve> bands(kept.all.size());
    for (std::size_t rank = 0; rank < bands.size(); ++rank)
        if (kept.all[rank].bytes > 0)
            bands[rank] =
                sumOf(curves[rank], bufferCurve(kept.all[rank], timeline.lanes[rank], extentOf(timeline).start));
    return bands;
}

} // namespace

std::string textOf(const Span& span, int weightParts) {
    return toText(Block{.op = span.op, .paired = span.paired}, weightParts);
}

LaneWriter::LaneWriter(const Plan& plan, const Timeline& timeline, const KeptBuffers& kept, PhraseBook& phrases)
    : m_plan(plan), m_timeline(timeline), m_phrases(phrases), m_reasons(plan, timeline),
      m_slack(slackOf(plan, timeline)), m_chunks(chunksOf(plan.schedule.placement)), m_begin(extentOf(timeline).start),
      m_curves(memoryCurves(plan.schedule, plan.memory, plan.costs.weightParts, timeline)),
      m_bands(bandsOf(kept, timeline, m_curves)), m_time(scaleOf(plan.timeUnit)), m_bytes(scaleOf(plan.memoryUnit)) {
    int blocks = 0;
    for (const Lane& lane : timeline.lanes) {
        m_firsts.push_back(blocks);
        blocks += static_cast<int>(lane.size());
    }
    findTicks();
}

void LaneWriter::write(json::Writer& writer) {
    writer.key("lanes").list(Layout::Lines, [&] {
        for (int rank = 0; rank < static_cast<int>(m_timeline.lanes.size()); ++rank)
            writer.object(Layout::Tight, [&] { writeLane(writer, rank); });
    });
    writeStretches(writer);
}

void LaneWriter::findTicks() {
    forEachSlot(m_timeline.lanes, [this](const Slot& slot, const Span& span) {
        divide(m_time, span.start - m_begin);
        divide(m_time, span.end - m_begin);
        divide(m_time, slackAt(slot));
        m_reasons.causes().eachInput(slot,
                                     [&](const Causes::Input& input) { divide(m_time, span.start - input.arrives); });
    });
    for (const std::vector<MemoryCurve>* curves : {&m_curves, &m_bands})
        for (const MemoryCurve& curve : *curves)
            for (const MemoryPoint& point : curve) {
                divide(m_time, point.time - m_begin);
                divide(m_bytes, point.bytes);
            }
    for (const std::optional<Bytes>& limit : m_plan.memory.limit)
        divide(m_bytes, limit.value_or(0));
}

void LaneWriter::writeLane(json::Writer& writer, int rank) {
    const auto at = static_cast<std::size_t>(rank);
    writer.key("blocks").list(Layout::Tight, [&] {
        Time free = m_begin;
        for (int position = 0; position < static_cast<int>(lane(rank).size()); ++position) {
            writer.list(Layout::Tight, [&] { writeBlock(writer, {rank, position}, free); });
            free = lane(rank)[position].end;
        }
    });
    writer.key("bubbles").list(Layout::Tight, bubblesOf(m_timeline, rank), [&](const Bubble& bubble) {
        writer.list(Layout::Tight, [&] {
            writeTicks(writer, bubble.start - m_begin);
            writeTicks(writer, bubble.length());
            m_phrases.write(writer, m_reasons.of(bubble).sentence);
        });
    });
    writeMemory(writer, at);
    const std::vector<Row>& order = m_plan.schedule.order;
    writer.key("row").number(at < order.size() ? static_cast<int>(order[at].size()) : 0);
}

void LaneWriter::writeMemory(json::Writer& writer, std::size_t rank) const {
    writer.key("memory").list(Layout::Tight, [&] {
        if (rank < m_curves.size())
            writeCurve(writer, m_curves[rank]);
    });
    if (rank < m_bands.size() && !m_bands[rank].empty())
        writer.key("band").list(Layout::Tight, [&] { writeCurve(writer, m_bands[rank]); });
    writer.key("limit");
    const std::optional<Bytes> limit = m_plan.memory.limitOf(static_cast<int>(rank));
    limit ? writer.number(*limit / bytes()) : writer.null();
}

void LaneWriter::writeBlock(json::Writer& writer, const Slot& slot, Time free) {
    const Span& span = m_reasons.causes().spanAt(slot);
    writer.string(textOf(span, m_plan.costs.weightParts));
    writeTicks(writer, span.start - free);
    writeTicks(writer, span.length());
    writeTicks(writer, slackAt(slot));
    writer.number(static_cast<int>(m_reasons.causes().causeOf(slot).binding));
    writer.number(chunkAt(span.op));
    // Where an op stands twice the first is explained.
    const std::optional<Explanation> why = m_reasons.of(span.op);
    m_phrases.write(writer, why && why->slot == slot ? why->sentence : Message());
    writer.list(Layout::Tight, [&] {
        m_reasons.causes().eachInput(slot, [&](const Causes::Input& input) {
            writer.number(m_firsts[input.from.rank] + input.from.position);
            writeTicks(writer, span.start - input.arrives);
        });
    });
    if (const int stretches = stretchesAt(slot); stretches >= 0)
        writer.number(stretches);
}

int LaneWriter::stretchesAt(const Slot& slot) {
    const Span& span = m_reasons.causes().spanAt(slot);
    const Block block{.op = span.op, .paired = span.paired};
    const std::optional<BlockStretches> stretches = stretchesOf(m_plan.schedule, m_plan.costs, block);
    if (!stretches)
        return -1;
    const auto [found, isNew] = m_stretches.try_emplace(*stretches, static_cast<int>(m_stretched.size()));
    if (isNew)
        m_stretched.push_back(block);
    return found->second;
}

void LaneWriter::writeStretches(json::Writer& writer) {
    std::vector<const BlockStretches*> byPlace(m_stretches.size());
    for (const auto& [stretches, place] : m_stretches)
        byPlace[place] = &stretches;
    writer.key("stretches").list(Layout::Lines, [&] {
        for (std::size_t place = 0; place < byPlace.size(); ++place)
            writer.list(Layout::Tight, [&] { writeStretched(writer, *byPlace[place], m_stretched[place]); });
    });
}

void LaneWriter::writeStretched(json::Writer& writer, const BlockStretches& stretches, const Block& block) {
    writer.number(stretches.length);
    for (const std::vector<Stretch>* each : {&stretches.first, &stretches.second})
        writer.list(Layout::Tight, *each, [&](const Stretch& stretch) {
            writer.number(static_cast<int>(stretch.spends));
            writer.number(stretch.end - stretch.start);
        });
    writer.number(stretches.saved);
    writer.list(Layout::Tight, [&] {
        if (const auto overlap = pairOverlapOf(m_plan, block))
            for (const Message& sentence : sentencesOf(*overlap, m_plan.timeUnit))
                m_phrases.write(writer, sentence);
    });
}

void LaneWriter::writeCurve(json::Writer& writer, const MemoryCurve& curve) const {
    MemoryPoint before{.time = m_begin};
    for (const MemoryPoint& point : curve) {
        writeTicks(writer, point.time - before.time);
        writer.number((point.bytes - before.bytes) / bytes());
        before = point;
    }
}

int LaneWriter::chunkAt(const Op& op) const {
    const auto direction = static_cast<std::size_t>(m_plan.schedule.direction(op.microbatch));
    const auto stage = static_cast<std::size_t>(static_cast<int>(op.stage));
    return direction < m_chunks.size() && stage < m_chunks[direction].size() ? m_chunks[direction][stage] : 0;
}

} // namespace lanewright
