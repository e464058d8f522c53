// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/kernels/cases.h"

#include "tests/engine/reference_kernels/reference_kernels.h"

namespace lanewright::gpu {

namespace reference = engine::reference;

namespace {

struct Form {
    NumberKind kind;
    std::int64_t batch, context, heads, headWidth;
};

/// Tensor cores take weights and gradients of scores rounded to 16 bits. Over long contexts a single number may then
/// lie far off: gradients of early keys' values are ten times the others. All together do not.
double limitFor(const Form& form) { return form.kind == NumberKind::Float ? 1e-4 : 0.1; }
double farthestFor(const Form& form) { return form.kind == NumberKind::Float ? 1e-5 : 5e-3; }

void testAttention(Bench& bench, const Form& form) {
    const std::int64_t rows = form.batch * form.context;
    const std::int64_t width = form.heads * form.headWidth;
    const std::int64_t scratchSize = engine::attentionScratch(form.batch, form.context, form.heads, width);
    Field& qkv = bench.field(form.kind, rows, 3 * width);
    Field& out = bench.field(form.kind, rows, width, Fill::Nothing);
    Field& logSums = bench.field(NumberKind::Float, form.batch * form.heads, form.context, Fill::Nothing);
    Field& outGradient = bench.field(form.kind, rows, width);
    Field& scratch = bench.field(NumberKind::Float, 1, scratchSize, Fill::Nothing);
    const auto call = [&](bool onDevice) {
        const auto of = [&](Field& field) { return onDevice ? field.device() : field.host(); };
        return engine::AttentionCall{.batch = form.batch,
                                     .context = form.context,
                                     .heads = form.heads,
                                     .qkv = of(qkv),
                                     .out = of(out),
                                     .logSums = of(logSums),
                                     .outGradient = of(outGradient),
                                     .scratch = of(scratch)};
    };
    bench.device().attention(bench.stream(), call(true));
    reference::attention(call(false));
    bench.compare("out", out);
    bench.compare("logSums", logSums);
    bench.device().attentionGradient(bench.stream(), call(true));
    reference::attentionGradient(call(false));
    bench.compare("gradient of qkv", qkv);
}

std::vector<Form> forms(Size size) {
    constexpr auto kFloat = NumberKind::Float;
    constexpr auto kBf16 = NumberKind::Bf16;
    std::vector<Form> all;
    for (const NumberKind kind : {kFloat, kBf16})
        for (const std::int64_t headWidth : {4, 7, 32, 48, 64, 80, 128})
            all.push_back({kind, 1, 37, 2, headWidth});
    for (const std::int64_t context : {1, 8, 16, 63, 64, 65, 129, 200})
        all.push_back({kBf16, 2, context, 1, 64});
    all.insert(all.end(), {{kBf16, 1, 150, 1, 128},
                           {kBf16, 1, 97, 3, 16},
                           {kFloat, 2, 65, 1, 64},
                           {kBf16, 1, 40, 1, 160},
                           {kFloat, 1, 20, 1, 256},
                           {kFloat, 1, 20, 1, 300},
                           {kBf16, 1, 1024, 1, 64}});
    // With these a block's shared memory comes to just above what is given unasked.
    for (const NumberKind kind : {kFloat, kBf16})
        for (const std::int64_t headWidth : {122, 124, 136, 150, 152})
            all.push_back({kind, 1, 33, 1, headWidth});
    if (size == Size::Large)
        all.insert(all.end(), {{kBf16, 2, 1024, 12, 64},
                               {kBf16, 1, 777, 4, 128},
                               {kFloat, 1, 512, 4, 64},
                               {kBf16, 1, 2048, 2, 96},
                               {kFloat, 1, 260, 2, 256}});
    return all;
}

} // namespace

std::vector<KernelCase> attentionCases(Size size) {
    std::vector<KernelCase> cases;
    for (const Form& form : forms(size)) {
        std::string title = "attention and its gradient, B " + std::to_string(form.batch);
        title += ", T " + std::to_string(form.context);
        title += ", H " + std::to_string(form.heads);
        title += ", D " + std::to_string(form.headWidth);
        title += std::string{", "} + nameOf(form.kind);
        cases.push_back({title, limitFor(form), [=](Bench& bench) { testAttention(bench, form); }, farthestFor(form)});
    }
    return cases;
}

} // namespace lanewright::gpu
