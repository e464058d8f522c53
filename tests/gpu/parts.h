// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/kernels/cases.h"

#include "engine/accelerator/module.h"
#include "engine/device/clock.h"

#include <atomic>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

/// The parts of the check of a GPU that need no engine.
namespace lanewright::gpu {

/// Times of one piece of work, in milliseconds, on lanes with multiprocessors of their own and on streams that share
/// all.
struct LaneTimes {
    std::string work = {};     ///< its name
    double alone = 0;          ///< on one lane, the others idle
    double together = 0;       ///< on all lanes at once
    double sharedAlone = 0;    ///< on the whole GPU
    double sharedTogether = 0; ///< on as many streams of the whole GPU
};

/// How fast something went.
struct Speed {
    std::string name = {};
    double milliseconds = 0;
    double rate = 0;
    std::string unit = {}; ///< the rate's: "TFLOP/s" or "GB/s"
    std::string shape =
        {}; ///< what PyTorch needs to do the same, in words of `torch_step.py`; empty: it has no such kernel
};

/// Prints findings, a line of JSON each, as they are found, so that those before a crash are kept.
class Printer {
public:
    void device(const engine::DeviceFacts& facts);
    /// So many cases follow.
    void cases(std::size_t count);
    /// The case of that number, counted from 0 in the whole table, begins.
    void begin(std::size_t number, const std::string& name);
    void kernel(const Outcome& outcome);
    void choices(const std::vector<std::string>& lines);
    /// A claim that holds or not, with what was seen.
    void claim(const std::string& part, const std::string& name, bool holds, const std::string& seen);
    /// A part that can't be checked here, and why.
    void leftOut(const std::string& name, const std::string& reason);
    void speed(const Speed& speed);
    void lanes(int count, const engine::DeviceFacts& facts, const LaneTimes& times);
    bool allWell() const { return m_allWell; }
    /// When the last line was printed, or this made.
    Time lastPrinted() const { return m_lastPrinted; }

private:
    void line(const std::string& members);

    bool m_allWell = true;
    std::atomic<Time> m_lastPrinted = engine::now();
};

/// Ends the process, with exit code 3 and a sentence, when nothing was printed for so long: nothing else ends a kernel
/// that hangs, or a call that waits for one.
class Watchdog {
public:
    Watchdog(const Printer& printer, Time timeout);

private:
    std::jthread m_thread;
};

/// Which cases of a table are looked at: those whose numbers, counted from 0, leave `index` when divided by `count`,
/// from the number `first` on. With it several processes share a table, and one goes on behind a case that ended
/// another.
struct Share {
    std::size_t index = 0;
    std::size_t count = 1;
    std::size_t first = 0;

    bool has(std::size_t number) const { return number >= first && number % count == index; }
};

/// Every kernel against its reference. Throws when a case brought the device to harm, which no later one would survive.
void checkKernels(Device& device, Size size, const Share& share, Printer& printer);
/// Out of memory, and products that don't fit or that no algorithm computes: each is refused in words and leaves the
/// device at work. The last of them may bring a device to harm that does not refuse it.
void checkFailures(Device& device, Printer& printer);
/// Links as they go between GPUs, from the one there is to itself: bytes that arrive, and links that are aborted while
/// something waits. Left out where there are no links.
void checkLinks(engine::DeviceModule& module, Device& device, Size size, Printer& printer);
/// Kernels at the shapes of GPT-2, in TFLOP/s or GB/s, and the algorithms chosen for products.
/// `Small` is for rehearsals: shapes so small that plain loops do.
void measureSpeed(Device& device, Size size, Printer& printer);
/// Pieces of work on all lanes at once against one lane alone, the same on streams that share the whole GPU, and that a
/// lane computes the bits of the whole GPU.
void checkLanes(engine::DeviceModule& module, const engine::DeviceWish& wish, Size size, Device& whole,
                Printer& printer);

} // namespace lanewright::gpu
