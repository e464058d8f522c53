// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/fake_links.h"

#include "engine/gpt/counter_random.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

namespace lanewright::engine::test {

class FakeLinks : public DeviceLinks {
public:
    FakeLinks(FakeNetwork& network, FakeDevice& device, const LinkWish& wish, int failAt)
        : m_network(&network), m_device(&device), m_wish(wish), m_failAt(failAt) {
        for (std::size_t link = 0; link < wish.links.size(); ++link)
            if (wish.links[link].from == wish.process || wish.links[link].to == wish.process)
                m_streams[static_cast<int>(link)] = device.addStream();
    }

    Stream stream(int link) override { return m_streams.at(link); }

    void send(int link, const void* from, Bytes bytes) override {
        expectEnd(link, m_wish.links.at(static_cast<std::size_t>(link)).from);
        auto transfer = std::make_shared<FakeNetwork::Transfer>();
        transfer->from = static_cast<const std::byte*>(from);
        transfer->bytes = bytes;
        m_device->enqueueShared(stream(link), "send", from, bytes,
                                [link, transfer, isOut = false, network = m_network, aborted = m_aborted]() mutable {
                                    const std::scoped_lock lock(network->m_mutex);
                                    if (*aborted)
                                        return true;
                                    if (!std::exchange(isOut, true))
                                        putDown(*network, link, transfer);
                                    return transfer->isTaken || transfer->isCopy;
                                });
    }

    void receive(int link, void* into, Bytes bytes) override {
        expectEnd(link, m_wish.links.at(static_cast<std::size_t>(link)).to);
        m_device->enqueueShared(stream(link), "receive", into, bytes, [=, network = m_network, aborted = m_aborted] {
            const std::scoped_lock lock(network->m_mutex);
            return *aborted || pickUp(*network, link, into, bytes);
        });
    }

    void sendToSelf(int link, const void* from, void* into, Bytes bytes) override {
        expectEnd(link, m_wish.links.at(static_cast<std::size_t>(link)).to);
        m_device->enqueueShared(stream(link), "send to itself", into, bytes, [=, aborted = m_aborted] {
            if (!*aborted)
                std::memcpy(into, from, static_cast<std::size_t>(bytes));
            return true;
        });
    }

    void check() override {}
    void abort() noexcept override {
        const std::scoped_lock lock(m_network->m_mutex);
        *m_aborted = true;
        // What was still to be taken from here lies in memory that goes.
        for (auto& [link, stream] : m_streams)
            if (m_wish.links[static_cast<std::size_t>(link)].from == m_wish.process)
                m_network->m_links[static_cast<std::size_t>(link)].clear();
    }

private:
    void expectEnd(int link, int process) {
        if (*m_aborted)
            throw std::logic_error{"a link is used after it was aborted"};
        if (process != m_wish.process)
            throw std::logic_error{"link " + std::to_string(link) + " has no such end on this seat"};
        if (m_calls++ == m_failAt)
            throw Failure{"fakeSend or fakeRecv failed: unhandled system error"};
    }

    static void putDown(FakeNetwork& network, int link, const std::shared_ptr<FakeNetwork::Transfer>& transfer) {
        network.m_random = randomAt(network.m_random, 1);
        if (network.m_random % 3 == 0) {
            transfer->copy.assign(transfer->from, transfer->from + transfer->bytes);
            transfer->isCopy = true;
        }
        network.m_links[static_cast<std::size_t>(link)].push_back(transfer);
    }

    static bool pickUp(FakeNetwork& network, int link, void* into, Bytes bytes) {
        auto& way = network.m_links[static_cast<std::size_t>(link)];
        if (way.empty())
            return false;
        FakeNetwork::Transfer& transfer = *way.front();
        if (transfer.bytes != bytes)
            throw std::logic_error{std::to_string(transfer.bytes) + " bytes were sent where " + std::to_string(bytes) +
                                   " are received"};
        std::memcpy(into, transfer.isCopy ? transfer.copy.data() : transfer.from, static_cast<std::size_t>(bytes));
        transfer.isTaken = true;
        way.pop_front();
        return true;
    }

    FakeNetwork* m_network;
    FakeDevice* m_device;
    LinkWish m_wish;
    int m_failAt;
    int m_calls = 0;
    std::map<int, Stream> m_streams;                                 ///< by link
    std::shared_ptr<bool> m_aborted = std::make_shared<bool>(false); ///< under the network's mutex
};

std::unique_ptr<DeviceLinks> FakeNetwork::join(FakeDevice& device, const LinkWish& wish, int failAt) {
    const std::scoped_lock lock(m_mutex);
    m_links.resize(std::max(m_links.size(), wish.links.size()));
    return std::make_unique<FakeLinks>(*this, device, wish, failAt);
}

} // namespace lanewright::engine::test
