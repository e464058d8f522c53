// SPDX-License-Identifier: Apache-2.0
#include "tests/core/generate/problems.h"
#include "tests/support/trials.h"

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>
#include <span>
#include <string_view>
#include <vector>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// A uniform problem by the letters of the closed forms: times in ticks, of a whole rank. Unless told otherwise 4 ranks
/// and 8 microbatches, with F, B and W of 24 ticks.
struct Case {
    int p = 4;
    int m = 8;
    int v = 2;
    int group = 0; ///< 0: the generator's own
    Time f = 24;
    Time b = 24;
    Time w = 24;
    Time c = 0;
    std::optional<Time> pair = {}; ///< none: S
    int limit = 0;                 ///< microbatches that memory holds; 0: any number

    constexpr Time s() const { return f + b + w; }
    constexpr Time pairTime() const { return pair.value_or(s()); } ///< P
    friend std::ostream& operator<<(std::ostream& out, const Case& at) {
        return out << "p " << at.p << " m " << at.m << " v " << at.v << " group " << at.group << " F " << at.f << " B "
                   << at.b << " W " << at.w << " C " << at.c << " P " << at.pairTime() << " limit " << at.limit;
    }
};

/// What a closed form asks for. All conditions together are enough for the form; without one of them it fails
/// somewhere, though not everywhere.
struct Condition {
    std::string_view words = {}; ///< as the generator's description says it; empty where it refuses all else
    bool (*holds)(const Case&) = nullptr;
    std::optional<Case> outside =
        {}; ///< breaks this condition alone; the form fails there. None where the others imply it
};

/// A number that a generator's description gives, written anew.
struct ClosedForm {
    std::string_view generator;
    Time (*number)(const Metrics&);
    Time (*form)(const Case&);
    std::array<Condition, 6> conditions = {};
    int mostRanks = 8;
    int trials = 300;
};

Time span(const Metrics& metrics) { return metrics.longestSpan; }
Time makespan(const Metrics& metrics) { return metrics.makespan; }

constexpr bool even(const Case& at) { return at.p % 2 == 0; }
constexpr bool divides(const Case& at) { return at.m % at.p == 0; }
constexpr bool severalRanks(const Case& at) { return at.p > 1; }
constexpr bool fullGroup(const Case& at) { return at.group == 0 || at.group == at.p; }
constexpr bool halfGroup(const Case& at) { return at.group == 0 || 2 * at.group == at.p; }
constexpr bool noTransfer(const Case& at) { return at.c == 0; }
constexpr bool equalTimes(const Case& at) { return at.f == at.b && at.b == at.w; }
constexpr bool enoughForV(const Case& at) { return at.m >= 2 * at.p - 1; }
constexpr bool enoughForTwoWays(const Case& at) { return at.m >= 2 * at.p; }
constexpr bool inTwoHalves(const Case& at) { return even(at) && at.m % 2 == 0 && enoughForTwoWays(at); }
constexpr bool weightBelowForward(const Case& at) { return at.w <= at.f; }
constexpr bool weightBelowInput(const Case& at) { return at.w <= at.b; }
constexpr bool forwardBelowPair(const Case& at) { return at.f <= at.pairTime(); }
constexpr bool inputBelowPair(const Case& at) { return at.b <= at.pairTime(); }
constexpr bool backwardBelowPair(const Case& at) { return at.b + at.w <= at.pairTime(); }
constexpr bool pairIsSum(const Case& at) { return at.pairTime() == at.s(); }
constexpr bool pairBelowSum(const Case& at) { return at.pairTime() <= at.s(); }
constexpr bool forwardIsInput(const Case& at) { return at.f == at.b; }

