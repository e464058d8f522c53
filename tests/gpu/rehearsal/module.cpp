// SPDX-License-Identifier: Apache-2.0
#include "engine/accelerator/module.h"

#include "tests/engine/support/fake_device.h"

namespace lanewright::gpu {

namespace {

using engine::DeviceFacts;

constexpr Bytes kMemory = 1LL << 30U;

DeviceFacts factsOfGpu() {
    return {.name = "rehearsal, no GPU", .driver = "none", .capability = "0.0", .processors = 1, .memory = kMemory};
}

class RehearsalDevice : public engine::test::FakeDevice {
public:
    explicit RehearsalDevice(int lanes) : FakeDevice({.memory = kMemory, .eagerness = 1000}), m_lanes(lanes) {}

    DeviceFacts facts() const override {
        DeviceFacts facts = factsOfGpu();
        facts.lanes = m_lanes;
        return facts;
    }
    Bytes workspaceBytes() const override { return 4096; }

private:
    int m_lanes;
};

/// A module like that of the backend `cuda`, whose one GPU is a fake that computes by plain loops. It takes the place
/// of the module where runs and the check of GPUs are rehearsed on a machine without one.
class RehearsalModule : public engine::DeviceModule {
public:
    Result<std::vector<DeviceFacts>> listDevices() override { return std::vector{factsOfGpu()}; }
    Result<std::string> linkVersion() override { return Error{"a rehearsal has no NCCL"}; }
    Result<std::unique_ptr<engine::Device>> open(const engine::DeviceWish& wish) override {
        return std::unique_ptr<engine::Device>{std::make_unique<RehearsalDevice>(wish.lanes)};
    }
    Result<std::unique_ptr<engine::DeviceLinks>> link(engine::Device& /*device*/,
                                                      const engine::LinkWish& /*wish*/) override {
        return Error{"a rehearsal has no NCCL"};
    }
};

} // namespace

} // namespace lanewright::gpu

extern "C" const char* lanewrightModuleVersion() { return LANEWRIGHT_VERSION; }

extern "C" lanewright::engine::DeviceModule* lanewrightModule() {
    static lanewright::gpu::RehearsalModule module;
    return &module;
}
