// SPDX-License-Identifier: Apache-2.0
// Jumps go from stack to stack here, which the hardened longjmp takes for an attack.
#undef _FORTIFY_SOURCE
#include "tests/engine/cuda/emulator/emulator.h"

#include "engine/cuda/kernels/device_code.h"
#include "engine/device/tensor.h"

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <ucontext.h>

namespace lanewright::engine::cuda {

namespace emulator {

void stop(const char* sentence) {
    std::fprintf(stderr, "emulated GPU: %s\n", sentence);
    std::abort();
}

namespace {

constexpr std::size_t kStack = 64UL * 1024;
/// Shared memory of a block on the GPUs that have the least of those we compile for: 8.6, 8.9 and 12.0.
constexpr int kMostShared = 99 * 1024;

enum class State : std::uint8_t { Running, AtWarp, AtBlock, Done };

/// A thread of a block.
struct Strand {
    Self self;
    State state = State::Running;
    std::jmp_buf place = {};
    bool hasStarted = false;
    std::unique_ptr<char[]> stack = std::make_unique_for_overwrite<char[]>(kStack);
    std::vector<Copy> asked = {};
    std::deque<std::vector<Copy>> sealed = {};
};

/// The block that runs.
struct Block {
    std::vector<Strand> strands;
    std::vector<std::uint64_t> exchanged;
    std::vector<char> shared;
    std::jmp_buf home = {};
    Strand* at = nullptr;
    const std::function<void()>* kernel = nullptr;
};

Block* theBlock = nullptr;
bool isBackwards = false;
std::mutex oneBlock; ///< runs at a time
Starter charge;

/// Back to the block that let the running strand go; returns when it is let go again.
void goHome() {
    if (_setjmp(theBlock->at->place) == 0)
        std::longjmp(theBlock->home, 1);
}

void strandMain() {
    while (true) {
        (*theBlock->kernel)();
        theBlock->at->state = State::Done;
        goHome();
    }
}

/// Lets a strand run until it waits or ends. Only the first time needs a whole context; jumps are much quicker.
void resume(Block& block, Strand& strand) {
    block.at = &strand;
    if (_setjmp(block.home) != 0)
        return;
    if (std::exchange(strand.hasStarted, true))
        std::longjmp(strand.place, 1);
    ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = strand.stack.get();
    context.uc_stack.ss_size = kStack;
    context.uc_link = nullptr;
    makecontext(&context, strandMain, 0);
    setcontext(&context);
}

bool allAre(const Block& block, std::size_t first, std::size_t count, State state) {
    for (std::size_t i = first; i < first + count; ++i)
        if (block.strands[i].state != state)
            return false;
    return true;
}

/// Lets go those that have all met. True when anybody may run on.
bool release(Block& block) {
    bool any = false;
    const std::size_t count = block.strands.size();
    const auto let = [&](std::size_t first, std::size_t many, State state) {
        if (!allAre(block, first, many, state))
            return;
        for (std::size_t i = first; i < first + many; ++i)
            block.strands[i].state = State::Running;
        any = true;
    };
    for (std::size_t first = 0; first < count; first += kWarp)
        let(first, std::min<std::size_t>(kWarp, count - first), State::AtWarp);
    let(0, count, State::AtBlock);
    return any;
}

void runBlock(Block& block) {
    for (Strand& strand : block.strands) {
        strand.state = State::Running;
        strand.asked.clear();
        strand.sealed.clear();
    }
    const std::size_t count = block.strands.size();
    do {
        for (std::size_t i = 0; i < count; ++i) {
            Strand& strand = block.strands[isBackwards ? count - 1 - i : i];
            if (strand.state == State::Running)
                resume(block, strand);
        }
    } while (release(block));
    if (!allAre(block, 0, count, State::Done))
        stop("threads wait at a barrier that others never reach");
}

} // namespace

const Self& self() { return theBlock->at->self; }
void runBackwards(bool backwards) { isBackwards = backwards; }
void putInCharge(Starter starter) { charge = std::move(starter); }
void start(void* queue, std::function<void()> kernel) {
    if (charge)
        charge(queue, std::move(kernel));
    else
        kernel();
}
void* shared() {
    const auto address = reinterpret_cast<std::uintptr_t>(theBlock->shared.data());
    return reinterpret_cast<void*>((address + 127) / 128 * 128);
}
unsigned laneOfThread() { return self().thread.x % kWarp; }

void run(std::int64_t blocks, std::int64_t across, int threads, int shared, const std::function<void()>& kernel) {
    if (threads % kWarp != 0 || threads > 1024 || shared > kMostShared || across > 65535)
        stop("not every GPU takes such a launch");
    const std::scoped_lock lock(oneBlock);
    Block block;
    block.strands = std::vector<Strand>(static_cast<std::size_t>(threads));
    block.exchanged.resize(static_cast<std::size_t>(threads));
    block.kernel = &kernel;
    theBlock = &block;
    const Index grid{static_cast<unsigned>(blocks), static_cast<unsigned>(across), 1};
    for (unsigned y = 0; y < grid.y; ++y)
        for (unsigned x = 0; x < grid.x; ++x) {
            // Numbers that nobody wrote are no numbers.
            block.shared.assign(static_cast<std::size_t>(shared) + 128, static_cast<char>(0xFF));
            for (std::size_t i = 0; i < block.strands.size(); ++i)
                block.strands[i].self = {
                    {static_cast<unsigned>(i), 0, 0}, {x, y, 0}, {static_cast<unsigned>(threads), 1, 1}, grid};
            runBlock(block);
        }
    theBlock = nullptr;
}

void meet(Meeting meeting) {
    Strand& strand = *theBlock->at;
    strand.state = meeting == Meeting::Warp ? State::AtWarp : State::AtBlock;
    goHome();
}

const std::uint64_t* exchange(std::uint64_t exchanged) {
    const unsigned own = self().thread.x;
    theBlock->exchanged[own] = exchanged;
    meet(Meeting::Warp);
    return theBlock->exchanged.data() + own / kWarp * kWarp;
}

void ask(const Copy& copy) {
    if (reinterpret_cast<std::uintptr_t>(copy.to) % static_cast<unsigned>(copy.bytes) != 0 ||
        reinterpret_cast<std::uintptr_t>(copy.from) % static_cast<unsigned>(copy.bytes) != 0)
        stop("a copy into shared memory is not aligned");
    theBlock->at->asked.push_back(copy);
}
void seal() {
    Strand& strand = *theBlock->at;
    strand.sealed.push_back(std::exchange(strand.asked, {}));
}
void await(int open) {
    std::deque<std::vector<Copy>>& sealed = theBlock->at->sealed;
    for (; sealed.size() > static_cast<std::size_t>(open); sealed.pop_front())
        for (const Copy& copy : sealed.front()) {
            if (copy.from != nullptr)
                std::memcpy(copy.to, copy.from, static_cast<std::size_t>(copy.bytes));
            else
                std::memset(copy.to, 0, static_cast<std::size_t>(copy.bytes));
        }
}

} // namespace emulator

namespace {

/// Number `which` of the two in a register.
float half(std::uint64_t two, unsigned which) {
    return __uint_as_float(static_cast<unsigned>(two >> which % 2 * 16U) << 16U);
}

void loadMatrices(unsigned (&to)[4], const Bf16* row, bool turned) {
    if (reinterpret_cast<std::uintptr_t>(row) % 16 != 0)
        emulator::stop("a row of a matrix is not aligned");
    const unsigned lane = emulator::laneOfThread();
    const std::uint64_t* const rows = emulator::exchange(std::bit_cast<std::uint64_t>(row));
    const auto number = [&](unsigned matrix, unsigned i, unsigned j) -> unsigned {
        return std::bit_cast<const Bf16*>(rows[matrix * 8 + (turned ? j : i)])[turned ? i : j].bits;
    };
    for (unsigned matrix = 0; matrix < 4; ++matrix)
        to[matrix] = number(matrix, lane / 4, lane % 4 * 2) | number(matrix, lane / 4, lane % 4 * 2 + 1) << 16U;
    emulator::meet(emulator::Meeting::Warp);
}

/// What all lanes of the warp hold in two registers.
struct Words {
    std::uint64_t of[kWarp];

