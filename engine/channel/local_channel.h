// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/channel/channel.h"

#include <deque>
#include <mutex>

namespace lanewright::engine {

/// The links between ranks that are threads of one process.
class LocalNetwork {
public:
    explicit LocalNetwork(int ranks) : m_boxes(static_cast<std::size_t>(ranks)) {}
    int ranks() const { return static_cast<int>(m_boxes.size()); }

private:
    friend class LocalChannel;

    struct Delivery {
        int from = -1;
        TensorMessagePtr message;
    };
    /// What others have put down for a rank.
    struct Box {
        std::mutex mutex;
        std::vector<Delivery> values;
        std::vector<ControlMessage> messages;
        std::size_t received = 0;            ///< so many messages have been taken
        std::vector<TensorMessagePtr> spare; ///< its own tensor messages, back from their receivers
    };
    Box& boxOf(int rank) { return m_boxes[rank]; }

    std::deque<Box> m_boxes;
};

/// One rank's end. The receiver copies a value into its slot and hands the tensor message back to its sender.
class LocalChannel final : public Channel {
public:
    LocalChannel(LocalNetwork& network, int rank) : m_network(&network), m_rank(rank) {}

    int rank() const override { return m_rank; }
    int ranks() const override { return m_network->ranks(); }
    void reserve(const Traffic& traffic) override;
    void post(int transfer, int peer, TensorMessage& into) override;
    void send(int peer, TensorMessagePtr message) override;
    TensorMessagePtr spare() override;
    void send(int peer, MessageKind kind, std::vector<std::byte> body) override;
    std::optional<ControlMessage> receive() override;
    void progress() override;
    [[noreturn]] void abort() override;

private:
    bool deliver(LocalNetwork::Delivery& delivery);

    LocalNetwork* m_network;
    int m_rank;
    std::vector<TensorMessage*> m_posted;          ///< by transfer; null: none
    std::vector<LocalNetwork::Delivery> m_waiting; ///< values whose receive is not posted yet
};

} // namespace lanewright::engine
