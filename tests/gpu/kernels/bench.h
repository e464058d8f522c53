// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/device.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

/// A kernel of a device beside its plain reference on the host.
namespace lanewright::gpu {

using engine::Device;
using engine::Matrix;
using engine::NumberKind;
using engine::Stream;

/// What numbers a field starts with.
enum class Fill : std::uint8_t {
    Normal,   ///< around 0, as far from it as 1
    Positive, ///< between 1/2 and 3/2
    Nothing,  ///< no numbers, so that what is never written shows
};

/// A matrix that the host and the device each have: the reference works on the one, the kernel on the other. Between
/// its rows and around it lie bytes that nobody may change.
class Field {
public:
    Field(NumberKind kind, std::int64_t rows, std::int64_t cols, std::int64_t gap, Fill fill, std::uint64_t seed);

    Matrix host() { return matrixIn(m_host.data()); }
    Matrix device() const { return matrixIn(m_device); }
    /// The same memory seen as rows of other numbers, for what lies where something else lay.
    Matrix hostAs(NumberKind kind) { return seenAs(host(), kind); }
    Matrix deviceAs(NumberKind kind) const { return seenAs(device(), kind); }

    void upload(Device& device);
    void giveBack(Device& device);
    /// What the device holds, its bytes.
    std::vector<std::byte> download(Device& device) const;
    std::size_t bytes() const { return m_host.size(); }
    const std::byte* hostBytes() const { return m_host.data(); }
    static constexpr std::size_t kGuard = 256;

private:
    Matrix matrixIn(const std::byte* memory) const;
    static Matrix seenAs(Matrix matrix, NumberKind kind);

    NumberKind m_kind;
    std::int64_t m_rows, m_cols, m_stride;
    std::vector<std::byte> m_host;
    std::byte* m_device = nullptr;
};

/// How far one case came from its reference.
struct Outcome {
    std::string name = {};  ///< "norm (64,768) bf16"
    double worst = 0;       ///< largest difference against the number itself and the field's root mean square
    double limit = 0;       ///< the worst that is allowed
    double distance = 0;    ///< largest of a field: ‖found − expected‖ / ‖expected‖
    double farthest = 0;    ///< the distance that is allowed
    std::string words = {}; ///< what is wrong; empty: nothing

    bool ok() const { return words.empty(); }
};

/// Numbers that are each within their limit are together within twice that.
constexpr double kAnyDistance = std::numeric_limits<double>::infinity();

/// Makes fields for one case and compares them. All of a case runs in one stream.
class Bench {
public:
    /// `limit`, `farthest`: what is allowed, as `Outcome` has it.
    Bench(Device& device, std::string name, double limit, double farthest = kAnyDistance);
    ~Bench();
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    Device& device() { return m_device; }
    Stream stream() const { return m_stream; }

    Field& field(NumberKind kind, std::int64_t rows, std::int64_t cols, Fill fill = Fill::Normal, std::int64_t gap = 0);
    /// Tokens below `vocabulary`, one of them much more often than the others; the host's, then the device's.
    struct Tokens {
        std::vector<std::uint8_t> host;
        const std::uint8_t* device = nullptr;
    };
    Tokens& tokens(std::int64_t count, std::int64_t vocabulary);

    /// Holds the device's numbers of `field`, as `kind` sees them, against the reference's.
    void compare(const std::string& what, Field& field, NumberKind kind);
    void compare(const std::string& what, Field& field) { compare(what, field, field.host().kind); }
    /// Says that the case failed.
    void reportTimeout(const std::string& words);
    /// Waits until the device has done all.
    void finish();

    const Outcome& outcome() const { return m_outcome; }

private:
    void compareNumbers(const std::string& what, const Matrix& expected, const std::byte* bytes);
    void compareNorms(const std::string& what, double squaresOfDifference, double squares);

    Device& m_device;
    Stream m_stream;
    Outcome m_outcome;
    std::uint64_t m_seed = 1;
    std::vector<std::unique_ptr<Field>> m_fields;
    std::vector<std::unique_ptr<Tokens>> m_tokens;
    std::vector<std::byte*> m_taken;
};

/// Waits until all that `stream` was given is done.
void finish(Device& device, Stream stream);

} // namespace lanewright::gpu
