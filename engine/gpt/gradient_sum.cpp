// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/gradient_sum.h"

#include "engine/kernels/elementwise.h"

#include <algorithm>
#include <cassert>

namespace lanewright::engine {

SumPlace onHost() {
    return {.memory = nullptr,
            .add = [](const Tensor& to, const Tensor& from) { add(to, from); },
            .clear = [](const Tensor& numbers) { clear(numbers); }};
}

GradientSum::GradientSum(const ParameterLayout& layout, int parts, std::vector<int> microbatches, float* scratch,
                         SumPlace place)
    : m_layout(&layout), m_parts(parts), m_microbatches(std::move(microbatches)), m_scratch(scratch),
      m_place(std::move(place)), m_total(layout.count(), m_place.memory), m_pool(m_place.memory),
      m_next(static_cast<std::size_t>(parts)) {
    m_held.resize(m_microbatches.empty() ? 0 : static_cast<std::size_t>(m_microbatches.back()) + 1);
    for (Held& held : m_held)
        held.has.resize(parts);
    begin();
}

void GradientSum::begin() {
    std::ranges::fill(m_next, 0U);
    // The first microbatch is written, not added; a copy without microbatches contributes zeros.
    if (m_microbatches.empty())
        m_place.clear({m_total.data(), 1, m_total.size()});
}

bool GradientSum::isNext(int microbatch, int part) const {
    const std::size_t next = m_next[part];
    return next < m_microbatches.size() && m_microbatches[next] == microbatch;
}

float* GradientSum::target(int microbatch, int part) {
    if (isNext(microbatch, part))
        return m_next[part] == 0 ? m_total.data() : m_scratch;
    Held& held = m_held[microbatch];
    if (!held.isOpen) {
        held.isOpen = true;
        ++m_heldCount;
        held.gradient = m_pool.take(count());
    }
    return held.gradient.data();
}

void GradientSum::finish(int microbatch, int part) {
    std::size_t& next = m_next[part];
    if (!isNext(microbatch, part)) {
        m_held[microbatch].has[part] = true;
        return;
    }
    if (next > 0)
        addPart(m_scratch, part);
    ++next;
    addHeld(part);
}

void GradientSum::addHeld(int part) {
    std::size_t& next = m_next[part];
    for (; next < m_microbatches.size(); ++next) {
        Held& held = m_held[m_microbatches[next]];
        if (!held.isOpen || !held.has[part])
            return;
        addPart(held.gradient.data(), part);
        held.has[part] = false;
        // Parts keep their own order, so another part of this microbatch may still be held, or still come.
        if (std::ranges::find(held.has, true) == held.has.end()) {
            m_pool.giveBack(std::move(held.gradient));
            held.isOpen = false;
            --m_heldCount;
        }
    }
}

void GradientSum::addPart(float* from, int part) {
    for (const WeightJob& job : m_layout->jobsOf(part, m_parts))
        m_place.add({m_total.data() + job.offset, 1, job.count}, {from + job.offset, 1, job.count});
}

} // namespace lanewright::engine
