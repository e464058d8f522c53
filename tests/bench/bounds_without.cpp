// SPDX-License-Identifier: Apache-2.0
/// What bounds say without some of them: bench_bounds_without OPS NAME… reads problems from its input, of each the
/// objective, the numerator and the denominator of the best value known in ticks, and a file, and writes a line for
/// each: the file, then the largest bound of all, and without each of the names. Values are refuted up to the best
/// known by looking at OPS ops; with `instant` for OPS closed forms stand alone. Microbatches that differ may have any
/// replica. Looks count and not seconds, so that the same comes out on any machine.
#include "core/base/switches.h"
#include "core/bounds/bounds.h"
#include "core/io/schedule_json.h"
#include "core/model/replicas.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using namespace lanewright;

namespace {

/// A problem, and the best value that is known of it.
struct Known {
    Plan problem = {};
    Objective objective = Objective::Makespan;
    Fraction best = {};
    Dealing dealing = Dealing::AsGiven;
    BoundEffort effort = BoundEffort::Full;
    std::int64_t ops = 0; ///< that refuting may look at; none at a lower effort
};

std::vector<Bound> boundsOf(const Known& known) {
    return lowerBounds(known.problem, known.objective, known.effort, {}, known.dealing);
}

Bound raised(const Known& known, Bound largest) {
    if (known.effort == BoundEffort::Full)
        refuteValues(known.problem, known.objective, largest, known.ops, {}, [&](const Bound& bound) {
            largest = bound;
            return known.best;
        });
    return largest;
}

/// Several names are joined by a plus.
std::vector<std::string> namesIn(const std::string& list) {
    std::vector<std::string> names;
    std::istringstream in(list);
    for (std::string name; std::getline(in, name, '+');)
        names.push_back(name);
    return names;
}

/// The largest bound without one of the names, where those of all are known.
Bound without(const Known& known, const std::string& name, const std::vector<Bound>& all, const Bound& best) {
    switchOff(namesIn(name));
    if (name.starts_with("refuting"))
        return all.front().value < known.best ? raised(known, all.front()) : best;
    for (const Bound& bound : all)
        if ("bound:" + bound.name == name) {
            const Bound& other = all[bound == all.front() && all.size() > 1 ? 1 : 0];
            return other.value == all.front().value ? best : raised(known, other);
        }
    return raised(known, boundsOf(known).front());
}

void write(const Bound& bound) {
    std::printf(" %lld/%lld:%s", static_cast<long long>(bound.value.numerator),
                static_cast<long long>(bound.value.denominator), bound.name.c_str());
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("bench_bounds_without OPS NAME… < PROBLEMS\n", stderr);
        return 2;
    }
    std::string objective;
    std::string file;
    const bool isInstant = std::string_view{argv[1]} == "instant";
    Known known{.effort = isInstant ? BoundEffort::Instant : BoundEffort::Full, .ops = std::atoll(argv[1])};
    while (std::cin >> objective >> known.best.numerator >> known.best.denominator >> file) {
        std::ifstream in(file);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        Result<Plan> problem = planFromJson(text);
        if (!problem) {
            std::fprintf(stderr, "%s: %s\n", file.c_str(), problem.error().message.text().c_str());
            return 1;
        }
        known.problem = *std::move(problem);
        known.dealing = replicasOf(known.problem).size() > 1 ? Dealing::Anew : Dealing::AsGiven;
        known.objective = *std::ranges::find(kObjectives, objective, [](Objective each) { return toText(each); });
        switchOff({});
        const std::vector<Bound> all = boundsOf(known);
        const Bound best = raised(known, all.front());
        std::printf("%s", file.c_str());
        write(best);
        for (int name = 2; name < argc; ++name)
            write(without(known, argv[name], all, best));
        std::printf("\n");
        std::fflush(stdout);
    }
    return 0;
}
