// SPDX-License-Identifier: Apache-2.0
#include "engine/channel/mpi_channel.h"

#include "core/base/take_last.h"

#include "engine/device/clock.h"
#include "engine/device/end_process.h"
#include "engine/device/failure.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <climits>
#include <cstdlib>

namespace lanewright::engine {

namespace {

int countFrom(std::size_t size) {
    if (size > INT_MAX)
        throw Failure(say(phrase("engine", "a message of %1 bytes is larger than MPI can send (2 GiB)"), size));
    return static_cast<int>(size);
}

} // namespace

void checkMpi(int code, const char* call, const char* file, int line) {
    if (code == MPI_SUCCESS)
        return;
    std::array<char, MPI_MAX_ERROR_STRING> words{};
    int length = 0;
    if (MPI_Error_string(code, words.data(), &length) != MPI_SUCCESS)
        length = 0;
    const std::string text{words.data(), static_cast<std::size_t>(length)};
    throw Failure(withPlace(say(phrase("engine", "MPI said \"%1\" to %2"), text, call), file, line), false);
}

MpiChannel::MpiChannel() {
    LW_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &m_values));
    LW_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &m_messages));
    LW_MPI(MPI_Comm_set_errhandler(m_values, MPI_ERRORS_RETURN));
    LW_MPI(MPI_Comm_set_errhandler(m_messages, MPI_ERRORS_RETURN));
    LW_MPI(MPI_Comm_rank(m_values, &m_rank));
    LW_MPI(MPI_Comm_size(m_values, &m_ranks));
}

MpiChannel::~MpiChannel() {
    // Every message has been received by now; this only closes the books of the requests.
    orEndProcess([this] {
        if (!m_requests.empty())
            LW_MPI(MPI_Waitall(static_cast<int>(m_requests.size()), m_requests.data(), MPI_STATUSES_IGNORE));
        LW_MPI(MPI_Comm_free(&m_values));
        LW_MPI(MPI_Comm_free(&m_messages));
    });
}

int MpiChannel::largestTransfer() const {
    int* largest = nullptr;
    int found = 0;
    LW_MPI(MPI_Comm_get_attr(m_values, MPI_TAG_UB, &largest, &found));
    return found != 0 ? *largest : 32767;
}

void MpiChannel::start(MPI_Request request, Pending pending) {
    m_requests.push_back(request);
    m_pending.push_back(std::move(pending));
}

void MpiChannel::reserve(const Traffic& traffic) {
    constexpr std::size_t kMessages = 256;
    const std::size_t most = static_cast<std::size_t>(traffic.incoming) + traffic.outgoing + kMessages;
    m_arrived.resize(traffic.transfers);
    m_spare.reserve(traffic.outgoing);
    m_requests.reserve(most);
    m_pending.reserve(most);
    m_done.reserve(most);
    m_buffers.reserve();
}

void MpiChannel::post(int transfer, int peer, TensorMessage& into) {
    MPI_Request request = MPI_REQUEST_NULL;
    LW_MPI(MPI_Irecv(into.bytes(), countFrom(into.size()), MPI_BYTE, peer, transfer, m_values, &request));
    start(request, {.transfer = transfer, .slot = &into, .outgoing = nullptr, .message = {}});
}

void MpiChannel::send(int peer, TensorMessagePtr message) {
    MPI_Request request = MPI_REQUEST_NULL;
    LW_MPI(MPI_Isend(message->bytes(), countFrom(message->size()), MPI_BYTE, peer, message->header().transfer, m_values,
                     &request));
    start(request, {.slot = nullptr, .outgoing = std::move(message), .message = {}});
}

TensorMessagePtr MpiChannel::spare() { return m_spare.empty() ? nullptr : takeLast(m_spare); }

void MpiChannel::send(int peer, MessageKind kind, std::vector<std::byte> body) {
    Pending pending{.slot = nullptr, .outgoing = nullptr, .message = std::move(body)};
    MPI_Request request = MPI_REQUEST_NULL;
    LW_MPI(MPI_Isend(pending.message.data(), countFrom(pending.message.size()), MPI_BYTE, peer, static_cast<int>(kind),
                     m_messages, &request));
    start(request, std::move(pending));
}

/// Starts to receive a message that has been announced; false when there is none.
bool MpiChannel::receiveMessage() {
    int there = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status{};
    LW_MPI(MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, m_messages, &there, &handle, &status));
    if (there == 0)
        return false;
    int size = 0;
    LW_MPI(MPI_Get_count(&status, MPI_BYTE, &size));
    ControlMessage message{
        .kind = static_cast<MessageKind>(status.MPI_TAG), .from = status.MPI_SOURCE, .body = m_buffers.take()};
    message.body.resize(size);
    m_opened.push_back({.message = std::move(message), .request = MPI_REQUEST_NULL});
    Opened& opened = m_opened.back();
    LW_MPI(MPI_Imrecv(opened.message.body.data(), size, MPI_BYTE, &handle, &opened.request));
    return true;
}

std::optional<ControlMessage> MpiChannel::receive() {
    while (receiveMessage()) {
    }
    // A long message may still be on its way; it holds up its own sender's next ones and nobody else's.
    std::vector<int> heldUp;
    for (auto opened = m_opened.begin(); opened != m_opened.end(); ++opened) {
        int done = 0;
        LW_MPI(MPI_Test(&opened->request, &done, MPI_STATUS_IGNORE));
        if (done == 0)
            heldUp.push_back(opened->message.from);
        if (done == 0 || std::ranges::find(heldUp, opened->message.from) != heldUp.end())
            continue;
        ControlMessage message = std::move(opened->message);
        m_opened.erase(opened);
        return message;
    }
    return {};
}

void MpiChannel::finish(Pending& pending) {
    if (pending.slot != nullptr) {
        pending.slot->header().noticed = now();
        m_arrived[pending.transfer] = true;
    } else if (pending.outgoing) {
        m_spare.push_back(std::move(pending.outgoing));
    } else {
        m_buffers.put(std::move(pending.message));
    }
}

void MpiChannel::progress() {
    if (m_requests.empty())
        return;
    m_done.resize(m_requests.size());
    int count = 0;
    LW_MPI(MPI_Testsome(static_cast<int>(m_requests.size()), m_requests.data(), &count, m_done.data(),
                        MPI_STATUSES_IGNORE));
    if (count == MPI_UNDEFINED || count == 0)
        return;
    for (int i = 0; i < count; ++i)
        finish(m_pending[m_done[i]]);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_requests.size(); ++i) {
        if (m_requests[i] == MPI_REQUEST_NULL)
            continue;
        m_requests[kept] = m_requests[i];
        if (kept != i)
            m_pending[kept] = std::move(m_pending[i]);
        ++kept;
    }
    m_requests.resize(kept);
    m_pending.resize(kept);
}

void MpiChannel::abort() {
    static_cast<void>(MPI_Abort(MPI_COMM_WORLD, 1)); // whatever it says, this process ends now
    std::_Exit(1);
}

} // namespace lanewright::engine
