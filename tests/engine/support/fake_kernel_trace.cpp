// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/fake_kernel_trace.h"

#include "engine/device/clock.h"

#include <stdexcept>
#include <utility>

namespace lanewright::engine::test {

FakeKernelTrace::FakeKernelTrace(std::size_t most, std::function<Time()> present, Time skew,
                                 std::function<void()> leave)
    : m_most(most), m_present(std::move(present)), m_skew(skew), m_leave(std::move(leave)) {}

FakeKernelTrace::~FakeKernelTrace() { m_leave(); }

void FakeKernelTrace::begin() {
    if (std::exchange(m_isOn, true))
        throw std::logic_error{"a trace was begun twice"};
    m_offset = now() - m_present() + m_skew;
    m_names.clear();
    m_traces = {};
}

void FakeKernelTrace::enter(int mark) {
    if (!m_isOn || mark < 0)
        throw std::logic_error{"a mark was entered that nobody traces"};
    m_marks.push_back(mark);
}

void FakeKernelTrace::leave() {
    if (m_marks.empty())
        throw std::logic_error{"a mark was left that was not entered"};
    m_marks.pop_back();
}

void FakeKernelTrace::ran(const std::string& name, int mark, Time start, Time end) {
    if (m_traces.kernels.size() == m_most) {
        ++m_traces.leftOut;
        return;
    }
    const auto [found, isNew] = m_names.try_emplace(name, static_cast<int>(m_names.size()));
    if (isNew)
        m_traces.names.push_back(name);
    m_traces.kernels.push_back({.name = found->second, .mark = mark, .start = start + m_offset, .end = end + m_offset});
}

KernelTraces FakeKernelTrace::end() {
    if (!std::exchange(m_isOn, false) || !m_marks.empty())
        throw std::logic_error{"a trace ends that was not begun, or within a mark"};
    return std::exchange(m_traces, {});
}

} // namespace lanewright::engine::test
