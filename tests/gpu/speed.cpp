// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/parts.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

namespace lanewright::gpu {

namespace {

constexpr int kRuns = 20;
constexpr double kNanosecondsPerMs = 1e6;

/// Milliseconds of one of many runs, enqueued one after the other, after some to warm up.
double timeOf(Device& device, Stream stream, const std::function<void()>& work) {
    const engine::Event from = device.makeEvent(true);
    const engine::Event to = device.makeEvent(true);
    for (int i = 0; i < 3; ++i)
        work();
    device.record(from, stream);
    for (int i = 0; i < kRuns; ++i)
        work();
    device.record(to, stream);
    finish(device, stream);
    return static_cast<double>(device.between(from, to)) / kNanosecondsPerMs / kRuns;
}

void measureProducts(Device& device, Size size, Printer& printer) {
    const std::int64_t by = size == Size::Large ? 1 : 64;
    struct Extent {
        std::int64_t rows, depth, cols;
    };
    for (const Extent& whole : {Extent{8192, 8192, 8192}, Extent{8192, 768, 2304}, Extent{8192, 768, 3072},
                                Extent{8192, 3072, 768}, Extent{8192, 1024, 4096}, Extent{8192, 1600, 6400}}) {
        const Extent extent{whole.rows / by, whole.depth / by, whole.cols / by};
        const auto& [rows, depth, cols] = extent;
        Bench bench(device, "product", 0);
        Field& left = bench.field(NumberKind::Bf16, rows, depth);
        Field& right = bench.field(NumberKind::Bf16, cols, depth);
        Field& out = bench.field(NumberKind::Bf16, rows, cols);
        const double ms = timeOf(device, bench.stream(), [&, &l = left, &r = right, &o = out] {
            device.product(bench.stream(),
                           {.out = o.device(), .left = l.device(), .right = r.device(), .rightTransposed = true});
        });
        const double flop = 2.0 * static_cast<double>(rows) * static_cast<double>(depth) * static_cast<double>(cols);
        printer.speed("product " + shapeText(rows, depth) + " · " + shapeText(depth, cols) + " bf16", ms,
                      flop / ms / 1e9, "TFLOP/s");
    }
}

void measureAttention(Device& device, Size size, Printer& printer, std::int64_t heads, std::int64_t headWidth) {
    const std::int64_t batch = size == Size::Large ? 8 : 1;
    const std::int64_t context = size == Size::Large ? 1024 : 16;
    const std::int64_t width = heads * headWidth;
    Bench bench(device, "attention", 0);
    Field& qkv = bench.field(NumberKind::Bf16, batch * context, 3 * width);
    Field& out = bench.field(NumberKind::Bf16, batch * context, width);
    Field& gradient = bench.field(NumberKind::Bf16, batch * context, width);
    Field& logSums = bench.field(NumberKind::Float, batch * heads, context);
    Field& scratch =
        bench.field(NumberKind::Float, 1, engine::attentionScratch(batch, context, heads, width), Fill::Positive);
    const engine::AttentionCall call{.batch = batch,
                                     .context = context,
                                     .heads = heads,
                                     .qkv = qkv.device(),
                                     .out = out.device(),
                                     .logSums = logSums.device(),
                                     .outGradient = gradient.device(),
                                     .scratch = scratch.device()};
    // Of the causal half, two products forwards and five backwards.
    const double product =
        static_cast<double>(batch * heads * headWidth) * static_cast<double>(context) * static_cast<double>(context);
    const std::string title = ", B " + std::to_string(batch) + ", T " + std::to_string(context) + ", H " +
                              std::to_string(heads) + ", D " + std::to_string(headWidth);
    const double forward = timeOf(device, bench.stream(), [&] { device.attention(bench.stream(), call); });
    printer.speed("attention" + title, forward, 2 * product / forward / 1e9, "TFLOP/s");
    const double backward = timeOf(device, bench.stream(), [&] { device.attentionGradient(bench.stream(), call); });
    printer.speed("attentionGradient" + title, backward, 5 * product / backward / 1e9, "TFLOP/s");
}

void measureTraffic(Device& device, Size size, Printer& printer) {
    const std::int64_t rowCount = size == Size::Large ? 8192 : 64;
    const std::int64_t colCount = size == Size::Large ? 768 : 16;
    const auto count = static_cast<double>(rowCount * colCount);
    Bench bench(device, "traffic", 0);
    const auto gigabytes = [&](const std::string& name, double bytes, const std::function<void()>& work) {
        const double ms = timeOf(device, bench.stream(), work);
        printer.speed(name, ms, bytes / ms / 1e6, "GB/s");
    };
    Field& wide = bench.field(NumberKind::Bf16, rowCount, 4 * colCount);
    Field& wideOut = bench.field(NumberKind::Bf16, rowCount, 4 * colCount);
    const double wideBytes = count * 4 * 2;
    gigabytes("gelu " + shapeText(rowCount, 4 * colCount) + " bf16", 2 * wideBytes,
              [&] { device.gelu(bench.stream(), wideOut.device(), wide.device()); });
    Field& x = bench.field(NumberKind::Float, rowCount, colCount);
    Field& y = bench.field(NumberKind::Bf16, rowCount, colCount);
    Field& rows = bench.field(NumberKind::Float, 2, rowCount);
    Field& cols = bench.field(NumberKind::Float, 2, colCount);
    const auto vector = [](const Field& field, std::int64_t row) {
        Matrix one = field.device();
        one.data = static_cast<float*>(one.data) + row * one.stride;
        one.rows = 1;
        return one;
    };
    gigabytes("norm " + shapeText(rowCount, colCount) + " float to bf16", count * 6.0, [&] {
        device.norm(bench.stream(), {.out = y.device(),
                                     .mean = vector(rows, 0),
                                     .rstd = vector(rows, 1),
                                     .in = x.device(),
                                     .gain = vector(cols, 0),
                                     .bias = vector(cols, 1)});
    });
    Field& weights = bench.field(NumberKind::Float, 4, rowCount * colCount, Fill::Positive);
    const auto numbers = [&](std::int64_t row) { return static_cast<float*>(vector(weights, row).data); };
    const engine::AdamCall::State state{numbers(0), numbers(1), numbers(2)};
    gigabytes("adamw of " + std::to_string(rowCount * colCount), count * 28.0, [&] {
        device.adamw(
            bench.stream(),
            {.to = state, .from = state, .gradient = numbers(3), .count = rowCount * colCount, .settings = {}});
    });
}

/// Work that fills a lane for some milliseconds, and the bits that come of it.
class LaneWork {
public:
    LaneWork(Device& device, int lane, Size size)
        : m_bench(device, "lane", 0), m_stream(device.stream(lane, engine::StreamUse::Compute)),
          m_context(size == Size::Large ? 256 : 16) {
        const std::int64_t side = size == Size::Large ? 1024 : 32;
        m_left = &m_bench.field(NumberKind::Bf16, side, side);
        m_right = &m_bench.field(NumberKind::Bf16, side, side);
        m_out = &m_bench.field(NumberKind::Bf16, side, side);
        m_qkv = &m_bench.field(NumberKind::Bf16, 2 * m_context, 3 * 256);
        m_mixed = &m_bench.field(NumberKind::Bf16, 2 * m_context, 256);
        m_logSums = &m_bench.field(NumberKind::Float, 8, m_context);
    }

