// SPDX-License-Identifier: Apache-2.0
// What tests/gpu/check asks a GPU itself, without the engine: every kernel against its twin, bits, lanes, links,
// failures, speed. Prints a line of JSON for each finding. Exit 0 all is well, 1 something is not, 2 wrong usage, 4 no
// GPU.
#include "tests/gpu/parts.h"

#include "engine/accelerator/module.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace lanewright::gpu {
namespace {

int checkAll(engine::DeviceModule& module, int device, Size size) {
    const auto opened = module.open({.device = device});
    if (!opened) {
        std::fprintf(stderr, "check_device: %s\n", opened.error().message.text().c_str());
        return 4;
    }
    Printer printer;
    Device& whole = **opened;
    printer.device(whole.facts());
    checkKernels(whole, size, printer);
    checkFailures(whole, printer);
    checkLinks(module, whole, size, printer);
    measureSpeed(whole, size, printer);
    printer.choices(whole.choices());
    for (const int lanes : {2, 4, 8})
        checkLanes(module, {.device = device, .lanes = lanes}, size, whole, printer);
    return printer.allWell() ? 0 : 1;
}

int start(int argc, char** argv) {
    const std::string number = argc > 1 ? argv[1] : "0";
    const bool isSmall = argc == 3 && std::string{argv[2]} == "small";
    if (argc > 3 || (argc == 3 && !isSmall) || number.find_first_not_of("0123456789") != std::string::npos) {
        std::fprintf(stderr, "usage: check_device [NUMBER OF THE GPU [small]]\n");
        return 2;
    }
    const auto module = engine::cudaModule();
    if (!module) {
        std::fprintf(stderr, "check_device: %s\n", module.error().message.text().c_str());
        return 4;
    }
    return checkAll(**module, std::atoi(number.c_str()), isSmall ? Size::Small : Size::Large);
}

} // namespace
} // namespace lanewright::gpu

int main(int argc, char** argv) {
    try {
        return lanewright::gpu::start(argc, argv);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "check_device: %s\n", failure.what());
        return 1;
    }
}
