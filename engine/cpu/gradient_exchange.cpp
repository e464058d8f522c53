// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/gradient_exchange.h"

#include "core/model/costs.h"

#include "engine/kernels/elementwise.h"
#include "engine/ranks/await_message.h"

#include <optional>
#include <string>
#include <utility>

namespace lanewright::engine {

GradientExchange::GradientExchange(const Placement& placement, int rank, RankStages& stages, Inbox& inbox,
                                   Waiter& waiter)
    : m_placement(&placement), m_rank(rank), m_stages(&stages), m_inbox(&inbox), m_waiter(&waiter) {}

void GradientExchange::run(int step) {
    if (directions() < 2)
        return;
    forEachOther([&](const StageCopy& copy, int other, bool isHere) {
        if (!isHere)
            send({.stage = copy.stage, .from = copy.direction, .to = other}, pieceOf(copy, other));
    });
    for (const StageCopy& copy : m_stages->copies())
        addPieces(copy, step);
    // No sum is written where another copy of this rank still has to read its own numbers: each copy reads one piece
    // of all, and all have been read by now.
    forEachOther([&](const StageCopy& copy, int other, bool isHere) {
        const Tensor own = pieceOf(copy, copy.direction);
        if (isHere)
            lanewright::engine::copy(pieceOf({other, copy.stage}, copy.direction), own);
        else
            send({.stage = copy.stage, .from = copy.direction, .to = other, .isSum = true}, own);
    });
    forEachOther([&](const StageCopy& copy, int other, bool isHere) {
        if (isHere)
            return;
        std::vector<float> sum =
            receive({.stage = copy.stage, .from = other, .to = copy.direction, .isSum = true}, step);
        lanewright::engine::copy(pieceOf(copy, other), Tensor{sum.data(), 1, static_cast<std::int64_t>(sum.size())});
    });
}

template <typename Visit>
void GradientExchange::forEachOther(Visit visit) {
    for (const StageCopy& copy : m_stages->copies())
        for (int other = 0; other < directions(); ++other)
            if (other != copy.direction)
                visit(copy, other, m_placement->rankOf(other, copy.stage) == m_rank);
}

Tensor GradientExchange::pieceOf(const StageCopy& copy, int owner) {
    const Tensor all = m_stages->of(copy.direction, copy.stage).gradient();
    std::int64_t first = 0;
    for (int before = 0; before < owner; ++before)
        first += shareOf(all.cols, before, directions());
    // A row by itself, so that it is whole.
    return {all.data + first, 1, shareOf(all.cols, owner, directions())};
}

void GradientExchange::addPieces(const StageCopy& copy, int step) {
    // The sum grows apart from the gradients, in the order of the directions, and takes the place of this copy's piece.
    const Tensor own = pieceOf(copy, copy.direction);
    std::vector<float> numbers(own.cols);
    const Tensor sum{numbers.data(), 1, own.cols};
    for (int from = 0; from < directions(); ++from) {
        std::vector<float> received;
        Tensor piece = own;
        if (m_placement->rankOf(from, copy.stage) == m_rank) {
            piece = pieceOf({from, copy.stage}, copy.direction);
        } else {
            received = receive({.stage = copy.stage, .from = from, .to = copy.direction}, step);
            piece = Tensor{received.data(), 1, own.cols};
        }
        if (from == 0)
            lanewright::engine::copy(sum, piece);
        else
            add(sum, piece);
    }
    lanewright::engine::copy(own, sum);
}

void GradientExchange::send(const Piece& piece, const Tensor& numbers) {
    Packer message;
    message.put(piece).putAll(numbers.data, static_cast<std::size_t>(numbers.cols));
    m_inbox->send(m_placement->rankOf(piece.to, piece.stage), MessageKind::Gradients, std::move(message));
}

std::vector<float> GradientExchange::receive(const Piece& piece, int step) {
    const int rank = m_placement->rankOf(piece.from, piece.stage);
    // Messages of one sender come in order, so nothing of the next step can come before this one's last.
    while (!m_early.contains(piece)) {
        const ControlMessage message = awaitMessage(*m_inbox, *m_waiter, MessageKind::Gradients, rank, [&] {
            return say(
                phrase("engine", "step %1 has waited for the gradients of the other copy of stage %2 on rank %3"), step,
                piece.stage, rank);
        });
        Unpacker unpacker(message.body);
        const auto come = unpacker.get<Piece>();
        m_early[come] = unpacker.get<std::vector<float>>();
    }
    return std::move(m_early.extract(piece).mapped());
}

} // namespace lanewright::engine