constexpr std::array kOneChunk = {
    ClosedForm{.generator = "gpipe",
               .number = span,
               .form = [](const Case& at) { return (at.m + at.p - 1) * at.s() + 2 * (at.p - 1) * at.c; }},
    ClosedForm{
        .generator = "1f1b",
        .number = span,
        .form =
            [](const Case& at) {
                return (at.m + at.p - 1) * at.s() + 2 * (at.p - 1) * (at.m + at.p) * at.c / at.p - 2 * at.c;
            },
        .conditions = {{{"p > 1", severalRanks, Case{.p = 1, .c = 1}}, {"divides m", divides, Case{.m = 9, .c = 1}}}}},
    ClosedForm{.generator = "1f1b-cooldown-w",
               .number = span,
               .form = [](const Case& at) { return at.m * at.s() + (at.p - 1) * (at.f + at.b); },
               .conditions = {{{"T_W ≤ T_F", weightBelowForward, Case{.w = 25}}, {"C = 0", noTransfer, Case{.c = 1}}}}},
    ClosedForm{.generator = "combined-1f1b",
               .number = span,
               .form = [](const Case& at) { return at.p * at.s() + (at.m - 1) * at.pairTime(); },
               .conditions = {{{"T_F ≤ P", forwardBelowPair, Case{.f = 49, .pair = 48}},
                               {"T_B + T_W ≤ P", backwardBelowPair, Case{.pair = 47}},
                               {"C = 0", noTransfer, Case{.c = 1}}}}},
    ClosedForm{.generator = "combined-1f1b-delay-w",
               .number = span,
               .form = [](const Case& at) { return at.m * at.w + at.p * (at.f + at.b) + (at.m - 1) * at.pairTime(); },
               .conditions = {{{"T_F ≤ P", forwardBelowPair, Case{.f = 25, .pair = 24}},
                               {"T_B ≤ P", inputBelowPair, Case{.b = 25, .pair = 24}},
                               {"C = 0", noTransfer, Case{.c = 1}}}}},
    ClosedForm{
        .generator = "zb-h1",
        .number = span,
        .form = [](const Case& at) { return at.m * at.s() + (at.p - 1) * (at.f + at.b - at.w + 4 * at.c); },
        .conditions = {{{"m > p", [](const Case& at) { return at.m > at.p; }, Case{.m = 4, .c = 1}},
                        {"2·C ≤ T_W", [](const Case& at) { return 2 * at.c <= at.w; }, Case{.c = 13}},
                        {"T_W ≤ T_F + 2·C", [](const Case& at) { return at.w <= at.f + 2 * at.c; }, Case{.w = 25}}}}},
    ClosedForm{
        .generator = "zb-h2",
        .number = span,
        .form = [](const Case& at) { return at.m * at.s() + (at.p - 1) * (at.f + at.b - 2 * at.w + 2 * at.c); },
        .conditions = {{{"m ≥ 2·p − 1", enoughForV, Case{.m = 6}},
                        {"T_W ≤ T_F", weightBelowForward, Case{.b = 48, .w = 25}},
                        {"2·C ≤ T_F + T_B", [](const Case& at) { return 2 * at.c <= at.f + at.b; }, Case{.c = 25}},
                        {"that term is not negative",
                         [](const Case& at) { return at.f + at.b - 2 * at.w + 2 * at.c >= 0; }, Case{.b = 23}}}}},
};

