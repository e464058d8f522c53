// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"
#include "tests/engine/support/fake_kernel_trace.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanewright::engine::test {

/// How a fake device behaves.
struct FakeWish {
    std::uint64_t seed = 1;    ///< the order in which streams get on
    Bytes memory = 1LL << 30U; ///< all it has
    Bytes workspace = 0;       ///< that a stream needs for products; one that was lent none is misuse
    int failAt = -1;           ///< the kernel, counted from 0, that comes to harm; −1: none
    std::string hangsIn = {};  ///< the name whose first kernel never ends
    int hangsAt = 2;           ///< which time it comes, counted from 1
    int eagerness = 10;        ///< tasks that get on with each question whether an event is done
    /// How long the work of a name takes in all; nothing: a microsecond for each kernel, and no time for "send" and
    /// "receive", which are over links.
    std::function<std::optional<Time>(const std::string& name)> lengthOf = {};
    std::string products = {};            ///< which of its algorithms are quickest, as it says when asked
    std::string traceRefused = {};        ///< why it can't trace kernels; empty: it can
    Time traceSkew = 0;                   ///< by how much the clock of its trace is off
    std::size_t traceMost = kMostKernels; ///< kernels that its trace keeps at most
};

/// A name with a time of its own, and when it went on by the device's clock.
struct FakeSpan {
    std::string name;
    Time start = 0;
    Time end = 0;
};

/// A device that computes on the host, with the references of all kernels.
///
/// Streams are queues. Their work is done one task at a time when the host asks for an event, from streams drawn at
/// random among those that their events let go on, so that every order a GPU could take may come about. With every
/// other seed streams get on in bouts, so that some run far ahead of others. Memory is
/// filled with numbers that are none, has zones around it that nobody may write, and is refused once it was given back.
/// Its clock passes only by the lengths it was told.
///
/// Misuse that a GPU would let pass throws `std::logic_error`.
class FakeDevice : public Device {
public:
    explicit FakeDevice(FakeWish wish = {}) : m_wish(std::move(wish)), m_random(m_wish.seed) {}
    ~FakeDevice() override;
    FakeDevice(const FakeDevice&) = delete;
    FakeDevice& operator=(const FakeDevice&) = delete;

    /// @name What tests look at
    /// @{
    int kernels() const { return m_kernels; }                      ///< so many were enqueued
    int named() const { return m_named; }                          ///< those of them under a name
    int taken() const { return m_taken; }                          ///< how often memory was asked for
    Bytes most() const { return m_most; }                          ///< device memory that was out at once
    const std::vector<FakeSpan>& spans() const { return m_spans; } ///< so far, those of a name in their order
    const std::string& adopted() const { return m_adopted; }       ///< algorithms of products
    /// Does all that is enqueued and can be done; false when something is left.
    bool drain();
    /// Throws when somebody wrote where nobody may.
    void checkZones() const;
    /// @}

    /// @name For links
    /// @{
    /// A stream of no lane.
    Stream addStream();
    /// Work that somebody else has a part in: it is over when `attempt`, called now and then, returns true.
    void enqueueShared(Stream stream, const char* name, const void* memory, Bytes bytes, std::function<bool()> attempt);
    /// @}

