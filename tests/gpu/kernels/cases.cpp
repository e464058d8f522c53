// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/kernels/cases.h"

namespace lanewright::gpu {

const char* nameOf(NumberKind kind) { return kind == NumberKind::Float ? "float" : "bf16"; }

std::string shapeText(std::int64_t rows, std::int64_t cols) {
    std::string text = "(" + std::to_string(rows);
    text += "," + std::to_string(cols);
    return text + ")";
}

double limitOf(NumberKind kind) { return kind == NumberKind::Float ? 2e-5 : 8e-3; }

std::vector<KernelCase> kernelCases(Size size) {
    std::vector<KernelCase> all;
    for (const auto& part : {elementwiseCases, rowCases, attentionCases, productCases, optimizerCases})
        for (KernelCase& one : part(size))
            all.push_back(std::move(one));
    return all;
}

Outcome run(const KernelCase& one, Device& device) {
    try {
        Bench bench(device, one.name, one.limit, one.farthest);
        one.work(bench);
        return bench.outcome();
    } catch (const engine::Failure& failure) {
        return {.name = one.name, .limit = one.limit, .farthest = one.farthest, .words = failure.what()};
    }
}

} // namespace lanewright::gpu