constexpr std::array kLoops = {
    ClosedForm{
        .generator = "interleaved-1f1b",
        .number = span,
        .form =
            [](const Case& at) { return at.m * at.s() + (at.p - 1) * at.s() / at.v + 2 * (at.p * at.v - 1) * at.c; },
        .conditions = {{{"1 < p", severalRanks, Case{.p = 1, .c = 1}},
                        {"p ≤ m", [](const Case& at) { return at.p <= at.m; }, Case{.m = 3}},
                        {"p divides m or C = 0", [](const Case& at) { return at.m % at.p == 0 || at.c == 0; },
                         Case{.m = 6, .c = 1}},
                        {"no group is asked for", [](const Case& at) { return at.group == 0; }, Case{.group = 5}},
                        {"v·C ≤ T_F", [](const Case& at) { return at.v * at.c <= at.f; }, Case{.c = 13}},
                        {"v·C ≤ T_B + T_W", [](const Case& at) { return at.v * at.c <= at.b + at.w; },
                         Case{.f = 48, .b = 12, .w = 12, .c = 13}}}}},
    ClosedForm{.generator = "combined-interleaved-1f1b",
               .number = span,
               .form =
                   [](const Case& at) {
                       return at.m * at.pairTime() + (at.p - 1) * at.s() / at.v +
                              (at.p * (at.v - 1) + 1) * (at.s() - at.pairTime()) / at.v;
                   },
               .conditions = {{{"p divides m", divides, Case{.m = 9, .pair = 48}},
                               {"the group is p", fullGroup, Case{.group = 5, .pair = 48}},
                               {"T_F ≤ P", forwardBelowPair, Case{.f = 50, .pair = 48}},
                               {"T_B + T_W ≤ P", backwardBelowPair, Case{.pair = 46}},
                               {"C = 0", noTransfer, Case{.c = 1}}}}},
    ClosedForm{.generator = "combined-interleaved-1f1b-delay-w",
               .number = span,
               .form =
                   [](const Case& at) {
                       return at.m * (at.pairTime() + at.w) + (at.p - 1) * (at.f + at.b) / at.v +
                              (at.p * (at.v - 1) + 1) * (at.f + at.b - at.pairTime()) / at.v;
                   },
               .conditions = {{{"p divides m", divides, Case{.m = 9, .w = 12, .pair = 36}},
                               {"the group is p", fullGroup, Case{.group = 5, .w = 12, .pair = 36}},
                               {"T_F ≤ P", forwardBelowPair, Case{.b = 4, .w = 4, .pair = 12}},
                               {"T_B + T_W ≤ P", backwardBelowPair, Case{.pair = 36}},
                               {"C = 0", noTransfer, Case{.c = 1}}}}},
    ClosedForm{
        .generator = "looped-bfs",
        .number = span,
        .form = [](const Case& at) { return at.m * at.s() + (at.p - 1) * (at.s() / at.v + 2 * at.c); },
        .conditions = {{{"p ≤ m", [](const Case& at) { return at.p <= at.m; }},
                        {"p·v·C ≤ (m − p)·T_F",
                         [](const Case& at) { return at.p * at.v * at.c <= (at.m - at.p) * at.f; }, Case{.c = 13}},
                        {"p·v·C ≤ (m − p)·(T_B + T_W)",
                         [](const Case& at) { return at.p * at.v * at.c <= (at.m - at.p) * (at.b + at.w); },
                         Case{.f = 48, .b = 12, .w = 12, .c = 13}}}}},
    ClosedForm{.generator = "interleaved-zb",
               .number = span,
               .form = [](const Case& at) { return at.m * at.s() + (at.p - 1) * (at.f + at.b - at.w) / at.v; },
               .conditions = {{{"p divides m", divides, Case{.m = 3}},
                               {"the group is p", fullGroup, Case{.group = 6, .w = 20}},
                               {"T_W ≤ T_F", weightBelowForward, Case{.w = 26}},
                               {"C = 0", noTransfer, Case{.c = 1}}}}},
    ClosedForm{.generator = "gis",
               .number = span,
               .form = [](const Case& at) { return at.m * at.s() + (at.p - 1) * (at.f + at.b) / at.v; },
               .conditions = {{{"p divides m", divides, Case{.m = 9}},
                               {"the group is p", fullGroup, Case{.group = 3}},
                               {"C = 0", noTransfer, Case{.c = 1}}}}},
    ClosedForm{
        .generator = "gis-h",
        .number = span,
        .form =
            [](const Case& at) {
                return at.m * at.s() + (at.p - 1) * (at.f + at.b) / at.v +
                       at.p * (at.v - 1) * (at.f + at.b - at.w) / (2 * at.v);
            },
        .conditions = {{{"p is even", even, Case{.p = 3, .m = 9}},
                        {"divides m", divides, Case{.m = 9}},
                        {"the group is p/2", halfGroup, Case{.group = 3}},
                        {"T_W ≤ T_B", weightBelowInput, Case{.w = 26}},
                        {"|T_F − T_B| ≤ T_W", [](const Case& at) { return std::max(at.f - at.b, at.b - at.f) <= at.w; },
                         Case{.f = 50}},
                        {"C = 0", noTransfer, Case{.c = 1}}}}},
};

constexpr std::array<Condition, 6> kZbvConditions = {
    {{"T_F = T_B = T_W", equalTimes, Case{.b = 26}},
     {"C = 0", noTransfer, Case{.c = 1}},
     {"m ≥ 2·p − 1", enoughForV, Case{.m = 3}},
     {"the limit is that of 1F1B", [](const Case& at) { return at.limit == 0 || at.limit == at.p; },
      Case{.limit = 3}}}};