    DeviceFacts facts() const override;
    std::string timeProducts(Stream /*stream*/) override { return m_wish.products; }
    Result<Done> adoptProducts(const std::string& lines) override {
        m_adopted = lines;
        return Done{};
    }
    void enter(const char* name) override;
    void leave() override { m_ranges.pop_back(); }
    Result<std::unique_ptr<KernelTrace>> traceKernels(std::size_t most) override;
    std::byte* take(Bytes bytes) override;
    void giveBack(std::byte* memory) override;
    std::byte* takeHost(Bytes bytes) override;
    void giveBackHost(std::byte* memory) override;
    Bytes held() const override { return m_held; }
    Bytes workspaceBytes() const override { return m_wish.workspace; }
    void lend(Stream stream, std::byte* memory) override { m_lent[stream.index] = memory; }
    Stream stream(int lane, StreamUse use) override;
    Event makeEvent(bool timed) override;
    void record(Event event, Stream stream) override;
    void wait(Stream stream, Event event) override;
    bool isDone(Event event) override;
    Time between(Event from, Event to) override;
    void copy(Stream stream, void* to, const void* from, Bytes bytes) override;
    void clear(Stream stream, void* memory, Bytes bytes) override;
    void product(Stream stream, const ProductCall& call) override;
    void embed(Stream stream, const Matrix& out, const std::uint8_t* tokens, const Matrix& tokenTable,
               const Matrix& positionTable) override;
    void embedGradient(Stream stream, const Matrix& tokenGradient, const Matrix& positionGradient,
                       const Matrix& outGradient, const std::uint8_t* tokens) override;
    void norm(Stream stream, const NormCall& call) override;
    void normGradient(Stream stream, const NormGradientCall& call) override;
    void attention(Stream stream, const AttentionCall& call) override;
    void attentionGradient(Stream stream, const AttentionCall& call) override;
    void gelu(Stream stream, const Matrix& out, const Matrix& in) override;
    void geluGradient(Stream stream, const Matrix& in, const Matrix& outGradient) override;
    void convert(Stream stream, const Matrix& to, const Matrix& from) override;
    void add(Stream stream, const Matrix& to, const Matrix& from) override;
    void columnSums(Stream stream, const Matrix& sums, const Matrix& in, const Matrix& scratch) override;
    void crossEntropy(Stream stream, const Matrix& logits, const std::uint8_t* targets, const Matrix& losses) override;
    void crossEntropyGradient(Stream stream, const Matrix& gradient, const Matrix& probabilities,
                              const std::uint8_t* targets, float scale) override;
    void adamw(Stream stream, const AdamCall& call) override;
    void sumsOfSquares(Stream stream, double* sums, const float* numbers, std::span<const std::int64_t> counts,
                       double* scratch) override;

private:
    /// Memory that a kernel touches.
    struct Touch {
        const void* data = nullptr;
        Bytes bytes = 0;
    };
    using Touches = std::vector<Touch>;
    /// Work, alone or shared, or the mark of an event, or a wait for one.
    struct Task {
        enum class Kind : unsigned char { Work, Shared, Record, Wait } kind = Kind::Work;
        const char* name = "";
        std::string range = {}; ///< whose time it takes
        std::function<void()> work = {};
        std::function<bool()> attempt = {}; ///< shared work's
        Touches touches = {};
        Time length = 0;
        Time notBefore = 0;
        int event = -1;
        int turn = 0;  ///< which of the event's records
        int mark = -1; ///< the mark of work that is traced
        bool fails = false;
        bool hangs = false;
    };
    struct Queue {
        std::deque<Task> tasks = {};
        Time free = 0;
    };
    struct Mark {
        bool timed = false;
        int recorded = 0; ///< how often
        int done = 0;     ///< how many of these
        Time time = 0;    ///< when the last that is done ended
    };
    struct Block {
        std::vector<std::byte> bytes;
        bool onHost = false;
    };
    /// A name that the host has given to what it enqueues; its first kernel takes the whole time. Within it a name that
    /// has a time of its own goes first.
    struct Range {
        std::string name = {};
        std::optional<Time> length = {};
        bool isSpent = false;
        bool hangs = false;
    };

    void enqueue(Stream stream, const char* name, Touches touches, std::function<void()> work);
    void push(Stream stream, Task task);
    bool mayRun(const Queue& queue) const;
    bool goesOn();
    bool runOne();
    bool run(Queue& queue);
    void expectAlive() const;
    void expectOurs(const char* name, const Touch& touch) const;
    std::byte* makeBlock(Bytes bytes, bool onHost);
    void dropBlock(std::byte* memory, bool onHost);
    Mark& mark(Event event);
    std::uint64_t draw(std::uint64_t below);
    static Touch of(const Matrix& matrix);

    FakeWish m_wish;
    std::uint64_t m_random;
    std::map<const std::byte*, std::unique_ptr<Block>> m_blocks; ///< by where they begin
    std::map<std::pair<int, StreamUse>, int> m_streams;
    std::vector<Queue> m_queues;
    std::size_t m_last = 0; ///< the stream that got on last
    std::vector<Mark> m_marks;
    std::map<int, std::byte*> m_lent; ///< by stream
    std::string m_harm;               ///< once something has happened
    std::vector<Range> m_ranges;      ///< the innermost last
    std::vector<FakeSpan> m_spans;
    int m_hangs = 0;    ///< how often the name has come
    Time m_present = 0; ///< what the host knows to be past
    Bytes m_held = 0;
    Bytes m_most = 0;
    int m_taken = 0;
    int m_kernels = 0;
    int m_named = 0;
    std::string m_adopted;
    FakeKernelTrace* m_trace = nullptr;
};

} // namespace lanewright::engine::test
