// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/fake_device.h"

#include "engine/gpt/counter_random.h"
#include "tests/engine/reference_kernels/reference_kernels.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace lanewright::engine::test {

namespace {

constexpr std::size_t kZone = 256; ///< bytes in front and behind that nobody may write
constexpr std::byte kZoneByte{0xA5};
constexpr std::byte kPoison{0xFF}; ///< floats and halves of it are no numbers
constexpr Time kKernel = 1000;     ///< a microsecond

} // namespace

FakeDevice::~FakeDevice() = default;

DeviceFacts FakeDevice::facts() const {
    return {.name = "fake device", .driver = "0", .capability = "0.0", .memory = m_wish.memory};
}

void FakeDevice::enter(const char* name) {
    const bool hangs = name == m_wish.hangsIn && ++m_hangs == m_wish.hangsAt;
    m_ranges.push_back(
        {.name = name, .length = m_wish.lengthOf ? m_wish.lengthOf(name) : std::nullopt, .hangs = hangs});
}

Result<std::unique_ptr<KernelTrace>> FakeDevice::traceKernels(std::size_t most) {
    if (!m_wish.traceRefused.empty())
        return Error{m_wish.traceRefused};
    if (m_trace != nullptr)
        throw std::logic_error{"a device is traced twice"};
    auto trace = std::make_unique<FakeKernelTrace>(
        std::min(most, m_wish.traceMost), [this] { return m_present; }, m_wish.traceSkew,
        [this] { m_trace = nullptr; });
    m_trace = trace.get();
    return std::unique_ptr<KernelTrace>{std::move(trace)};
}

std::byte* FakeDevice::makeBlock(Bytes bytes, bool onHost) {
    auto block = std::make_unique<Block>();
    block->onHost = onHost;
    block->bytes.resize(static_cast<std::size_t>(bytes) + 2 * kZone, kPoison);
    std::fill_n(block->bytes.begin(), kZone, kZoneByte);
    std::fill_n(block->bytes.rbegin(), kZone, kZoneByte);
    std::byte* const memory = block->bytes.data() + kZone;
    m_blocks[memory] = std::move(block);
    return memory;
}

void FakeDevice::dropBlock(std::byte* memory, bool onHost) {
    const auto found = m_blocks.find(memory);
    if (found == m_blocks.end() || found->second->onHost != onHost)
        throw std::logic_error{"memory was given back that is not out"};
    drain();
    checkZones();
    m_blocks.erase(found);
}

std::byte* FakeDevice::take(Bytes bytes) {
    expectAlive();
    ++m_taken;
    if (m_held + bytes > m_wish.memory)
        throw OutOfMemory{"the fake device has " + std::to_string(m_wish.memory - m_held) + " bytes left; " +
                          std::to_string(bytes) + " were asked for"};
    m_held += bytes;
    m_most = std::max(m_most, m_held);
    return makeBlock(bytes, false);
}

void FakeDevice::giveBack(std::byte* memory) {
    if (const auto found = m_blocks.find(memory); found != m_blocks.end())
        m_held -= static_cast<Bytes>(found->second->bytes.size() - 2 * kZone);
    dropBlock(memory, false);
}

std::byte* FakeDevice::takeHost(Bytes bytes) {
    ++m_taken;
    return makeBlock(bytes, true);
}

void FakeDevice::giveBackHost(std::byte* memory) { dropBlock(memory, true); }

void FakeDevice::checkZones() const {
    for (const auto& [memory, block] : m_blocks) {
        const auto isWhole = [](std::byte byte) { return byte == kZoneByte; };
        if (!std::all_of(block->bytes.begin(), block->bytes.begin() + kZone, isWhole) ||
            !std::all_of(block->bytes.rbegin(), block->bytes.rbegin() + kZone, isWhole))
            throw std::logic_error{"somebody wrote beside a piece of memory"};
    }
}

Stream FakeDevice::stream(int lane, StreamUse use) {
    const auto [found, isNew] = m_streams.try_emplace({lane, use}, static_cast<int>(m_queues.size()));
    if (isNew)
        m_queues.emplace_back();
    return {found->second};
}

Stream FakeDevice::addStream() {
    m_queues.emplace_back();
    return {static_cast<int>(m_queues.size()) - 1};
}

void FakeDevice::enqueueShared(Stream stream, const char* name, const void* memory, Bytes bytes,
                               std::function<bool()> attempt) {
    expectOurs(name, {memory, bytes});
    const std::optional<Time> length = m_wish.lengthOf ? m_wish.lengthOf(name) : std::nullopt;
    push(stream,
         {.kind = Task::Kind::Shared, .name = name, .attempt = std::move(attempt), .length = length.value_or(0)});
}

