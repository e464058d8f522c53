// SPDX-License-Identifier: Apache-2.0
// A module of the backend cuda that lies beside a copy of the engine in tests: fake GPUs in processes of their own, and
// links between them through named pipes. What it finds is said by environment variables:
//   LANEWRIGHT_FAKE_GPUS   how many GPUs a host has (2)
//   LANEWRIGHT_FAKE_FOLDER where the pipes lie
//   LANEWRIGHT_FAKE_NCCL   0: links are missing
//   LANEWRIGHT_FAKE_CUPTI  0: kernels can't be traced
//   LANEWRIGHT_FAKE_HARM   `gpu:kernel`: the kernel of that GPU, counted from 0, that comes to harm
//   LANEWRIGHT_FAKE_HANG   `gpu:block`: the block of that GPU that does not end in the second step
#include "engine/accelerator/module.h"
#include "tests/engine/support/fake_device.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <map>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lanewright::engine::test {

namespace {

std::string variable(const char* name, const char* otherwise) {
    const char* const value = std::getenv(name);
    return value == nullptr ? otherwise : value;
}

int numberOf(std::string_view text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// What a variable of the form `gpu:rest` says of a GPU; empty when it is of another.
std::string ofGpu(const char* name, int gpu) {
    const std::string text = variable(name, "");
    const std::size_t colon = text.find(':');
    return colon != std::string::npos && numberOf(text) == gpu ? text.substr(colon + 1) : "";
}

/// A pipe for each link, open at both ends on both processes, so that nobody ever waits to open it.
class PipeLinks : public DeviceLinks {
public:
    PipeLinks(FakeDevice& device, const LinkWish& wish) : m_device(&device) {
        std::array<char, 256> folder{};
        if (wish.process == 0) {
            const std::string place = variable("LANEWRIGHT_FAKE_FOLDER", "/tmp") + "/links-XXXXXX";
            std::copy_n(place.data(), std::min(place.size(), folder.size() - 1), folder.data());
            if (mkdtemp(folder.data()) == nullptr)
                throw Failure{"the fake links find no room"};
            for (std::size_t link = 0; link < wish.links.size(); ++link)
                mkfifo(nameOf(folder.data(), link).c_str(), 0600);
        }
        wish.share(std::as_writable_bytes(std::span{folder}));
        meet(wish, folder.data());
        for (std::size_t link = 0; link < wish.links.size(); ++link)
            if (wish.links[link].from == wish.process || wish.links[link].to == wish.process)
                m_ends[static_cast<int>(link)] = {open(nameOf(folder.data(), link).c_str(), O_RDWR | O_NONBLOCK),
                                                  device.addStream()};
    }
    ~PipeLinks() override {
        for (const auto& [link, end] : m_ends)
            close(end.pipe);
    }

    Stream stream(int link) override { return m_ends.at(link).stream; }
    void send(int link, const void* from, Bytes bytes) override {
        move(link, "send", from, bytes, [from](int pipe, Bytes done, Bytes left) {
            return putIn(pipe, static_cast<const std::byte*>(from) + done, left);
        });
    }
    void receive(int link, void* into, Bytes bytes) override {
        move(link, "receive", into, bytes, [into](int pipe, Bytes done, Bytes left) {
            return takeOut(pipe, static_cast<std::byte*>(into) + done, left);
        });
    }
    void sendToSelf(int link, const void* from, void* into, Bytes bytes) override {
        const int pipe = m_ends.at(link).pipe;
        m_device->enqueueShared(stream(link), "send to itself", into, bytes,
                                [=, aborted = m_aborted, sent = Bytes{0}, done = Bytes{0}]() mutable {
                                    if (*aborted)
                                        return true;
                                    sent += putIn(pipe, static_cast<const std::byte*>(from) + sent, bytes - sent);
                                    done += takeOut(pipe, static_cast<std::byte*>(into) + done, bytes - done);
                                    return done == bytes;
                                });
    }
    void check() override {}
    void abort() noexcept override { *m_aborted = true; }

private:
    struct End {
        int pipe = -1;
        Stream stream;
    };
    /// Waits until all processes are here.
    static void meet(const LinkWish& wish, const std::string& folder) {
        const auto file = [&](int process) { return folder + "/seat-" + std::to_string(process); };
        close(creat(file(wish.process).c_str(), 0600));
        for (int process = 0; process < wish.processes; ++process)
            while (access(file(process).c_str(), F_OK) != 0) {
                wish.breathe();
                usleep(1000);
            }
    }
    /// @name As many bytes as go now
    /// @{
    static Bytes putIn(int pipe, const std::byte* from, Bytes bytes) {
        return std::max<Bytes>(0, write(pipe, from, static_cast<std::size_t>(bytes)));
    }
    static Bytes takeOut(int pipe, std::byte* into, Bytes bytes) {
        return std::max<Bytes>(0, read(pipe, into, static_cast<std::size_t>(bytes)));
    }
    /// @}
    static std::string nameOf(const std::string& folder, std::size_t link) {
        return folder + "/" + std::to_string(link);
    }
    template <typename Some>
    void move(int link, const char* name, const void* memory, Bytes bytes, Some some) {
        m_device->enqueueShared(stream(link), name, memory, bytes,
                                [=, pipe = m_ends.at(link).pipe, aborted = m_aborted, done = Bytes{0}]() mutable {
                                    if (*aborted)
                                        return true;
                                    done += some(pipe, done, bytes - done);
                                    return done == bytes;
                                });
    }

    FakeDevice* m_device;
    std::map<int, End> m_ends; ///< by link
    std::shared_ptr<bool> m_aborted = std::make_shared<bool>(false);
};

class FakeModule : public DeviceModule {
public:
    Result<std::vector<DeviceFacts>> listDevices() override {
        const int count = numberOf(variable("LANEWRIGHT_FAKE_GPUS", "2"));
        if (count == 0)
            return Error{"no GPU: this host has no fakes"};
        return std::vector<DeviceFacts>(static_cast<std::size_t>(count), FakeDevice().facts());
    }
    Result<std::string> linkVersion() override {
        if (variable("LANEWRIGHT_FAKE_NCCL", "1") == "0")
            return Error{"the fake links are missing"};
        return std::string{"1.0"};
    }
    Result<std::unique_ptr<Device>> open(const DeviceWish& wish) override {
        FakeWish fake{.seed = static_cast<std::uint64_t>(wish.device) + 1,
                      .hangsIn = ofGpu("LANEWRIGHT_FAKE_HANG", wish.device),
                      .eagerness = 50};
        if (const std::string kernel = ofGpu("LANEWRIGHT_FAKE_HARM", wish.device); !kernel.empty())
            fake.failAt = numberOf(kernel);
        if (variable("LANEWRIGHT_FAKE_CUPTI", "1") == "0")
            fake.traceRefused = "the fake kernels can't be traced";
        std::unique_ptr<Device> device = std::make_unique<FakeDevice>(fake);
        return device;
    }
    Result<std::unique_ptr<DeviceLinks>> link(Device& device, const LinkWish& wish) override {
        std::unique_ptr<DeviceLinks> links = std::make_unique<PipeLinks>(dynamic_cast<FakeDevice&>(device), wish);
        return links;
    }
};

} // namespace

} // namespace lanewright::engine::test

extern "C" const char* lanewrightModuleVersion() { return LANEWRIGHT_VERSION; }

extern "C" lanewright::engine::DeviceModule* lanewrightModule() {
    static lanewright::engine::test::FakeModule module;
    return &module;
}
