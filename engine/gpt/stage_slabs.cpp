// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/stage_slabs.h"

#include <cassert>
#include <utility>

namespace lanewright::engine {

std::int64_t StageSettings::tokensOf(const ModelSpec& model) const {
    return shapes.empty() ? Sizes{model}.tokens * allMicrobatches : tokensIn(shapes);
}

StageSlabs::StageSlabs(const ModelSpec& model, const ParameterLayout& layout, const StageSettings& settings,
                       BufferPool& pool, float* scratch, const SumPlace& place, MemorySource* source)
    : m_recomputes(settings.recomputes), m_parts(settings.weightParts),
      m_layouts(model, settings.shape, settings.precision, settings.weightParts, settings.shapes), m_pool(&pool),
      m_gradients(layout, settings.weightParts, settings.microbatches, scratch, place),
      m_slabs(static_cast<std::size_t>(settings.allMicrobatches)) {
    for (Slab& slab : m_slabs)
        slab.residues.reserve(m_parts);
    if (!m_recomputes)
        return;
    const SlabLayout& whole = m_layouts.whole();
    m_dropped.stash = Buffer(whole.stashCount(), source);
    for (int part = 0; part < m_parts; ++part)
        m_dropped.residues.emplace_back(whole.residueCount(part), source);
    m_repeated = Buffer(whole.sizes().boundary(), source);
}

Slab& StageSlabs::forward(int microbatch) {
    Slab& slab = of(microbatch);
    assert(slab.residues.empty() && slab.seed.empty());
    const SlabLayout& layout = m_layouts.of(microbatch);
    if (m_recomputes)
        slab.seed = m_pool->take(layout.seedCount(), m_layouts.whole().seedCount());
    else
        take(slab, layout);
    return m_recomputes ? m_dropped : slab;
}

Slab& StageSlabs::recompute(int microbatch) {
    Slab& slab = of(microbatch);
    m_pool->giveBack(std::exchange(slab.seed, {}));
    take(slab, m_layouts.of(microbatch));
    return slab;
}

void StageSlabs::endBackwardInput(int microbatch) { m_pool->giveBack(std::exchange(of(microbatch).stash, {})); }

void StageSlabs::endBackwardWeight(int microbatch, int part) {
    Slab& slab = of(microbatch);
    m_gradients.finish(microbatch, part);
    m_pool->giveBack(std::exchange(slab.residues[part], {}));
    if (++slab.partsDone == m_parts)
        giveBack(slab);
}

void StageSlabs::rehearse(const Op& op) {
    const auto weigh = [&](int part) {
        m_gradients.target(op.microbatch, part);
        endBackwardWeight(op.microbatch, part);
    };
    switch (op.kind) {
    case OpKind::F: forward(op.microbatch); return;
    case OpKind::R: recompute(op.microbatch); return;
    case OpKind::B: endBackwardInput(op.microbatch); return;
    case OpKind::W: weigh(op.part); return;
    case OpKind::BW:
        endBackwardInput(op.microbatch);
        for (int part = 0; part < m_parts; ++part)
            weigh(part);
        return;
    }
}

void StageSlabs::take(Slab& slab, const SlabLayout& layout) {
    const SlabLayout& whole = m_layouts.whole();
    slab.stash = m_pool->take(layout.stashCount(), whole.stashCount());
    for (int part = 0; part < m_parts; ++part)
        slab.residues.push_back(m_pool->take(layout.residueCount(part), whole.residueCount(part)));
}

void StageSlabs::giveBack(Slab& slab) {
    m_pool->giveBack(std::exchange(slab.seed, {}));
    m_pool->giveBack(std::exchange(slab.stash, {}));
    for (Buffer& residue : slab.residues)
        m_pool->giveBack(std::move(residue));
    slab.residues.clear(); // its room stays for the next microbatch
    slab.partsDone = 0;
}

} // namespace lanewright::engine
