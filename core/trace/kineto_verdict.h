// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/kineto_file.h"
#include "core/trace/kineto_ranges.h"
#include "core/trace/traced_job.h"

#include <cstdint>
#include <optional>
#include <vector>

/// What is said of a file of PyTorch's profiler, or of one that looks like it.
namespace lanewright {

/// What tells when the ops of a file ran: its kernels; where there are none its operators; where there are none of
/// these either, the ranges themselves.
enum class Witness : std::uint8_t { Kernels, Operators, Ranges };
Witness witnessOf(const KinetoFile& file);

/// How many ops on CPUs are as long as their ranges for want of anything that says more. 0 where those without
/// operators, as a W of a stage without weights, take no time worth a word. B is left out, which may have nothing to
/// do.
std::int64_t bareOps(const KinetoFile& file, const std::vector<KinetoRange>& ranges, const RangeContents& contents);

/// Why a file without actions is not read, and what would read it: by whose trace it seems to be.
Message whyNoAction(const KinetoFile& file);

/// Why the ops of a file can't be told, though it has actions; nothing where they can.
std::optional<Error> whyUnreadable(const KinetoFile& file, const std::vector<KinetoRange>& ranges,
                                   const RangeContents& contents);

/// Adds what is odd about a file that can be read to the notes of its job. `strange`: ranges `PP:` whose action is
/// unknown.
void addNotes(const KinetoFile& file, const std::vector<KinetoRange>& ranges, const RangeContents& contents,
              std::int64_t strange, TracedJob& job);

} // namespace lanewright
