// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/optimizer.h"

#include "engine/accelerator/kernel_trace.h"
#include "engine/device/failure.h"
#include "engine/device/tensor.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// What the engine asks of a GPU: memory, streams, events, and the kernels of a GPT.
///
/// All calls but those that say so only *enqueue*: they return before the work is done, and work of one stream is done
/// in the order it was enqueued. Streams know nothing of each other but what `record` and `wait` tell them. Used by one
/// host thread. Every call throws a `Failure` with the call's name and the driver's words when the device refuses it,
/// or when earlier work has come to harm.
///
/// There are two devices: a real one, in a module opened at run time, and one that computes on the host with plain
/// loops and lets streams advance in any order that the events allow, with which all host-side logic is tested.
namespace lanewright::engine {

/// What the numbers of a matrix are.
enum class NumberKind : std::uint8_t { Float, Bf16 };
constexpr Bytes bytesOf(NumberKind kind) { return kind == NumberKind::Float ? 4 : 2; }

/// A view of `rows` × `cols` numbers in the device's memory, row after row; the host can't read them. A vector is a
/// matrix of one row. `stride` is the distance in numbers between the starts of two rows.
struct Matrix {
    void* data = nullptr;
    NumberKind kind = NumberKind::Float;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t stride = 0;

    Matrix() = default;
    Matrix(void* at, NumberKind of, std::int64_t rowCount, std::int64_t colCount, std::int64_t apart)
        : data(at), kind(of), rows(rowCount), cols(colCount), stride(apart) {}
    /// What the view sees, whose place alone counts.
    Matrix(const View<float>& view) : Matrix(view.data, NumberKind::Float, view.rows, view.cols, view.stride) {}
    Matrix(const View<Bf16>& view) : Matrix(view.data, NumberKind::Bf16, view.rows, view.cols, view.stride) {}

    std::int64_t size() const { return rows * cols; }
    bool empty() const { return data == nullptr; }
};

/// A queue of work. Each lane has one for its ops, a second one for the forward of an overlapped pair, and one for each
/// way that values leave and come.
enum class StreamUse : std::uint8_t { Compute, Overlap, Send, Receive };
struct Stream {
    int index = -1;
};
/// A mark in a stream.
struct Event {
    int index = -1;
};

/// What is known of a device.
struct DeviceFacts {
    std::string name = {};       ///< "NVIDIA H100 80GB HBM3"
    std::string driver = {};     ///< version
    std::string capability = {}; ///< "9.0"
    int processors = 0;          ///< streaming multiprocessors
    int lanes = 1;
    int processorsPerLane = 0;   ///< those a lane has for itself; 0 where lanes share them all
    Message whyShared = {};      ///< why they do though there are several; empty: they don't
    Bytes memory = 0;            ///< all of it
    std::vector<int> peers = {}; ///< numbers of the devices whose memory it reaches without a detour by the host
};

/// Rows that make one partial sum, and how many of those the sums over `rows` rows leave in their scratch, a row each.
constexpr int kSumRows = 32;
constexpr std::int64_t sumScratchRows(std::int64_t rows) { return (rows + kSumRows - 1) / kSumRows; }

/// out = left · right; sums in floats. Each factor may be read transposed. Both factors are of one kind; `out` is of
/// that kind or of floats.
struct ProductCall {
    Matrix out;
    Matrix left;
    Matrix right;
    bool leftTransposed = false;
    bool rightTransposed = false;
    bool adds = false;  ///< the addend
    Matrix addend = {}; ///< as `out`, which it may be; empty: what stands in `out`
    Matrix bias = {};   ///< (1,cols of out), float or of the kind of `out`, added to each row; empty: none
    /// (1,rows of out) float: takes the sums of the columns of `left`, which is read transposed. Not beside a bias;
    /// empty: not wanted.
    Matrix leftSums = {};
    Matrix scratch = {}; ///< for those sums: float, `sumScratchRows(depth)` rows of their width
};

/// Whether the matrices of a product fit each other, and begin where numbers of theirs may lie.
bool fits(const ProductCall& call);

/// Layer normalisation over rows, ε = 10⁻⁵: out (n,C) of `in` (n,C) float; keeps mean and rstd (1,n).
struct NormCall {
    Matrix out;
    Matrix mean, rstd;
    Matrix in;
    Matrix gain, bias; ///< (1,C) float
};
/// `gradient` (n,C) float takes on the gradient of the norm whose output's is `outGradient` (n,C). What it was before
/// goes to `passed`, unless that is empty; it may lie where `in` lies. What it becomes also goes to `rounded` (n,C)
/// bf16, unless that is empty. Gains and biases: (1,C) float, written, summed in an order that depends on the shape
/// alone.
struct NormGradientCall {
    Matrix gradient;
    Matrix passed;
    Matrix rounded = {};
    Matrix outGradient;
    Matrix in, mean, rstd, gain;
    Matrix gainGradient, biasGradient;
    Matrix scratch; ///< float, 2 · `sumScratchRows(n)` rows of C
};

/// Causal attention of several heads over B samples of T tokens, with no T×T matrix; see engine/kernels/attention.h for
/// the layout of `qkv` (B·T,3C). `qkv`, `out` and `outGradient` are of one kind.
struct AttentionCall {
    std::int64_t batch = 0, context = 0, heads = 0;
    Matrix qkv;              ///< (B·T,3C); the gradient takes its place
    Matrix out;              ///< (B·T,C): written by the forward, read by the gradient
    Matrix logSums;          ///< (B·H,T) float
    Matrix outGradient = {}; ///< (B·T,C)
    Matrix scratch = {};     ///< for the gradient: float, `attentionScratch` numbers in one row
};
/// Numbers of scratch that the gradient of an attention needs on any device.
std::int64_t attentionScratch(std::int64_t batch, std::int64_t context, std::int64_t heads, std::int64_t width);

/// Numbers that lie together: those from `first` on, up to `end`.
struct NumberRange {
    std::int64_t first = 0;
    std::int64_t end = 0;
};

/// AdamW over `count` numbers that lie together: reads `from` and writes `to`, which may be the same memory.
struct AdamCall {
    struct State {
        float* weight = nullptr;
        float* moment1 = nullptr;
        float* moment2 = nullptr;
    };
    State to;
    State from;
    const float* gradient = nullptr;
    void* rounded = nullptr; ///< the new weights in bf16; null: not wanted
    std::int64_t count = 0;
    float scale = 1;
    int step = 1; ///< counted from 1
    bool decays = true;
    std::span<const NumberRange> undecayed = {}; ///< where they do: but for these, rising; read by the call alone
    OptimizerSettings settings;
};

/// Doubles of scratch that the sum of the squares of one tensor needs on any device.
constexpr std::int64_t kSquareScratch = 128;

class Device {
public:
    virtual ~Device() = default;

