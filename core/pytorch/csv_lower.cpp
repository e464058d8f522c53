// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv_lower.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace lanewright::pytorch {

namespace {

Cell ofStage(Act act, int stage) { return Cell{.action = {act, stage}}; }

/// The stages that come next from each cell on, in the order in which they come: `count` of them, and one more where
/// the last two come in one pair. Found from the end, where each stage moves to the front when it comes.
std::vector<std::vector<int>> stagesAhead(const CellRow& row, std::size_t count) {
    struct Next {
        int stage = 0;
        std::size_t index = 0;
    };
    std::vector<Next> order;
    std::vector<std::vector<int>> ahead(row.size());
    const auto toFront = [&](int stage, std::size_t index) {
        const auto old = std::ranges::find(order, stage, &Next::stage);
        if (old != order.end())
            order.erase(old);
        order.insert(order.begin(), {stage, index});
    };
    for (std::size_t index = row.size(); index-- > 0;) {
        if (row[index].isPair())
            toFront(row[index].overlapped.stage, index);
        toFront(row[index].action.stage, index);
        for (const Next& next : order) {
            std::vector<int>& stages = ahead[index];
            if (stages.size() >= count && next.index != order[stages.size() - 1].index)
                break;
            stages.push_back(next.stage);
        }
    }
    return ahead;
}

/// Unshards the stages that come next and reshards those that don't, before each cell, and all at the end.
CellRow withShards(const CellRow& row, const PytorchExport& options) {
    const auto ahead = stagesAhead(row, static_cast<std::size_t>(options.activeStages));
    CellRow result;
    std::vector<int> active;
    const auto holds = [](const std::vector<int>& stages, int stage) {
        return std::ranges::find(stages, stage) != stages.end();
    };
    for (std::size_t index = 0; index < row.size(); ++index) {
        // Newer releases reshard in the order of unsharding, older ones in that of the numbers.
        std::vector<int> evicted = active;
        std::erase_if(evicted, [&](int stage) { return holds(ahead[index], stage); });
        if (options.torch < kTorchWaits)
            std::ranges::sort(evicted);
        for (const int stage : evicted)
            result.push_back(ofStage(Act::Reshard, stage));
        std::erase_if(active, [&](int stage) { return holds(evicted, stage); });
        for (const int stage : ahead[index])
            if (!holds(active, stage)) {
                active.push_back(stage);
                result.push_back(ofStage(Act::Unshard, stage));
            }
        result.push_back(row[index]);
    }
    if (options.torch < kTorchWaits)
        std::ranges::sort(active);
    for (const int stage : active)
        result.push_back(ofStage(Act::Reshard, stage));
    return result;
}

/// Reduces a stage right behind the op that completes the last of its gradients.
CellRow withReductions(const CellRow& row, const Sheet& sheet, const PytorchExport& options) {
    std::vector<int> ended(sheet.rankOf.size(), 0);
    CellRow result;
    for (const Cell& cell : row) {
        result.push_back(cell);
        eachAction(cell, [&](const Action& action) {
            if (!endsWeights(action.act) || ++ended[action.stage] != sheet.microbatches)
                return;
            result.push_back(ofStage(Act::ReduceGrad, action.stage));
            if (options.torch >= kTorchWaits)
                result.push_back(ofStage(Act::WaitReduceGrad, action.stage));
        });
    }
    return result;
}

/// Places sends and receives: all ranks in turn.
class Placing {
public:
    explicit Placing(const Sheet& sheet)
        : m_sheet(sheet), m_next(sheet.rows.size(), 0), m_blocked(sheet.rows.size(), false), m_come(sheet.slots(), 0) {
        m_result = {.rows = std::vector<CellRow>(sheet.rows.size()),
                    .rankOf = sheet.rankOf,
                    .microbatches = sheet.microbatches,
                    .flavour = PytorchFlavour::ComputeComms};
    }

    Result<Sheet> run() {
        for (int rank = 0; rank < m_sheet.ranks(); ++rank)
            if (!cells(rank).empty())
                m_turns.emplace(0, rank);
        while (!m_turns.empty()) {
            const auto [round, rank] = m_turns.top();
            m_turns.pop();
            take(round, rank);
        }
        for (int rank = 0; rank < m_sheet.ranks(); ++rank)
            if (next(rank) < cells(rank).size())
                return Error{say(phrase("csv", "malformed compute schedule: sends and receives can't be placed, as "
                                               "rank %1 never gets to %2"),
                                 rank, toText(cells(rank)[next(rank)])),
                             placeText(rank + 1, cells(rank)[next(rank)].column)};
        return std::move(m_result);
    }

private:
    enum Bit : std::uint8_t { Activation = 1, Gradient = 2 }; ///< has come to the stage, from afar or on its own rank

