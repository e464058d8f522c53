// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan/plan_parts.h"

#include "core/base/places.h"
#include "core/io/forms.h"
#include "core/io/optimizer_json.h"
#include "core/model/layout/layout_text.h"
#include "core/model/title.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanewright {

namespace {

void readLayersPerStage(const json::Node& node, ModelSpec& model, Frame& frame, Trouble& trouble) {
    if (!expectList(node, frame.schedule ? frame.schedule->stages() : 1, phrase("one per", "stage"), trouble))
        return;
    for (const json::Node entry : node.children())
        model.layersPerStage.push_back(integerFrom(entry, 0, 1 << 16, trouble));
    const std::int64_t sum = std::accumulate(model.layersPerStage.begin(), model.layersPerStage.end(), std::int64_t{0});
    if (sum != model.layers)
        trouble.add(say(phrase("file", "adds up to %1 layers, but the model has %2"), sum, model.layers), node);
}

/// The layers of each stage follow from it where they are not said.
void readLayout(const json::Node& node, ModelSpec& model, Frame& frame, Trouble& trouble) {
    model.layout = stringFrom(node, trouble);
    if (trouble || model.layout.empty())
        return;
    const Result<std::vector<std::string>> stages = stagesFromLayout(model.layout);
    if (!stages)
        return trouble.add(within(stages.error().where, stages.error().message), node);
    if (frame.schedule && static_cast<int>(stages->size()) != frame.schedule->stages())
        return trouble.add(say(phrase("file", "a layout of %1 stages, but the schedule has %2"), stages->size(),
                               frame.schedule->stages()),
                           node);
    const std::vector<int> blocks = countIn(*stages, 't');
    if (model.layersPerStage.empty())
        model.layersPerStage = blocks;
    if (blocks != model.layersPerStage)
        return trouble.add(say(phrase("file", "has other blocks than \"layers_per_stage\"")), node);
    const std::int64_t sum = std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0});
    if (sum != model.layers)
        trouble.add(say(phrase("file", "adds up to %1 layers, but the model has %2"), sum, model.layers), node);
}

const FileFields<ModelSpec>& modelFields() {
    using Field = FileField<ModelSpec>;
    static const FileFields<ModelSpec> kFields = {
        {"layers", &ModelSpec::layers, form::integer(1, 1 << 16)},
        {"width", &ModelSpec::width, form::integer(1, 1 << 20)},
        {"heads", &ModelSpec::heads, form::integer(1, 1 << 16)},
        {"context", &ModelSpec::context, form::integer(1, 1 << 20)},
        {"vocabulary", &ModelSpec::vocabulary, form::integer(256, 1 << 24)},
        {"batch", &ModelSpec::batch, form::integer(1, 1 << 16)},
        {"seed", &ModelSpec::seed, form::unsignedNumber()},
        Field("layers_per_stage", &ModelSpec::layersPerStage, listSchema(form::integer(0, 1 << 16).schema))
            .readBy(readLayersPerStage)
            .orNull()
            .unlessDefault(&ModelSpec::layersPerStage),
        Field("layout", &ModelSpec::layout, form::text())
            .readBy(readLayout)
            .orNull()
            .unlessDefault(&ModelSpec::layout)};
    return kFields;
}

} // namespace

Form<ModelSpec> modelForm() {
    Form<ModelSpec> form = form::object(modelFields(), json::Layout::Line, "model");
    form.read = [](const json::Node& node, Frame& frame, Trouble& trouble) {
        ModelSpec model = objectFrom(node, modelFields(), frame, trouble);
        if (!trouble && model.width % model.heads != 0)
            trouble.add(say(phrase("file", "width %1 is no multiple of %2 heads"), model.width, model.heads), node);
        return model;
    };
    return form;
}

void checkTotals(const json::Node& root, const Plan& plan, Trouble& trouble) {
    if (const Result<Done> fits = lanewright::checkTotals(plan); !fits)
        trouble.add(fits.error().message, pathOf(root, fits.error().where.text()));
}

