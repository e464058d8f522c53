// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/pytorch/csv.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// PyTorch's pipeline actions in rows and cells, between the text of a CSV and a plan.
namespace lanewright::pytorch {

enum class Act : std::uint8_t {
    F,
    I, ///< our B
    W,
    B,  ///< our BW
    BW, ///< an act of the old dialect; gone once a sheet is read
    SendF,
    RecvF,
    WaitSendF,
    SendB,
    RecvB,
    WaitSendB,
    Unshard,
    Reshard,
    ReduceGrad,
    WaitReduceGrad,
};

/// @name Actions of other builds
/// Sends and receives that are issued as one, and a forward with its backward behind it.
/// @{
constexpr std::string_view kBatch = "BATCH_P2P";
constexpr std::string_view kFullPass = "FULL_FORWARD_BACKWARD";
/// @}

constexpr bool isCompute(Act act) { return act <= Act::BW; }
/// True for the actions on a stage as a whole, which have no microbatch.
constexpr bool isOfStage(Act act) { return act >= Act::Unshard; }
constexpr bool isSend(Act act) { return act == Act::SendF || act == Act::SendB; }
constexpr bool isReceive(Act act) { return act == Act::RecvF || act == Act::RecvB; }
/// True for what yields the gradient of the input.
constexpr bool isBackward(Act act) { return act == Act::I || act == Act::B; }
/// True for what completes the gradient of the weights.
constexpr bool endsWeights(Act act) { return act == Act::W || act == Act::B; }

/// Eight bytes, as an op.
struct Action {
    Act act = Act::F;
    Small<std::int16_t> stage = 0;
    int microbatch = -1; ///< −1 for actions on a whole stage

    friend bool operator==(const Action&, const Action&) = default;
};

/// True for what has another end on another rank.
constexpr bool isMessage(Act act) {
    return act == Act::SendF || act == Act::RecvF || act == Act::SendB || act == Act::RecvB;
}

/// One action or, where they overlap, two. What a file issues as one, or says in one word, is cells of one column.
struct Cell {
    Action action = {};
    Action overlapped = {}; ///< a backward; of a single action without a microbatch
    int column = 0;         ///< from 1

    bool isPair() const { return overlapped.microbatch >= 0; }

    friend bool operator==(const Cell&, const Cell&) = default;
};

using CellRow = std::vector<Cell>;

/// The actions of all ranks. Idle cells are not kept, but the columns count them.
struct Sheet {
    std::vector<CellRow> rows = {};
    std::vector<int> rankOf = {}; ///< per stage
    int microbatches = 0;
    PytorchFlavour flavour = PytorchFlavour::ComputeOnly;
    bool oldDialect = false;
    bool mark = false;                ///< a byte order mark stood in front
    std::string_view foreign = {};    ///< `kFullPass` where there is any, else `kBatch`; empty: neither
    std::vector<int> firstEmpty = {}; ///< per row: the column of its first empty cell, 0: none

    int stages() const { return static_cast<int>(rankOf.size()); }
    int ranks() const { return static_cast<int>(rows.size()); }
    /// Where an action of a stage and microbatch stands in a table of all of them.
    std::size_t slot(int stage, int microbatch) const {
        return static_cast<std::size_t>(stage) * static_cast<std::size_t>(microbatches) +
               static_cast<std::size_t>(microbatch);
    }
    /// Whether there is such a stage as the other one, on another rank.
    bool crosses(int stage, int other) const {
        return other >= 0 && other < stages() && rankOf[stage] != rankOf[other];
    }
    std::size_t slots() const { return rankOf.size() * static_cast<std::size_t>(microbatches); }
};

/// Visits the one or two actions of a cell, in the order in which PyTorch runs them.
void eachAction(const Cell& cell, const auto& visit) {
    visit(cell.action);
    if (cell.isPair())
        visit(cell.overlapped);
}

std::string_view nameOf(Act act);
Action actionOf(const Op& op);
/// The op of an action that computes.
Op opOf(const Action& action);
/// The stage at the other end of a send or receive; may be none.
int otherStage(const Action& action);
/// The receive of a send and the reverse.
Action counterpart(const Action& action);
/// `2F0`, `1UNSHARD`, `(0F7;7B3)OVERLAP_F_B`.
std::string toText(const Action& action);
std::string toText(const Cell& cell);
/// `row 2, column 5`.
Message placeText(int row, int column);

/// Reads `(0F7;3B1)OVERLAP_F_B` or a single action; without its column.
Result<Cell> cellFrom(std::string_view text);

/// Reads and checks the shape; the dialect is already that of today. `flavour` as in `readPytorchCsv`.
Result<Sheet> sheetFromText(std::string_view text, std::optional<PytorchFlavour> flavour);

/// The order of a sheet, its communication left out. Block i of a row is the row's i-th cell that computes.
Plan planFromSheet(const Sheet& sheet);
/// The same of a sheet that is needed no more: its rows go as those of the plan come.
Plan planFromSheet(Sheet&& sheet);

/// The sheet of a plan of one direction without R and parts of W, a column per block.
Sheet sheetFromPlan(const Plan& plan);

} // namespace lanewright::pytorch
