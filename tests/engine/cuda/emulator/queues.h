// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

/// Who starts the kernels that are put in a queue of the emulated GPU. Apart from the emulator, whose words for kernels
/// are not for those who know CUDA's own.
namespace lanewright::engine::cuda::emulator {

using Starter = std::function<void(void* queue, std::function<void()> kernel)>;
/// Puts somebody in charge, who may call a kernel on any thread; they run one after the other all the same. Empty: a
/// kernel runs at once.
void putInCharge(Starter starter);

/// Has a kernel run that was put in a queue.
void start(void* queue, std::function<void()> kernel);

} // namespace lanewright::engine::cuda::emulator
