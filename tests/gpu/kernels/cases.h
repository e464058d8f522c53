// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/kernels/bench.h"

#include <functional>
#include <string>
#include <vector>

/// The table of shapes at which every kernel of a device is held against its reference on the host.
namespace lanewright::gpu {

/// How much there is to do.
enum class Size : std::uint8_t {
    Small, ///< odd and ragged shapes, quick enough for an emulated GPU
    Large, ///< those, and the shapes of a real GPT
};

struct KernelCase {
    std::string name;
    double limit = 0;
    std::function<void(Bench& bench)> work;
    double farthest = kAnyDistance;
};

/// All cases, kernel by kernel.
std::vector<KernelCase> kernelCases(Size size);
/// Runs one. A failure of the device becomes words.
Outcome run(const KernelCase& one, Device& device);

/// @name The parts of the table
/// @{
std::vector<KernelCase> elementwiseCases(Size size);
std::vector<KernelCase> rowCases(Size size);
std::vector<KernelCase> attentionCases(Size size);
std::vector<KernelCase> productCases(Size size);
std::vector<KernelCase> optimizerCases(Size size);
/// @}

/// "float" or "bf16".
const char* nameOf(NumberKind kind);
/// "(64,768)".
std::string shapeText(std::int64_t rows, std::int64_t cols);
/// Some roundings of a number of the kind.
double limitOf(NumberKind kind);

} // namespace lanewright::gpu