Event FakeDevice::makeEvent(bool timed) {
    m_marks.push_back({.timed = timed});
    return {static_cast<int>(m_marks.size()) - 1};
}

FakeDevice::Mark& FakeDevice::mark(Event event) {
    if (event.index < 0 || event.index >= static_cast<int>(m_marks.size()))
        throw std::logic_error{"there is no such event"};
    return m_marks[static_cast<std::size_t>(event.index)];
}

void FakeDevice::push(Stream stream, Task task) {
    expectAlive();
    if (stream.index < 0 || stream.index >= static_cast<int>(m_queues.size()))
        throw std::logic_error{"there is no such stream"};
    task.notBefore = m_present;
    m_queues[static_cast<std::size_t>(stream.index)].tasks.push_back(std::move(task));
}

void FakeDevice::record(Event event, Stream stream) {
    push(stream, {.kind = Task::Kind::Record, .event = event.index, .turn = ++mark(event).recorded});
}

void FakeDevice::wait(Stream stream, Event event) {
    if (mark(event).recorded == 0)
        throw std::logic_error{"a stream waits for an event that was never recorded"};
    push(stream, {.kind = Task::Kind::Wait, .event = event.index, .turn = mark(event).recorded});
}

bool FakeDevice::isDone(Event event) {
    expectAlive();
    if (mark(event).recorded == 0)
        throw std::logic_error{"somebody asks for an event that was never recorded"};
    for (int task = 0; task < m_wish.eagerness; ++task)
        runOne();
    const Mark& found = mark(event);
    if (found.done < found.recorded)
        return false;
    m_present = std::max(m_present, found.time);
    return true;
}

Time FakeDevice::between(Event from, Event to) {
    for (const Mark& each : {mark(from), mark(to)})
        if (!each.timed || each.recorded == 0 || each.done < each.recorded)
            throw std::logic_error{"a time was asked for that is not known"};
    if (mark(to).time < mark(from).time)
        throw std::logic_error{"a time was asked for that runs backwards"};
    return mark(to).time - mark(from).time;
}

std::uint64_t FakeDevice::draw(std::uint64_t below) {
    m_random = randomAt(m_random, 1);
    return m_random % below;
}

bool FakeDevice::mayRun(const Queue& queue) const {
    if (queue.tasks.empty() || queue.tasks.front().hangs)
        return false;
    const Task& next = queue.tasks.front();
    return next.kind != Task::Kind::Wait || m_marks[static_cast<std::size_t>(next.event)].done >= next.turn;
}

/// Whether the stream that got on last is to do so again.
bool FakeDevice::goesOn() {
    constexpr std::uint64_t kBout = 200;
    return m_wish.seed % 2 == 1 && m_last < m_queues.size() && mayRun(m_queues[m_last]) && draw(kBout) > 0;
}

bool FakeDevice::runOne() {
    if (goesOn() && run(m_queues[m_last]))
        return true;
    std::vector<std::size_t> ready;
    for (std::size_t at = 0; at < m_queues.size(); ++at)
        if (mayRun(m_queues[at]))
            ready.push_back(at);
    while (!ready.empty()) {
        const auto drawn = ready.begin() + static_cast<std::ptrdiff_t>(draw(ready.size()));
        m_last = *drawn;
        if (run(m_queues[m_last]))
            return true;
        ready.erase(drawn);
    }
    return false;
}

bool FakeDevice::drain() {
    while (m_harm.empty() && runOne()) {
    }
    return std::ranges::all_of(m_queues, [](const Queue& queue) { return queue.tasks.empty(); });
}

/// False when nothing came of it.
bool FakeDevice::run(Queue& queue) {
    if (queue.tasks.front().kind == Task::Kind::Shared && !queue.tasks.front().attempt())
        return false;
    const Task task = std::move(queue.tasks.front());
    queue.tasks.pop_front();
    queue.free = std::max(queue.free, task.notBefore);
    if (task.kind == Task::Kind::Shared) {
        queue.free += task.length;
        return true;
    }
    if (task.kind == Task::Kind::Work) {
        for (const Touch& touch : task.touches)
            expectOurs(task.name, touch);
        if (task.fails) {
            m_harm = std::string{task.name} + " failed: an illegal memory access was encountered";
            expectAlive();
        }
        task.work();
        if (!task.range.empty())
            m_spans.push_back({task.range, queue.free, queue.free + task.length});
        if (task.mark >= 0 && m_trace != nullptr)
            m_trace->ran(task.name, task.mark, queue.free, queue.free + task.length);
        queue.free += task.length;
        return true;
    }
    Mark& mark = m_marks[static_cast<std::size_t>(task.event)];
    if (task.kind == Task::Kind::Wait) {
        queue.free = std::max(queue.free, mark.time);
        return true;
    }
    mark.done = task.turn;
    mark.time = queue.free;
    return true;
}

