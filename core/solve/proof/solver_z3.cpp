// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/solver_link.h"

#include "core/base/switches.h"
#include "core/solve/solve.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include <z3++.h>

namespace lanewright {

namespace {

using Clock = std::chrono::steady_clock;

/// The memory of a z3 search. One that needs more does not end in useful time anyway.
constexpr unsigned kMostMegabytes = 2048;
/// The most ops of a model that z3 solves as a sparse graph.
constexpr int kMostSparse = 300;

/// Interrupts a context when time is up or a stop is requested, again and again until the search has ended: z3 forgets
/// an interrupt that comes before it started.
class Watch {
public:
    Watch(z3::context& context, std::stop_token stop, Clock::time_point until)
        : m_thread([this, &context, stop, until](const std::stop_token& over) {
              std::unique_lock lock(m_mutex);
              // Wakes at once for either end, and looks at the clock in between.
              const std::stop_callback wake(stop, [this] { m_changed.notify_all(); });
              while (!over.stop_requested()) {
                  const bool late = stop.stop_requested() || Clock::now() >= until;
                  if (late)
                      context.interrupt();
                  const auto next = late ? Clock::now() + std::chrono::milliseconds(10) : until;
                  m_changed.wait_until(lock, over, next, [&] { return !late && stop.stop_requested(); });
              }
          }) {}

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::jthread m_thread; ///< last: it uses the others
};

/// Writes a model down for z3.
class ModelWriter {
public:
    ModelWriter(z3::context& context, z3::solver& solver, const OrderModel& model)
        : m_context(context), m_solver(solver), m_model(model), m_starts(context), m_switches(context) {}

    void write() {
        for (int op = 0; op < m_model.ops; ++op)
            m_starts.push_back(m_context.int_const(("t" + std::to_string(op)).c_str()));
        m_switches.push_back(m_context.bool_val(true));
        for (int variable = 1; variable < static_cast<int>(m_model.choices.size()); ++variable)
            m_switches.push_back(m_context.bool_const(("s" + std::to_string(variable)).c_str()));
        for (const Arc& arc : m_model.arcs)
            m_solver.add(holds(arc));
        for (int variable = 1; variable < static_cast<int>(m_model.choices.size()); ++variable)
            write(variable);
        for (const std::vector<Literal>& clause : m_model.clauses)
            write(clause);
    }

    std::vector<bool> read(const z3::model& found) const {
        std::vector<bool> isOn(m_model.choices.size(), true);
        for (std::size_t variable = 1; variable < isOn.size(); ++variable)
            isOn[variable] = found.eval(m_switches[static_cast<int>(variable)], true).is_true();
        return isOn;
    }

private:
    z3::expr holds(const Arc& arc) const {
        return m_starts[arc.to] - m_starts[arc.from] >= m_context.int_val(static_cast<std::int64_t>(arc.length));
    }

    z3::expr expression(Literal literal) const {
        const z3::expr on = m_switches[literal / 2];
        return literal % 2 == 0 ? on : !on;
    }

    void write(int variable) {
        const Choice& choice = m_model.choices[variable];
        if (choice.first < 0)
            return;
        m_solver.add(!m_switches[variable] || holds(m_model.follows(choice.first, choice.second)));
        m_solver.add(m_switches[variable] || holds(m_model.follows(choice.second, choice.first)));
    }

    void write(const std::vector<Literal>& clause) {
        z3::expr_vector literals(m_context);
        for (const Literal literal : clause)
            literals.push_back(expression(literal));
        m_solver.add(z3::mk_or(literals));
    }

    z3::context& m_context;
    z3::solver& m_solver;
    const OrderModel& m_model;
    z3::expr_vector m_starts;
    z3::expr_vector m_switches;
};

/// Bellman and Ford over a sparse graph, without bookkeeping of which parts matter, since all do, is many times faster
/// than what z3 picks by itself. With many ops it no longer heeds an interrupt for seconds.
z3::solver solverFor(z3::context& context, int ops) {
    const bool sparse = ops <= kMostSparse;
    z3::solver solver = sparse ? z3::solver(context, z3::solver::simple()) : z3::solver(context, "QF_IDL");
    z3::params params(context);
    params.set("max_memory", kMostMegabytes);
    if (sparse) {
        params.set("auto_config", false);
        params.set("arith.solver", 1U);
        params.set("relevancy", 0U);
    }
    solver.set(params);
    return solver;
}

Switches search(const OrderModel& model, const std::stop_token& stop, Clock::time_point until) {
    z3::context context;
    z3::solver solver = solverFor(context, model.ops);
    ModelWriter writer(context, solver, model);
    writer.write();
    if (stop.stop_requested() || Clock::now() >= until)
        return {};
    const z3::check_result result = [&] {
        const Watch watch(context, stop, until);
        return solver.check();
    }();
    if (result == z3::unsat)
        return {Switches::Answer::None, {}};
    if (result == z3::sat)
        return {Switches::Answer::Fit, writer.read(solver.get_model())};
    return {};
}

} // namespace

Switches findSwitches(const OrderModel& model, const std::stop_token& stop, Clock::time_point until) {
    if (std::ranges::any_of(model.clauses, [](const auto& clause) { return clause.empty(); }))
        return {Switches::Answer::None, {}};
    // z3 says in this way that it was interrupted or ran out of memory.
    try {
        return search(model, stop, until);
    } catch (const z3::exception&) {
        return {};
    }
}

bool canProve() { return !isOff("z3"); }

} // namespace lanewright
