// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/solver_link.h"

#include "core/base/mapped.h"
#include "core/base/switches.h"
#include "core/solve/proof/z3_opened.h"
#include "core/solve/solve.h"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace lanewright {

namespace {

using Clock = std::chrono::steady_clock;

/// The memory of a z3 search. One that needs more does not end in useful time anyway.
constexpr unsigned kMostMegabytes = 2048;
/// The most ops of a model that z3 solves as a sparse graph.
constexpr int kMostSparse = 300;

/// z3 gave nothing, since it was interrupted or ran out of memory.
struct Refusal {};

template <typename Thing>
Thing* given(Thing* thing) {
    if (thing == nullptr)
        throw Refusal{};
    return thing;
}

/// What z3 makes lives as long as its context.
using Context = std::unique_ptr<_Z3_context, void (*)(Z3_context)>;

Context newContext() {
    const Z3_config config = z3::mk_config();
    Context context(z3::mk_context(config), z3::del_context);
    z3::del_config(config);
    z3::set_error_handler(context.get(), nullptr); // else it ends the program
    return context;
}

/// Interrupts a context when time is up or a stop is requested, again and again until the search has ended: z3 forgets
/// an interrupt that comes before it started.
class Watch {
public:
    Watch(Z3_context context, std::stop_token stop, Clock::time_point until)
        : m_thread([this, context, stop, until](const std::stop_token& over) {
              std::unique_lock lock(m_mutex);
              // Wakes at once for either end, and looks at the clock in between.
              const std::stop_callback wake(stop, [this] { m_changed.notify_all(); });
              while (!over.stop_requested()) {
                  const bool late = stop.stop_requested() || Clock::now() >= until;
                  if (late)
                      z3::interrupt(context);
                  const auto next = late ? Clock::now() + std::chrono::milliseconds(10) : until;
                  m_changed.wait_until(lock, over, next, [&] { return !late && stop.stop_requested(); });
              }
          }) {}

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::jthread m_thread; ///< last: it uses the others
};

/// A solver with a model written down in it.
class Solver {
public:
    Solver(Z3_context context, const OrderModel& model)
        : m_context(context), m_model(model), m_solver(made()), m_integers(given(z3::mk_int_sort(context))) {
        z3::solver_inc_ref(m_context, m_solver);
        setParameters();
    }
    ~Solver() { z3::solver_dec_ref(m_context, m_solver); }
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    void write() {
        const Z3_sort truths = given(z3::mk_bool_sort(m_context));
        for (int op = 0; op < m_model.ops; ++op)
            m_starts.push_back(variable("t", op, m_integers));
        m_switches.push_back(given(z3::mk_true(m_context)));
        for (int switched = 1; switched < static_cast<int>(m_model.choices.size()); ++switched)
            m_switches.push_back(variable("s", switched, truths));
        for (const Arc& arc : m_model.arcs)
            add(holds(arc));
        for (int switched = 1; switched < static_cast<int>(m_model.choices.size()); ++switched)
            write(switched);
        for (const std::vector<Literal>& clause : m_model.clauses)
            write(clause);
    }

    Z3_lbool check() { return z3::solver_check(m_context, m_solver); }

    /// Behind a `check` that found them to fit.
    std::vector<bool> read() const {
        const Z3_model found = given(z3::solver_get_model(m_context, m_solver));
        z3::model_inc_ref(m_context, found);
        std::vector<bool> isOn(m_model.choices.size(), true);
        for (std::size_t at = 1; at < isOn.size(); ++at) {
            Z3_ast value = nullptr;
            isOn[at] = z3::model_eval(m_context, found, m_switches[at], true, &value) &&
                       z3::get_bool_value(m_context, value) == Z3_L_TRUE;
        }
        z3::model_dec_ref(m_context, found);
        return isOn;
    }

private:
    /// Bellman and Ford over a sparse graph, without bookkeeping of which parts matter, since all do, is many times
    /// faster than what z3 picks by itself. With many ops it no longer heeds an interrupt for seconds.
    bool isSparse() const { return m_model.ops <= kMostSparse; }
    Z3_symbol word(const char* text) const { return z3::mk_string_symbol(m_context, text); }
    Z3_solver made() const {
        return given(isSparse() ? z3::mk_simple_solver(m_context) : z3::mk_solver_for_logic(m_context, word("QF_IDL")));
    }