Frame frameOf(const Plan& plan) {
    return {{.time = plan.timeUnit, .memory = plan.memoryUnit, .weightParts = plan.costs.weightParts},
            &plan.schedule,
            plan.schedule.ranks()};
}

namespace {

const FileFields<Approval>& approvalFields() {
    using Field = FileField<Approval>;
    static const FileFields<Approval> kFields = {
        Field("code", &Approval::code, R"({"type": "string", "pattern": "^.+$"})")
            .required()
            .readBy([](const json::Node& node, Approval& approval, Frame&, Trouble& trouble) {
                approval.code = stringFrom(node, trouble);
                if (approval.code.empty())
                    trouble.add(say(phrase("file", "an approval needs the code of a finding")), node);
            }),
        {"where", &Approval::where, form::text()},
        {"why", &Approval::why, form::text()}};
    return kFields;
}

} // namespace

const FileFields<Plan>& planFields() {
    using Field = FileField<Plan>;
    using form::Refused;
    const auto isWhole = [](const Plan&, const Frame& frame) { return !frame.isPart; };
    static const FileFields<Plan> kFields = {
        constant<Plan>("format", R"("lanewright-schedule")").required().when(isWhole),
        constant<Plan>("version", "1").required().when(isWhole),
        Field("title", &Plan::title, form::title()).when([](const Plan& plan, const Frame& frame) {
            return !frame.isPart || !plan.title.empty();
        }),
        {"time_unit", &Plan::timeUnit, form::choiceOf(kAllTimeUnits)},
        {"memory_unit", &Plan::memoryUnit, form::choiceOf(kAllMemoryUnits)},
        Field("microbatches", memberOf(&Plan::schedule, &Schedule::microbatches), form::integer(1, kMaxMicrobatches))
            .required(),
        placementField(),
        directionField(),
        costsField(),
        memoryField(),
        microbatchField(),
        Field("optimizer_mode", &Plan::optimizerMode, optimizerModeForm(Refused::Not))
            .unlessDefault(&Plan::optimizerMode),
        Field("model", &Plan::model, modelForm()).orNull().keepingUnknown(),
        proofField(),
        orderField(),
        gapsField(),
        variantsField(),
        Field("approved", &Plan::approved,
              form::list(form::object(approvalFields(), json::Layout::Line, "approval"), json::Layout::Lines))
            .orNull()
            .keepingUnknown()
            .when([](const Plan& plan, const Frame& frame) { return !frame.isPart && !plan.approved.empty(); })};
    return kFields;
}

Plan planFromNode(const json::Node& root, Trouble& trouble) {
    Plan plan;
    checkHeader(root, "lanewright-schedule", phrase("file", "this JSON is no Lanewright schedule"), trouble);
    Frame frame;
    readMembers(root, planFields(), plan, frame, trouble);
    if (trouble)
        return plan;
    plan.unknown = unknownIn(root, planFields().keys);
    checkTotals(root, plan, trouble);
    if (!trouble)
        readVariants(root, plan, trouble);
    return plan;
}

Plan problemFromNode(const json::Node& node, Trouble& trouble) {
    Plan plan;
    Frame frame;
    frame.isPart = true;
    readMembers(node, planFields(), plan, frame, trouble);
    if (trouble)
        return plan;
    plan.unknown = unknownIn(node, planFields().keys);
    checkTotals(node, plan, trouble);
    return plan;
}

void writePlan(json::Writer& writer, const Plan& plan) {
    writeWithUnknown(writer, planFields(), plan, frameOf(plan), plan.unknown);
}

void writeProblem(json::Writer& writer, const Plan& plan) {
    Frame frame = frameOf(plan);
    frame.isPart = true;
    writeWithUnknown(writer, planFields(), plan, frame, plan.unknown);
}

} // namespace lanewright
