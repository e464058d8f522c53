// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/kernels/cases.h"

#include "engine/accelerator/module.h"

#include <string>
#include <vector>

/// The parts of the check of a GPU that need no engine.
namespace lanewright::gpu {

/// Prints findings, a line of JSON each.
class Printer {
public:
    void device(const engine::DeviceFacts& facts);
    void kernel(const Outcome& outcome);
    void choices(const std::vector<std::string>& lines);
    /// A claim that holds or not, with what was seen.
    void claim(const std::string& part, const std::string& name, bool holds, const std::string& seen);
    /// A part that can't be checked here, and why.
    void leftOut(const std::string& name, const std::string& reason);
    /// `rate` in `unit`.
    void speed(const std::string& name, double milliseconds, double rate, const std::string& unit);
    void lanes(const engine::DeviceFacts& facts, double aloneMs, double togetherMs);
    bool allWell() const { return m_allWell; }

private:
    bool m_allWell = true;
};

void checkKernels(Device& device, Size size, Printer& printer);
/// Out of memory, and a product that no algorithm computes: each is refused in words and leaves the device at work.
void checkFailures(Device& device, Printer& printer);
/// Links as they go between GPUs, from the one there is to itself: bytes that arrive, and links that are aborted while
/// something waits. Left out where there are no links.
void checkLinks(engine::DeviceModule& module, Device& device, Size size, Printer& printer);
/// Kernels at the shapes of GPT-2, in TFLOP/s or GB/s.
/// `Small` is for rehearsals: shapes so small that plain loops do.
void measureSpeed(Device& device, Size size, Printer& printer);
/// Work on all lanes at once against one lane alone, and that a lane computes the bits of the whole GPU.
void checkLanes(engine::DeviceModule& module, const engine::DeviceWish& wish, Size size, Device& whole,
                Printer& printer);

} // namespace lanewright::gpu