    Words(unsigned low, unsigned high) {
        const std::uint64_t* const words = emulator::exchange(low | std::uint64_t{high} << 32U);
        std::memcpy(of, words, sizeof of);
        emulator::meet(emulator::Meeting::Warp);
    }
    float number(unsigned lane, unsigned word, unsigned which) const { return half(of[lane] >> word * 32, which); }
};

} // namespace

void loadMatrices(unsigned (&to)[4], const Bf16* row) { loadMatrices(to, row, false); }
void loadMatricesTurned(unsigned (&to)[4], const Bf16* row) { loadMatrices(to, row, true); }

void multiplyTile(float (&sum)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    const unsigned lane = emulator::laneOfThread();
    const Words near{a[0], a[1]}; // columns 0 … 7 of A, rows 0 … 7 and 8 … 15
    const Words far{a[2], a[3]};
    const Words right{b0, b1};
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned row = lane / 4 + i / 2 * 8;
        const unsigned col = lane % 4 * 2 + i % 2;
        for (unsigned k = 0; k < 16; ++k) {
            const float left = (k < 8 ? near : far).number(row % 8 * 4 + k % 8 / 2, row / 8, k % 2);
            sum[i] += left * right.number(col * 4 + k % 8 / 2, k / 8, k % 2);
        }
    }
}

} // namespace lanewright::engine::cuda

namespace emulator = lanewright::engine::cuda::emulator;

float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
std::uint16_t __float2bfloat16_rn(float number) { return lanewright::engine::toBf16(number).bits; }
void __syncthreads() { emulator::meet(emulator::Meeting::Block); }
void __syncwarp() { emulator::meet(emulator::Meeting::Warp); }

namespace {

std::uint64_t shuffled(std::uint64_t exchanged, unsigned lane) {
    const std::uint64_t word = emulator::exchange(exchanged)[lane];
    emulator::meet(emulator::Meeting::Warp);
    return word;
}

} // namespace

float __shfl_xor_sync(unsigned /*mask*/, float number, int apart) {
    const auto lane = emulator::laneOfThread() ^ static_cast<unsigned>(apart);
    return std::bit_cast<float>(static_cast<std::uint32_t>(shuffled(std::bit_cast<std::uint32_t>(number), lane)));
}
double __shfl_xor_sync(unsigned /*mask*/, double number, int apart) {
    const auto lane = emulator::laneOfThread() ^ static_cast<unsigned>(apart);
    return std::bit_cast<double>(shuffled(std::bit_cast<std::uint64_t>(number), lane));
}
unsigned __ballot_sync(unsigned /*mask*/, bool yes) {
    const std::uint64_t* const exchanged = emulator::exchange(yes ? 1 : 0);
    unsigned votes = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
        votes |= static_cast<unsigned>(exchanged[lane]) << lane;
    emulator::meet(emulator::Meeting::Warp);
    return votes;
}
int __popc(unsigned bits) { return std::popcount(bits); }
