// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cuda/emulated_device.h"
#include "tests/gpu/kernels/cases.h"

#include "tests/engine/cuda/emulator/emulator.h"
#include "tests/engine/reference_kernels/number.h"

#include <gtest/gtest.h>

#include <string>

namespace lanewright {
namespace {

/// Runs the cases whose names begin so, with threads in either order.
void expectReferences(const std::string& beginning) {
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
    const engine::Matrix expected = field.host();
    engine::reference::forEach(expected, [&](std::int64_t row, std::int64_t col) {
        engine::reference::put(expected, row, col, 1.03 * engine::reference::get(expected, row, col));
    });
    bench.compare("field", field);
    EXPECT_EQ(bench.outcome().words, "field is 0.0291 of its norm away, and 0.005 are allowed");
}

TEST(CudaKernels, EmbedLikeTheirReference) { expectReferences("embed"); }
TEST(CudaKernels, NormaliseLikeTheirReference) { expectReferences("norm "); }
TEST(CudaKernels, TakeTheGradientOfNormsLikeTheirReference) { expectReferences("normGradient"); }
TEST(CudaKernels, TakeGeluAndItsGradientLikeTheirReference) { expectReferences("gelu"); }
TEST(CudaKernels, ConvertLikeTheirReference) { expectReferences("convert"); }
TEST(CudaKernels, AddLikeTheirReference) { expectReferences("add"); }
TEST(CudaKernels, SumColumnsLikeTheirReference) { expectReferences("columnSums"); }
TEST(CudaKernels, TakeTheLossLikeTheirReference) { expectReferences("crossEntropy"); }
TEST(CudaKernels, StepLikeTheirReference) { expectReferences("adamw"); }
TEST(CudaKernels, SumSquaresLikeTheirReference) { expectReferences("sumsOfSquares"); }
TEST(CudaKernels, AttendLikeTheirReference) { expectReferences("attention"); }

} // namespace
} // namespace lanewright
