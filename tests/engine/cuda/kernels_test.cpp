// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cuda/emulated_device.h"
#include "tests/gpu/kernels/cases.h"

#include "engine/cuda/emulator/emulator.h"

#include <gtest/gtest.h>

#include <string>

namespace lanewright {
namespace {

/// Runs the cases whose names begin so, with threads in either order.
void expectTwins(const std::string& beginning) {
    testing::EmulatedDevice device;
    int count = 0;
    for (const gpu::KernelCase& one : gpu::kernelCases(gpu::Size::Small)) {
        if (one.name.rfind(beginning, 0) != 0)
            continue;
        ++count;
        for (const bool backwards : {false, true}) {
            engine::cuda::emulator::runBackwards(backwards);
            const gpu::Outcome outcome = gpu::run(one, device);
            EXPECT_EQ(outcome.words, "") << one.name << (backwards ? ", backwards" : "");
        }
    }
    EXPECT_GT(count, 0);
}

TEST(CudaKernels, EmbedLikeTheirTwin) { expectTwins("embed"); }
TEST(CudaKernels, NormaliseLikeTheirTwin) { expectTwins("norm "); }
TEST(CudaKernels, TakeTheGradientOfNormsLikeTheirTwin) { expectTwins("normGradient"); }
TEST(CudaKernels, TakeGeluAndItsGradientLikeTheirTwin) { expectTwins("gelu"); }
TEST(CudaKernels, ConvertLikeTheirTwin) { expectTwins("convert"); }
TEST(CudaKernels, AddLikeTheirTwin) { expectTwins("add"); }
TEST(CudaKernels, SumColumnsLikeTheirTwin) { expectTwins("columnSums"); }
TEST(CudaKernels, TakeTheLossLikeTheirTwin) { expectTwins("crossEntropy"); }
TEST(CudaKernels, StepLikeTheirTwin) { expectTwins("adamw"); }
TEST(CudaKernels, SumSquaresLikeTheirTwin) { expectTwins("sumOfSquares"); }
TEST(CudaKernels, AttendLikeTheirTwin) { expectTwins("attention"); }

} // namespace
} // namespace lanewright
