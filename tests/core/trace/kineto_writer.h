// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <string>
#include <vector>

namespace lanewright::test {

/// A trace of one rank on Kineto's schema; times in µs from its base.
class KinetoWriter {
public:
    explicit KinetoWriter(int rank, Time base = 1'790'857'026'000'000'000) : m_rank(rank), m_base(base) {}

    void event(const std::string& category, const std::string& name, int thread, double start, double length,
               const std::string& arguments = "", int process = 500) {
        m_events.push_back("{\"ph\":\"X\",\"cat\":\"" + category + "\",\"name\":\"" + name +
                           "\",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(thread) +
                           ",\"ts\":" + std::to_string(start) + ",\"dur\":" + std::to_string(length) +
                           (arguments.empty() ? "" : ",\"args\":{" + arguments + "}") + "}");
    }
    void range(const std::string& action, double start, double length) {
        event("user_annotation", "PP:" + action, 7, start, length);
    }
    /// A range in which the op's operators start `wait` later.
    void op(const std::string& action, double start, double wait, double length) {
        range(action, start, wait + length);
        event("cpu_op", "aten::linear", 7, start + wait, length / 2);
    }
    void launch(int thread, double at, int correlation) {
        event("cuda_runtime", "cudaLaunchKernel", thread, at, 2, "\"correlation\":" + std::to_string(correlation));
    }
    void kernel(const std::string& name, int stream, double start, double length, int correlation) {
        event("kernel", name, stream, start, length, "\"correlation\":" + std::to_string(correlation), 0);
    }

    /// The metadata before the events, or behind them.
    std::string text(bool behind = false, bool withRank = true) const {
        std::string events;
        for (const std::string& each : m_events)
            events += (events.empty() ? "" : ",\n") + each;
        const std::string info = "\"schemaVersion\":1,\"baseTimeNanoseconds\":" + std::to_string(m_base) +
                                 (withRank ? ",\"distributedInfo\":{\"rank\":" + std::to_string(m_rank) + "}" : "");
        return behind ? "{\"traceEvents\":[" + events + "]," + info + "}"
                      : "{" + info + ",\"traceEvents\":[" + events + "]}";
    }

private:
    int m_rank;
    Time m_base;
    std::vector<std::string> m_events = {};
};

/// A step of two ranks with one microbatch, backwards split: F 10, I 8, W 6; stage 0's I does nothing, its W all.
inline void addStep(KinetoWriter& first, KinetoWriter& second, double at) {
    first.op("0F0", at, 1, 10);
    first.range("0SEND_F0", at + 11, 1);
    second.range("1RECV_F0", at, 1);
    second.op("1F0", at + 1, 12, 10); // 12 of waiting
    second.op("1I0", at + 23, 0, 8);
    second.range("1SEND_B0", at + 31, 1);
    second.op("1W0", at + 32, 0, 6);
    first.range("0RECV_B0", at + 12, 1);
    first.range("0I0", at + 13, 21); // waits, and has no operator
    first.op("0W0", at + 34, 0, 14);
}

} // namespace lanewright::test