void FakeDevice::expectAlive() const {
    if (!m_harm.empty())
        throw Failure{m_harm};
}

void FakeDevice::expectOurs(const char* name, const Touch& touch) const {
    if (touch.bytes == 0)
        return;
    const auto* const at = static_cast<const std::byte*>(touch.data);
    auto next = m_blocks.upper_bound(at);
    if (next != m_blocks.begin()) {
        const auto& [memory, block] = *--next;
        if (at + touch.bytes <= memory + block->bytes.size() - 2 * kZone)
            return;
    }
    throw std::logic_error{std::string{name} + " touches memory that is not there"};
}

FakeDevice::Touch FakeDevice::of(const Matrix& matrix) {
    if (matrix.empty() || matrix.rows == 0)
        return {};
    return {matrix.data, ((matrix.rows - 1) * matrix.stride + matrix.cols) * bytesOf(matrix.kind)};
}

void FakeDevice::enqueue(Stream stream, const char* name, Touches touches, std::function<void()> work) {
    for (const Touch& touch : touches)
        expectOurs(name, touch);
    Task task{.name = name, .work = std::move(work), .touches = std::move(touches), .length = kKernel};
    const auto timed =
        std::find_if(m_ranges.rbegin(), m_ranges.rend(), [](const Range& range) { return range.length.has_value(); });
    if (timed != m_ranges.rend()) {
        task.length = timed->isSpent ? 0 : *timed->length;
        task.range = std::exchange(timed->isSpent, true) ? "" : timed->name;
    }
    task.mark = m_trace == nullptr ? -1 : m_trace->mark();
    task.fails = m_kernels == m_wish.failAt;
    task.hangs = std::ranges::any_of(m_ranges, [](Range& range) { return std::exchange(range.hangs, false); });
    ++m_kernels;
    m_named += m_ranges.empty() ? 0 : 1;
    push(stream, std::move(task));
}

void FakeDevice::copy(Stream stream, void* to, const void* from, Bytes bytes) {
    enqueue(stream, "a copy", {{to, bytes}, {from, bytes}},
            [=] { std::memmove(to, from, static_cast<std::size_t>(bytes)); });
}

void FakeDevice::clear(Stream stream, void* memory, Bytes bytes) {
    enqueue(stream, "clear", {{memory, bytes}}, [=] { std::memset(memory, 0, static_cast<std::size_t>(bytes)); });
}

void FakeDevice::product(Stream stream, const ProductCall& call) {
    if (!engine::fits(call))
        throw Failure{"a product: its matrices do not fit each other, or lie at odd addresses"};
    const auto lent = m_lent.find(stream.index);
    if (m_wish.workspace > 0 && lent == m_lent.end())
        throw std::logic_error{"a product has no workspace"};
    std::byte* const workspace = lent == m_lent.end() ? nullptr : lent->second;
    const Bytes bytes = workspace == nullptr ? 0 : m_wish.workspace;
    const std::int64_t blocks = sumScratchRows(call.left.rows);
    enqueue(stream, "product",
            {of(call.out),
             of(call.left),
             of(call.right),
             of(call.addend),
             of(call.bias),
             of(call.leftSums),
             {call.scratch.data, call.leftSums.empty() ? 0 : blocks * call.leftSums.cols * 4},
             {workspace, bytes}},
            [=] {
                std::fill_n(workspace, bytes, kPoison);
                reference::product(call);
            });
}

void FakeDevice::embed(Stream stream, const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable,
                       const Matrix& positionTable) {
    enqueue(stream, "embed", {of(out), {tokens, out.rows}, of(tokenTable), of(positionTable)},
            [=] { reference::embed(out, tokens, tokenTable, positionTable); });
}

void FakeDevice::embedGradient(Stream stream, const Matrix& tokenGradient, const Matrix& positionGradient,
                               const Matrix& outGradient, const std::uint8_t* tokens) {
    enqueue(stream, "embedGradient",
            {of(tokenGradient), of(positionGradient), of(outGradient), {tokens, outGradient.rows}},
            [=] { reference::embedGradient(tokenGradient, positionGradient, outGradient, tokens); });
}

