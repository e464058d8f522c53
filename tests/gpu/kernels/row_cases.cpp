// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/kernels/cases.h"

#include "tests/engine/reference_kernels/number.h"
#include "tests/engine/reference_kernels/reference_kernels.h"

namespace lanewright::gpu {

namespace reference = engine::reference;

namespace {

constexpr NumberKind kKinds[] = {NumberKind::Float, NumberKind::Bf16};

struct Extent {
    std::int64_t rows, cols;
};

std::vector<Extent> extents(Size size) {
    std::vector<Extent> all = {{1, 8}, {33, 48}, {9, 33}, {70, 132}, {37, 1040}};
    if (size == Size::Large)
        all.insert(all.end(), {{8192, 768}, {4096, 1600}, {1024, 4096}});
    return all;
}

void testNorm(Bench& bench, const Extent& extent, NumberKind kind) {
    const auto vector = [&](std::int64_t count, Fill fill) -> Field& {
        return bench.field(NumberKind::Float, 1, count, fill);
    };
    Field& in = bench.field(NumberKind::Float, extent.rows, extent.cols);
    Field& out = bench.field(kind, extent.rows, extent.cols, Fill::Nothing);
    Field& mean = vector(extent.rows, Fill::Nothing);
    Field& rstd = vector(extent.rows, Fill::Nothing);
    Field& gain = vector(extent.cols, Fill::Positive);
    Field& bias = vector(extent.cols, Fill::Normal);
    bench.device().norm(bench.stream(), {.out = out.device(),
                                         .mean = mean.device(),
                                         .rstd = rstd.device(),
                                         .in = in.device(),
                                         .gain = gain.device(),
                                         .bias = bias.device()});
    reference::norm({.out = out.host(),
                     .mean = mean.host(),
                     .rstd = rstd.host(),
                     .in = in.host(),
                     .gain = gain.host(),
                     .bias = bias.host()});
    bench.compare("out", out);
    bench.compare("mean", mean);
    bench.compare("rstd", rstd);
}

enum class Passed : std::uint8_t { Nowhere, Apart, InPlace };
struct NormForm {
    Extent extent;
    NumberKind passedKind;
    NumberKind slopeKind;
    Passed passed;
    bool rounds;
};

/// What the device wrote to `rounded` is what it wrote to `numbers`, rounded once.
void expectRounded(Bench& bench, const Field& rounded, const Field& numbers) {
    std::vector<std::byte> narrow = rounded.download(bench.device());
    std::vector<std::byte> wide = numbers.download(bench.device());
    Matrix got = rounded.device();
    Matrix from = numbers.device();
    got.data = narrow.data() + Field::kGuard;
    from.data = wide.data() + Field::kGuard;
    reference::forEach(got, [&](std::int64_t row, std::int64_t col) {
        if (reference::get(got, row, col) != static_cast<float>(engine::toBf16(reference::get(from, row, col))))
            bench.reportTimeout("a number is not the gradient, rounded");
    });
}

void testNormGradient(Bench& bench, const NormForm& form) {
    const auto [rows, cols] = form.extent;
    const auto vector = [&, cols = cols](Fill fill) -> Field& { return bench.field(NumberKind::Float, 1, cols, fill); };
    Field& gradient = bench.field(NumberKind::Float, rows, cols);
    Field& outGradient = bench.field(form.slopeKind, rows, cols);
    Field& in = bench.field(NumberKind::Float, rows, cols);
    Field& apart = bench.field(form.passedKind, rows, cols, Fill::Nothing);
    Field& mean = bench.field(NumberKind::Float, 1, rows, Fill::Normal);
    Field& rstd = bench.field(NumberKind::Float, 1, rows, Fill::Positive);
    Field& rounded = bench.field(NumberKind::Bf16, rows, cols, Fill::Nothing);
    Field& gain = vector(Fill::Positive);
    Field& gainGradient = vector(Fill::Nothing);
    Field& biasGradient = vector(Fill::Nothing);
    Field& scratch = bench.field(NumberKind::Float, 2 * engine::sumScratchRows(rows), cols, Fill::Nothing);
    const auto call = [&](bool onDevice) {
        const auto of = [&](Field& field) { return onDevice ? field.device() : field.host(); };
        engine::NormGradientCall made{.gradient = of(gradient),
                                      .passed = {},
                                      .rounded = form.rounds ? of(rounded) : Matrix{},
                                      .outGradient = of(outGradient),
                                      .in = of(in),
                                      .mean = of(mean),
                                      .rstd = of(rstd),
                                      .gain = of(gain),
                                      .gainGradient = of(gainGradient),
                                      .biasGradient = of(biasGradient),
                                      .scratch = of(scratch)};
        if (form.passed == Passed::Apart)
            made.passed = of(apart);
        if (form.passed == Passed::InPlace)
            made.passed = onDevice ? in.deviceAs(form.passedKind) : in.hostAs(form.passedKind);
        return made;
    };
    bench.device().normGradient(bench.stream(), call(true));
    reference::normGradient(call(false));
    bench.compare("gradient", gradient);
    bench.compare("gain's gradient", gainGradient);
    bench.compare("bias's gradient", biasGradient);
    if (form.rounds)
        expectRounded(bench, rounded, gradient);
    if (form.passed == Passed::Apart)
        bench.compare("passed", apart);
    if (form.passed == Passed::InPlace)
        bench.compare("passed in place", in, form.passedKind);
}

void addNormGradients(std::vector<KernelCase>& cases, Size size) {
    const char* const where[] = {"passed nowhere", "passed apart", "passed in place"};
    std::vector<Extent> shapes = {{33, 48}, {9, 33}, {5, 1040}};
    if (size == Size::Large)
        shapes.insert(shapes.end(), {{8192, 768}, {1024, 4096}});
    for (const Extent& extent : shapes)
        for (const NumberKind passedKind : kKinds)
            for (const NumberKind slopeKind : kKinds)
                for (const Passed passed : {Passed::Nowhere, Passed::Apart, Passed::InPlace}) {
                    const NormForm form{extent, passedKind, slopeKind, passed, slopeKind == NumberKind::Bf16};
                    std::string title = "normGradient " + shapeText(extent.rows, extent.cols) + " ";
                    title += nameOf(slopeKind) + (std::string{", "} + where[static_cast<int>(passed)] + " in ");
                    title += nameOf(passedKind);
                    cases.push_back({title, 1e-4, [=](Bench& bench) { testNormGradient(bench, form); }});
                }
}

void testEmbed(Bench& bench, std::int64_t samples, std::int64_t context, std::int64_t vocabulary, std::int64_t width) {
    const std::int64_t rows = samples * context;
    Field& out = bench.field(NumberKind::Float, rows, width, Fill::Nothing);
    Field& table = bench.field(NumberKind::Float, vocabulary, width);
    Field& positions = bench.field(NumberKind::Float, context, width);
    const auto& tokens = bench.tokens(rows, vocabulary);
    bench.device().embed(bench.stream(), out.device(), tokens.device, table.device(), positions.device());
    reference::embed(out.host(), tokens.host.data(), table.host(), positions.host());
    bench.compare("out", out);
    Field& tableGradient = bench.field(NumberKind::Float, vocabulary, width, Fill::Nothing);
    Field& positionGradient = bench.field(NumberKind::Float, context, width, Fill::Nothing);
    Field& outGradient = bench.field(NumberKind::Float, rows, width);
    bench.device().embedGradient(bench.stream(), tableGradient.device(), positionGradient.device(),
                                 outGradient.device(), tokens.device);
    reference::embedGradient(tableGradient.host(), positionGradient.host(), outGradient.host(), tokens.host.data());
    bench.compare("tokens' gradient", tableGradient);
    bench.compare("positions' gradient", positionGradient);
}

void testCrossEntropy(Bench& bench, const Extent& extent, NumberKind kind, bool inPlace) {
    Field& logits = bench.field(NumberKind::Float, extent.rows, extent.cols);
    Field& losses = bench.field(NumberKind::Float, 1, extent.rows, Fill::Nothing);
    Field& gradient = bench.field(kind, extent.rows, extent.cols, Fill::Nothing);
    const auto& targets = bench.tokens(extent.rows, extent.cols);
    bench.device().crossEntropy(bench.stream(), logits.device(), targets.device, losses.device());
    reference::crossEntropy(logits.host(), targets.host.data(), losses.host());
    bench.compare("losses", losses);
    bench.compare("probabilities", logits);
    constexpr float kScale = 0.25F;
    Field& probabilities = bench.field(NumberKind::Float, extent.rows, extent.cols, Fill::Positive);
    bench.device().crossEntropyGradient(bench.stream(), inPlace ? probabilities.deviceAs(kind) : gradient.device(),
                                        probabilities.device(), targets.device, kScale);
    reference::crossEntropyGradient(inPlace ? probabilities.hostAs(kind) : gradient.host(), probabilities.host(),
                                    targets.host.data(), kScale);
    bench.compare("gradient", inPlace ? probabilities : gradient, kind);
}

} // namespace

std::vector<KernelCase> rowCases(Size size) {
    std::vector<KernelCase> cases;
    for (const Extent& extent : extents(size))
        for (const NumberKind kind : kKinds)
            cases.push_back({"norm " + shapeText(extent.rows, extent.cols) + " " + nameOf(kind), limitOf(kind),
                             [=](Bench& bench) { testNorm(bench, extent, kind); }});
    addNormGradients(cases, size);
    for (const auto& [context, width] : {Extent{8, 16}, Extent{33, 36}, Extent{19, 7}})
        cases.push_back({"embed and its gradient " + shapeText(3 * context, width), limitOf(NumberKind::Float),
                         [=](Bench& bench) { testEmbed(bench, 3, context, 11, width); }});
    // So many rows that they are added up in several chunks, of which the last is smaller.
    for (const std::int64_t width : {16, 7})
        cases.push_back({"embed and its gradient " + shapeText(2500, width), limitOf(NumberKind::Float),
                         [=](Bench& bench) { testEmbed(bench, 5, 500, 11, width); }});
    if (size == Size::Large)
        cases.push_back({"embed and its gradient (8192,768)", limitOf(NumberKind::Float),
                         [](Bench& bench) { testEmbed(bench, 8, 1024, 256, 768); }});
    for (const Extent& extent : {Extent{5, 3}, Extent{33, 256}, Extent{9, 257}, Extent{2, 1000}})
        for (const NumberKind kind : kKinds)
            for (const bool inPlace : {false, true})
                cases.push_back({"crossEntropy and its gradient " + shapeText(extent.rows, extent.cols) + " " +
                                     nameOf(kind) + (inPlace ? " in place" : ""),
                                 limitOf(kind), [=](Bench& bench) { testCrossEntropy(bench, extent, kind, inPlace); }});
    return cases;
}

} // namespace lanewright::gpu
