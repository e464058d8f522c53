// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/stage_core.h"

namespace lanewright::engine {

StageCore::StageCore(const ModelSpec& model, const StageSettings& settings, BufferPool& pool, float* scratch,
                     const SumPlace& place, MemorySource* source)
    : m_settings(settings), m_layout(model, settings.shape),
      m_slabs(model, m_layout, settings, pool, scratch, place, source), m_slabLayout(&m_slabs.layouts().whole()),
      m_terms(static_cast<double>(settings.tokensOf(model))) {}

const SlabLayout& StageCore::fit(const SlabLayout& layout) {
    m_slabLayout = &layout;
    fitWorkspace(layout.sizes());
    return layout;
}

void StageCore::backwardWeight(int microbatch, int part) {
    fit(microbatch);
    float* const target = m_slabs.gradients().target(microbatch, part);
    for (const WeightJob& job : m_layout.jobsOf(part, m_settings.weightParts))
        runJob(job, m_slabs.of(microbatch), microbatch, target);
    m_slabs.endBackwardWeight(microbatch, part);
}

void StageCore::backwardWeights(int microbatch) {
    for (int part = 0; part < m_settings.weightParts; ++part)
        backwardWeight(microbatch, part);
}

} // namespace lanewright::engine
