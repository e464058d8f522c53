// SPDX-License-Identifier: Apache-2.0
#include "tests/support/generator_trials.h"

#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/io/schedule_json.h"
#include "core/open/open_file.h"
#include "core/simulate/simulate.h"
#include "tests/support/random_file.h"
#include "tests/support/slow_simulator.h"

#include <algorithm>

namespace lanewright::test {

namespace {

Time makespanOf(const Timeline& timeline) { return extentOf(timeline).length(); }

/// Pairs of many segments take the slow simulator, which tries all ways to run them, too long.
bool isForSlow(const PairCosts& pairs) {
    constexpr std::size_t kMostSegments = 5;
    return std::ranges::all_of(pairs.segments, [](const StageSegments& own) {
        return own.forward.size() <= kMostSegments &&
               own.backwardInput.size() + own.backwardWeight.size() <= kMostSegments;
    });
}

class Trial {
public:
    Trial(GeneratorTrials& trials, std::uint64_t seed, const Plan& problem)
        : m_trials(trials), m_seed(seed), m_problem(problem) {}

    void run(const Generator& generator) {
        m_name = generator.name;
        GeneratorRecord& record = m_trials.records[m_name];
        const Result<Plan> plan = generate(generator.name, m_problem);
        if (!plan) {
            const Message& why = plan.error().message;
            ++record.refused[why.isPlain() ? why.text() : std::string{why.phrase().text}];
            return;
        }
        ++record.made;
        record.replaced += plan->schedule.placement == m_problem.schedule.placement ? 0 : 1;
        expectSame(*plan);
    }

private:
    void fault(const std::string& what) {
        m_trials.faults.push_back("seed " + std::to_string(m_seed) + ", " + m_name + ": " + what);
    }

    void expectSame(Plan plan) {
        plan.proof = {}; // which the order may disprove
        const std::string text = planToJson(plan);
        const Result<Plan> opened = planIn(openJson(text));
        if (!opened)
            return fault("no command opens it: " + opened.error().where.text() + ": " + opened.error().message.text());
        for (const Finding& finding : validate(*opened))
            if (finding.severity == Severity::Error)
                return fault("it is not valid: " + finding.message.text());
        if (planToJson(*opened) != text)
            fault("it is written otherwise the second time");
        const Time made = makespanOf(simulate(plan.schedule, plan.costs));
        const Time read = makespanOf(simulate(opened->schedule, opened->costs));
        const bool isSlow = isForSlow(opened->costs.pairs);
        const Time slow = isSlow ? makespanOf(slowSimulate(opened->schedule, opened->costs)) : made;
        m_trials.records[m_name].slowly += isSlow ? 1 : 0;
        if (made != read || made != slow)
            fault("it takes " + std::to_string(made) + ", opened again " + std::to_string(read) +
                  ", slowly simulated " + std::to_string(slow));
    }

    GeneratorTrials& m_trials;
    std::uint64_t m_seed;
    const Plan& m_problem;
    std::string m_name;
};

} // namespace

GeneratorTrials tryGenerators(std::uint64_t firstSeed, int files) {
    GeneratorTrials trials;
    for (std::uint64_t seed = firstSeed; trials.files < files; ++seed) {
        ++trials.files;
        const Result<Plan> problem = planIn(openJson(randomFile(seed)));
        if (!problem) {
            if (problem.error().message.text().find("than can be counted") == std::string::npos)
                trials.faults.push_back("seed " + std::to_string(seed) + " is no file: " +
                                        problem.error().where.text() + ": " + problem.error().message.text());
            ++trials.tooMuch;
            continue;
        }
        Trial trial(trials, seed, *problem);
        for (const Generator& generator : generators())
            trial.run(generator);
    }
    return trials;
}

} // namespace lanewright::test
