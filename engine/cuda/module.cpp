// SPDX-License-Identifier: Apache-2.0
#include "engine/accelerator/module.h"

#include "core/protocol/obstacles.h"

#include "engine/cuda/call.h"
#include "engine/cuda/cuda_device.h"
#if defined(LANEWRIGHT_WITH_NCCL)
#include "engine/cuda/nccl_links.h"
#endif

#include <cstdlib>

namespace lanewright::engine::cuda {

namespace {

Error noGpu(cudaError_t status) {
    cudaGetLastError();
    int driver = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0)
        return Error{say(obstacle::kNoDriver, versionText(CUDART_VERSION))};
    if (status == cudaErrorInsufficientDriver)
        return Error{say(obstacle::kOldDriver, versionText(driver), versionText(CUDART_VERSION))};
    if (status == cudaErrorNoDevice || status == cudaSuccess)
        return Error{say(obstacle::kNoGpu)};
    return Error{say(phrase("engine", "no GPU: %1"), cudaGetErrorString(status))};
}

class CudaModule : public DeviceModule {
public:
    Result<std::vector<DeviceFacts>> listDevices() override {
        int count = 0;
        const cudaError_t status = cudaGetDeviceCount(&count);
        if (status != cudaSuccess || count == 0)
            return noGpu(status);
        return guarded<std::vector<DeviceFacts>>([&] {
            std::vector<DeviceFacts> all;
            all.reserve(count);
            for (int number = 0; number < count; ++number) {
                all.push_back(factsOf(number));
                all.back().peers = peersOf(number, count);
            }
            return all;
        });
    }

    Result<std::string> linkVersion() override {
#if defined(LANEWRIGHT_WITH_NCCL)
        const auto nccl = loadNccl();
        if (!nccl)
            return nccl.error();
        return versionOf(**nccl);
#else
        return Error{say(obstacle::kNcclNotBuilt)};
#endif
    }

    Result<std::unique_ptr<Device>> open(const DeviceWish& wish) override {
        const auto known = listDevices();
        if (!known)
            return known.error();
        if (wish.device < 0 || static_cast<std::size_t>(wish.device) >= known->size())
            return Error{say(obstacle::kNoSuchGpu, wish.device, known->size() - 1)};
        return guarded<std::unique_ptr<Device>>([&] { return std::make_unique<CudaDevice>(wish); });
    }

    Result<std::unique_ptr<DeviceLinks>> link([[maybe_unused]] Device& device,
                                              [[maybe_unused]] const LinkWish& wish) override {
        if (const Result<std::string> version = linkVersion(); !version)
            return version.error();
#if defined(LANEWRIGHT_WITH_NCCL)
        // What goes wrong here is thrown on, because so is what the waits of the caller find out.
        auto& own = dynamic_cast<CudaDevice&>(device);
        std::unique_ptr<DeviceLinks> links = std::make_unique<NcclLinks>(**loadNccl(), own.number(), own.lanes(), wish);
        return links;
#else
        return std::unique_ptr<DeviceLinks>{};
#endif
    }

private:
    template <typename Value, typename Work>
    static Result<Value> guarded(const Work& work) {
        try {
            return Value{work()};
        } catch (const Failure& failure) {
            return Error{failure.reason()};
        }
    }
};

} // namespace

} // namespace lanewright::engine::cuda

extern "C" const char* lanewrightModuleVersion() { return LANEWRIGHT_VERSION; }

extern "C" lanewright::engine::DeviceModule* lanewrightModule() {
    // Lanes wait for each other where they share a connection to the GPU; the number is read at the first call.
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
    static lanewright::engine::cuda::CudaModule module;
    return &module;
}
