// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/kernels/bench.h"

#include "tests/engine/reference_kernels/number.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <thread>
#include <utility>

namespace lanewright::gpu {

namespace {

constexpr auto kUntouched = static_cast<std::byte>(0xA5);

double numberOf(Fill fill, std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> positive(0.5, 1.5);
    switch (fill) {
    case Fill::Normal: return normal(random);
    case Fill::Positive: return positive(random);
    case Fill::Nothing: return std::numeric_limits<double>::quiet_NaN();
    }
    return 0;
}

/// Host memory that copies reach, while this lives.
class Passage {
public:
    Passage(Device& device, std::size_t bytes)
        : m_device(device), m_memory(device.takeHost(static_cast<Bytes>(bytes))) {}
    ~Passage() { m_device.giveBackHost(m_memory); }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;
    std::byte* memory() const { return m_memory; }

private:
    Device& m_device;
    std::byte* m_memory;
};

void toDevice(Device& device, std::byte* to, const std::byte* from, std::size_t bytes) {
    const Passage passage(device, bytes);
    std::copy_n(from, bytes, passage.memory());
    const Stream stream = device.stream(0, engine::StreamUse::Compute);
    device.copy(stream, to, passage.memory(), static_cast<Bytes>(bytes));
    finish(device, stream);
}

} // namespace

void finish(Device& device, Stream stream) {
    const engine::Event event = device.makeEvent(false);
    device.record(event, stream);
    while (!device.isDone(event))
        std::this_thread::yield();
}

Field::Field(NumberKind kind, std::int64_t rows, std::int64_t cols, std::int64_t gap, Fill fill, std::uint64_t seed)
    : m_kind(kind), m_rows(rows), m_cols(cols), m_stride(cols + gap),
      m_host(static_cast<std::size_t>(rows * (cols + gap) * bytesOf(kind)) + 2 * kGuard, kUntouched) {
    std::mt19937_64 random(seed);
    const Matrix matrix = host();
    engine::reference::forEach(matrix, [&](std::int64_t row, std::int64_t col) {
        engine::reference::put(matrix, row, col, numberOf(fill, random));
    });
}

Matrix Field::matrixIn(const std::byte* memory) const {
    return {const_cast<std::byte*>(memory) + kGuard, m_kind, m_rows, m_cols, m_stride};
}

Matrix Field::seenAs(Matrix matrix, NumberKind kind) {
    matrix.stride = matrix.stride * bytesOf(matrix.kind) / bytesOf(kind);
    matrix.kind = kind;
    return matrix;
}

void Field::upload(Device& device) {
    m_device = device.take(static_cast<Bytes>(bytes()));
    toDevice(device, m_device, m_host.data(), bytes());
}

void Field::giveBack(Device& device) {
    if (m_device != nullptr)
        device.giveBack(std::exchange(m_device, nullptr));
}

std::vector<std::byte> Field::download(Device& device) const {
    const Passage passage(device, bytes());
    const Stream stream = device.stream(0, engine::StreamUse::Compute);
    device.copy(stream, passage.memory(), m_device, static_cast<Bytes>(bytes()));
    finish(device, stream);
    return {passage.memory(), passage.memory() + bytes()};
}

Bench::Bench(Device& device, std::string name, double limit, double farthest)
    : m_device(device), m_stream(device.stream(0, engine::StreamUse::Compute)), m_outcome{.name = std::move(name),
                                                                                          .limit = limit,
                                                                                          .farthest = farthest} {}

Bench::~Bench() {
    for (const auto& field : m_fields)
        field->giveBack(m_device);
    for (std::byte* const memory : m_taken)
        m_device.giveBack(memory);
}

Field& Bench::field(NumberKind kind, std::int64_t rows, std::int64_t cols, Fill fill, std::int64_t gap) {
    m_fields.push_back(std::make_unique<Field>(kind, rows, cols, gap, fill, m_seed++));
    m_fields.back()->upload(m_device);
    return *m_fields.back();
}

Bench::Tokens& Bench::tokens(std::int64_t count, std::int64_t vocabulary) {
    std::mt19937_64 random(m_seed++);
    m_tokens.push_back(std::make_unique<Tokens>());
    Tokens& tokens = *m_tokens.back();
    const auto choices = static_cast<std::uint64_t>(std::min<std::int64_t>(vocabulary, 256));
    for (std::int64_t i = 0; i < count; ++i)
        tokens.host.push_back(static_cast<std::uint8_t>(random() % 3 == 0 ? 1 % choices : random() % choices));
    m_taken.push_back(m_device.take(static_cast<Bytes>(count)));
    toDevice(m_device, m_taken.back(), reinterpret_cast<const std::byte*>(tokens.host.data()), tokens.host.size());
    tokens.device = reinterpret_cast<const std::uint8_t*>(m_taken.back());
    return tokens;
}

void Bench::finish() { gpu::finish(m_device, m_stream); }

void Bench::reportTimeout(const std::string& words) {
    if (m_outcome.words.empty())
        m_outcome.words = words;
}

void Bench::compare(const std::string& what, Field& field, NumberKind kind) {
    std::vector<std::byte> bytes = field.download(m_device);
    const Matrix expected = field.hostAs(kind);
    compareNumbers(what, expected, bytes.data() + Field::kGuard);
    // Whatever is no number of the matrix stays as it was: the reference left it alone, too.
    Matrix numbers = expected;
    numbers.data = bytes.data() + Field::kGuard;
    engine::reference::forEach(numbers, [&](std::int64_t row, std::int64_t col) {
        const auto at = static_cast<std::size_t>((row * numbers.stride + col) * bytesOf(kind)) + Field::kGuard;
        std::copy_n(field.hostBytes() + at, bytesOf(kind), bytes.data() + at);
    });
    if (!std::equal(bytes.begin(), bytes.end(), field.hostBytes()))
        reportTimeout(what + ": bytes beside the matrix were written");
}

void Bench::compareNumbers(const std::string& what, const Matrix& expected, const std::byte* bytes) {
    Matrix found = expected;
    found.data = const_cast<std::byte*>(bytes);
    double squares = 0;
    engine::reference::forEach(expected, [&](std::int64_t row, std::int64_t col) {
        squares += std::pow(double{engine::reference::get(expected, row, col)}, 2);
    });
    const double mean = std::sqrt(squares / static_cast<double>(expected.size()));
    double squaresOfDifference = 0;
    engine::reference::forEach(expected, [&](std::int64_t row, std::int64_t col) {
        const double wanted = engine::reference::get(expected, row, col);
        const double got = engine::reference::get(found, row, col);
        squaresOfDifference += got == wanted ? 0 : std::pow(got - wanted, 2);
        const double away = got == wanted ? 0 : std::abs(got - wanted) / (std::abs(wanted) + mean);
        if (!(away <= m_outcome.worst))
            m_outcome.worst = away;
        if (away <= m_outcome.limit)
            return;
        char words[200];
        std::snprintf(words, sizeof words, "%s (%lld,%lld) is %.9g instead of %.9g", what.c_str(),
                      static_cast<long long>(row), static_cast<long long>(col), got, wanted);
        reportTimeout(words);
    });
    compareNorms(what, squaresOfDifference, squares);
}

void Bench::compareNorms(const std::string& what, double squaresOfDifference, double squares) {
    const double distance = squaresOfDifference == 0 ? 0 : std::sqrt(squaresOfDifference / squares);
    if (!(distance <= m_outcome.distance))
        m_outcome.distance = distance;
    if (distance <= m_outcome.farthest)
        return;
    char words[200];
    std::snprintf(words, sizeof words, "%s is %.3g of its norm away, and %.3g are allowed", what.c_str(), distance,
                  m_outcome.farthest);
    reportTimeout(words);
}

} // namespace lanewright::gpu
