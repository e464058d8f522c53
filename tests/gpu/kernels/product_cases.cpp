// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/kernels/cases.h"

#include "tests/engine/reference_kernels/reference_kernels.h"

namespace lanewright::gpu {

namespace reference = engine::reference;

namespace {

struct Form {
    std::int64_t rows, depth, cols;
    NumberKind kind, outKind;
    bool leftTransposed, rightTransposed, adds, hasBias;
    bool addsFromElsewhere = false;
    bool biasIsOfOut = false; ///< its numbers are of the kind of the product's
    bool sumsLeft = false;
};

void testProduct(Bench& bench, const Form& form) {
    const auto factor = [&](std::int64_t rows, std::int64_t cols, bool transposed) -> Field& {
        return transposed ? bench.field(form.kind, cols, rows) : bench.field(form.kind, rows, cols);
    };
    Field& left = factor(form.rows, form.depth, form.leftTransposed);
    Field& right = factor(form.depth, form.cols, form.rightTransposed);
    Field& out = bench.field(form.outKind, form.rows, form.cols, form.adds ? Fill::Normal : Fill::Nothing);
    Field& addend = bench.field(form.outKind, form.rows, form.cols, Fill::Normal, 8);
    Field& bias = bench.field(form.biasIsOfOut ? form.outKind : NumberKind::Float, 1, form.cols);
    Field& leftSums = bench.field(NumberKind::Float, 1, form.rows, Fill::Nothing);
    Field& scratch = bench.field(NumberKind::Float, engine::sumScratchRows(form.depth), form.rows, Fill::Nothing);
    const auto call = [&](bool onDevice) {
        const auto of = [&](Field& field) { return onDevice ? field.device() : field.host(); };
        return engine::ProductCall{.out = of(out),
                                   .left = of(left),
                                   .right = of(right),
                                   .leftTransposed = form.leftTransposed,
                                   .rightTransposed = form.rightTransposed,
                                   .adds = form.adds,
                                   .addend = form.addsFromElsewhere ? of(addend) : Matrix{},
                                   .bias = form.hasBias ? of(bias) : Matrix{},
                                   .leftSums = form.sumsLeft ? of(leftSums) : Matrix{},
                                   .scratch = form.sumsLeft ? of(scratch) : Matrix{}};
    };
    bench.device().product(bench.stream(), call(true));
    reference::product(call(false));
    bench.compare("out", out);
    if (form.sumsLeft)
        bench.compare("sums of the left", leftSums);
}

std::string titleOf(const Form& form) {
    std::string title = "product " + shapeText(form.rows, form.depth);
    title += form.leftTransposed ? "ᵀ · " : " · ";
    title += shapeText(form.depth, form.cols);
    title += form.rightTransposed ? "ᵀ " : " ";
    title += nameOf(form.kind);
    title += std::string{" to "} + nameOf(form.outKind);
    title += form.adds ? ", added" : "";
    title += form.addsFromElsewhere ? " to what lies elsewhere" : "";
    title += form.hasBias ? ", with bias" : "";
    title += form.biasIsOfOut ? " of its kind" : "";
    title += form.sumsLeft ? ", with sums of the left" : "";
    return title;
}

} // namespace

std::vector<KernelCase> productCases(Size size) {
    struct Extent {
        std::int64_t rows, depth, cols;
    };
    std::vector<Extent> extents = {{16, 32, 24}, {64, 48, 256}};
    if (size == Size::Large)
        extents.insert(extents.end(), {{33, 40, 257}, {512, 768, 2304}, {768, 1024, 256}});
    struct Kinds {
        NumberKind in, out;
    };
    constexpr Kinds kKinds[] = {{NumberKind::Float, NumberKind::Float},
                                {NumberKind::Bf16, NumberKind::Bf16},
                                {NumberKind::Bf16, NumberKind::Float}};
    std::vector<KernelCase> cases;
    const auto add = [&](const Form& form) {
        cases.push_back({titleOf(form), form.outKind == NumberKind::Bf16 ? 1.2e-2 : 1e-4,
                         [=](Bench& bench) { testProduct(bench, form); }});
    };
    for (const auto& [rows, depth, cols] : extents)
        for (const auto& [in, out] : kKinds) {
            for (unsigned bits = 0; bits < 16; ++bits) {
                const Form form{rows,           depth,          cols,          in, out, (bits & 1) > 0,
                                (bits & 2) > 0, (bits & 4) > 0, (bits & 8) > 0};
                add(form);
            }
            // As layers ask for them: onto the residual, and a weight's gradient with its bias's.
            Form onto{rows, depth, cols, in, out, false, true, true, true};
            onto.addsFromElsewhere = onto.biasIsOfOut = true;
            add(onto);
            Form ofWeight{rows, depth, cols, in, out, true, false, false, false};
            ofWeight.sumsLeft = true;
            add(ofWeight);
        }
    return cases;
}

} // namespace lanewright::gpu
