// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/asker.h"
#include "core/check/validate.h"
#include "core/io/fields.h"
#include "core/pytorch/csv.h"

#include <string>
#include <vector>

/// Findings as answers hold them, whether of a plan or of a CSV with rows and columns.
namespace lanewright::api {

/// A finding and, in a CSV, its cell.
struct Placed {
    Finding finding = {};
    int row = 0; ///< from 1; 0 as in `PytorchFinding`
    int column = 0;
    std::string where = {}; ///< `row 2, column 5`
};

std::vector<Placed> placed(const std::vector<PytorchFinding>& findings);

/// `code`, `severity`, `rank`, `op`, `message`; in a CSV also `row` and `column`. What does not apply is null.
const Fields<Placed>& findingFields(bool inCells);

/// A remark for each rank whose device the buffers for receives overfill, which no search looks at, and for what keeps
/// them from being counted.
void remarkBuffers(const Asker& asker, const std::string& file, const Plan& plan);

/// A remark for each; errors bare, others with their severity in front.
void remarkFindings(const Asker& asker, const std::string& file, const std::vector<PytorchFinding>& findings);

} // namespace lanewright::api
