// SPDX-License-Identifier: Apache-2.0
#include "engine/accelerator/module.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace lanewright {
namespace {

using engine::DeviceModule;

bool isOneSentence(const std::string& text) { return !text.empty() && text.find('\n') == std::string::npos; }

TEST(CudaModule, SaysThatItIsNotThere) {
    const auto module = engine::openModule("/nowhere/lanewright-cuda.so");
    ASSERT_FALSE(module);
    EXPECT_NE(module.error().message.text().find("cuda"), std::string::npos) << module.error().message;
    EXPECT_TRUE(isOneSentence(module.error().message));
}

TEST(CudaModule, SaysThatAFileIsNoModule) {
    const std::filesystem::path file =
        std::filesystem::path{::testing::TempDir()} / ("lanewright-broken-" + std::to_string(getpid()) + ".so");
    std::ofstream{file} << "no library\n";
    const auto module = engine::openModule(file.string());
    std::filesystem::remove(file);
    ASSERT_FALSE(module);
    EXPECT_EQ(module.error().message.text().rfind("the backend cuda can't be loaded: ", 0), 0U)
        << module.error().message;
}

#ifdef LANEWRIGHT_CUDA_MODULE // only where the toolkit was found is there a module to open
TEST(CudaModule, ListsTheDevicesOrSaysInOneSentenceWhyThereIsNone) {
    const auto module = engine::openModule(LANEWRIGHT_CUDA_MODULE);
    ASSERT_TRUE(module) << module.error().message;
    const auto devices = (*module)->listDevices();
    if (devices) {
        EXPECT_FALSE(devices->empty());
        for (const engine::DeviceFacts& facts : *devices)
            EXPECT_GT(facts.processors, 0) << facts.name;
        return;
    }
    EXPECT_TRUE(isOneSentence(devices.error().message));
    const auto device = (*module)->open({});
    ASSERT_FALSE(device);
    EXPECT_EQ(device.error().message, devices.error().message);
}
#endif

} // namespace
} // namespace lanewright
