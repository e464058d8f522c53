// SPDX-License-Identifier: Apache-2.0
// What tests/gpu/check asks a GPU itself, without the engine, a part in each process: every kernel against its
// reference, speed, lanes and their bits, links, failures. Prints a line of JSON for each finding. Exit 0 all is well,
// 1 something is not, 2 wrong usage, 3 the GPU came to harm or hangs, 4 no GPU.
#include "tests/gpu/parts.h"

#include "engine/accelerator/module.h"

#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace lanewright::gpu {
namespace {

constexpr const char* kUsage =
    "usage: check_device [GPU [PART [small] [share=I/N] [from=CASE] [patience=MILLISECONDS]]]\n"
    "PART is facts, kernels, speed, lanes, links or failures; it is facts. A share is of the cases of kernels, I "
    "counted\n"
    "from 0; `from` leaves out those before a number. Without any finding for so long (60000) it gives up.\n";

constexpr Time kNanosecondsPerMs = 1'000'000;

struct Wish {
    int device = 0;
    std::string part = "facts";
    Size size = Size::Large;
    Share share;
    Time timeout = 60'000 * kNanosecondsPerMs;
};

std::optional<std::size_t> numberIn(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

/// Takes one word behind the part's name; false when it is none that is known.
bool take(std::string_view word, Wish& wish) {
    if (word == "small") {
        wish.size = Size::Small;
        return true;
    }
    const std::size_t equal = word.find('=');
    if (equal == std::string_view::npos)
        return false;
    const std::string_view key = word.substr(0, equal);
    const std::string_view value = word.substr(equal + 1);
    if (key == "share") {
        const std::size_t slash = value.find('/');
        const auto index = numberIn(value.substr(0, slash));
        const auto count = slash == std::string_view::npos ? std::nullopt : numberIn(value.substr(slash + 1));
        if (!index || !count || *index >= *count)
            return false;
        wish.share.index = *index;
        wish.share.count = *count;
        return true;
    }
    const auto number = numberIn(value);
    if (number && key == "from")
        wish.share.first = *number;
    else if (number && key == "patience")
        wish.timeout = static_cast<Time>(*number) * kNanosecondsPerMs;
    else
        return false;
    return true;
}

std::optional<Wish> wishIn(int argc, char** argv) {
    Wish wish;
    if (argc > 1) {
        const auto number = numberIn(argv[1]);
        if (!number)
            return std::nullopt;
        wish.device = static_cast<int>(*number);
    }
    if (argc > 2)
        wish.part = argv[2];
    for (int at = 3; at < argc; ++at)
        if (!take(argv[at], wish))
            return std::nullopt;
    for (const char* const part : {"facts", "kernels", "speed", "lanes", "links", "failures"})
        if (wish.part == part)
            return wish;
    return std::nullopt;
}

void check(engine::DeviceModule& module, Device& device, const Wish& wish, Printer& printer) {
    if (wish.part == "kernels")
        checkKernels(device, wish.size, wish.share, printer);
    if (wish.part == "speed")
        measureSpeed(device, wish.size, printer);
    if (wish.part == "lanes")
        for (const int lanes : {2, 4, 8})
            checkLanes(module, {.device = wish.device, .lanes = lanes}, wish.size, device, printer);
    if (wish.part == "links")
        checkLinks(module, device, wish.size, printer);
    if (wish.part == "failures")
        checkFailures(device, printer);
}

int start(int argc, char** argv) {
    const std::optional<Wish> wish = wishIn(argc, argv);
    if (!wish) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    const auto module = engine::cudaModule();
    if (!module) {
        std::fprintf(stderr, "check_device: %s\n", module.error().message.text().c_str());
        return 4;
    }
    const auto device = (*module)->open({.device = wish->device});
    if (!device) {
        std::fprintf(stderr, "check_device: %s\n", device.error().message.text().c_str());
        return 4;
    }
    Printer printer;
    const Watchdog watchdog(printer, wish->timeout);
    printer.device((*device)->facts());
    check(**module, **device, *wish, printer);
    return printer.allWell() ? 0 : 1;
}

} // namespace
} // namespace lanewright::gpu

int main(int argc, char** argv) {
    try {
        return lanewright::gpu::start(argc, argv);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "check_device: %s\n", failure.what());
        return 3;
    }
}
