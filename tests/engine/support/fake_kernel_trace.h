// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/kernel_trace.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lanewright::engine::test {

/// The trace of a fake device: it is told of each kernel. Misuse throws `std::logic_error`.
class FakeKernelTrace : public KernelTrace {
public:
    /// `present`: what of the device's clock the host knows to be past; `skew`: by how much the trace's clock is off;
    /// `leave`: called at its end.
    FakeKernelTrace(std::size_t most, std::function<Time()> present, Time skew, std::function<void()> leave);
    ~FakeKernelTrace() override;
    FakeKernelTrace(const FakeKernelTrace&) = delete;
    FakeKernelTrace& operator=(const FakeKernelTrace&) = delete;

    /// @name For the device
    /// @{
    /// What is enqueued now belongs to; −1: to nothing that is traced.
    int mark() const { return m_isOn && !m_marks.empty() ? m_marks.back() : -1; }
    /// A kernel of a mark ran, by the device's clock.
    void ran(const std::string& name, int mark, Time start, Time end);
    /// @}

    void begin() override;
    void enter(int mark) override;
    void leave() override;
    KernelTraces end() override;

private:
    std::size_t m_most;
    std::function<Time()> m_present;
    Time m_skew;
    std::function<void()> m_leave;
    Time m_offset = 0; ///< from the device's clock to the trace's
    bool m_isOn = false;
    std::vector<int> m_marks; ///< the innermost last
    std::map<std::string, int> m_names;
    KernelTraces m_traces;
};

} // namespace lanewright::engine::test
