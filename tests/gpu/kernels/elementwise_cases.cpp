// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/kernels/cases.h"

#include "tests/engine/reference_kernels/reference_kernels.h"

namespace lanewright::gpu {

namespace reference = engine::reference;

namespace {

constexpr NumberKind kKinds[] = {NumberKind::Float, NumberKind::Bf16};

struct Extent {
    std::int64_t rows, cols, gap;
};

std::vector<Extent> extents(Size size) {
    std::vector<Extent> all = {{1, 1, 0}, {3, 7, 0}, {5, 24, 8}, {33, 257, 0}, {17, 64, 3}, {70, 40, 0}};
    if (size == Size::Large)
        all.insert(all.end(), {{8192, 3072, 0}, {4096, 768, 768}, {2047, 1601, 0}});
    return all;
}

/// A case for each shape and pair of kinds.
template <typename Work>
void forPairs(std::vector<KernelCase>& cases, const char* name, Size size, const Work& work) {
    for (const Extent& extent : extents(size))
        for (const NumberKind to : kKinds)
            for (const NumberKind from : kKinds) {
                std::string title = name + (" " + shapeText(extent.rows, extent.cols));
                title += extent.gap > 0 ? " of wider rows, " : " ";
                title += nameOf(to) + (std::string{" from "} + nameOf(from));
                cases.push_back({title, limitOf(to), [=](Bench& bench) { work(bench, extent, to, from); }});
            }
}

void testGelu(Bench& bench, const Extent& extent, NumberKind to, NumberKind from) {
    Field& in = bench.field(from, extent.rows, extent.cols, Fill::Normal, extent.gap);
    Field& out = bench.field(to, extent.rows, extent.cols, Fill::Nothing, extent.gap);
    bench.device().gelu(bench.stream(), out.device(), in.device());
    reference::gelu(out.host(), in.host());
    bench.compare("out", out);
}

void testGeluGradient(Bench& bench, const Extent& extent, NumberKind to, NumberKind from) {
    Field& in = bench.field(to, extent.rows, extent.cols, Fill::Normal, extent.gap);
    Field& gradient = bench.field(from, extent.rows, extent.cols);
    bench.device().geluGradient(bench.stream(), in.device(), gradient.device());
    reference::geluGradient(in.host(), gradient.host());
    bench.compare("in", in);
}

void testConvert(Bench& bench, const Extent& extent, NumberKind to, NumberKind from) {
    Field& in = bench.field(from, extent.rows, extent.cols, Fill::Normal, extent.gap);
    Field& out = bench.field(to, extent.rows, extent.cols, Fill::Nothing);
    bench.device().convert(bench.stream(), out.device(), in.device());
    reference::convert(out.host(), in.host());
    bench.compare("to", out);
}

void testColumnSums(Bench& bench, const Extent& extent, NumberKind kind) {
    Field& in = bench.field(kind, extent.rows, extent.cols, Fill::Normal, extent.gap);
    Field& sums = bench.field(NumberKind::Float, 1, extent.cols, Fill::Nothing);
    Field& scratch = bench.field(NumberKind::Float, engine::sumScratchRows(extent.rows), extent.cols, Fill::Nothing);
    bench.device().columnSums(bench.stream(), sums.device(), in.device(), scratch.device());
    reference::columnSums(sums.host(), in.host());
    bench.compare("sums", sums);
}

void testAdd(Bench& bench, const Extent& extent) {
    Field& to = bench.field(NumberKind::Float, extent.rows, extent.cols, Fill::Normal, extent.gap);
    Field& from = bench.field(NumberKind::Float, extent.rows, extent.cols);
    bench.device().add(bench.stream(), to.device(), from.device());
    reference::add(to.host(), from.host());
    bench.compare("to", to);
}

} // namespace

std::vector<KernelCase> elementwiseCases(Size size) {
    std::vector<KernelCase> cases;
    forPairs(cases, "gelu", size, testGelu);
    forPairs(cases, "geluGradient", size, testGeluGradient);
    forPairs(cases, "convert", size, testConvert);
    for (const Extent& extent : extents(size)) {
        const std::string shape = " " + shapeText(extent.rows, extent.cols);
        cases.push_back({"add" + shape, limitOf(NumberKind::Float), [=](Bench& bench) { testAdd(bench, extent); }});
        for (const NumberKind kind : kKinds)
            cases.push_back({"columnSums" + shape + " " + nameOf(kind), limitOf(NumberKind::Float),
                             [=](Bench& bench) { testColumnSums(bench, extent, kind); }});
    }
    return cases;
}

} // namespace lanewright::gpu