    void enqueue(int times) {
        Device& device = m_bench.device();
        for (int i = 0; i < times; ++i) {
            device.product(m_stream, {.out = m_out->device(), .left = m_left->device(), .right = m_right->device()});
            device.attention(m_stream, {.batch = 2,
                                        .context = m_context,
                                        .heads = 4,
                                        .qkv = m_qkv->device(),
                                        .out = m_mixed->device(),
                                        .logSums = m_logSums->device()});
        }
    }
    Stream stream() const { return m_stream; }
    std::vector<std::byte> bits() {
        gpu::finish(m_bench.device(), m_stream);
        std::vector<std::byte> all = m_out->download(m_bench.device());
        const std::vector<std::byte> more = m_mixed->download(m_bench.device());
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

private:
    Bench m_bench;
    Stream m_stream;
    std::int64_t m_context;
    Field *m_left, *m_right, *m_out, *m_qkv, *m_mixed, *m_logSums;
};

} // namespace

void measureSpeed(Device& device, Size size, Printer& printer) {
    measureProducts(device, size, printer);
    for (const auto& [heads, headWidth] : {std::pair{12, 64}, std::pair{16, 64}, std::pair{16, 128}})
        measureAttention(device, size, printer, heads, headWidth);
    measureTraffic(device, size, printer);
}

void checkLanes(engine::DeviceModule& module, const engine::DeviceWish& wish, Size size, Device& whole,
                Printer& printer) {
    const int lanes = wish.lanes;
    const auto opened = module.open(wish);
    if (!opened) {
        printer.claim("lanes", std::to_string(lanes) + " lanes open", false, opened.error().message);
        return;
    }
    Device& device = **opened;
    const int times = size == Size::Large ? 200 : 2;
    const Stream first = device.stream(0, engine::StreamUse::Compute);
    const engine::Event from = device.makeEvent(true);
    const engine::Event to = device.makeEvent(true);
    std::vector<std::unique_ptr<LaneWork>> work;
    for (int lane = 0; lane < lanes; ++lane) {
        work.push_back(std::make_unique<LaneWork>(device, lane, size));
        work.back()->enqueue(3);
        finish(device, work.back()->stream());
    }
    const auto milliseconds = [&](int busy) {
        device.record(from, first);
        for (int lane = 1; lane < busy; ++lane)
            device.wait(work[static_cast<std::size_t>(lane)]->stream(), from);
        for (int lane = 0; lane < busy; ++lane)
            work[static_cast<std::size_t>(lane)]->enqueue(times);
        for (int lane = 1; lane < busy; ++lane) {
            const engine::Event end = device.makeEvent(false);
            device.record(end, work[static_cast<std::size_t>(lane)]->stream());
            device.wait(first, end);
        }
        device.record(to, first);
        finish(device, first);
        return static_cast<double>(device.between(from, to)) / kNanosecondsPerMs;
    };
    const double alone = milliseconds(1);
    printer.lanes(device.facts(), alone, milliseconds(lanes));
    LaneWork reference(whole, 0, size);
    reference.enqueue(1);
    const std::vector<std::byte> bits = reference.bits();
    const bool equal = std::all_of(work.begin(), work.end(), [&](const auto& lane) { return lane->bits() == bits; });
    printer.claim("bits", "each of " + std::to_string(lanes) + " lanes computes the bits of the whole GPU", equal,
                  equal ? "" : "they differ");
}

} // namespace lanewright::gpu
