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

void measureProducts(Device& device, Printer& printer) {
    struct Extent {
        std::int64_t rows, depth, cols;
    };
    for (const auto& [rows, depth, cols] :
         {Extent{8192, 8192, 8192}, Extent{8192, 768, 2304}, Extent{8192, 768, 3072}, Extent{8192, 3072, 768},
          Extent{8192, 1024, 4096}, Extent{8192, 1600, 6400}}) {
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

void measureAttention(Device& device, Printer& printer, std::int64_t heads, std::int64_t headWidth) {
    constexpr std::int64_t kBatch = 8;
    constexpr std::int64_t kContext = 1024;
    const std::int64_t width = heads * headWidth;
    Bench bench(device, "attention", 0);
    Field& qkv = bench.field(NumberKind::Bf16, kBatch * kContext, 3 * width);
    Field& out = bench.field(NumberKind::Bf16, kBatch * kContext, width);
    Field& gradient = bench.field(NumberKind::Bf16, kBatch * kContext, width);
    Field& logSums = bench.field(NumberKind::Float, kBatch * heads, kContext);
    Field& scratch =
        bench.field(NumberKind::Float, 1, engine::attentionScratch(kBatch, kContext, heads, width), Fill::Positive);
    const engine::AttentionCall call{.batch = kBatch,
                                     .context = kContext,
                                     .heads = heads,
                                     .qkv = qkv.device(),
                                     .out = out.device(),
                                     .logSums = logSums.device(),
                                     .outGradient = gradient.device(),
                                     .scratch = scratch.device()};
    // Of the causal half, two products forwards and five backwards.
    const double product =
        static_cast<double>(kBatch * heads * headWidth) * static_cast<double>(kContext) * static_cast<double>(kContext);
    const std::string title = ", B 8, T 1024, H " + std::to_string(heads) + ", D " + std::to_string(headWidth);
    const double forward = timeOf(device, bench.stream(), [&] { device.attention(bench.stream(), call); });
    printer.speed("attention" + title, forward, 2 * product / forward / 1e9, "TFLOP/s");
    const double backward = timeOf(device, bench.stream(), [&] { device.attentionGradient(bench.stream(), call); });
    printer.speed("attentionGradient" + title, backward, 5 * product / backward / 1e9, "TFLOP/s");
}

void measureTraffic(Device& device, Printer& printer) {
    constexpr std::int64_t kRows = 8192;
    constexpr std::int64_t kCols = 768;
    Bench bench(device, "traffic", 0);
    const auto gigabytes = [&](const char* name, double bytes, const std::function<void()>& work) {
        const double ms = timeOf(device, bench.stream(), work);
        printer.speed(name, ms, bytes / ms / 1e6, "GB/s");
    };
    Field& wide = bench.field(NumberKind::Bf16, kRows, 4 * kCols);
    Field& wideOut = bench.field(NumberKind::Bf16, kRows, 4 * kCols);
    constexpr auto kWide = static_cast<double>(kRows * kCols * 4 * 2);
    gigabytes("gelu (8192,3072) bf16", 2 * kWide,
              [&] { device.gelu(bench.stream(), wideOut.device(), wide.device()); });
    Field& x = bench.field(NumberKind::Float, kRows, kCols);
    Field& y = bench.field(NumberKind::Bf16, kRows, kCols);
    Field& rows = bench.field(NumberKind::Float, 2, kRows);
    Field& cols = bench.field(NumberKind::Float, 2, kCols);
    const auto vector = [](const Field& field, std::int64_t row) {
        Matrix one = field.device();
        one.data = static_cast<float*>(one.data) + row * one.stride;
        one.rows = 1;
        return one;
    };
    gigabytes("norm (8192,768) float to bf16", kRows * kCols * 6.0, [&] {
        device.norm(bench.stream(), {.out = y.device(),
                                     .mean = vector(rows, 0),
                                     .rstd = vector(rows, 1),
                                     .in = x.device(),
                                     .gain = vector(cols, 0),
                                     .bias = vector(cols, 1)});
    });
    Field& weights = bench.field(NumberKind::Float, 4, kRows * kCols, Fill::Positive);
    const auto numbers = [&](std::int64_t row) { return static_cast<float*>(vector(weights, row).data); };
    const engine::AdamCall::State state{numbers(0), numbers(1), numbers(2)};
    gigabytes("adamw of 6 million", kRows * kCols * 28.0, [&] {
        device.adamw(bench.stream(),
                     {.to = state, .from = state, .gradient = numbers(3), .count = kRows * kCols, .settings = {}});
    });
}

/// Work that fills a lane for some milliseconds, and the bits that come of it.
class LaneWork {
public:
    LaneWork(Device& device, int lane)
        : m_bench(device, "lane", 0), m_stream(device.stream(lane, engine::StreamUse::Compute)) {
        m_left = &m_bench.field(NumberKind::Bf16, 1024, 1024);
        m_right = &m_bench.field(NumberKind::Bf16, 1024, 1024);
        m_out = &m_bench.field(NumberKind::Bf16, 1024, 1024);
        m_qkv = &m_bench.field(NumberKind::Bf16, 512, 3 * 256);
        m_mixed = &m_bench.field(NumberKind::Bf16, 512, 256);
        m_logSums = &m_bench.field(NumberKind::Float, 8, 256);
    }

    void enqueue(int times) {
        Device& device = m_bench.device();
        for (int i = 0; i < times; ++i) {
            device.product(m_stream, {.out = m_out->device(), .left = m_left->device(), .right = m_right->device()});
            device.attention(m_stream, {.batch = 2,
                                        .context = 256,
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
    Field *m_left, *m_right, *m_out, *m_qkv, *m_mixed, *m_logSums;
};

} // namespace

void measureSpeed(Device& device, Printer& printer) {
    measureProducts(device, printer);
    for (const auto& [heads, headWidth] : {std::pair{12, 64}, std::pair{16, 64}, std::pair{16, 128}})
        measureAttention(device, printer, heads, headWidth);
    measureTraffic(device, printer);
}

void checkLanes(engine::DeviceModule& module, int number, int lanes, Device& whole, Printer& printer) {
    const auto opened = module.open({.device = number, .lanes = lanes});
    if (!opened) {
        printer.claim("lanes", std::to_string(lanes) + " lanes open", false, opened.error().message);
        return;
    }
    Device& device = **opened;
    constexpr int kTimes = 200;
    const Stream first = device.stream(0, engine::StreamUse::Compute);
    const engine::Event from = device.makeEvent(true);
    const engine::Event to = device.makeEvent(true);
    std::vector<std::unique_ptr<LaneWork>> work;
    for (int lane = 0; lane < lanes; ++lane) {
        work.push_back(std::make_unique<LaneWork>(device, lane));
        work.back()->enqueue(3);
        finish(device, work.back()->stream());
    }
    const auto milliseconds = [&](int busy) {
        device.record(from, first);
        for (int lane = 1; lane < busy; ++lane)
            device.wait(work[static_cast<std::size_t>(lane)]->stream(), from);
        for (int lane = 0; lane < busy; ++lane)
            work[static_cast<std::size_t>(lane)]->enqueue(kTimes);
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
    LaneWork reference(whole, 0);
    reference.enqueue(1);
    const std::vector<std::byte> bits = reference.bits();
    const bool equal = std::all_of(work.begin(), work.end(), [&](const auto& lane) { return lane->bits() == bits; });
    printer.claim("bits", "each of " + std::to_string(lanes) + " lanes computes the bits of the whole GPU", equal,
                  equal ? "" : "they differ");
}

} // namespace lanewright::gpu
