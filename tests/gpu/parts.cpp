// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/parts.h"

#include <cstdio>

namespace lanewright::gpu {

namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return out + "\"";
}

void line(const std::string& members) {
    std::printf("{%s}\n", members.c_str());
    std::fflush(stdout);
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

void Printer::device(const engine::DeviceFacts& facts) {
    line(joined(member("part", "device"), member("name", facts.name), member("driver", facts.driver),
                member("capability", facts.capability), member("processors", double(facts.processors)),
                member("memory", static_cast<double>(facts.memory))));
}

void Printer::kernel(const Outcome& outcome) {
    m_allWell = m_allWell && outcome.ok();
    line(joined(member("part", "kernel"), member("name", outcome.name), member("ok", outcome.ok()),
                member("worst", outcome.worst), member("limit", outcome.limit), member("words", outcome.words)));
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

void Printer::speed(const std::string& name, double milliseconds, double rate, const std::string& unit) {
    line(joined(member("part", "speed"), member("name", name), member("milliseconds", milliseconds),
                member("rate", rate), member("unit", unit)));
}

void Printer::lanes(const engine::DeviceFacts& facts, double aloneMs, double togetherMs) {
    line(joined(member("part", "lanes"), member("lanes", double(facts.lanes)),
                member("processors_per_lane", double(facts.processorsPerLane)), member("alone", aloneMs),
                member("together", togetherMs)));
}

void checkKernels(Device& device, Size size, Printer& printer) {
    for (const KernelCase& one : kernelCases(size))
        printer.kernel(run(one, device));
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
    refused("a product that no algorithm computes", [&] {
        Bench bench(device, "odd", 0);
        Field& odd = bench.field(NumberKind::Bf16, 7, 5, Fill::Normal, 2);
        Field& out = bench.field(NumberKind::Bf16, 7, 7);
        Matrix moved = odd.device();
        moved.data = static_cast<std::byte*>(moved.data) + 1; // numbers of two bytes at an odd address
        device.product(bench.stream(), {.out = out.device(), .left = moved, .right = moved, .rightTransposed = true});
    });
    const std::vector<KernelCase> cases = elementwiseCases(Size::Small);
    const Outcome after = run(cases.front(), device);
    printer.claim("failure", "the device works on after refusals", after.ok(), after.words);
}

} // namespace lanewright::gpu
