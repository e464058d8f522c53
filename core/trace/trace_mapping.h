// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/io/reading.h"
#include "core/model/limits.h"
#include "core/model/op.h"
#include "core/model/run.h"
#include "core/trace/trace_control.h"
#include "core/trace/traced_job.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the events of somebody's own Chrome trace stand for, said once in a file (FORMAT.md 3.2).
namespace lanewright {

/// What is known of an event as numbers; -1: not known.
struct MappedNumbers {
    int replica = -1;
    int rank = -1;
    int stage = -1;
    int chunk = -1; ///< the stage's turn among those of its rank
    int microbatch = -1;
    int step = -1;
};

struct MappedField {
    std::string_view name = {};
    int MappedNumbers::*number = nullptr;
    int end = 0; ///< its numbers lie below
};
constexpr std::array<MappedField, 6> kMappedFields = {{{"replica", &MappedNumbers::replica, 1 << 20},
                                                       {"stage", &MappedNumbers::stage, kMaxStages},
                                                       {"rank", &MappedNumbers::rank, kMaxRanks},
                                                       {"chunk", &MappedNumbers::chunk, kMaxStages},
                                                       {"microbatch", &MappedNumbers::microbatch, kMaxMicrobatches},
                                                       {"step", &MappedNumbers::step, 2'000'000'000}}};

/// A text in which `*` stands for anything and `{microbatch}` for a whole number: `forward {microbatch} of *`.
struct NamePattern {
    std::string text = {}; ///< with a field's name in each bracket

    /// Whether the whole name is as the pattern says; then `numbers` gain what stood in the brackets. Each `*` takes as
    /// little as it can, and a number all of its digits; what no int holds matches nothing. Takes a time of at most
    /// name × pattern.
    bool matches(std::string_view name, MappedNumbers& numbers) const;
    bool has(const MappedField& field) const;
};

/// Fails on a bracket that is not closed and on a field that there is not. `{}` stands for the field `own`, which is
/// then the only one.
Result<NamePattern> namePatternFrom(std::string text, std::string_view own = {});

/// Where a field's number is that names do not say.
struct FieldSource : MappedField {
    std::string place = {};   ///< `pid`, `tid`, `process_name`, `thread_name`, `file` or `args.KEY`
    NamePattern pattern = {}; ///< where it stands in the text that is there
    int first = 0;            ///< what the trace calls the first one
};

/// What an event with a name of this pattern is: an op, what ran beside ops, or else the optimizer's step.
struct MappingRule {
    NamePattern name = {};
    std::optional<OpKind> op = {};
    std::optional<SideKind> side = {};
};

struct TraceMapping {
    std::vector<MappingRule> rules = {};   ///< the first that matches counts
    MappedNumbers constants = {};          ///< the same for all events
    std::vector<FieldSource> sources = {}; ///< for each of `kMappedFields`
    bool isGpu = false;
    bool waitsInside = false;

    /// Whether a number of this field may be known: from a source, or from the name of any op.
    bool knows(int MappedNumbers::*number) const;
};

/// The mapping that a file holds. Notes, with the place, what is none, keys that are not known, and where it leaves
/// open which rank an op is of or which microbatch.
TraceMapping traceMappingFrom(const json::Node& root, Trouble& trouble);

/// The job that Chrome traces show by a mapping of their names. Fails with the place on numbers that are out of range,
/// where no event is an op, and where no op says what it needs.
Result<TracedJob> readMapped(const std::vector<std::string>& paths, const TraceMapping& mapping,
                             const TraceControl& control);

} // namespace lanewright
