// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/edit/cost_fields.h"
#include "core/model/plan.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Costs of stages as a table of text: a line per stage, a column per number, as spreadsheets copy and paste it.
namespace lanewright {

/// What came of a pasted table.
struct PastedCosts {
    Plan plan = {};
    int numbers = 0;                ///< that were taken
    std::vector<Message> left = {}; ///< what does not fit, a sentence each
};

/// What the head of a column may say, in small letters, and which number it means; none: the stage.
using ColumnNames = std::map<std::string, std::optional<StageField>>;

/// Sets numbers of stages from a table whose cells are parted by tabs; where there is none by semicolons, or by commas.
///
/// A first line without any number is a header. Where it names numbers ("F", "forward", "B (us)", "static (MiB)"), each
/// column is what its head says, in whatever order, in the unit that it names; a column "stage" says which stage a line
/// is of. Else the first number goes to `at` and the others right and below of it. `names` are further names in small
/// letters, such as those that the sheet on the screen has.
///
/// Numbers have a decimal point or comma, and may have spaces, points or commas between thousands; what is finer than a
/// tick is rounded. An empty cell leaves its number as it is.
///
/// What does not fit is left out and said. Fails when nothing fits.
Result<PastedCosts> pasteCosts(const Plan& plan, std::string_view table, FieldPlace at, const ColumnNames& names = {});

} // namespace lanewright
