// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/order_model.h"

#include "core/base/mapped.h"
#include "core/solve/proof/order_parts.h"

#include <algorithm>
#include <cstddef>

namespace lanewright {

namespace {

// Tables and their filling grow with the square and the cube of the ops, and no search gets through so many.
constexpr int kMostModelOps = 900;

/// Whether `a` runs before `b`, which the times between them may settle; else a new switch.
Literal orderOf(OrderModel& model, Distances& distances, int a, int b, bool sameSeries) {
    const bool forward = sameSeries || model.isTooLate(distances, b, a);
    if (!forward && !model.isTooLate(distances, a, b)) {
        model.choices.push_back({a, b});
        return static_cast<Literal>(2 * (model.choices.size() - 1));
    }
    const Arc arc = forward ? model.follows(a, b) : model.follows(b, a);
    if (distances(arc.from, arc.to) < arc.length) {
        model.arcs.push_back(arc);
        distances.add(arc);
    }
    return forward ? kYes : kNo;
}

/// Gives each pair of ops of a rank a literal.
void fillOrder(OrderModel& model, Distances& distances) {
    model.order.assign(static_cast<std::size_t>(model.ops) * model.ops, kNo);
    const auto at = [&](int a, int b) -> Literal& { return model.order[static_cast<std::size_t>(a) * model.ops + b]; };
    for (const Series& one : model.series)
        for (const Series& other : model.series)
            for (int a = one.first; one.rank == other.rank && a <= one.last(); ++a)
                for (int b = std::max(a + 1, other.first); b <= other.last(); ++b) {
                    at(a, b) = orderOf(model, distances, a, b, &one == &other);
                    at(b, a) = opposite(at(a, b));
                }
}

} // namespace

std::optional<OrderModel> orderModel(const Instance& instance, Objective objective, const Fraction& value) {
    Time ops = 1;
    for (int chunk = 0; chunk < static_cast<int>(instance.chunks.size()); ++chunk)
        ops += static_cast<Time>(instance.microbatchesOf(chunk)) * (3 + instance.weightParts);
    if (ops > kMostModelOps + kMostModelOps / 3)
        return {};
    std::optional<OrderModel> model = skeletonOf(instance, objective, value);
    if (!model || model->ops > kMostModelOps)
        return {};
    Distances distances(model->ops, model->arcs);
    if (distances.fit())
        fillOrder(*model, distances);
    if (!distances.fit()) {
        model->clauses = {{}};
        return model;
    }
    addRoom(*model, instance.limit);
    addKept(*model, instance.kept);
    if (model->clauses.size() > kMostClauses)
        return {};
    return model;
}

Sequences sequencesOf(const Instance& instance, const OrderModel& model, const std::vector<bool>& isOn) {
    struct OpInOrder {
        int op = 0;
        Code code = {};
        std::ptrdiff_t place = 0; ///< how many ops of the rank run before
    };
    const auto runsBefore = [&](int a, int b) {
        const Literal literal = model.before(a, b);
        return isOn[literal / 2] != (literal % 2 == 1);
    };
    std::vector<std::vector<OpInOrder>> rows(instance.ranks());
    for (const Series& series : model.series) {
        if (series.kind == OpKind::R)
            continue;
        const std::vector<int>& chunks = instance.onRank[series.rank];
        const auto place = static_cast<int>(std::ranges::find(chunks, series.chunk) - chunks.begin());
        for (int op = series.first; op <= series.last(); ++op)
            rows[series.rank].push_back({.op = op, .code = codeOf(place, series.kind)});
    }
    for (std::vector<OpInOrder>& row : rows) {
        for (OpInOrder& own : row)
            own.place = std::ranges::count_if(
                row, [&](const OpInOrder& other) { return other.op != own.op && runsBefore(other.op, own.op); });
        std::ranges::stable_sort(row, {}, &OpInOrder::place);
    }
    return mapped(rows, [](const std::vector<OpInOrder>& row) { return mapped(row, &OpInOrder::code); });
}

} // namespace lanewright
