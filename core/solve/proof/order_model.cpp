// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/order_model.h"

#include "core/solve/proof/order_parts.h"

#include <algorithm>

namespace lanewright {

namespace {

// Tables and their filling grow with the square and the cube of the ops, and no search gets through so many.
constexpr int kMostModelOps = 900;

/// Gives each pair of ops of a rank a literal.
class OrderTable {
public:
    OrderTable(OrderModel& model, Distances& distances) : m_model(model), m_distances(distances) {
        model.order.assign(static_cast<std::size_t>(model.ops) * model.ops, kNo);
    }

    /// Looks at all ops that share a rank, two by two.
    void fill() {
        for (const Series& one : m_model.series)
            for (const Series& other : m_model.series)
                for (int a = one.first; one.rank == other.rank && a <= one.last(); ++a)
                    for (int b = std::max(a + 1, other.first); b <= other.last(); ++b)
                        fill(a, b, &one == &other);
    }

private:
    Literal& at(int a, int b) { return m_model.order[static_cast<std::size_t>(a) * m_model.ops + b]; }

    void set(int a, int b, Literal literal) {
        at(a, b) = literal;
        at(b, a) = opposite(literal);
    }

    void fill(int a, int b, bool sameSeries) {
        const bool forward = sameSeries || m_model.isTooLate(m_distances, b, a);
        const bool backward = !sameSeries && m_model.isTooLate(m_distances, a, b);
        if (forward || backward) {
            set(a, b, forward ? kYes : kNo);
            keep(forward ? a : b, forward ? b : a);
        } else {
            set(a, b, static_cast<Literal>(2 * m_model.choices.size()));
            m_model.choices.push_back({a, b});
        }
    }

    /// `first` runs before `second`.
    void keep(int first, int second) {
        const Arc arc = m_model.follows(first, second);
        if (m_distances(arc.from, arc.to) >= arc.length)
            return;
        m_model.arcs.push_back(arc);
        m_distances.add(arc);
    }

    OrderModel& m_model;
    Distances& m_distances;
};

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
        OrderTable(*model, distances).fill();
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
    struct Step {
        int place = 0; ///< how many ops of the rank run before
        Code code = {};
    };
    const auto runsBefore = [&](int a, int b) {
        const Literal literal = model.before(a, b);
        return isOn[literal / 2] != (literal % 2 == 1);
    };
    std::vector<std::vector<Step>> steps(instance.ranks());
    for (const Series& series : model.series) {
        if (series.kind == OpKind::R)
            continue;
        const std::vector<int>& chunks = instance.onRank[series.rank];
        const auto place = static_cast<int>(std::ranges::find(chunks, series.chunk) - chunks.begin());
        for (int op = series.first; op <= series.last(); ++op) {
            Step step{.code = codeOf(place, series.kind)};
            for (const Series& other : model.series)
                if (other.rank == series.rank && other.kind != OpKind::R)
                    for (int b = other.first; b <= other.last(); ++b)
                        step.place += b != op && runsBefore(b, op) ? 1 : 0;
            steps[series.rank].push_back(step);
        }
    }
    Sequences sequences(instance.ranks());
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        std::ranges::stable_sort(steps[rank], {}, &Step::place);
        for (const Step& step : steps[rank])
            sequences[rank].push_back(step.code);
    }
    return sequences;
}

} // namespace lanewright