void FakeDevice::norm(Stream stream, const NormCall& call) {
    enqueue(stream, "norm", {of(call.out), of(call.mean), of(call.rstd), of(call.in), of(call.gain), of(call.bias)},
            [=] { reference::norm(call); });
}

void FakeDevice::normGradient(Stream stream, const NormGradientCall& call) {
    enqueue(stream, "normGradient",
            {of(call.gradient),
             of(call.passed),
             of(call.rounded),
             of(call.outGradient),
             of(call.in),
             of(call.mean),
             of(call.rstd),
             of(call.gain),
             of(call.gainGradient),
             of(call.biasGradient),
             {call.scratch.data, 2 * sumScratchRows(call.in.rows) * call.in.cols * 4}},
            [=] { reference::normGradient(call); });
}

void FakeDevice::attention(Stream stream, const AttentionCall& call) {
    enqueue(stream, "attention", {of(call.qkv), of(call.out), of(call.logSums)}, [=] { reference::attention(call); });
}

void FakeDevice::attentionGradient(Stream stream, const AttentionCall& call) {
    const Bytes scratch = 4 * attentionScratch(call.batch, call.context, call.heads, call.out.cols);
    enqueue(stream, "attentionGradient",
            {of(call.qkv), of(call.out), of(call.logSums), of(call.outGradient), {call.scratch.data, scratch}},
            [=] { reference::attentionGradient(call); });
}

void FakeDevice::gelu(Stream stream, const Matrix& out, const Matrix& in) {
    enqueue(stream, "gelu", {of(out), of(in)}, [=] { reference::gelu(out, in); });
}

void FakeDevice::geluGradient(Stream stream, const Matrix& in, const Matrix& outGradient) {
    enqueue(stream, "geluGradient", {of(in), of(outGradient)}, [=] { reference::geluGradient(in, outGradient); });
}

void FakeDevice::convert(Stream stream, const Matrix& to, const Matrix& from) {
    enqueue(stream, "convert", {of(to), of(from)}, [=] { reference::convert(to, from); });
}

void FakeDevice::add(Stream stream, const Matrix& to, const Matrix& from) {
    enqueue(stream, "add", {of(to), of(from)}, [=] { reference::add(to, from); });
}

void FakeDevice::columnSums(Stream stream, const Matrix& sums, const Matrix& in, const Matrix& scratch) {
    enqueue(stream, "columnSums", {of(sums), of(in), {scratch.data, sumScratchRows(in.rows) * in.cols * 4}},
            [=] { reference::columnSums(sums, in); });
}

void FakeDevice::crossEntropy(Stream stream, const Matrix& logits, const std::uint8_t* targets, const Matrix& losses) {
    enqueue(stream, "crossEntropy", {of(logits), {targets, logits.rows}, of(losses)},
            [=] { reference::crossEntropy(logits, targets, losses); });
}

void FakeDevice::crossEntropyGradient(Stream stream, const Matrix& gradient, const Matrix& probabilities,
                                      const std::uint8_t* targets, float scale) {
    enqueue(stream, "crossEntropyGradient", {of(gradient), of(probabilities), {targets, gradient.rows}},
            [=] { reference::crossEntropyGradient(gradient, probabilities, targets, scale); });
}

void FakeDevice::adamw(Stream stream, const AdamCall& call) {
    Touches touches{{call.gradient, 4 * call.count}, {call.rounded, call.rounded == nullptr ? 0 : 2 * call.count}};
    for (const AdamCall::State& state : {call.to, call.from})
        for (const float* const numbers : {state.weight, state.moment1, state.moment2})
            touches.push_back({numbers, 4 * call.count});
    enqueue(stream, "adamw", std::move(touches),
            [=, undecayed = std::vector<NumberRange>(call.undecayed.begin(), call.undecayed.end())] {
                AdamCall later = call;
                later.undecayed = undecayed;
                reference::adamw(later);
            });
}

void FakeDevice::sumsOfSquares(Stream stream, double* sums, const float* numbers, std::span<const std::int64_t> counts,
                               double* scratch) {
    const auto tensors = static_cast<Bytes>(counts.size());
    const std::int64_t count = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    enqueue(stream, "sumsOfSquares",
            {{sums, 8 * tensors}, {numbers, 4 * count}, {scratch, 8 * tensors * kSquareScratch}},
            [=, own = std::vector<std::int64_t>(counts.begin(), counts.end())] {
                reference::sumsOfSquares(sums, numbers, own);
            });
}

} // namespace lanewright::engine::test