    std::size_t& next(int rank) { return m_next[rank]; }
    const CellRow& cells(int rank) const { return m_sheet.rows[rank]; }
    bool has(const Action& action, Bit bit) const {
        return (m_come[m_sheet.slot(action.stage, action.microbatch)] & bit) != 0;
    }

    bool isReady(const Action& action) const {
        if (action.act == Act::F)
            return action.stage == 0 || has(action, Activation);
        return !isBackward(action.act) || action.stage + 1 == m_sheet.stages() || has(action, Gradient);
    }

    /// One turn of a rank; it stays blocked until something comes.
    void take(int round, int rank) {
        const Cell& cell = cells(rank)[next(rank)];
        if (!isReady(cell.action) || (cell.isPair() && !isReady(cell.overlapped))) {
            m_blocked[rank] = true;
            return;
        }
        m_result.rows[rank].push_back(cell);
        eachAction(cell, [&](const Action& action) { handOn(action, round, rank); });
        if (++next(rank) < cells(rank).size())
            m_turns.emplace(round + 1, rank);
    }

    void handOn(const Action& action, int round, int rank) {
        const bool forwards = action.act == Act::F;
        const int other = action.stage + (forwards ? 1 : -1);
        if (!(forwards || isBackward(action.act)) || other < 0 || other >= m_sheet.stages())
            return;
        m_come[m_sheet.slot(other, action.microbatch)] |= forwards ? Activation : Gradient;
        const int peer = m_sheet.rankOf[other];
        if (peer == rank)
            return;
        const auto append = [&](int to, Act act, int stage) {
            m_result.rows[to].push_back({.action = {act, stage, action.microbatch}});
        };
        append(rank, forwards ? Act::SendF : Act::SendB, action.stage);
        append(peer, forwards ? Act::RecvF : Act::RecvB, other);
        if (m_blocked[peer]) {
            m_blocked[peer] = false;
            m_turns.emplace(peer > rank ? round : round + 1, peer);
        }
    }

    using Turn = std::pair<int, int>; ///< round, rank

    const Sheet& m_sheet;
    Sheet m_result;
    std::vector<std::size_t> m_next;
    std::vector<bool> m_blocked;
    std::vector<std::uint8_t> m_come;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> m_turns;
};

/// Waits for a forward's send behind the backward of the same microbatch, for all others at the end.
CellRow withWaits(const CellRow& row) {
    CellRow result;
    std::vector<Action> sends;
    std::vector<bool> waited;
    std::vector<std::pair<Action, std::size_t>> open; // sends of forwards, by stage and microbatch, and their index
    const auto key = [](const auto& each) { return std::pair{each.first.stage, each.first.microbatch}; };
    for (const Cell& cell : row)
        if (isSend(cell.action.act)) {
            if (cell.action.act == Act::SendF)
                open.emplace_back(cell.action, sends.size());
            sends.push_back(cell.action);
        }
    std::ranges::sort(open, {}, key);
    waited.resize(sends.size(), false);
    const auto wait = [&](const Action& send) {
        const Act act = send.act == Act::SendF ? Act::WaitSendF : Act::WaitSendB;
        result.push_back({.action = {act, send.stage, send.microbatch}});
    };
    for (const Cell& cell : row) {
        result.push_back(cell);
        eachAction(cell, [&](const Action& action) {
            if (!isBackward(action.act))
                return;
            const auto found = std::ranges::lower_bound(open, std::pair{action.stage, action.microbatch}, {}, key);
            if (found == open.end() || key(*found) != std::pair{action.stage, action.microbatch})
                return;
            waited[found->second] = true;
            wait(found->first);
        });
    }
    for (std::size_t index = 0; index < sends.size(); ++index)
        if (!waited[index])
            wait(sends[index]);
    return result;
}

} // namespace

Result<Sheet> lower(const Sheet& computeOnly, const PytorchExport& options) {
    Sheet sheet = computeOnly;
    for (CellRow& row : sheet.rows) {
        const auto wide = std::ranges::find_if(
            row, [](const Cell& cell) { return cell.isPair() && cell.overlapped.stage != cell.action.stage; });
        if (options.fsdp && options.activeStages < 2 && wide != row.end())
            return Error{say(phrase("csv", "%1 needs two stages unsharded, but one may be active"), toText(*wide))};
        if (options.fsdp)
            row = withShards(row, options);
        if (options.torch >= kTorchReduceGrad)
            row = withReductions(row, sheet, options);
    }
    Result<Sheet> placed = Placing{sheet}.run();
    if (!placed)
        return placed.error();
    placed->firstEmpty.assign(placed->rows.size(), 0);
    for (CellRow& row : placed->rows) {
        if (options.torch >= kTorchWaits)
            row = withWaits(row);
        int column = 0;
        for (Cell& cell : row)
            cell.column = ++column;
    }
    return placed;
}

} // namespace lanewright::pytorch
