// SPDX-License-Identifier: Apache-2.0
#include "core/base/counted_up.h"
#include "core/io/reading.h"
#include "core/model/limits.h"
#include "core/model/totals.h"
#include "core/trace/chrome_events.h"
#include "core/trace/trace_document.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

/// Dumps of AMD's Primus (`--dump_pp_data`): `config.json` and a `pp_rank_3.json` for each rank of the pipeline, which
/// holds for each iteration lists of starts and ends in ms, each rank on a clock of its own.
namespace lanewright {

namespace {

/// What the job was, from `config.json`.
struct PrimusShape {
    int ranks = 0;
    int chunks = 1;
    int microbatches = 0;
};

/// One list of ops of an iteration: `fwd`, `bwd` or `wgrad`.
struct PrimusOps {
    std::vector<Extent> times = {};
    std::vector<int> microbatches = {}; ///< empty: not written
    std::vector<int> chunks = {};
};

struct PrimusStep {
    int number = 0;
    Time total = 0; ///< how long the whole step took on this rank; 0: not written
    PrimusOps forward = {};
    PrimusOps backward = {};
    PrimusOps weight = {};
};

/// Milliseconds as a decimal number, in ns.
Time millisecondsFrom(const json::Node& node, Trouble& trouble) {
    const double value = realFrom(node, trouble);
    if (!trouble && !(std::abs(value) < 1e10)) {
        trouble.add(say(phrase("trace", "must be a time in ms")), node);
        return 0;
    }
    return trouble ? 0 : std::llround(value * 1e6);
}

template <typename Value, typename Read>
std::vector<Value> listIn(const json::Node& object, const std::string& key, const Read& read, Trouble& trouble) {
    std::vector<Value> values;
    const auto list = object.find(key);
    if (list && expect(*list, json::Kind::Array, trouble))
        for (const json::Node entry : list->children())
            values.push_back(read(entry, trouble));
    return values;
}

/// Leaves the innermost of ops inside each other: a trainer that asks for the forward function k times has each op
/// timed k times, one around the other.
void takeInnermost(PrimusOps& ops) {
    std::vector<std::size_t> order = countedUp(ops.times.size());
    const auto holds = [&](std::size_t outer, std::size_t inner) {
        return ops.times[outer].start <= ops.times[inner].start && ops.times[inner].end <= ops.times[outer].end;
    };
    std::ranges::stable_sort(order, {}, [&](std::size_t at) {
        return std::pair{ops.times[at].start, -ops.times[at].end};
    });
    std::vector<std::size_t> kept;
    for (const std::size_t at : order) {
        while (!kept.empty() && holds(kept.back(), at))
            kept.pop_back();
        kept.push_back(at);
    }
    PrimusOps result;
    for (const std::size_t at : kept) {
        result.times.push_back(ops.times[at]);
        if (at < ops.microbatches.size())
            result.microbatches.push_back(ops.microbatches[at]);
        if (at < ops.chunks.size())
            result.chunks.push_back(ops.chunks[at]);
    }
    ops = std::move(result);
}

PrimusOps primusOpsIn(const json::Node& step, const std::string& kind, Trouble& trouble) {
    const auto number = [](int most) {
        return [most](const json::Node& node, Trouble& wrong) { return integerFrom(node, 0, most, wrong); };
    };
    PrimusOps ops;
    const auto starts = listIn<Time>(step, kind + "_start", millisecondsFrom, trouble);
    const auto ends = listIn<Time>(step, kind + "_end", millisecondsFrom, trouble);
    ops.microbatches = listIn<int>(step, kind + "_minibatch", number(kMaxMicrobatches - 1), trouble);
    ops.chunks = listIn<int>(step, kind + "_chunk", number(kMaxStages - 1), trouble);
    if (!trouble && starts.size() != ends.size())
        trouble.add(say(phrase("trace", "%1 has %2 starts and %3 ends"), kind, starts.size(), ends.size()), step);
    for (std::size_t at = 0; !trouble && at < starts.size(); ++at) {
        if (ends[at] < starts[at])
            trouble.add(say(phrase("trace", "entry %1 of %2 ends before it starts"), at, kind), step);
        ops.times.push_back({.start = starts[at], .end = ends[at]});
    }
    if (ops.times.size() > static_cast<std::size_t>(kMaxCells))
        trouble.add(say(phrase("trace", "more ops than can be read")), step);
    takeInnermost(ops);
    return ops;
}

/// Which microbatch and chunk the k-th forward or backward of a rank is in Megatron's own loops, which write neither:
/// microbatches go through the chunks in groups of as many as there are ranks, backwards from the last chunk on.
std::pair<int, int> megatronTurn(int turn, bool forward, const PrimusShape& shape) {
    if (shape.chunks == 1)
        return {turn, 0};
    const int round = shape.ranks * shape.chunks;
    const int chunk = turn % round / shape.ranks;
    return {turn / round * shape.ranks + turn % shape.ranks, forward ? chunk : shape.chunks - 1 - chunk};
}

class PrimusOrder {
public:
    PrimusOrder(const PrimusShape& shape, bool isZigzag) : m_shape(shape), m_isZigzag(isZigzag) {}

