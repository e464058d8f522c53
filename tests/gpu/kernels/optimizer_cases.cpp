// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/kernels/cases.h"

#include "engine/accelerator/twin/twin.h"

#include <cmath>

namespace lanewright::gpu {

namespace twin = engine::twin;

namespace {

void testAdam(Bench& bench, std::int64_t count, bool inPlace, bool rounds, bool decays) {
    Field& gradient = bench.field(NumberKind::Float, 1, count);
    Field* from[3];
    Field* to[3];
    for (int i = 0; i < 3; ++i) {
        from[i] = &bench.field(NumberKind::Float, 1, count, i == 2 ? Fill::Positive : Fill::Normal);
        to[i] = inPlace ? from[i] : &bench.field(NumberKind::Float, 1, count, Fill::Nothing);
    }
    Field& rounded = bench.field(NumberKind::Bf16, 1, count, Fill::Nothing);
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
                                .settings = {}};
    };
    bench.device().adamw(bench.stream(), call(true));
    twin::adamw(call(false));
    bench.compare("weight", *to[0]);
    bench.compare("first moment", *to[1]);
    bench.compare("second moment", *to[2]);
    if (rounds)
        bench.compare("rounded weight", rounded);
}

void testSquares(Bench& bench, std::int64_t count) {
    Field& numbers = bench.field(NumberKind::Float, 1, count);
    Field& scratch = bench.field(NumberKind::Float, 1, 2048, Fill::Nothing);
    Field& sum = bench.field(NumberKind::Float, 1, 2, Fill::Nothing);
    bench.device().sumOfSquares(bench.stream(), static_cast<double*>(sum.device().data),
                                static_cast<const float*>(numbers.device().data), count,
                                static_cast<double*>(scratch.device().data));
    const std::vector<std::byte> bytes = sum.download(bench.device());
    double found = 0;
    std::copy_n(bytes.data() + Field::kGuard, sizeof found, reinterpret_cast<std::byte*>(&found));
    double expected = 0;
    twin::sumOfSquares(&expected, static_cast<const float*>(numbers.host().data), count);
    if (!(std::abs(found - expected) <= 1e-12 * expected))
        bench.complain("the sum is " + std::to_string(found) + " instead of " + std::to_string(expected));
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
                                 testAdam(bench, count, (bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0);
                             }});
        cases.push_back({"sumOfSquares" + of, 1e-12, [=](Bench& bench) { testSquares(bench, count); }});
    }
    return cases;
}

} // namespace lanewright::gpu