constexpr std::array kV = {
    ClosedForm{.generator = "zbv",
               .number = span,
               .form = [](const Case& at) { return at.m * at.s(); },
               .conditions = kZbvConditions,
               .mostRanks = 5,
               .trials = 30},
    ClosedForm{.generator = "zbv",
               .number = makespan,
               .form = [](const Case& at) { return at.m * at.s() + (at.p - 1) * at.f / 2; },
               .conditions = kZbvConditions,
               .mostRanks = 5,
               .trials = 30},
    ClosedForm{.generator = "zbv-fixed",
               .number = span,
               .form = [](const Case& at) { return at.m * at.s(); },
               .conditions = {{{"T_F = T_B = T_W", equalTimes, Case{.f = 26}},
                               {"C = 0", noTransfer, Case{.c = 1}},
                               {"m ≥ 2·p − 1", enoughForV, Case{.m = 5}}}}},
    ClosedForm{.generator = "zbv-fixed",
               .number = makespan,
               .form = [](const Case& at) { return at.m * at.s() + (at.p - 1) * at.b / 2; },
               .conditions = {{{"T_F ≤ T_B", [](const Case& at) { return at.f <= at.b; }, Case{.f = 26}},
                               {"T_B ≤ 2·T_W", [](const Case& at) { return at.b <= 2 * at.w; }, Case{.b = 50}},
                               {"T_W ≤ T_B", weightBelowInput, Case{.w = 26}},
                               {"C = 0", noTransfer, Case{.c = 1}},
                               {"m ≥ 2·p − 1", enoughForV, Case{.m = 5}}}}},
};

constexpr std::array kTwoWays = {
    ClosedForm{.generator = "chimera",
               .number = span,
               .form = [](const Case& at) { return at.m * at.s() + (at.p / 2 - 1) * at.s(); },
               .conditions = {{{"", even},
                               {"p divides m", divides, Case{.m = 9, .f = 48}},
                               {"C = 0", noTransfer, Case{.f = 48, .c = 1}},
                               {"T_F = T_B + T_W", [](const Case& at) { return at.f == at.b + at.w; },
                                Case{.m = 4, .f = 47}}}}},
    ClosedForm{.generator = "chimera",
               .number = span,
               .form = [](const Case& at) { return at.m * at.s() + (at.p - 2) * 2 * at.s() / 3; },
               .conditions = {{{"", even},
                               {"m = p", [](const Case& at) { return at.m == at.p; }, Case{}},
                               {"C = 0", noTransfer, Case{.m = 4, .c = 1}},
                               {"2·T_F = T_B + T_W", [](const Case& at) { return 2 * at.f == at.b + at.w; },
                                Case{.m = 4, .f = 25}}}}},
    ClosedForm{
        .generator = "dualpipe",
        .number = span,
        .form = [](const Case& at) { return at.m * at.s() + (at.p / 2 - 1) * (at.pairTime() + at.b - 2 * at.w); },
        .conditions = {{{"", inTwoHalves},
                        {"P = S", pairIsSum, Case{.pair = 71}},
                        {"T_W ≤ T_F", weightBelowForward, Case{.w = 25}},
                        {"T_F = T_B", forwardIsInput, Case{.f = 25}},
                        {"C = 0", noTransfer, Case{.c = 1}}}}},
    ClosedForm{.generator = "dualpipe",
               .number = mostIdle,
               .form = [](const Case& at) { return (at.p / 2 - 1) * (at.pairTime() + at.b - 2 * at.w); },
               .conditions = {{{"", inTwoHalves},
                               {"P is less", pairBelowSum, Case{.p = 6, .m = 12, .pair = 73}},
                               {"at least T_B + T_W", backwardBelowPair, Case{.pair = 47}},
                               {"T_W ≤ T_F", weightBelowForward, Case{.w = 25}},
                               {"T_F = T_B", forwardIsInput, Case{.f = 25}},
                               {"C = 0", noTransfer, Case{.c = 1}}}}},
    ClosedForm{
        .generator = "dualpipev",
        .number = span,
        .form = [](const Case& at) { return at.m * at.s() + (at.p - 1) * (at.pairTime() + at.b - 2 * at.w) / 2; },
        .conditions = {{{"", enoughForTwoWays},
                        {"P = S", pairIsSum, Case{.pair = 70}},
                        {"T_W ≤ T_F", weightBelowForward, Case{.w = 26}},
                        {"T_F = T_B", forwardIsInput, Case{.f = 26}},
                        {"C = 0", noTransfer, Case{.c = 1}}}}},
    ClosedForm{.generator = "dualpipev",
               .number = mostIdle,
               .form = [](const Case& at) { return (at.p - 1) * (at.pairTime() + at.b - 2 * at.w) / 2; },
               .conditions = {{{"", enoughForTwoWays},
                               {"P is less", pairBelowSum, Case{.pair = 74}},
                               {"at least T_B + T_W", backwardBelowPair, Case{.pair = 46}},
                               {"T_W ≤ T_F", weightBelowForward, Case{.w = 26}},
                               {"T_F = T_B", forwardIsInput, Case{.f = 26}},
                               {"C = 0", noTransfer, Case{.c = 1}}}}},
};

