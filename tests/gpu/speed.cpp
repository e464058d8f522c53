// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/buffers.h"
#include "tests/gpu/parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

namespace lanewright::gpu {

namespace {

constexpr int kRuns = 10;
constexpr std::size_t kTrials = 3;     ///< each of so many runs; the middle one counts
constexpr double kBeyondCache = 256e6; ///< bytes: several times what the largest GPU's cache holds
constexpr double kNanosecondsPerMs = 1e6;

constexpr auto kFloat = NumberKind::Float;
constexpr auto kBf16 = NumberKind::Bf16;

/// Milliseconds of one of many runs, enqueued one after the other, after some to warm up. `work` gets the run's number.
double timeOf(Device& device, Stream stream, const std::function<void(std::size_t run)>& work) {
    const engine::Event from = device.makeEvent(true);
    const engine::Event to = device.makeEvent(true);
    std::size_t run = 0;
    while (run < 3)
        work(run++);
    std::array<Time, kTrials> times{};
    for (Time& time : times) {
        device.record(from, stream);
        for (int i = 0; i < kRuns; ++i)
            work(run++);
        device.record(to, stream);
        finish(device, stream);
        time = device.between(from, to);
    }
    std::ranges::sort(times);
    return static_cast<double>(times[kTrials / 2]) / kNanosecondsPerMs / kRuns;
}

/// out (rows,cols) = left (rows,depth) · right (depth,cols), each factor transposed or not in memory.
struct Extent {
    std::int64_t rows, depth, cols;
};
struct ProductForm {
    std::string title;
    Extent extent;
    bool leftTransposed = false;
    bool rightTransposed = false;
    NumberKind outKind = kBf16;
    bool adds = false;    ///< what lies elsewhere
    bool hasBias = false; ///< one of the kind of `out`
    bool sumsLeft = false;
    bool sumsApart = false; ///< by a kernel of their own, which is timed with it; not beside `sumsLeft`
};

std::string lineOf(const ProductForm& form) {
    const auto& [rows, depth, cols] = form.extent;
    std::string line = form.title + " " + shapeText(rows, depth);
    line += (form.leftTransposed ? "ᵀ · " : " · ") + shapeText(depth, cols) + (form.rightTransposed ? "ᵀ" : "");
    line += std::string{" bf16 to "} + nameOf(form.outKind);
    line += form.adds ? ", added" : "";
    line += form.hasBias ? ", with bias" : "";
    line += form.sumsLeft ? ", with sums of the left" : "";
    line += form.sumsApart ? ", with sums of the left apart" : "";
    return line;
}

/// The same for `torch_step.py`, which has one way to make sums.
std::string questionOf(const ProductForm& form) {
    const auto& [rows, depth, cols] = form.extent;
    if (form.sumsApart)
        return "";
    std::string shape = "product " + std::to_string(rows) + " " + std::to_string(depth) + " " + std::to_string(cols);
    shape += form.leftTransposed ? " transposed" : " plain";
    shape += form.rightTransposed ? " transposed" : " plain";
    return shape + (form.sumsLeft ? " sums" : "");
}

void measureProduct(Device& device, const ProductForm& form, Printer& printer) {
    const auto& [rows, depth, cols] = form.extent;
    Buffers buffers(device, device.stream(0, engine::StreamUse::Compute));
    const Stream stream = buffers.stream();
    const auto factor = [&](std::int64_t height, std::int64_t width, bool transposed) {
        return transposed ? buffers.matrix(kBf16, width, height) : buffers.matrix(kBf16, height, width);
    };
    const bool sums = form.sumsLeft || form.sumsApart;
    const Matrix leftSums = sums ? buffers.matrix(kFloat, 1, rows) : Matrix{};
    const Matrix scratch = sums ? buffers.matrix(kFloat, engine::sumScratchRows(depth), rows) : Matrix{};
    const engine::ProductCall call{.out = buffers.matrix(form.outKind, rows, cols),
                                   .left = factor(rows, depth, form.leftTransposed),
                                   .right = factor(depth, cols, form.rightTransposed),
                                   .leftTransposed = form.leftTransposed,
                                   .rightTransposed = form.rightTransposed,
                                   .adds = form.adds,
                                   .addend = form.adds ? buffers.matrix(form.outKind, rows, cols) : Matrix{},
                                   .bias = form.hasBias ? buffers.matrix(form.outKind, 1, cols) : Matrix{},
                                   .leftSums = form.sumsLeft ? leftSums : Matrix{},
                                   .scratch = form.sumsLeft ? scratch : Matrix{}};
    const double ms = timeOf(device, stream, [&](std::size_t) {
        if (form.sumsApart)
            device.columnSums(stream, leftSums, call.left, scratch);
        device.product(stream, call);
    });
    const double flop = 2.0 * static_cast<double>(rows) * static_cast<double>(depth) * static_cast<double>(cols);
    printer.speed({lineOf(form), ms, flop / ms / 1e9, "TFLOP/s", questionOf(form)});
}

/// The products of a layer: out (n,to) = in (n,from) · weight (to,from)ᵀ, and both gradients. Those that end in the
/// residual add onto floats; the gradient of a weight brings that of its bias, by the way or apart.
void measureLayer(Device& device, Size size, std::int64_t width, Printer& printer) {
    const std::int64_t rows = size == Size::Large ? 8192 : 64;
    struct Linear {
        const char* name;
        std::int64_t to, from;
        bool isOntoResidual;
    };
    for (const auto& [name, to, from, isOntoResidual] :
         {Linear{"qkv", 3 * width, width, false}, Linear{"out", width, width, true},
          Linear{"up", 4 * width, width, false}, Linear{"down", width, 4 * width, true}}) {
        const std::string title = std::string{" of "} + name + ",";
        measureProduct(device,
                       {.title = "F" + title,
                        .extent = {rows, from, to},
                        .rightTransposed = true,
                        .outKind = isOntoResidual ? kFloat : kBf16,
                        .adds = isOntoResidual,
                        .hasBias = true},
                       printer);
        measureProduct(device, {.title = "B" + title, .extent = {rows, to, from}}, printer);
        for (const bool apart : {false, true})
            measureProduct(device,
                           {.title = "W" + title,
                            .extent = {to, rows, from},
                            .leftTransposed = true,
                            .outKind = kFloat,
                            .sumsLeft = !apart,
                            .sumsApart = apart},
                           printer);
    }
}

struct AttentionForm {
    std::int64_t batch, context, heads, headWidth;
};

void measureAttention(Device& device, const AttentionForm& form, Printer& printer) {
    const auto& [batch, context, heads, headWidth] = form;
    const std::int64_t width = heads * headWidth;
    Buffers buffers(device, device.stream(0, engine::StreamUse::Compute));
    const engine::AttentionCall call{
        .batch = batch,
        .context = context,
        .heads = heads,
        .qkv = buffers.matrix(kBf16, batch * context, 3 * width),
        .out = buffers.matrix(kBf16, batch * context, width),
        .logSums = buffers.matrix(kFloat, batch * heads, context),
        .outGradient = buffers.matrix(kBf16, batch * context, width),
        .scratch = buffers.matrix(kFloat, 1, engine::attentionScratch(batch, context, heads, width))};
    // For the causal half, two products forwards and five backwards.
    const double product =
        static_cast<double>(batch * heads * headWidth) * static_cast<double>(context) * static_cast<double>(context);
    std::string title = ", B " + std::to_string(batch) + ", T " + std::to_string(context);
    title += ", H " + std::to_string(heads) + ", D " + std::to_string(headWidth);
    std::string shape = " " + std::to_string(batch) + " " + std::to_string(context);
    shape += " " + std::to_string(heads) + " " + std::to_string(headWidth);
    const double forward =
        timeOf(device, buffers.stream(), [&](std::size_t) { device.attention(buffers.stream(), call); });
    printer.speed({"attention" + title, forward, 2 * product / forward / 1e9, "TFLOP/s", "attention" + shape});
    const double backward =
        timeOf(device, buffers.stream(), [&](std::size_t) { device.attentionGradient(buffers.stream(), call); });
    printer.speed(
        {"attentionGradient" + title, backward, 5 * product / backward / 1e9, "TFLOP/s", "attentionGradient" + shape});
}

/// Kernels that are as fast as memory. Each run takes another of so many sets of matrices that none is still in the
/// cache when its turn comes again.
class Traffic {
public:
    Traffic(Device& device, Size size, Printer& printer)
        : m_device(device), m_stream(device.stream(0, engine::StreamUse::Compute)), m_isLarge(size == Size::Large),
          m_printer(printer) {}

