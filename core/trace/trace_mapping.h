// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/io/json.h"
#include "core/model/op.h"
#include "core/model/run.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What the events of somebody's own Chrome trace stand for, said once in a file (FORMAT.md 3.2).
namespace lanewright {

/// What is known of an event as a number.
enum class MappedField : std::uint8_t { Replica, Rank, Stage, Chunk, Microbatch, Step };
constexpr std::size_t kMappedFields = 6;
/// `microbatch`
std::string_view toText(MappedField field);

/// A number of an event for each field; -1: not known.
using MappedNumbers = std::array<int, kMappedFields>;
constexpr MappedNumbers kNothingMapped = {-1, -1, -1, -1, -1, -1};

/// A text in which `*` stands for anything and `{microbatch}` for a whole number: `forward {microbatch} of *`.
class NamePattern {
public:
    /// Fails on a bracket that is not closed and on a field that there is not. `only`: the name in every bracket is
    /// left out, and stands for this field.
    static Result<NamePattern> from(std::string_view text, std::optional<MappedField> only = {});

    /// Whether the whole text is as the pattern says; then `numbers` gain what stood in the brackets. Each `*` takes as
    /// little as it can, and a number all of its digits. Numbers of more than nine digits match nothing. Takes a time
    /// of at most text × pattern.
    bool matches(std::string_view text, MappedNumbers& numbers) const;
    bool names(MappedField field) const;

private:
    struct Part {
        enum class Kind : std::uint8_t { Text, Anything, Number } kind = Kind::Text;
        std::string text = {};
        MappedField field = {};
    };
    std::vector<Part> m_parts = {};
};

/// Where a field's number comes from.
struct FieldSource {
    enum class From : std::uint8_t { Nowhere, Constant, Process, Thread, ProcessName, ThreadName, Argument, File };
    From from = From::Nowhere;
    int constant = 0;
    std::string argument = {};               ///< the key in `args`
    std::optional<NamePattern> pattern = {}; ///< none: all of the text is the number
    int first = 0;                           ///< the number that the trace gives to the first one
};

/// What an event with a name of this pattern is.
struct MappingRule {
    NamePattern name = {};
    struct Optimizer {};
    std::variant<OpKind, SideKind, Optimizer> is = OpKind::F;
};

struct TraceMapping {
    std::string title = {};
    std::vector<MappingRule> rules = {};           ///< the first that matches counts
    std::array<FieldSource, kMappedFields> fields; ///< where to find what names do not say
    bool isGpu = false;
    bool waitsInside = false;

    const FieldSource& of(MappedField field) const { return fields[static_cast<std::size_t>(field)]; }
    /// Whether a number of this field may be known: from a source, or from the name of any op.
    bool knows(MappedField field) const;
};

/// The mapping that a file holds. Fails with the place on what is none, on keys that are not known, and where it leaves
/// open which rank an op is of or which microbatch.
Result<TraceMapping> traceMappingFrom(const json::Node& root);
Result<TraceMapping> readTraceMapping(const std::string& path);

} // namespace lanewright
