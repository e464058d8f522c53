// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/channel/channel.h"

#include <mpi.h>

#include <deque>
#include <string>

namespace lanewright::engine {

/// Throws a `Failure` with the words of MPI when a call fails.
void checkMpi(int code, const char* call, const char* file, int line);
#define LW_MPI(call) ::lanewright::engine::checkMpi((call), #call, __FILE__, __LINE__)

/// One rank's end of the links between processes started by mpirun.
///
/// Tensor messages and control messages each have a communicator of their own. Everything is sent by MPI_Isend and
/// received by MPI_Irecv or after a matching probe, because a blocking send may wait for a receiver that computes. MPI
/// only moves large messages while it is called, hence `progress`.
class MpiChannel final : public Channel {
public:
    MpiChannel();
    ~MpiChannel() override;
    MpiChannel(const MpiChannel&) = delete;
    MpiChannel& operator=(const MpiChannel&) = delete;

    /// The largest number a transfer may have, since it is the message's tag.
    int largestTransfer() const;

    int rank() const override { return m_rank; }
    int ranks() const override { return m_ranks; }
    void reserve(const Traffic& traffic) override;
    void post(int transfer, int peer, TensorMessage& into) override;
    void send(int peer, TensorMessagePtr message) override;
    TensorMessagePtr spare() override;
    void send(int peer, MessageKind kind, std::vector<std::byte> body) override;
    std::optional<ControlMessage> receive() override;
    void progress() override;
    [[noreturn]] void abort() override;

private:
    /// What to do when a request is done: exactly one of the three is set.
    struct Pending {
        int transfer = -1;              ///< the transfer of a value that comes
        TensorMessage* slot = nullptr;  ///< where it comes
        TensorMessagePtr outgoing;      ///< a value that goes
        std::vector<std::byte> message; ///< a message that goes
    };
    /// A message that is being received.
    struct Opened {
        ControlMessage message;
        MPI_Request request;
    };
    void start(MPI_Request request, Pending pending);
    bool receiveMessage();
    void finish(Pending& pending);

    MPI_Comm m_values = MPI_COMM_NULL;
    MPI_Comm m_messages = MPI_COMM_NULL;
    int m_rank = 0;
    int m_ranks = 0;
    std::vector<MPI_Request> m_requests;
    std::vector<Pending> m_pending; ///< beside `m_requests`
    std::vector<int> m_done;        ///< room for the places of finished requests
    std::deque<Opened> m_opened;    ///< per sender in the order of sending
    std::vector<TensorMessagePtr> m_spare;
};

} // namespace lanewright::engine
