// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_writer.h"
#include "core/io/reading.h"
#include "core/model/plan.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The parts of a schedule file, shared by schedules, runs and requests, which all hold a whole schedule.
namespace lanewright {

/// @name Keys this version knows, per object, in the order in which they are written
/// @{
constexpr std::array<std::string_view, 17> kPlanKeys = {
    "format",    "version", "title",  "time_unit",  "memory_unit",    "microbatches",
    "placement", "costs",   "memory", "microbatch", "optimizer_mode", "model",
    "proof",     "order",   "gaps",   "variants",   "direction_of"};
constexpr std::array<std::string_view, 4> kVariantKeys = {"name", "note", "order", "gaps"};
constexpr std::array<std::string_view, 4> kProofKeys = {"objective", "lower_bound", "by", "argument"};
constexpr std::array<std::string_view, 9> kArgumentKeys = {"rank", "direction", "stage",     "around", "before",
                                                           "work", "wait",      "wait_last", "after"};
constexpr std::array<std::string_view, 4> kPlacementKeys = {"ranks", "directions", "replicas", "direction_of"};
constexpr std::array<std::string_view, 13> kCostKeys = {
    "forward", "backward_input", "backward_weight", "weight_parts", "recompute",  "transfer",   "transfer_at_most",
    "links",   "host",           "overlapped",      "optimizer",    "all_reduce", "measured_on"};
constexpr std::array<std::string_view, 2> kSharedCoresKeys = {"threads", "cores"};
constexpr std::array<std::string_view, 2> kHostKeys = {"send", "receive"};
constexpr std::array<std::string_view, 7> kMemoryKeys = {"forward", "backward_input", "backward_weight", "recompute",
                                                         "static",  "limit",          "device"};
constexpr std::array<std::string_view, 5> kMicrobatchKeys = {"work", "length", "quadratic", "table", "size"};
constexpr std::array<std::string_view, 8> kModelKeys = {"layers",     "width", "heads", "context",
                                                        "vocabulary", "batch", "seed",  "layers_per_stage"};
/// @}

/// An object of a schedule file with the keys that it may have.
struct PlanSection {
    std::string_view name; ///< its path; empty: the root
    std::span<const std::string_view> keys;
};
/// All objects whose keys are names, and each variant of the list; inner ones follow outer ones.
std::span<const PlanSection> planSections();

/// A whole schedule from its object; notes what is wrong.
Plan planFromNode(const json::Node& root, Trouble& trouble);
void writePlan(json::Writer& writer, const Plan& plan);

/// The same without `format` and `version`, as the object stands inside another file: shape, costs, memory and model.
Plan problemFromNode(const json::Node& node, Trouble& trouble);
void writeProblem(json::Writer& writer, const Plan& plan);

/// Placement, microbatches and their directions.
void readPlacement(const json::Node& root, Schedule& schedule, Trouble& trouble);
void writePlacement(json::Writer& writer, const Schedule& schedule, std::string_view unknown);

/// The costs; the placement must have been read. A missing object or key takes its default.
Costs costsFrom(const json::Node& root, const Placement& placement, Time scale, Trouble& trouble);
void writeCosts(json::Writer& writer, const Costs& costs, Time scale, std::string_view unknown);

/// The times of pairs by both partners, of the object under `overlapped`; the stages' own times must have been read. A
/// stage's segments must add up to them.
PairCosts pairsFrom(const json::Node& node, const Costs& costs, int stages, Time scale, Trouble& trouble);
/// What the ops of one stage consist of, likewise.
StageSegments stageSegmentsFrom(const json::Node& node, const StageCosts& costs, const Range& range, Trouble& trouble);
void writePairs(json::Writer& writer, const Costs& costs, Time scale);

MemoryCosts memoryFrom(const json::Node& root, const Plan& plan, Trouble& trouble);
void writeMemory(json::Writer& writer, const MemoryCosts& memory, Bytes scale, std::string_view unknown);

/// How microbatches differ; costs and placement must have been read. All alike where the file says nothing.
MicrobatchCosts microbatchesFrom(const json::Node& root, const Plan& plan, Trouble& trouble);
void writeMicrobatches(json::Writer& writer, const Plan& plan);

ModelSpec modelFrom(const json::Node& node, int stages, Trouble& trouble);
void writeModel(json::Writer& writer, const ModelSpec& model, std::string_view unknown);

/// The proof, tied to the plan, of which everything else but the order must have been read.
Proof proofFrom(const json::Node& node, const Plan& plan, Trouble& trouble);
void writeProof(json::Writer& writer, const Proof& proof, Time scale, std::string_view unknown);

/// The order and its gaps, when there are any; everything else must have been read.
void readOrder(const json::Node& root, Plan& plan, Trouble& trouble);
/// `order` and `gaps`, into an open object.
void writeOrder(json::Writer& writer, const std::vector<Row>& order, int weightParts, Time scale);

/// The variants, when there are any; everything else must have been read.
void readVariants(const json::Node& root, Plan& plan, Trouble& trouble);
/// Those that fit the plan, as the member `variants` of an open object; without any nothing.
void writeVariants(json::Writer& writer, const Plan& plan);

/// Checks that a pair is one, and that ops lie inside the schedule's shape where there is a schedule.
void checkBlock(const Block& block, const Schedule* schedule, int weightParts, const json::Node& node,
                Trouble& trouble);

/// Notes it when an iteration could take longer, or hold more, than 63 bits can count.
void checkTotals(const json::Node& root, const Plan& plan, Trouble& trouble);

/// The path of a member that may be missing.
std::string pathOf(const json::Node& object, std::string_view key);

/// @name Keys that this version does not know
/// Kept as the text of a JSON object; an object inside it, under a key that is known, holds that object's unknown keys.
/// @{
std::string unknownPlanKeys(const json::Node& root);
/// Writes into `writer`, inside an open object, the members of `object` whose keys are not in `known`.
void copyUnknown(json::Writer& writer, const json::Node& object, std::span<const std::string_view> known);
/// The same for the object that `unknown` holds under `section`, as in `costs.host`, or for `unknown` itself where that
/// is empty.
void writeUnknown(json::Writer& writer, std::string_view unknown, std::string_view section,
                  std::span<const std::string_view> known);
/// True where `unknown` holds an object under `section`.
bool holdsUnknown(std::string_view unknown, std::string_view section);
bool hasUnknown(const json::Node& object, std::span<const std::string_view> known);
/// @}

} // namespace lanewright
