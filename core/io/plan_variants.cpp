// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_parts.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace lanewright {

namespace {

/// Keys of the variant that this version does not know; empty: none.
std::string unknownOf(const json::Node& node) {
    if (!hasUnknown(node, kVariantKeys))
        return {};
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    copyUnknown(writer, node, kVariantKeys);
    writer.endObject();
    return writer.take();
}

/// A variant of the problem that `own` is, as yet without an order.
Variant variantFrom(const json::Node& node, Plan own, Trouble& trouble) {
    Variant variant;
    if (!expect(node, json::Kind::Object, trouble))
        return variant;
    variant.name = stringIn(node, "name", "", trouble);
    variant.note = stringIn(node, "note", "", trouble);
    variant.unknown = unknownOf(node);
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

void writeVariants(json::Writer& writer, const Plan& plan) {
    const auto isOfIt = [&](const Variant& variant) { return fits(variant, plan); };
    if (std::ranges::none_of(plan.variants, isOfIt))
        return;
    writer.key("variants").beginArray(json::Layout::Lines);
    for (const Variant& variant : plan.variants) {
        if (!isOfIt(variant))
            continue;
        writer.beginObject(json::Layout::Lines);
        writer.key("name").string(variant.name);
        writer.key("note").string(variant.note);
        writeOrder(writer, *variant.order, plan.costs.weightParts, scaleOf(plan.timeUnit));
        writeUnknown(writer, variant.unknown, "", kVariantKeys);
        writer.endObject();
    }
    writer.endArray();
}

} // namespace lanewright
