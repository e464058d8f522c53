// SPDX-License-Identifier: Apache-2.0
#include "core/trace/traced_pipelines.h"

#include "core/base/mapped.h"
#include "core/model/dataflow.h"
#include "core/model/limits.h"
#include "core/model/text.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace lanewright {

namespace {

std::set<int> stagesOf(const TracedRank& rank) {
    std::set<int> stages;
    for (const TracedStep& step : rank.steps)
        for (const TracedOp& traced : step.ops)
            for (const Op& op : opsIn(traced))
                stages.insert(op.stage);
    return stages;
}

/// What a step of a rank lacks of being whole.
struct Lack {
    enum class Kind { Nothing, Op, Twice, Backward, Microbatches, Ranks } kind = Kind::Nothing;
    Op op = {};
};

Lack lackOf(const TracedStep& step, const std::set<int>& stages, int microbatches) {
    std::set<Op> ops;
    for (const TracedOp& traced : step.ops)
        for (const Op& op : opsIn(traced)) {
            if (!ops.insert(op).second)
                return {Lack::Kind::Twice, op};
            if (op.microbatch >= microbatches)
                return {Lack::Kind::Microbatches, op};
        }
    for (const int stage : stages)
        for (int microbatch = 0; microbatch < microbatches; ++microbatch) {
            const auto has = [&](OpKind kind) {
                return ops.contains({.kind = kind, .stage = stage, .microbatch = microbatch});
            };
            for (const OpKind kind : {OpKind::F, OpKind::BW})
                if (!has(kind) && (kind == OpKind::F || !has(OpKind::B) || !has(OpKind::W)))
                    return {Lack::Kind::Op, {.kind = kind, .stage = stage, .microbatch = microbatch}};
        }
    return {};
}

int microbatchesOf(const TracedStep& step) {
    int most = -1;
    for (const TracedOp& traced : step.ops)
        for (const Op& op : opsIn(traced))
            most = std::max(most, op.microbatch + 0);
    return most + 1;
}

bool hasBackward(const TracedStep& step) {
    return std::ranges::any_of(step.ops, [](const TracedOp& traced) {
        return std::ranges::any_of(opsIn(traced), [](const Op& op) { return op.kind != OpKind::F; });
    });
}

/// How many microbatches most of the steps have. Evaluations and steps that were cut off say little of it: steps with
/// a backward count, and of as many the larger number.
int usualMicrobatches(const TracedJob& job) {
    std::map<int, int, std::greater<>> counts;
    for (const bool trains : {true, false}) {
        for (const TracedRank& rank : job.ranks)
            for (const TracedStep& step : rank.steps)
                if (const int count = microbatchesOf(step); count > 0 && hasBackward(step) == trains)
                    ++counts[count];
        if (!counts.empty())
            break;
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    return most == counts.end() ? 0 : most->first;
}

/// By replica its ranks, by their numbers.
using NumberedRanks = std::map<int, std::map<int, const TracedRank*>>;

Result<NumberedRanks> byNumber(const TracedJob& job) {
    NumberedRanks found;
    for (const TracedRank& rank : job.ranks)
        if (const auto [other, isNew] = found[rank.replica].emplace(rank.rank, &rank); !isNew)
            return Error{say(phrase("trace", "%1 and %2 are both rank %3 of replica %4"), other->second->source,
                             rank.source, rank.rank, rank.replica)};
    return found;
}

/// Numbered ranks, a list per replica, as the trace has them.
Result<std::vector<TracedPipeline>> numbered(TracedJob& job) {
    const Result<NumberedRanks> found = byNumber(job);
    if (!found)
        return found.error();
    const int most = mostOf(job.ranks, [](const TracedRank& rank) { return rank.rank + 1; });
    const int ranks = std::max(job.leastRanks, most);
    std::vector<TracedPipeline> pipelines;
    std::optional<std::pair<int, int>> missing;
    std::vector<Message> leftOut;
    for (const auto& [replica, own] : *found) {
        TracedPipeline pipeline{.replica = replica};
        for (int rank = 0; rank < ranks; ++rank)
            if (const auto at = own.find(rank); at != own.end())
                pipeline.ranks.push_back(at->second);
            else if (!missing)
                missing = {replica, rank};
        if (static_cast<int>(pipeline.ranks.size()) == ranks)
            pipelines.push_back(std::move(pipeline));
        else
            leftOut.push_back(
                say(phrase("trace", "replica %1 is left out, for not all of its ranks were traced"), replica));
    }
    if (pipelines.empty() && missing)
        return Error{say(phrase("trace", "rank %1 of replica %2 is not in these traces, nor is any replica whole"),
                         missing->second, missing->first)};
    job.notes.insert(job.notes.end(), leftOut.begin(), leftOut.end());
    return pipelines;
}

/// Ranks told by their stages.
Result<std::vector<TracedPipeline>> grouped(TracedJob& job) {
    std::map<std::set<int>, std::vector<const TracedRank*>> sets;
    for (const TracedRank& rank : job.ranks)
        if (const std::set<int> stages = stagesOf(rank); !stages.empty())
            sets[stages].push_back(&rank);
        else
            job.notes.push_back(say(phrase("trace", "%1 shows no op and is left out"), rank.source));
    std::vector<TracedPipeline> pipelines;
    std::size_t replicas = std::numeric_limits<std::size_t>::max();
    std::size_t most = 0;
    for (auto& [stages, ranks] : sets) {
        std::ranges::sort(ranks, {}, &TracedRank::worldRank);
        replicas = std::min(replicas, ranks.size());
        most = std::max(most, ranks.size());
    }
    for (std::size_t replica = 0; !sets.empty() && replica < replicas; ++replica) {
        pipelines.push_back({.replica = static_cast<int>(replica)});
        for (const auto& [stages, ranks] : sets) // sets go by their least stage
            pipelines.back().ranks.push_back(ranks[replica]);
    }
    if (most > replicas)
        job.notes.push_back(say(phrase("trace", "some stages were traced on %1 ranks and some on %2; %2 replicas are "
                                                "taken"),
                                most, replicas));
    return pipelines;
}

/// By stage the rank that runs it.
Result<std::map<int, int>> ranksOfStages(const TracedPipeline& pipeline) {
    std::map<int, int> rankOf;
    for (int rank = 0; rank < static_cast<int>(pipeline.ranks.size()); ++rank) {
        const std::set<int> stages = stagesOf(*pipeline.ranks[rank]);
        if (stages.empty())
            return Error{say(phrase("trace", "there is no forward and no backward in these traces")),
                         pipeline.ranks[rank]->source};
        for (const int stage : stages) {
            const auto [other, isNew] = rankOf.emplace(stage, rank);
            if (!isNew)
                return Error{say(phrase("trace", "stage %1 stands on %2 as well as on %3, as in a schedule of two "
                                                 "directions, which can't be imported yet"),
                                 stage, pipeline.ranks[other->second]->source, pipeline.ranks[rank]->source)};
        }
    }
    return rankOf;
}

Result<Placement> placementOf(const TracedPipeline& pipeline, int leastStages) {
    const Result<std::map<int, int>> rankOf = ranksOfStages(pipeline);
    if (!rankOf)
        return rankOf.error();
    std::vector<int> ranks; // by stage, up to the first that is missing
    for (const auto& [stage, rank] : *rankOf) {
        if (stage != static_cast<int>(ranks.size()))
            break;
        ranks.push_back(rank);
    }
    if (ranks.size() < rankOf->size() || static_cast<int>(ranks.size()) < leastStages)
        return Error{say(phrase("trace", "no trace is of stage %1; give those of all ranks"), ranks.size())};
    if (ranks.empty())
        return Error{say(phrase("trace", "there is no forward and no backward in these traces"))};
    return Placement{.ranks = static_cast<int>(pipeline.ranks.size()), .directions = {std::move(ranks)}};
}

/// Which steps of all ranks of a pipeline are whole, and why others are not.
class StepSieve {
public:
    StepSieve(TracedJob& job, int microbatches) : m_job(&job), m_microbatches(microbatches) {}

    void sieve(TracedPipeline& pipeline) {
        std::map<int, std::vector<const TracedStep*>> all;
        std::vector<std::set<int>> stages;
        for (const TracedRank* rank : pipeline.ranks) {
            stages.push_back(stagesOf(*rank));
            for (const TracedStep& step : rank->steps)
                all[step.number].push_back(&step);
        }
        for (auto& [number, steps] : all) {
            const Lack lack = lackOfAll(steps, stages);
            ++counts[lack.kind];
            if (lack.kind == Lack::Kind::Nothing)
                pipeline.steps.emplace(number, std::move(steps));
            else if (!m_first && lack.kind != Lack::Kind::Ranks)
                m_first = {number, lack};
        }
    }

    void addNotes() {
        const auto note = [&](Lack::Kind kind, const Phrase& words) { noteAny(m_job->notes, words, counts[kind]); };
        note(Lack::Kind::Ranks, countedPhrase("trace", "%1 steps are not in the traces of all ranks and were left out",
                                              "%1 step is not in the traces of all ranks and was left out"));
        note(Lack::Kind::Backward,
             countedPhrase("trace", "%1 steps have no backward, as an evaluation, and were left out",
                           "%1 step has no backward, as an evaluation, and was left out"));
        note(Lack::Kind::Op, countedPhrase("trace", "%1 steps were traced in part only and were left out",
                                           "%1 step was traced in part only and was left out"));
        note(Lack::Kind::Twice, countedPhrase("trace", "%1 steps hold an op twice and were left out",
                                              "%1 step holds an op twice and was left out"));
        note(Lack::Kind::Microbatches,
             countedPhrase("trace", "%1 steps have another number of microbatches and were left out",
                           "%1 step has another number of microbatches and was left out"));
    }

    Error nothingWhole() const {
        if (!m_first)
            return {say(phrase("trace", "no step is in the traces of all ranks"))};
        const auto& [number, lack] = *m_first;
        const std::string where = "step " + std::to_string(number);
        switch (lack.kind) {
        case Lack::Kind::Backward:
            return {say(phrase("trace", "no step has a backward: this is an evaluation, not training")), where};
        case Lack::Kind::Twice: return {say(phrase("trace", "%1 ran twice; no step is whole"), toText(lack.op)), where};
        case Lack::Kind::Microbatches:
            return {
                say(phrase("trace", "%1 is beyond the microbatches of most steps; no step is whole"), toText(lack.op)),
                where};
        case Lack::Kind::Nothing:
        case Lack::Kind::Ranks:
        case Lack::Kind::Op: break;
        }
        return {say(phrase("trace", "%1 is missing; no step is whole"), toText(lack.op)), where};
    }

    std::map<Lack::Kind, int> counts = {};

private:
    /// `stages`: those of each rank.
    Lack lackOfAll(const std::vector<const TracedStep*>& steps, const std::vector<std::set<int>>& stages) const {
        if (steps.size() != stages.size())
            return {Lack::Kind::Ranks};
        if (std::ranges::none_of(steps, [](const TracedStep* step) { return hasBackward(*step); }))
            return {Lack::Kind::Backward};
        for (std::size_t rank = 0; rank < steps.size(); ++rank)
            if (const Lack lack = lackOf(*steps[rank], stages[rank], m_microbatches); lack.kind != Lack::Kind::Nothing)
                return lack;
        return {};
    }

    TracedJob* m_job;
    int m_microbatches;
    std::optional<std::pair<int, Lack>> m_first = {};
};

} // namespace

Result<TracedPipelines> pipelinesOf(TracedJob& job) {
    const bool isNumbered = std::ranges::all_of(job.ranks, [](const TracedRank& rank) { return rank.rank >= 0; });
    Result<std::vector<TracedPipeline>> pipelines = isNumbered ? numbered(job) : grouped(job);
    if (!pipelines)
        return pipelines.error();
    if (pipelines->empty())
        return Error{say(phrase("trace", "there is no forward and no backward in these traces"))};
    TracedPipelines all{.microbatches = usualMicrobatches(job)};
    const Result<Placement> placement = placementOf(pipelines->front(), job.leastStages);
    if (!placement)
        return placement.error();
    all.placement = *placement;
    if (std::int64_t{all.placement.stages()} * all.microbatches > kMaxCells || all.placement.ranks > kMaxRanks)
        return Error{say(phrase("trace", "%1 stages of %2 microbatches are more than can be read"),
                         all.placement.stages(), all.microbatches)};
    StepSieve sieve{job, all.microbatches};
    for (TracedPipeline& pipeline : *pipelines) {
        if (const Result<Placement> other = placementOf(pipeline, job.leastStages); !other || *other != all.placement) {
            job.notes.push_back(
                say(phrase("trace", "replica %1 is left out, for its stages lie on other ranks"), pipeline.replica));
            continue;
        }
        sieve.sieve(pipeline);
        if (!pipeline.steps.empty())
            all.pipelines.push_back(std::move(pipeline));
    }
    if (all.pipelines.empty())
        return sieve.nothingWhole();
    sieve.addNotes();
    for (const auto& [kind, count] : sieve.counts)
        all.leftOut += kind == Lack::Kind::Nothing ? 0 : count;
    all.cut = sieve.counts[Lack::Kind::Op] > 0;
    return all;
}

} // namespace lanewright
