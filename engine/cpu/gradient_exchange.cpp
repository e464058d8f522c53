// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/gradient_exchange.h"

#include "core/model/costs.h"

#include "engine/kernels/elementwise.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace lanewright::engine {

namespace {

/// A piece of one stage's numbers on its way.
struct Piece {
    int stage = 0;
    int from = 0;       ///< direction of the copy that sends it
    int to = 0;         ///< direction of the copy that gets it
    bool isSum = false; ///< else one copy's own numbers

    friend auto operator<=>(const Piece&, const Piece&) = default;
};

/// The exchange of a step.
class Exchange {
public:
    Exchange(const Placement& placement, int rank, RankStages& stages, Inbox& inbox, int step)
        : m_placement(&placement), m_rank(rank), m_stages(&stages), m_inbox(&inbox), m_step(step) {}

    void run() {
        if (directions() < 2)
            return;
        forEachOther([&](const StageCopy& copy, int other, bool isHere) {
            if (!isHere)
                send({.stage = copy.stage, .from = copy.direction, .to = other}, pieceOf(copy, other));
        });
        for (const auto& stage : m_stages->all())
            addPieces(stage->stageCopy());
        // No sum is written where another copy of this rank still has to read its own numbers: each copy reads one
        // piece of all, and all have been read by now.
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
            std::vector<float> sum = receive({.stage = copy.stage, .from = other, .to = copy.direction, .isSum = true});
            lanewright::engine::copy(pieceOf(copy, other),
                                     Tensor{sum.data(), 1, static_cast<std::int64_t>(sum.size())});
        });
    }

private:
    int directions() const { return static_cast<int>(m_placement->directions.size()); }

    /// Calls `visit(copy, other, isHere)` for each copy of this rank and each other direction. `isHere` says whether
    /// that copy of the stage is on this rank as well.
    void forEachOther(auto visit) {
        for (const auto& stage : m_stages->all())
            for (int other = 0; other < directions(); ++other)
                if (const StageCopy& copy = stage->stageCopy(); other != copy.direction)
                    visit(copy, other, m_placement->rankOf(other, copy.stage) == m_rank);
    }

    /// The piece of a copy's gradient that the copy of `owner` adds.
    Tensor pieceOf(const StageCopy& copy, int owner) {
        const Tensor all = m_stages->of(copy.direction, copy.stage).gradient();
        std::int64_t first = 0;
        for (int before = 0; before < owner; ++before)
            first += shareOf(all.cols, before, directions());
        // A row by itself, so that it is whole.
        return {all.data + first, 1, shareOf(all.cols, owner, directions())};
    }

    /// Adds the copy's piece over all copies.
    void addPieces(const StageCopy& copy) {
        // The sum grows apart from the gradients, in the order of the directions, and takes the place of this copy's
        // piece.
        const Tensor own = pieceOf(copy, copy.direction);
        std::vector<float> numbers(own.cols);
        const Tensor sum{numbers.data(), 1, own.cols};
        for (int from = 0; from < directions(); ++from) {
            std::vector<float> received;
            Tensor piece = own;
            if (m_placement->rankOf(from, copy.stage) == m_rank) {
                piece = pieceOf({from, copy.stage}, copy.direction);
            } else {
                received = receive({.stage = copy.stage, .from = from, .to = copy.direction});
                piece = Tensor{received.data(), 1, own.cols};
            }
            if (from == 0)
                lanewright::engine::copy(sum, piece);
            else
                add(sum, piece);
        }
        lanewright::engine::copy(own, sum);
    }

    void send(const Piece& piece, const Tensor& numbers) {
        Packer message;
        message.put(piece).putAll(numbers.data, static_cast<std::size_t>(numbers.cols));
        m_inbox->send(m_placement->rankOf(piece.to, piece.stage), MessageKind::Gradients, std::move(message));
    }

    /// Waits for a piece from another rank.
    std::vector<float> receive(const Piece& piece) {
        const int rank = m_placement->rankOf(piece.from, piece.stage);
        // Messages of one sender come in order, so nothing of the next step can come before this one's last.
        while (!m_early.contains(piece)) {
            const auto message = m_inbox->await(MessageKind::Gradients, rank, [&] {
                return say(
                    phrase("engine", "step %1 has waited for the gradients of the other copy of stage %2 on rank %3"),
                    m_step, piece.stage, rank);
            });
            Unpacker unpacker(message.body);
            const auto come = unpacker.get<Piece>();
            m_early[come] = unpacker.get<std::vector<float>>();
        }
        return std::move(m_early.extract(piece).mapped());
    }

    const Placement* m_placement;
    int m_rank;
    RankStages* m_stages;
    Inbox* m_inbox;
    int m_step;
    std::map<Piece, std::vector<float>> m_early; ///< that came before they were waited for
};

} // namespace

void exchangeGradients(const Placement& placement, int rank, RankStages& stages, Inbox& inbox, int step) {
    Exchange(placement, rank, stages, inbox, step).run();
}

} // namespace lanewright::engine
