// SPDX-License-Identifier: Apache-2.0
// The lanes of the backend `cuda`, and what its launches ask of the GPU, over fakes of CUDA's runtime and driver.
#include "engine/cuda/lanes.h"

#include "engine/cuda/shared_memory.h"
#include "tests/engine/cuda/fakes/fake_runtime.h"
#include "tests/engine/cuda/fakes/kernel_queues.h"

#include <gtest/gtest.h>

namespace lanewright::engine::cuda {
namespace {

class CudaLanes : public ::testing::Test {
protected:
    void SetUp() override { test::letStreamsRunKernels(); }
    void TearDown() override {
        emulator::putInCharge({});
        fakeGreen(nullptr);
        EXPECT_EQ(fakeStreams(), 0) << "streams were left behind";
    }
};

TEST_F(CudaLanes, TakeAsManyMultiprocessorsAsTheDriverReallyGivesToEach) {
    // It says that 66 are a good size, and would make one part of 72 of it.
    constexpr FakeGreen kH100;
    fakeGreen(&kH100);
    EXPECT_EQ(Lanes(0, 2).processorsPerLane(), 64);
    EXPECT_EQ(Lanes(0, 4).processorsPerLane(), 32);
    EXPECT_EQ(Lanes(0, 8).processorsPerLane(), 16);
    EXPECT_EQ(Lanes(0, 1).processorsPerLane(), 0) << "one lane has them all";
    EXPECT_EQ(Lanes(0, 17).processorsPerLane(), 0) << "there are not enough for so many";
    constexpr FakeGreen kStrict{.isStrict = true};
    fakeGreen(&kStrict);
    EXPECT_EQ(Lanes(0, 2).processorsPerLane(), 64) << "it goes on behind a size that is refused";
}

TEST_F(CudaLanes, ShareTheGpuWhereTheDriverHasNoPartsOrKernelsDoNotRunInThem) {
    EXPECT_EQ(Lanes(0, 2).processorsPerLane(), 0);
    constexpr FakeGreen kH100;
    fakeGreen(&kH100);
    emulator::putInCharge([](void* /*queue*/, const std::function<void()>& /*kernel*/) {});
    Lanes lanes(0, 2);
    EXPECT_EQ(lanes.processorsPerLane(), 0);
    EXPECT_EQ(fakeStreams(), 0);
    EXPECT_NE(lanes.handle(lanes.find(1, StreamUse::Compute)), nullptr);
}

TEST_F(CudaLanes, SayWhyTheyShareTheGpu) {
    const auto reasonOf = [](int count) { return Lanes(0, count).whyShared().text(); };
    EXPECT_EQ(reasonOf(2), "the driver lacks cuDeviceGet");
    constexpr FakeGreen kH100;
    fakeGreen(&kH100);
    EXPECT_EQ(reasonOf(1), "");
    EXPECT_EQ(reasonOf(2), "");
    EXPECT_EQ(reasonOf(17), "the driver makes no 17 parts of 132 multiprocessors");
    emulator::putInCharge([](void* /*queue*/, const std::function<void()>& /*kernel*/) {});
    EXPECT_EQ(reasonOf(2), "a kernel did not run on its lane");
    constexpr FakeGreen kRefusing{.refusal = 801};
    fakeGreen(&kRefusing);
    EXPECT_EQ(reasonOf(2).find("cuGreenCtxCreate: the driver's error 801 (engine/cuda/lanes.cpp:"), 0U) << reasonOf(2);
}

TEST_F(CudaLanes, MakeOnlyTheStreamsThatAreAskedFor) {
    Lanes lanes(0, 8);
    EXPECT_EQ(fakeStreams(), 0);
    const Stream compute = lanes.find(3, StreamUse::Compute);
    EXPECT_EQ(fakeStreams(), 1);
    EXPECT_EQ(lanes.handle(lanes.find(3, StreamUse::Compute)), lanes.handle(compute));
    EXPECT_EQ(fakeStreams(), 1);
    EXPECT_NE(lanes.handle(lanes.find(3, StreamUse::Send)), lanes.handle(compute));
    EXPECT_NE(lanes.handle(lanes.add()), lanes.handle(compute));
    EXPECT_EQ(fakeStreams(), 3);
}

TEST(CudaLaunch, AsksForSharedMemoryWhereWhatTheKernelDeclaresMakesItTooMuch) {
    constexpr int kUnasked = 48 * 1024;
    constexpr int kDeclared = 1024;
    const int kernel = 0; // only its address counts
    fakeDeclareShared(&kernel, kDeclared);
    allowShared(&kernel, kUnasked - kDeclared);
    EXPECT_EQ(fakeSharedAsked(&kernel), 0);
    allowShared(&kernel, kUnasked - kDeclared + 4);
    EXPECT_EQ(fakeSharedAsked(&kernel), 1);
    allowShared(&kernel, kUnasked - kDeclared + 4);
    allowShared(&kernel, 100);
    EXPECT_EQ(fakeSharedAsked(&kernel), 1) << "once is enough";
    cudaSetDevice(1);
    allowShared(&kernel, kUnasked);
    cudaSetDevice(0);
    EXPECT_EQ(fakeSharedAsked(&kernel), 2) << "each GPU is asked for itself";
}

} // namespace
} // namespace lanewright::engine::cuda
