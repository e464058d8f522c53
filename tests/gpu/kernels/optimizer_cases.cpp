// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/kernels/cases.h"

#include "tests/engine/reference_kernels/reference_kernels.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lanewright::gpu {

namespace reference = engine::reference;

namespace {

struct AdamForm {
    std::int64_t count;
    bool inPlace, rounds, decays;
    std::vector<engine::NumberRange> undecayed = {};
};

void testAdam(Bench& bench, const AdamForm& form) {
    const auto& [count, inPlace, rounds, decays, undecayed] = form;
    Field& gradient = bench.field(NumberKind::Float, 1, count);
    Field* from[3];
    Field* to[3];
    for (int i = 0; i < 3; ++i) {
        from[i] = &bench.field(NumberKind::Float, 1, count, i == 2 ? Fill::Positive : Fill::Normal);
        to[i] = inPlace ? from[i] : &bench.field(NumberKind::Float, 1, count, Fill::Nothing);
    }
    Field& rounded = bench.field(NumberKind::Bf16, 1, count, Fill::Nothing);
    // Decay shows only where it is more than a rounding.
    OptimizerSettings settings;
    settings.weightDecay = 100;
    const auto call = [&](bool onDevice) {
        const auto of = [&](Field& field) { return (onDevice ? field.device() : field.host()).data; };
        const auto state = [&](Field* const(&fields)[3]) {
            return engine::AdamCall::State{static_cast<float*>(of(*fields[0])), static_cast<float*>(of(*fields[1])),
                                           static_cast<float*>(of(*fields[2]))};
        };
        return engine::AdamCall{.to = state(to),
                                .from = state(from),
                                .gradient = static_cast<const float*>(of(gradient)),
                                .rounded = rounds ? of(rounded) : nullptr,
                                .count = count,
                                .scale = 0.5F,
                                .step = 3,
                                .decays = decays,
                                .undecayed = undecayed,
                                .settings = settings};
    };
    bench.device().adamw(bench.stream(), call(true));
    reference::adamw(call(false));
    bench.compare("weight", *to[0]);
    bench.compare("first moment", *to[1]);
    bench.compare("second moment", *to[2]);
    if (rounds)
        bench.compare("rounded weight", rounded);
}

void testSquares(Bench& bench, const std::vector<std::int64_t>& counts) {
    const auto tensors = static_cast<std::int64_t>(counts.size());
    const std::int64_t count = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    Field& numbers = bench.field(NumberKind::Float, 1, count);
    Field& scratch = bench.field(NumberKind::Float, tensors, 2 * engine::kSquareScratch, Fill::Nothing);
    Field& sums = bench.field(NumberKind::Float, 1, 2 * tensors, Fill::Nothing);
    bench.device().sumsOfSquares(bench.stream(), static_cast<double*>(sums.device().data),
                                 static_cast<const float*>(numbers.device().data), counts,
                                 static_cast<double*>(scratch.device().data));
    const std::vector<std::byte> bytes = sums.download(bench.device());
    std::vector<double> found(counts.size());
    std::copy_n(bytes.data() + Field::kGuard, counts.size() * sizeof(double),
                reinterpret_cast<std::byte*>(found.data()));
    std::vector<double> expected(counts.size());
    reference::sumsOfSquares(expected.data(), static_cast<const float*>(numbers.host().data), counts);
    for (std::size_t at = 0; at < counts.size(); ++at)
        if (!(std::abs(found[at] - expected[at]) <= 1e-12 * expected[at]))
            bench.reportTimeout("sum " + std::to_string(at) + " is " + std::to_string(found[at]) + " instead of " +
                                std::to_string(expected[at]));
}

/// A tensor's sum has the bits that it has alone, whatever lies before it.
void testSquaresBeside(Bench& bench, std::int64_t count) {
    Field& numbers = bench.field(NumberKind::Float, 1, count);
    Field& all = bench.field(NumberKind::Float, 1, count + 5);
    Field& scratch = bench.field(NumberKind::Float, 2, 2 * engine::kSquareScratch, Fill::Nothing);
    Field& sums = bench.field(NumberKind::Float, 1, 6, Fill::Nothing);
    auto* const at = static_cast<float*>(all.device().data);
    bench.device().copy(bench.stream(), at + 5, numbers.device().data, 4 * count);
    auto* const to = static_cast<double*>(sums.device().data);
    auto* const room = static_cast<double*>(scratch.device().data);
    bench.device().sumOfSquares(bench.stream(), to, static_cast<const float*>(numbers.device().data), count, room);
    const std::vector<std::int64_t> counts = {5, count};
    bench.device().sumsOfSquares(bench.stream(), to + 1, at, counts, room);
    const std::vector<std::byte> bytes = sums.download(bench.device());
    const auto first = bytes.begin() + Field::kGuard;
    if (!std::equal(first, first + 8, first + 16))
        bench.reportTimeout("the sum has other bits beside another tensor");
}

/// As many tensors as take several launches, in steps of `unit` numbers.
void addManyTensors(std::vector<KernelCase>& cases) {
    for (const std::int64_t unit : {4, 3}) {
        const std::string in = " of many tensors, by " + std::to_string(unit);
        std::vector<engine::NumberRange> vectors;
        for (std::int64_t at = 0; at < 300; ++at)
            vectors.push_back({at * 5 * unit, (at * 5 + 1 + at % 3) * unit});
        cases.push_back({"adamw" + in, 1e-5, [=](Bench& bench) {
                             testAdam(bench, {300 * 5 * unit, true, false, true, vectors});
                         }});
        cases.push_back({"adamw" + in + ", none of which decays", 1e-5, [=](Bench& bench) {
                             testAdam(bench, {300 * 5 * unit, false, false, false, vectors});
                         }});
        std::vector<std::int64_t> counts(500);
        for (std::size_t at = 0; at < counts.size(); ++at)
            counts[at] = unit * (1 + static_cast<std::int64_t>(at % 7) + (at == 450 ? 3000 : 0));
        cases.push_back({"sumsOfSquares" + in, 1e-12, [=](Bench& bench) { testSquares(bench, counts); }});
    }
}

} // namespace

std::vector<KernelCase> optimizerCases(Size size) {
    std::vector<KernelCase> cases;
    std::vector<std::int64_t> counts = {1, 5, 1028, 2048, 9999};
    if (size == Size::Large)
        counts.insert(counts.end(), {768 * 3072, 12'345'678});
    for (const std::int64_t count : counts) {
        const std::string of = " of " + std::to_string(count);
        for (unsigned bits = 0; bits < 8; ++bits)
            cases.push_back({"adamw" + of + ((bits & 1) > 0 ? ", in place" : "") + ((bits & 2) > 0 ? ", rounded" : "") +
                                 ((bits & 4) > 0 ? ", decayed" : ""),
                             1e-5 + ((bits & 2) > 0 ? limitOf(NumberKind::Bf16) : 0), [=](Bench& bench) {
                                 testAdam(bench, {count, (bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0});
                             }});
        cases.push_back({"sumsOfSquares" + of, 1e-12, [=](Bench& bench) { testSquares(bench, {count}); }});
        cases.push_back(
            {"sumsOfSquares" + of + " beside others", 0, [=](Bench& bench) { testSquaresBeside(bench, count); }});
    }
    addManyTensors(cases);
    return cases;
}

} // namespace lanewright::gpu
