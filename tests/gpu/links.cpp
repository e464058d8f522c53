// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/parts.h"

#include "engine/device/clock.h"
#include "engine/gpt/counter_random.h"

#include <cstring>
#include <stdexcept>

namespace lanewright::gpu {

namespace {

using engine::DeviceLinks;
using engine::now;

constexpr Time kSecond = 1'000'000'000;
constexpr Time kTimeout = 30 * kSecond; ///< for what takes a moment where all is well
constexpr const char* kPart = "links";

std::string inMilliseconds(Time time) { return std::to_string(time / 1'000'000) + " ms"; }

/// Memory of a device or its host while this lives.
class Piece {
public:
    Piece(Device& device, Bytes bytes, bool onHost)
        : m_device(device), m_onHost(onHost), m_memory(onHost ? device.takeHost(bytes) : device.take(bytes)) {}
    ~Piece() { m_onHost ? m_device.giveBackHost(m_memory) : m_device.giveBack(m_memory); }
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;
    std::byte* at() const { return m_memory; }

private:
    Device& m_device;
    bool m_onHost;
    std::byte* m_memory;
};

/// The wish of the only process, for links to itself.
engine::LinkWish loops(std::size_t count) {
    return {.links = std::vector<LinkEnds>(count), .share = [](std::span<std::byte> /*bytes*/) {}};
}

/// Opens the links or says why not.
std::unique_ptr<DeviceLinks> open(engine::DeviceModule& module, Device& device, const engine::LinkWish& wish) {
    auto links = module.link(device, wish);
    if (!links)
        throw engine::Failure{links.error().message.text()};
    return *std::move(links);
}

/// Whether what was enqueued in the stream ends in time. Throws what the links and the device say.
bool ends(Device& device, DeviceLinks& links, Stream stream) {
    const engine::Event event = device.makeEvent(false);
    device.record(event, stream);
    for (const Time late = now() + kTimeout; now() < late;) {
        if (device.isDone(event))
            return true;
        links.check();
    }
    return false;
}

/// Bytes on their way over one link, and whether they arrived.
class Trip {
public:
    Trip(Device& device, DeviceLinks& links, int link, Bytes bytes)
        : m_device(device), m_links(links), m_link(link), m_bytes(bytes), m_host(device, bytes, true),
          m_from(device, bytes, false), m_into(device, bytes, false) {}

    void enqueue() {
        for (Bytes at = 0; at < m_bytes; ++at)
            m_host.at()[at] = byteAt(at);
        const Stream queue = m_links.stream(m_link);
        m_device.copy(queue, m_from.at(), m_host.at(), m_bytes);
        m_device.clear(queue, m_into.at(), m_bytes);
        m_links.sendToSelf(m_link, m_from.at(), m_into.at(), m_bytes);
        m_device.clear(queue, m_from.at(), m_bytes);
        m_device.copy(queue, m_host.at(), m_into.at(), m_bytes);
    }
    bool ends() { return gpu::ends(m_device, m_links, m_links.stream(m_link)); }
    /// The bytes that differ, once it has ended.
    Bytes wrong() const {
        Bytes count = 0;
        for (Bytes at = 0; at < m_bytes; ++at)
            count += m_host.at()[at] != byteAt(at) ? 1 : 0;
        return count;
    }

private:
    std::byte byteAt(Bytes at) const {
        return static_cast<std::byte>(
            engine::randomAt(static_cast<std::uint64_t>(m_link) + 1, static_cast<std::uint64_t>(at)));
    }

    Device& m_device;
    DeviceLinks& m_links;
    int m_link;
    Bytes m_bytes;
    Piece m_host, m_from, m_into;
};

void checkTrips(engine::DeviceModule& module, Device& device, Size size, const std::string& version, Printer& printer) {
    const std::unique_ptr<DeviceLinks> links = open(module, device, loops(2));
    printer.claim(kPart, "two links from the GPU to itself open", true, "NCCL " + version);
    const Bytes most = size == Size::Large ? Bytes{64} << 20 : Bytes{1} << 17;
    for (const Bytes bytes : {Bytes{1}, Bytes{255}, Bytes{65536}, most + 3}) {
        const std::string name = std::to_string(bytes) + " bytes arrive over two links at once as they were sent";
        Trip one(device, *links, 0, bytes);
        Trip other(device, *links, 1, bytes);
        one.enqueue();
        other.enqueue();
        if (!one.ends() || !other.ends()) {
            links->abort();
            printer.claim(kPart, name, false, "they have not arrived after " + inMilliseconds(kTimeout));
            return;
        }
        const Bytes wrong = one.wrong() + other.wrong();
        printer.claim(kPart, name, wrong == 0, wrong == 0 ? "" : std::to_string(wrong) + " of them differ");
    }
    links->check();
    printer.claim(kPart, "no link reports an error", true, "");
}

/// A receive to which nothing is sent: whether it is refused or waits, the end of the links must be its end.
void checkAbort(engine::DeviceModule& module, Device& device, Printer& printer) {
    const std::unique_ptr<DeviceLinks> links = open(module, device, loops(1));
    const Stream queue = links->stream(0);
    const Piece into(device, 256, false);
    std::string words = "it waited";
    try {
        links->receive(0, into.at(), 256);
    } catch (const engine::Failure& failure) {
        words = failure.what();
    }
    const Time start = now();
    links->abort();
    const engine::Event event = device.makeEvent(false);
    device.record(event, queue);
    while (!device.isDone(event) && now() - start < kTimeout)
        ;
    const Time took = now() - start;
    words += "; the links ended in " + inMilliseconds(took);
    printer.claim(kPart, "a receive that nothing is sent to ends with its links", took < kTimeout, words);
}

/// Links with a process that never comes.
void checkAbsence(engine::DeviceModule& module, Device& device, Printer& printer) {
    class Enough : public std::exception {};
    const char* const name = "a process that never comes is given up when the run ends";
    const Time start = now();
    engine::LinkWish wish = loops(0);
    wish.processes = 2;
    wish.links = {{0, 1}};
    wish.breathe = [&] {
        if (now() - start > kSecond)
            throw Enough{};
    };
    try {
        open(module, device, wish);
        printer.claim(kPart, name, false, "it was not missed");
    } catch (const Enough&) {
        const Time took = now() - start;
        printer.claim(kPart, name, took < kTimeout,
                      "given up after " + inMilliseconds(kSecond) + ", over after " + inMilliseconds(took));
    }
}

} // namespace

void checkLinks(engine::DeviceModule& module, Device& device, Size size, Printer& printer) {
    const auto version = module.linkVersion();
    if (!version) {
        printer.leftOut("links from the GPU to itself", version.error().message.text());
        return;
    }
    const auto guarded = [&](const char* name, auto work) {
        try {
            work();
        } catch (const std::exception& failure) {
            printer.claim(kPart, name, false, failure.what());
        }
    };
    guarded("links carry bytes", [&] { checkTrips(module, device, size, *version, printer); });
    guarded("links end when they are aborted", [&] { checkAbort(module, device, printer); });
    guarded("links without their other end are given up", [&] { checkAbsence(module, device, printer); });
    const Outcome after = run(elementwiseCases(Size::Small).front(), device);
    printer.claim(kPart, "the device works on after links were aborted", after.ok(), after.words);
}

} // namespace lanewright::gpu
