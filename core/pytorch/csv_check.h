// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/message_replay.h"
#include "core/pytorch/csv_cells.h"

#include <array>
#include <map>
#include <string>
#include <vector>

/// What PyTorch's own check overlooks, and what it sees too, each with its cell.
namespace lanewright::pytorch {

/// Gathers findings; of one code at most 200, the last of which then says how many more there are.
class Report {
public:
    void add(Severity severity, std::string code, int row, int column, Message message);
    bool hasErrors() const { return m_errors; }
    /// Errors first, then by row and column.
    std::vector<PytorchFinding> take();

private:
    std::vector<PytorchFinding> m_findings;
    std::map<std::string, int> m_counts;
    bool m_errors = false;
};

/// Where the first of each action with a microbatch stands in its row.
class Places {
public:
    explicit Places(const Sheet& sheet);

    /// 2 × the index of the cell, plus 1 for the second of a pair; −1: nowhere. Grows along a row.
    int of(Act act, int stage, int microbatch) const;
    /// The I or the B, whichever there is.
    int backward(int stage, int microbatch) const;
    /// The column of a place of that stage's row.
    int column(int stage, int place) const;
    /// `1F0 (row 2, column 3)`; the action must be there.
    Message text(const Action& action) const;

private:
    const Sheet& m_sheet;
    std::array<std::vector<int>, 15> m_places;
};

/// Ops that are missing, doubled, or out of order.
void checkOps(const Sheet& sheet, const Places& places, Report& report);

/// Ranks that wait for each other. Each op is there, once and behind its own.
void checkProgress(const Sheet& sheet, Report& report);

/// Sends, receives, reductions, waits and shards of a `compute_comms` sheet.
void checkComms(const Sheet& sheet, const Places& places, bool reductions, const TransportQuestion& asked,
                Report& report);

/// Actions on whole stages: reductions and shards.
void checkStageActions(const Sheet& sheet, bool reductions, Report& report);

/// How a `compute_comms` sheet without errors goes on each of the transports. Places are named where it `isFile`.
std::vector<HangVerdict> verdictsOf(const Sheet& sheet, const TransportQuestion& asked, bool isFile);

/// Everything but `verdictsOf`. `reductions`: whether stages of `compute_comms` must be reduced.
std::vector<PytorchFinding> check(const Sheet& sheet, bool reductions,
                                  const TransportQuestion& asked = transportsOfPytorch());

/// Errors first, then by row and column.
void putInOrder(std::vector<PytorchFinding>& findings);

/// Where a plan that PyTorch runs takes other times there than the plan says; the codes are those of
/// `findingsOfPytorch`.
std::vector<Finding> differencesOf(const Plan& plan);

} // namespace lanewright::pytorch