std::vector<ClosedForm> closedForms() {
    std::vector<ClosedForm> all;
    for (const auto& family : {std::span<const ClosedForm>{kOneChunk}, {kLoops}, {kV}, {kTwoWays}})
        all.insert(all.end(), family.begin(), family.end());
    return all;
}

/// Whether all conditions hold but that one.
bool holds(const ClosedForm& form, const Case& at, const Condition* but = nullptr) {
    return std::ranges::all_of(form.conditions, [&](const Condition& condition) {
        return &condition == but || condition.holds == nullptr || condition.holds(at);
    });
}

Time measured(const ClosedForm& form, const Case& at) {
    UniformProblem numbers{.ranks = at.p,
                           .microbatches = at.m,
                           .chunks = findGenerator(form.generator)->takesChunks ? at.v : 1,
                           .forward = at.f,
                           .backwardInput = at.b,
                           .backwardWeight = at.w,
                           .transfer = at.c,
                           .overlapped = at.pairTime()};
    if (at.limit > 0)
        numbers.memoryLimit = at.limit * kMemoryUnit;
    return form.number(
        metricsOf(made(form.generator, numbers, {.group = at.group > 0 ? std::optional{at.group} : std::nullopt})));
}

/// Often with equal times, without transfers and with m a multiple of p, which is what most forms ask for. Times but
/// those of transfers are multiples of 12 ticks, so that 2, 3 and 4 chunks share them evenly.
Case drawn(Dice& dice, int mostRanks) {
    Case at{.p = dice.roll(1, mostRanks), .v = dice.roll(2, 4)};
    at.m = dice.chance(50) ? at.p * dice.roll(1, 4) : dice.roll(1, 4 * at.p);
    at.f = 12 * dice.roll(0, 9);
    at.b = dice.chance(40) ? at.f : 12 * dice.roll(0, 9);
    at.w = dice.chance(40) ? at.b : 12 * dice.roll(0, 9);
    at.c = dice.chance(50) ? 0 : dice.roll(0, dice.chance(50) ? 12 : 120);
    if (dice.chance(60))
        at.pair = 12 * dice.roll(0, 30);
    return at;
}

} // namespace

TEST(ClosedForms, HoldForAnyCostsWithinTheirConditions) {
    for (const ClosedForm& form : closedForms()) {
        Dice dice(1);
        const std::uint64_t wanted = trials(form.trials, 10);
        std::uint64_t tried = 0;
        for (std::uint64_t draw = 0; tried < wanted && draw < 5000 * wanted; ++draw) {
            const Case at = drawn(dice, form.mostRanks);
            if (!holds(form, at))
                continue;
            ++tried;
            ASSERT_EQ(measured(form, at), form.form(at)) << form.generator << ": " << at;
        }
        EXPECT_EQ(tried, wanted) << form.generator;
    }
}

TEST(ClosedForms, FailJustOutsideEachOfTheirConditions) {
    for (const ClosedForm& form : closedForms())
        for (const Condition& condition : form.conditions) {
            if (!condition.outside)
                continue;
            const Case& at = *condition.outside;
            SCOPED_TRACE(testing::Message() << form.generator << " without \"" << condition.words << "\": " << at);
            EXPECT_FALSE(condition.holds(at));
            EXPECT_TRUE(holds(form, at, &condition));
            EXPECT_NE(measured(form, at), form.form(at));
        }
}

TEST(ClosedForms, AreSaidWithTheirConditions) {
    for (const Generator& generator : generators()) {
        bool held = false;
        for (const ClosedForm& form : closedForms())
            for (const Condition& condition : form.conditions)
                if (form.generator == generator.name) {
                    held = true;
                    EXPECT_NE(generator.closedForm.text.find(condition.words), std::string_view::npos)
                        << generator.name << " does not say \"" << condition.words << '"';
                }
        EXPECT_EQ(held, !generator.closedForm.text.empty()) << generator.name;
    }
}