    /// `bytes` are read and written by one run; `makeSet` makes matrices and what is to be done with them.
    template <typename MakeSet>
    void measure(const std::string& name, std::int64_t bytes, const MakeSet& makeSet) {
        const auto each = static_cast<double>(bytes);
        const auto enough = static_cast<std::size_t>(std::ceil(kBeyondCache / each));
        Buffers buffers(m_device, m_stream);
        std::vector<std::function<void()>> sets;
        while (sets.size() < (m_isLarge ? std::max<std::size_t>(4, enough) : 2))
            sets.push_back(makeSet(buffers));
        const double ms = timeOf(m_device, m_stream, [&](std::size_t run) { sets[run % sets.size()](); });
        m_printer.speed({name, ms, each / ms / 1e6, "GB/s", ""});
    }

private:
    Device& m_device;
    Stream m_stream;
    bool m_isLarge;
    Printer& m_printer;
};

void measureElementwise(Device& device, Traffic& traffic, std::int64_t rows, std::int64_t cols) {
    const std::int64_t count = rows * cols;
    const std::string shape = " " + shapeText(rows, cols);
    const std::string wideShape = " " + shapeText(rows, 4 * cols);
    traffic.measure("copy" + shape + " float", 8 * count, [&](Buffers& buffers) {
        return [&device, stream = buffers.stream(), to = buffers.matrix(kFloat, rows, cols),
                from = buffers.matrix(kFloat, rows, cols)] {
            device.copy(stream, to.data, from.data, from.size() * bytesOf(kFloat));
        };
    });
    traffic.measure("convert" + shape + " float to bf16", 6 * count, [&](Buffers& buffers) {
        return [&device, stream = buffers.stream(), to = buffers.matrix(kBf16, rows, cols),
                from = buffers.matrix(kFloat, rows, cols)] { device.convert(stream, to, from); };
    });
    traffic.measure("gelu" + wideShape + " bf16", 4 * 4 * count, [&](Buffers& buffers) {
        return [&device, stream = buffers.stream(), out = buffers.matrix(kBf16, rows, 4 * cols),
                in = buffers.matrix(kBf16, rows, 4 * cols)] { device.gelu(stream, out, in); };
    });
    traffic.measure("geluGradient" + wideShape + " bf16", 6 * 4 * count, [&](Buffers& buffers) {
        return [&device, stream = buffers.stream(), in = buffers.matrix(kBf16, rows, 4 * cols),
                gradient = buffers.matrix(kBf16, rows, 4 * cols)] { device.geluGradient(stream, in, gradient); };
    });
    traffic.measure("columnSums" + wideShape + " bf16", 2 * 4 * count, [&](Buffers& buffers) {
        return [&device, stream = buffers.stream(), in = buffers.matrix(kBf16, rows, 4 * cols),
                sums = buffers.matrix(kFloat, 1, 4 * cols),
                scratch = buffers.matrix(kFloat, engine::sumScratchRows(rows), 4 * cols)] {
            device.columnSums(stream, sums, in, scratch);
        };
    });
}

void measureNorms(Device& device, Traffic& traffic, std::int64_t rows, std::int64_t cols) {
    const std::int64_t count = rows * cols;
    const std::string shape = " " + shapeText(rows, cols);
    traffic.measure("norm" + shape + " float to bf16", 6 * count, [&](Buffers& buffers) {
        const engine::NormCall call{.out = buffers.matrix(kBf16, rows, cols),
                                    .mean = buffers.matrix(kFloat, 1, rows),
                                    .rstd = buffers.matrix(kFloat, 1, rows),
                                    .in = buffers.matrix(kFloat, rows, cols),
                                    .gain = buffers.matrix(kFloat, 1, cols),
                                    .bias = buffers.matrix(kFloat, 1, cols)};
        return [&device, stream = buffers.stream(), call] { device.norm(stream, call); };
    });
    traffic.measure("normGradient" + shape + " bf16, passed and rounded to bf16", 18 * count, [&](Buffers& buffers) {
        const engine::NormGradientCall call{.gradient = buffers.matrix(kFloat, rows, cols),
                                            .passed = buffers.matrix(kBf16, rows, cols),
                                            .rounded = buffers.matrix(kBf16, rows, cols),
                                            .outGradient = buffers.matrix(kBf16, rows, cols),
                                            .in = buffers.matrix(kFloat, rows, cols),
                                            .mean = buffers.matrix(kFloat, 1, rows),
                                            .rstd = buffers.matrix(kFloat, 1, rows, Fill::Positive),
                                            .gain = buffers.matrix(kFloat, 1, cols),
                                            .gainGradient = buffers.matrix(kFloat, 1, cols),
                                            .biasGradient = buffers.matrix(kFloat, 1, cols),
                                            .scratch = buffers.matrix(kFloat, 2 * engine::sumScratchRows(rows), cols)};
        return [&device, stream = buffers.stream(), call] { device.normGradient(stream, call); };
    });
}

void measureEnds(Device& device, Traffic& traffic, std::int64_t rows, std::int64_t cols, std::int64_t context) {
    constexpr std::int64_t kVocabulary = 256;
    const std::int64_t count = rows * cols;
    traffic.measure("embed " + shapeText(rows, cols), 4 * count, [&](Buffers& buffers) {
        return [&device, stream = buffers.stream(), out = buffers.matrix(kFloat, rows, cols),
                tokens = buffers.tokens(rows, kVocabulary), table = buffers.matrix(kFloat, kVocabulary, cols),
                positions = buffers.matrix(kFloat, context, cols)] {
            device.embed(stream, out, tokens, table, positions);
        };
    });
    traffic.measure("embedGradient " + shapeText(rows, cols), 4 * count, [&](Buffers& buffers) {
        return [&device, stream = buffers.stream(), gradient = buffers.matrix(kFloat, rows, cols),
                tokens = buffers.tokens(rows, kVocabulary), table = buffers.matrix(kFloat, kVocabulary, cols),
                positions = buffers.matrix(kFloat, context, cols)] {
            device.embedGradient(stream, table, positions, gradient, tokens);
        };
    });
    traffic.measure("crossEntropy " + shapeText(rows, kVocabulary), 8 * rows * kVocabulary, [&](Buffers& buffers) {
        return [&device, stream = buffers.stream(), logits = buffers.matrix(kFloat, rows, kVocabulary),
                targets = buffers.tokens(rows, kVocabulary),
                losses = buffers.matrix(kFloat, 1, rows)] { device.crossEntropy(stream, logits, targets, losses); };
    });
}

/// Over as many weights as a layer has.
void measureOptimizer(Device& device, Traffic& traffic, std::int64_t cols) {
    const std::int64_t count = 12 * cols * cols;
    const std::string of = " of " + std::to_string(count);
    traffic.measure("sumOfSquares" + of, 4 * count, [&](Buffers& buffers) {
        return [&device, stream = buffers.stream(), numbers = buffers.matrix(kFloat, 1, count),
                sum = buffers.matrix(kFloat, 1, 2), scratch = buffers.matrix(kFloat, 1, 2048)] {
            device.sumOfSquares(stream, static_cast<double*>(sum.data), static_cast<const float*>(numbers.data),
                                numbers.cols, static_cast<double*>(scratch.data));
        };
    });
    traffic.measure("adamw" + of + ", rounded", 30 * count, [&](Buffers& buffers) {
        const auto floats = [&] { return static_cast<float*>(buffers.matrix(kFloat, 1, count, Fill::Positive).data); };
        const engine::AdamCall::State state{floats(), floats(), floats()};
        const engine::AdamCall call{.to = state,
                                    .from = state,
                                    .gradient = floats(),
                                    .rounded = buffers.matrix(kBf16, 1, count).data,
                                    .count = count,
                                    .settings = {}};
        return [&device, stream = buffers.stream(), call] { device.adamw(stream, call); };
    });
}

} // namespace

void measureSpeed(Device& device, Size size, Printer& printer) {
    const bool isLarge = size == Size::Large;
    const std::int64_t side = isLarge ? 8192 : 64;
    measureProduct(device, {.title = "product", .extent = {side, side, side}, .rightTransposed = true}, printer);
    const std::vector<std::int64_t> widths =
        isLarge ? std::vector<std::int64_t>{768, 1024} : std::vector<std::int64_t>{16};
    for (const std::int64_t width : widths)
        measureLayer(device, size, width, printer);
    const std::vector<AttentionForm> forms =
        isLarge
            ? std::vector<AttentionForm>{{8, 1024, 12, 64}, {8, 1024, 16, 64}, {8, 1024, 16, 128}, {2, 4096, 12, 64}}
            : std::vector<AttentionForm>{{1, 16, 2, 8}};
    for (const AttentionForm& form : forms)
        measureAttention(device, form, printer);
    Traffic traffic(device, size, printer);
    const std::int64_t rows = isLarge ? 8192 : 64;
    for (const std::int64_t width : widths) {
        measureElementwise(device, traffic, rows, width);
        measureNorms(device, traffic, rows, width);
        measureEnds(device, traffic, rows, width, isLarge ? 1024 : 16);
        measureOptimizer(device, traffic, width);
    }
    printer.choices(device.choices());
}

} // namespace lanewright::gpu
