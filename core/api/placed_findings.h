// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/asker.h"
#include "core/check/approvals.h"
#include "core/io/fields.h"
#include "core/pytorch/csv.h"

#include <optional>
#include <string>
#include <vector>

/// Findings as answers hold them, whether of a plan or of a CSV with rows and columns.
namespace lanewright::api {

/// A finding and, in a CSV, its cell.
struct Placed {
    Finding finding = {};
    int row = 0; ///< from 1; 0 as in `PytorchFinding`
    int column = 0;
    std::string where = {};                   ///< `row 2, column 5`
    std::optional<std::string> approved = {}; ///< why a person keeps it; none: nobody said so

    /// It says that the order is no good, and nobody who may has approved it.
    bool isError() const {
        return finding.severity == Severity::Error && !(approved.has_value() && canBeApproved(finding));
    }
    /// The finding, with what was said of it.
    std::string sentence() const;
};

std::vector<Placed> placed(const std::vector<PytorchFinding>& findings);
/// With what the plan says of them.
std::vector<Placed> placed(std::vector<Finding> findings, const Plan& plan);

/// `code`, `severity`, `rank`, `op`, `approved`, `message`; in a CSV also `row` and `column`. What does not apply is
/// null.
const Fields<Placed>& findingFields(bool inCells);

/// A remark for each rank whose device the buffers for receives overfill, which no search looks at, and for what keeps
/// them from being counted.
void remarkBuffers(const Asker& asker, const std::string& file, const Plan& plan);

/// A remark for each; errors bare, others with their severity in front.
void remarkFindings(const Asker& asker, const std::string& file, const std::vector<PytorchFinding>& findings);

} // namespace lanewright::api
