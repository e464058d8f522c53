// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan/plan_parts.h"

#include "core/io/forms.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace lanewright {

namespace {

const FileFields<Variant>& variantFields() {
    using Field = FileField<Variant>;
    static const FileFields<Variant> kFields = {
        Field("name", &Variant::name, R"({"type": "string", "pattern": "^.+$"})").required(),
        {"note", &Variant::note, form::text()},
        Field("order", definition("rows"), nullptr,
              [](json::Writer& writer, const Variant& variant, const Frame& frame) {
                  writeRows(writer, *variant.order, frame);
              })
            .required(),
        {"gaps", definition("gaps"), nullptr, [](json::Writer& writer, const Variant& variant, const Frame& frame) {
             writeGaps(writer, *variant.order, frame);
         }}};
    return kFields;
}

/// A variant of the problem that `own` is, as yet without an order.
Variant variantFrom(const json::Node& node, Plan own, Trouble& trouble) {
    Frame frame;
    Variant variant = objectFrom(node, variantFields(), frame, trouble);
    variant.name = stringIn(node, "name", "", trouble);
    variant.unknown = unknownIn(node, variantFields().keys);
    if (variant.name.find_first_not_of(" \t\r\n") == std::string::npos)
        trouble.add(say(phrase("file", "a variant needs a name")), pathOf(node, "name"));
    readOrder(node, own, trouble);
    if (own.isProblem())
        trouble.add(say(phrase("file", "a variant needs an order")), pathOf(node, "order"));
    if (!trouble)
        checkTotals(node, own, trouble);
    variant.shape = orderShapeOf(own);
    variant.order = std::make_shared<const std::vector<Row>>(std::move(own.schedule.order));
    return variant;
}

} // namespace

void readVariants(const json::Node& root, Plan& plan, Trouble& trouble) {
    const auto list = root.find("variants");
    if (!list || list->isNull() || !expect(*list, json::Kind::Array, trouble))
        return;
    Plan problem = plan;
    problem.schedule.order.clear();
    for (const json::Node node : list->children()) {
        Variant variant = variantFrom(node, problem, trouble);
        if (std::ranges::find(plan.variants, variant.name, &Variant::name) != plan.variants.end())
            trouble.add(say(phrase("file", "two variants are called %1"), variant.name), pathOf(node, "name"));
        if (trouble)
            return;
        plan.variants.push_back(std::move(variant));
    }
}

FileField<Plan> variantsField() {
    FileField<Plan> field("variants", listSchema(definition("variant")), nullptr,
                          [](json::Writer& writer, const Plan& plan, const Frame&) {
                              writer.list(json::Layout::Lines, plan.variants, [&](const Variant& variant) {
                                  if (fits(variant, plan))
                                      writeWithUnknown(writer, variantFields(), variant, frameOf(plan),
                                                       variant.unknown);
                              });
                          });
    field.inside = &variantFields().keys;
    return std::move(field).orNull().when([](const Plan& plan, const Frame& frame) {
        const auto isOfIt = [&](const Variant& variant) { return fits(variant, plan); };
        return !frame.isPart && std::ranges::any_of(plan.variants, isOfIt);
    });
}

} // namespace lanewright
