// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/file_fields.h"
#include "core/io/json_writer.h"
#include "core/io/reading.h"
#include "core/model/plan.h"

#include <string>
#include <string_view>
#include <vector>

/// The parts of a schedule file, shared by schedules, runs and requests, which all hold a whole schedule.
namespace lanewright {

/// The top level of a schedule.
const FileFields<Plan>& planFields();

/// What the parts of a plan's file are read and written within.
Frame frameOf(const Plan& plan);

/// A whole schedule from its object; notes what is wrong.
Plan planFromNode(const json::Node& root, Trouble& trouble);
void writePlan(json::Writer& writer, const Plan& plan);

/// The same without `format` and `version`, as the object stands inside another file: shape, costs, memory and model.
Plan problemFromNode(const json::Node& node, Trouble& trouble);
void writeProblem(json::Writer& writer, const Plan& plan);

/// @name Rows of the top level, in its order. Each reads what may refer to all in front of it.
/// @{
FileField<Plan> placementField();
/// What may stand beside the placement instead of in it.
FileField<Plan> directionField();
FileField<Plan> costsField();
FileField<Plan> memoryField();
/// How microbatches differ. All alike where the file says nothing.
FileField<Plan> microbatchField();
/// Tied to the plan.
FileField<Plan> proofField();
FileField<Plan> orderField();
FileField<Plan> gapsField();
/// Those that fit the plan are written.
FileField<Plan> variantsField();
/// @}

/// `overlapped` where it is an object: the times of pairs by both partners. The stages' own times must have been read.
/// A stage's segments must add up to them.
const FileFields<Costs>& pairFields();
void readPairs(const json::Node& node, Costs& costs, Frame& frame, Trouble& trouble);
/// What the ops of one stage consist of, likewise.
StageSegments stageSegmentsFrom(const json::Node& node, const StageCosts& costs, const Range& range, Trouble& trouble);

/// A model whose heads share its width, and whose layers are all on some stage.
Form<ModelSpec> modelForm();

/// `order` and `gaps` of an object; everything else of the plan must have been read.
void readOrder(const json::Node& object, Plan& plan, Trouble& trouble);
/// @name The values of the two
/// @{
void writeRows(json::Writer& writer, const std::vector<Row>& order, const Frame& frame);
void writeGaps(json::Writer& writer, const std::vector<Row>& order, const Frame& frame);
/// @}

/// The variants; everything else must have been read.
void readVariants(const json::Node& root, Plan& plan, Trouble& trouble);

/// A block as text, checked as below.
Block blockFrom(const json::Node& node, const Schedule* schedule, int weightParts, Trouble& trouble);
/// Checks that a pair is one, and that ops lie inside the schedule's shape where there is a schedule.
void checkBlock(const Block& block, const Schedule* schedule, int weightParts, const json::Node& node,
                Trouble& trouble);

/// Notes it when an iteration could take longer, or hold more, than 63 bits can count.
void checkTotals(const json::Node& root, const Plan& plan, Trouble& trouble);

} // namespace lanewright