    virtual DeviceFacts facts() const = 0;
    /// What the device chose by itself for each shape of product that it has met, a line each, sorted.
    virtual std::vector<std::string> choices() const { return {}; }

    /// @name Algorithms of products, chosen by time. For each shape the device has a list, of which it takes the first;
    /// so bits are the same from run to run. Whoever wants the quickest keeps what was chosen
    /// @{
    /// Times, in a stream that has nothing to do, what each product that was computed since the last `adoptProducts`
    /// could be computed by, and says what is quickest: a line that names device and library, then a line
    /// "product: algorithm" each. Empty where there is nothing to choose. Waits; takes memory meanwhile.
    virtual std::string timeProducts(Stream /*stream*/) { return {}; }
    /// From here on products are computed as the lines say, and those that none names by the first of their list. No
    /// lines: all by the first. Nothing is under way. Fails in one sentence where the lines are of another device or
    /// library.
    virtual Result<Done> adoptProducts(const std::string& /*lines*/) { return Done{}; }
    /// @}

    /// @name Names for the tools that watch the host at work. What is enqueued between the two belongs to `name`, and
    /// to those entered before and not left
    /// @{
    virtual void enter(const char* /*name*/) {}
    virtual void leave() {}
    /// @}

    /// Sees each kernel, and keeps at most so many from one `begin` to its `end`; lives no longer than the device.
    /// Fails in one sentence: what is missing, not allowed, or in the way.
    virtual Result<std::unique_ptr<KernelTrace>> traceKernels(std::size_t most);

    /// @name Memory. These may wait for the device; none is called while a step runs
    /// @{
    /// Memory of the device, aligned to 256 bytes. Throws `OutOfMemory` when there is not enough.
    virtual std::byte* take(Bytes bytes) = 0;
    virtual void giveBack(std::byte* memory) = 0;
    /// Memory of the host that copies reach without a detour.
    virtual std::byte* takeHost(Bytes bytes) = 0;
    virtual void giveBackHost(std::byte* memory) = 0;
    /// What was taken of the device and not given back; 0 where the device does not count.
    virtual Bytes held() const { return 0; }
    /// What can still be taken of it, whoever holds the rest.
    virtual Bytes left() const { return facts().memory - held(); }
    /// What a stream needs for the products in it, beside their matrices.
    virtual Bytes workspaceBytes() const { return 0; }
    /// Lends a stream that much, until the device is gone or `memory` given back; a stream without takes its own.
    virtual void lend(Stream /*stream*/, std::byte* /*memory*/) {}
    /// @}