    void setParameters() {
        const Z3_params params = given(z3::mk_params(m_context));
        z3::params_inc_ref(m_context, params);
        z3::params_set_uint(m_context, params, word("max_memory"), kMostMegabytes);
        if (isSparse()) {
            z3::params_set_bool(m_context, params, word("auto_config"), false);
            z3::params_set_uint(m_context, params, word("arith.solver"), 1U);
            z3::params_set_uint(m_context, params, word("relevancy"), 0U);
        }
        z3::solver_set_params(m_context, m_solver, params);
        z3::params_dec_ref(m_context, params);
    }

    Z3_ast variable(const char* kind, int number, Z3_sort sort) const {
        return given(z3::mk_const(m_context, word((kind + std::to_string(number)).c_str()), sort));
    }
    Z3_ast any(const std::vector<Z3_ast>& of) const {
        return given(z3::mk_or(m_context, static_cast<unsigned>(of.size()), of.data()));
    }
    Z3_ast negated(Z3_ast truth) const { return given(z3::mk_not(m_context, truth)); }

    Z3_ast holds(const Arc& arc) const {
        const Z3_ast both[] = {m_starts[arc.to], m_starts[arc.from]};
        const Z3_ast apart = given(z3::mk_sub(m_context, 2, both));
        return given(z3::mk_ge(m_context, apart, given(z3::mk_int64(m_context, arc.length, m_integers))));
    }

    void add(Z3_ast truth) {
        z3::solver_assert(m_context, m_solver, truth);
        if (z3::get_error_code(m_context) != Z3_OK)
            throw Refusal{};
    }

    void write(int switched) {
        const Choice& choice = m_model.choices[switched];
        if (choice.first < 0)
            return;
        add(any({negated(m_switches[switched]), holds(m_model.follows(choice.first, choice.second))}));
        add(any({m_switches[switched], holds(m_model.follows(choice.second, choice.first))}));
    }

    void write(const std::vector<Literal>& clause) {
        add(any(mapped(clause, [&](Literal literal) {
            return literal % 2 == 0 ? m_switches[literal / 2] : negated(m_switches[literal / 2]);
        })));
    }

    Z3_context m_context;
    const OrderModel& m_model;
    Z3_solver m_solver;
    Z3_sort m_integers;
    std::vector<Z3_ast> m_starts;
    std::vector<Z3_ast> m_switches;
};

Switches search(const OrderModel& model, const std::stop_token& stop, Clock::time_point until) {
    const Context context = newContext();
    Solver solver(given(context.get()), model);
    solver.write();
    if (stop.stop_requested() || Clock::now() >= until)
        return {};
    const Z3_lbool result = [&] {
        const Watch watch(context.get(), stop, until);
        return solver.check();
    }();
    if (result == Z3_L_FALSE)
        return {Switches::Answer::None, {}};
    if (result == Z3_L_TRUE)
        return {Switches::Answer::Fit, solver.read()};
    return {};
}

} // namespace

Switches findSwitches(const OrderModel& model, const std::stop_token& stop, Clock::time_point until) {
    if (std::ranges::any_of(model.clauses, [](const auto& clause) { return clause.empty(); }))
        return {Switches::Answer::None, {}};
    if (!z3::isThere())
        return {};
    try {
        return search(model, stop, until);
    } catch (const Refusal&) {
        return {};
    }
}

bool canProve() { return !isOff("z3") && z3::isThere(); }

} // namespace lanewright
