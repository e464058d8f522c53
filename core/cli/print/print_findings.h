// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/validate.h"
#include "core/cli/output.h"
#include "core/pytorch/csv.h"

#include <string>
#include <vector>

/// Findings as the commands print them, whether of a plan or of a CSV with rows and columns.
namespace lanewright::cli {

/// A finding and, in a CSV, its cell.
struct Placed {
    Finding finding = {};
    int row = 0; ///< from 1; 0 as in `PytorchFinding`
    int column = 0;
    std::string where = {}; ///< `row 2, column 5`
};

std::vector<Placed> placed(const std::vector<PytorchFinding>& findings);

/// `code`, `severity`, `rank`, `op`, `message` under `findings`; of a CSV also `row` and `column`. What does not apply
/// is null. `parts` as in `toText(Op)`.
void writeFindings(json::Writer& writer, const std::vector<Finding>& findings, int parts);
void writeFindings(json::Writer& writer, const std::vector<Placed>& findings, int parts);

/// A line of the standard error for each; errors bare, others with their severity in front.
void printFindings(const std::string& file, const std::vector<PytorchFinding>& findings);

} // namespace lanewright::cli
