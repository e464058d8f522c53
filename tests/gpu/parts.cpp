// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/parts.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace lanewright::gpu {

namespace {

constexpr Time kNanosecondsPerMs = 1'000'000;
constexpr std::chrono::milliseconds kCheckInterval{100};

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return out + "\"";
}

std::string member(const char* key, const std::string& text) {
    std::string out = "\"";
    out += key;
    out += "\": ";
    return out + quoted(text);
}
std::string member(const char* key, const char* text) { return member(key, std::string{text}); }
std::string member(const char* key, double number) {
    char text[64];
    std::snprintf(text, sizeof text, "\"%s\": %.9g", key, number);
    // JSON knows no infinity and no NaN.
    return number - number == 0 ? text : member(key, "not finite");
}
std::string member(const char* key, bool yes) { return std::string{"\""} + key + (yes ? "\": true" : "\": false"); }

template <typename... Members>
std::string joined(const std::string& first, const Members&... rest) {
    std::string all = first;
    ((all += ", ", all += rest), ...);
    return all;
}

} // namespace

void Printer::line(const std::string& members) {
    std::printf("{%s}\n", members.c_str());
    std::fflush(stdout);
    m_lastPrinted = engine::now();
}

void Printer::device(const engine::DeviceFacts& facts) {
    line(joined(member("part", "device"), member("name", facts.name), member("driver", facts.driver),
                member("capability", facts.capability), member("processors", double(facts.processors)),
                member("memory", static_cast<double>(facts.memory))));
}

void Printer::kernel(const Outcome& outcome) {
    m_allWell = m_allWell && outcome.ok();
    line(joined(member("part", "kernel"), member("name", outcome.name), member("ok", outcome.ok()),
                member("worst", outcome.worst), member("limit", outcome.limit), member("distance", outcome.distance),
                member("farthest", outcome.farthest), member("words", outcome.words)));
}

void Printer::choices(const std::vector<std::string>& lines) {
    for (const std::string& one : lines)
        line(joined(member("part", "choice"), member("name", one)));
}

void Printer::claim(const std::string& part, const std::string& name, bool holds, const std::string& seen) {
    m_allWell = m_allWell && holds;
    line(joined(member("part", part), member("name", name), member("ok", holds), member("words", seen)));
}

void Printer::leftOut(const std::string& name, const std::string& reason) {
    line(joined(member("part", "left_out"), member("name", name), member("words", reason)));
}

void Printer::cases(std::size_t count) {
    line(joined(member("part", "cases"), member("count", static_cast<double>(count))));
}

void Printer::begin(std::size_t number, const std::string& name) {
    line(joined(member("part", "begin"), member("number", static_cast<double>(number)), member("name", name)));
}

void Printer::speed(const Speed& speed) {
    line(joined(member("part", "speed"), member("name", speed.name), member("milliseconds", speed.milliseconds),
                member("rate", speed.rate), member("unit", speed.unit), member("shape", speed.shape)));
}

void Printer::lanes(int count, const engine::DeviceFacts& facts, const LaneTimes& times) {
    line(joined(member("part", "lanes"), member("lanes", double(count)), member("work", times.work),
                member("processors_per_lane", double(facts.processorsPerLane)),
                member("why_shared", facts.whyShared.text()), member("alone", times.alone),
                member("together", times.together), member("shared_alone", times.sharedAlone),
                member("shared_together", times.sharedTogether)));
}

Watchdog::Watchdog(const Printer& printer, Time timeout)
    : m_thread([&printer, timeout](const std::stop_token& stop) {
          std::mutex mutex;
          std::condition_variable_any never;
          std::unique_lock lock(mutex);
          while (!stop.stop_requested()) {
              never.wait_for(lock, stop, kCheckInterval, [] { return false; });
              if (stop.stop_requested() || engine::now() - printer.lastPrinted() <= timeout)
                  continue;
              std::fprintf(stderr,
                           "check_device: nothing was found for more than %lld ms; the GPU hangs, or it waits\n",
                           static_cast<long long>(timeout / kNanosecondsPerMs));
              std::_Exit(3);
          }
      }) {}

namespace {

/// Whether the device still does what it is told.
Outcome tryDevice(Device& device) { return run(elementwiseCases(Size::Small).front(), device); }

} // namespace

void checkKernels(Device& device, Size size, const Share& share, Printer& printer) {
    const std::vector<KernelCase> all = kernelCases(size);
    std::size_t count = 0;
    for (std::size_t number = 0; number < all.size(); ++number)
        count += share.has(number) ? 1 : 0;
    printer.cases(count);
    for (std::size_t number = 0; number < all.size(); ++number) {
        if (!share.has(number))
            continue;
        printer.begin(number, all[number].name);
        const Outcome outcome = run(all[number], device);
        printer.kernel(outcome);
        if (outcome.ok())
            continue;
        if (const Outcome after = tryDevice(device); !after.ok())
            throw engine::Failure{"after " + all[number].name + " the device does no work any more: " + after.words};
    }
}

void checkFailures(Device& device, Printer& printer) {
    const auto refused = [&](const char* name, auto work) {
        try {
            work();
            printer.claim("failure", name, false, "it was not refused");
        } catch (const engine::Failure& failure) {
            printer.claim("failure", name, true, failure.what());
        }
    };
    refused("more memory than there is", [&] {
        try {
            device.giveBack(device.take(2 * device.facts().memory));
        } catch (const engine::OutOfMemory&) {
            throw;
        } catch (const engine::Failure& failure) {
            printer.claim("failure", "running out of memory is a failure of its own", false, failure.what());
            throw;
        }
    });
    refused("a product whose factors do not fit", [&] {
        Bench bench(device, "misfit", 0);
        Field& left = bench.field(NumberKind::Float, 8, 8);
        Field& right = bench.field(NumberKind::Float, 16, 8);
        device.product(bench.stream(), {.out = left.device(), .left = left.device(), .right = right.device()});
    });
    const auto worksOn = [&](const char* name) {
        const Outcome after = tryDevice(device);
        printer.claim("failure", name, after.ok(), after.words);
    };
    worksOn("the device works on after refusals");
    refused("a product that no algorithm computes", [&] {
        Bench bench(device, "odd", 0);
        Field& odd = bench.field(NumberKind::Bf16, 7, 5, Fill::Normal, 2);
        Field& out = bench.field(NumberKind::Bf16, 7, 7);
        Matrix moved = odd.device();
        moved.data = static_cast<std::byte*>(moved.data) + 1; // numbers of two bytes at an odd address
        device.product(bench.stream(), {.out = out.device(), .left = moved, .right = moved, .rightTransposed = true});
    });
    worksOn("the device works on after the product that no algorithm computes");
}

} // namespace lanewright::gpu