    /// @name Order
    /// @{
    virtual Stream stream(int lane, StreamUse use) = 0;
    /// `timed`: `between` may read it.
    virtual Event makeEvent(bool timed) = 0;
    virtual void record(Event event, Stream stream) = 0;
    /// What is enqueued in `stream` from here on waits for the last `record` of the event; nothing waits for one that
    /// was never recorded.
    virtual void wait(Stream stream, Event event) = 0;
    /// True when the work before the last `record` is done. Never waits; also finds what has come to harm.
    virtual bool isDone(Event event) = 0;
    /// Time from one event to the other by the device's clock; both are done.
    virtual Time between(Event from, Event to) = 0;
    /// @}

    /// @name Copies. Each side is memory of the device or from `takeHost`
    /// @{
    virtual void copy(Stream stream, void* to, const void* from, Bytes bytes) = 0;
    virtual void clear(Stream stream, void* memory, Bytes bytes) = 0;
    /// @}

    /// @name Kernels. Bits depend on shapes and numbers alone, not on the lane, the stream or what else runs
    /// @{
    virtual void product(Stream stream, const ProductCall& call) = 0;
    /// out (n,C) float: row i = tokenTable (V,C) at tokens[i] + positionTable (T,C) at i mod T. `tokens`: (n) bytes.
    virtual void embed(Stream stream, const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable,
                       const Matrix& positionTable) = 0;
    /// tokenGradient (V,C) and positionGradient (T,C) from outGradient (n,C), token after token onto zeros.
    virtual void embedGradient(Stream stream, const Matrix& tokenGradient, const Matrix& positionGradient,
                               const Matrix& outGradient, const std::uint8_t* tokens) = 0;
    virtual void norm(Stream stream, const NormCall& call) = 0;
    virtual void normGradient(Stream stream, const NormGradientCall& call) = 0;
    virtual void attention(Stream stream, const AttentionCall& call) = 0;
    virtual void attentionGradient(Stream stream, const AttentionCall& call) = 0;
    /// out (n,N) = GELU(in), in its tanh form.
    virtual void gelu(Stream stream, const Matrix& out, const Matrix& in) = 0;
    /// in = GELU′(in) · outGradient.
    virtual void geluGradient(Stream stream, const Matrix& in, const Matrix& outGradient) = 0;
    /// to = from, rounded or widened where kinds differ.
    virtual void convert(Stream stream, const Matrix& to, const Matrix& from) = 0;
    /// to += from, both of floats.
    virtual void add(Stream stream, const Matrix& to, const Matrix& from) = 0;
    /// sums (1,C) float = the sums of the columns of `in` (n,C); `scratch`: float, `sumScratchRows(n)`
    /// rows of C.
    virtual void columnSums(Stream stream, const Matrix& sums, const Matrix& in, const Matrix& scratch) = 0;
    /// logits (n,V) float become their softmax; `losses` (1,n) float: −log of each target's probability.
    virtual void crossEntropy(Stream stream, const Matrix& logits, const std::uint8_t* targets,
                              const Matrix& losses) = 0;
    /// probabilities (n,V) become the gradient of `scale` · the sum of the losses, written to `gradient` (n,V), which
    /// may lie where they lie.
    virtual void crossEntropyGradient(Stream stream, const Matrix& gradient, const Matrix& probabilities,
                                      const std::uint8_t* targets, float scale) = 0;
    virtual void adamw(Stream stream, const AdamCall& call) = 0;
    /// sums (a double for each tensor) = the sums of the squares of tensors that lie one behind the other, of `counts`
    /// numbers, read by the call alone; each in an order that depends on its count alone. `scratch`: kSquareScratch
    /// doubles for each.
    virtual void sumsOfSquares(Stream stream, double* sums, const float* numbers, std::span<const std::int64_t> counts,
                               double* scratch) = 0;
    /// The sums of one tensor.
    void sumOfSquares(Stream stream, double* sum, const float* numbers, std::int64_t count, double* scratch) {
        sumsOfSquares(stream, sum, numbers, {&count, 1}, scratch);
    }
    /// @}
};

} // namespace lanewright::engine