    Op opOf(const PrimusOps& ops, std::size_t at, OpKind kind, int rank) const {
        auto [microbatch, chunk] = megatronTurn(static_cast<int>(at), kind == OpKind::F, m_shape);
        if (at < ops.microbatches.size())
            microbatch = ops.microbatches[at];
        if (at < ops.chunks.size())
            chunk = ops.chunks[at];
        const int place = m_isZigzag && chunk % 2 == 1 ? m_shape.ranks - 1 - rank : rank;
        return {
            .kind = kind, .stage = std::min(chunk * m_shape.ranks + place, kMaxStages - 1), .microbatch = microbatch};
    }

private:
    PrimusShape m_shape;
    bool m_isZigzag;
};

Result<PrimusShape> primusShape(const std::string& path, int files, const std::stop_token& stop) {
    return readTraceDocument(path, stop, [&](const json::Node& root, Trouble& trouble) {
        PrimusShape shape;
        if (expect(root, json::Kind::Object, trouble)) {
            shape.ranks = integerIn(root, "pp_size", files, 1, kMaxRanks, trouble);
            shape.chunks = integerIn(root, root.find("vpp_size") ? "vpp_size" : "vp_size", 1, 1, kMaxStages, trouble);
            shape.microbatches = integerIn(root, root.find("micro_batches") ? "micro_batches" : "num_mbs", 0, 0,
                                           kMaxMicrobatches, trouble);
        }
        return shape;
    });
}

Result<std::vector<PrimusStep>> primusSteps(const std::string& path, const std::stop_token& stop) {
    return readTraceDocument(path, stop, [](const json::Node& root, Trouble& trouble) {
        std::vector<PrimusStep> steps;
        if (expect(root, json::Kind::Object, trouble))
            for (const json::Node step : root.children()) {
                PrimusStep own;
                const std::string_view key = step.key();
                if (std::from_chars(key.data(), key.data() + key.size(), own.number).ptr != key.data() + key.size())
                    continue;
                if (!expect(step, json::Kind::Object, trouble))
                    break;
                if (const auto total = step.find("total"))
                    own.total = millisecondsFrom(*total, trouble);
                own.forward = primusOpsIn(step, "fwd", trouble);
                own.backward = primusOpsIn(step, "bwd", trouble);
                own.weight = primusOpsIn(step, "wgrad", trouble);
                if (trouble)
                    break;
                steps.push_back(std::move(own));
            }
        return steps;
    });
}

Time lengthOf(const PrimusStep& step) {
    Time length = step.total;
    for (const PrimusOps* ops : {&step.forward, &step.backward, &step.weight})
        for (const Extent& time : ops->times)
            length = std::max(length, time.end);
    return length;
}

/// When each step begins if they follow each other as closely as can be: all times of a dump count from when its rank
/// began the step.
std::map<int, Time> stepBegins(const std::map<int, std::vector<PrimusStep>>& ranks) {
    std::map<int, Time> lengths;
    for (const auto& [rank, steps] : ranks)
        for (const PrimusStep& step : steps)
            lengths[step.number] = std::max(lengths[step.number], lengthOf(step));
    std::map<int, Time> begins;
    Time begin = 0;
    for (const auto& [number, length] : lengths) {
        begins[number] = begin;
        begin = std::min(begin + length, kMaxTotalTime);
    }
    return begins;
}

TracedStep tracedStepOf(const PrimusStep& step, int rank, const PrimusOrder& order, Time begin) {
    TracedStep traced{.number = std::max(0, step.number)};
    const bool split = !step.weight.times.empty();
    const OpKind backward = split ? OpKind::B : OpKind::BW;
    std::map<std::pair<Time, Time>, std::size_t> forwards;
    const auto add = [&](const PrimusOps& ops, OpKind kind) {
        for (std::size_t at = 0; at < ops.times.size(); ++at) {
            const Op op = order.opOf(ops, at, kind, rank);
            const std::pair<Time, Time> times{begin + ops.times[at].start, begin + ops.times[at].end};
            // Entries of equal times are one block: a forward and a backward that ran beside each other.
            if (const auto pair = forwards.find(times); kind == backward && pair != forwards.end()) {
                traced.ops[pair->second].paired = op;
                continue;
            }
            if (kind == OpKind::F)
                forwards.emplace(times, traced.ops.size());
            traced.ops.push_back({.op = op, .start = times.first, .end = times.second});
        }
    };
    add(step.forward, OpKind::F);
    add(step.backward, backward);
    add(step.weight, OpKind::W);
    std::ranges::stable_sort(traced.ops, {}, &TracedOp::start);
    return traced;
}

/// From the end of the first chunk's first forward to the start of the second's; nothing where there is none.
std::optional<Time> turnTime(const std::vector<PrimusStep>& steps) {
    for (const PrimusStep& step : steps) {
        const PrimusOps& ops = step.forward;
        const auto first = std::ranges::find(ops.chunks, 0) - ops.chunks.begin();
        const auto second = std::ranges::find(ops.chunks, 1) - ops.chunks.begin();
        const auto count = static_cast<std::ptrdiff_t>(std::min(ops.chunks.size(), ops.times.size()));
        if (first < count && second < count)
            return ops.times[second].start - ops.times[first].end;
    }
    return {};
}

/// Whether the chunks lie in a V: then the last rank goes on with its second chunk at once, and the first rank last.
/// Where stages follow each other around, all ranks take alike.
bool isZigzag(const std::map<int, std::vector<PrimusStep>>& ranks, const PrimusShape& shape) {
    if (shape.chunks != 2 || ranks.size() < 2)
        return false;
    const auto first = turnTime(ranks.begin()->second);
    const auto last = turnTime(ranks.rbegin()->second);
    return first && last && *last < *first / 2;
}

/// What the files hold, by the rank of the pipeline.
struct PrimusDumps {
    std::map<int, std::vector<PrimusStep>> ranks = {};
    std::map<int, std::string> paths = {};
    std::string config = {}; ///< its path; empty: there is none
};

Result<PrimusDumps> primusDumps(const std::vector<std::string>& paths, const TraceControl& control) {
    PrimusDumps dumps;
    for (const std::string& path : paths) {
        if (control.stop.stop_requested())
            return Error{say(phrase("trace", "stopped"))};
        const int rank = numberInName(path, "pp_rank_");
        if (rank < 0) {
            if (path.ends_with("config.json"))
                dumps.config = path;
            continue;
        }
        if (rank >= kMaxRanks)
            return inFile(path, {say(phrase("trace", "its name gives it a rank above %1"), kMaxRanks - 1)});
        if (const auto [other, isNew] = dumps.paths.emplace(rank, path); !isNew)
            return inFile(path, {say(phrase("trace", "it is of rank %1, as is %2; give one file of each rank"), rank,
                                     other->second)});
        Result<std::vector<PrimusStep>> steps = primusSteps(path, control.stop);
        if (!steps)
            return steps.error();
        dumps.ranks.emplace(rank, *std::move(steps));
    }
    if (dumps.ranks.empty())
        return Error{say(phrase("trace", "there is no file pp_rank_0.json here"))};
    return dumps;
}

} // namespace

Result<TracedJob> readPrimus(const std::vector<std::string>& paths, const TraceControl& control) {
    const Result<PrimusDumps> dumps = primusDumps(paths, control);
    if (!dumps)
        return dumps.error();
    const auto& ranks = dumps->ranks;
    const PrimusShape assumed{.ranks = ranks.rbegin()->first + 1};
    const Result<PrimusShape> shape =
        dumps->config.empty() ? Result<PrimusShape>{assumed} : primusShape(dumps->config, assumed.ranks, control.stop);
    if (!shape)
        return shape.error();
    if (static_cast<int>(ranks.size()) != shape->ranks)
        return Error{say(phrase("trace", "%1 ranks were dumped, of %2"), ranks.size(), shape->ranks)};
    TracedJob job{
        .format = "primus", .framework = "Primus", .deviceClock = "cuda-events", .isGpu = true, .clockPerStep = true};
    if (dumps->config.empty())
        job.notes.push_back(
            say(phrase("trace", "there is no config.json beside the dumps; one chunk a rank is assumed")));
    const PrimusOrder order{*shape, isZigzag(ranks, *shape)};
    const std::map<int, Time> begins = stepBegins(ranks);
    for (const auto& [number, steps] : ranks) {
        TracedRank rank{.source = dumps->paths.at(number), .rank = number, .worldRank = number};
        for (const PrimusStep& step : steps)
            rank.steps.push_back(tracedStepOf(step, number, order, begins.at(step.number)));
        job.ranks.push_back(std::move(rank));
    }
    return job;
}

} // namespace lanewright
