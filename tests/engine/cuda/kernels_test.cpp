// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cuda/emulated_device.h"
#include "tests/gpu/kernels/cases.h"

#include "engine/accelerator/twin/number.h"
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

TEST(KernelBench, FindsAFieldThatIsFarAsAWholeThoughEachNumberIsNear) {
    testing::EmulatedDevice device;
    gpu::Bench bench(device, "far", 0.1, 5e-3);
    gpu::Field& field = bench.field(engine::NumberKind::Float, 8, 8);
    const engine::Matrix twins = field.host();
    engine::twin::forEach(twins, [&](std::int64_t row, std::int64_t col) {
        engine::twin::put(twins, row, col, 1.03 * engine::twin::get(twins, row, col));
    });
    bench.compare("field", field);
    EXPECT_EQ(bench.outcome().words, "field is 0.0291 of its norm away, and 0.005 are allowed");
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
TEST(CudaKernels, SumSquaresLikeTheirTwin) { expectTwins("sumsOfSquares"); }
TEST(CudaKernels, AttendLikeTheirTwin) { expectTwins("attention"); }

} // namespace
} // namespace lanewright
