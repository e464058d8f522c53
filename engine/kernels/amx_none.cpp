// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/amx.h"

#include <cstdlib>

// Stands in for oneDNN where that was not found: our own tiles multiply.
namespace lanewright::engine {

bool usesAmx() { return false; }

bool canMultiplyHalves() { return false; }

void useAmx(bool) {}

void multiplyHalves(const View<float>&, const HalfMatrix&, const HalfMatrix&, const float*, bool) { std::abort(); }

void multiplyHalves(const View<Bf16>&, const HalfMatrix&, const HalfMatrix&, const float*, bool) { std::abort(); }

} // namespace lanewright::engine
