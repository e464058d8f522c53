// SPDX-License-Identifier: Apache-2.0
#include "core/check/proof_check.h"
#include "core/solve/solve.h"

#include <optional>
#include <string_view>
#include <utility>

namespace lanewright {

namespace {

/// A file has one proof: of a best order, else the first of an objective that says most, one that is checked first.
bool isWorthKeeping(const Proof& proof, const Proof* kept, bool isOptimal) {
    if (proof.by == kProved || proof.lowerBound.numerator == 0)
        return false; // it is the kept one, or says nothing
    if (!kept || (isOptimal && kept->objective != proof.objective))
        return true;
    const bool isMore = kept->lowerBound < proof.lowerBound;
    const bool isChecked = kept->lowerBound == proof.lowerBound && proof.argument && !kept->argument;
    return kept->objective == proof.objective && (isMore || isChecked);
}

} // namespace

std::string toText(const MadeBy& madeBy) {
    switch (madeBy.method) {
    case Method::Unknown: return "";
    case Method::OwnOrder: return "own order";
    case Method::Generator: return madeBy.generator;
    case Method::ListScheduling: return "list scheduling";
    case Method::Annealing: return "annealing";
    case Method::Patterns: return "patterns";
    case Method::Bottleneck: return "shifting bottleneck";
    case Method::Z3: return "z3";
    case Method::MicrobatchOrder: return "microbatch order";
    case Method::Blocks: return "blocks";
    }
    return "?";
}

std::string_view toText(Moves moves) {
    switch (moves) {
    case Moves::Both: return "both";
    case Moves::Microbatches: return "microbatches";
    case Moves::Ops: return "ops";
    }
    return "?";
}

std::optional<Moves> movesFromText(std::string_view text) {
    for (const Moves moves : {Moves::Both, Moves::Microbatches, Moves::Ops})
        if (text == toText(moves))
            return moves;
    return {};
}

std::string_view toText(ProvedBy provedBy) {
    switch (provedBy) {
    case ProvedBy::Nobody: return "";
    case ProvedBy::Bound: return "bound";
    case ProvedBy::Refuting: return "shaving";
    case ProvedBy::Z3: return "z3";
    }
    return "?";
}

bool isProvedBySearch(const Solution& solution) {
    return solution.why.name == kRefuted || (solution.optimal && solution.provedBy == ProvedBy::Z3);
}

bool disprovesProof(const Plan& problem, Objective objective, const Solution& solution) {
    const Proof* const proof = proofOf(problem);
    if (!proof || proof->objective == objective)
        return proof && solution.value < proof->lowerBound;
    Plan solved = problem;
    solved.schedule = solution.schedule;
    return isDisproved(solved);
}

Plan withSolution(const Plan& plan, Objective objective, const Solution& solution) {
    Plan solved = plan;
    solved.schedule = solution.schedule;
    if (disprovesProof(plan, objective, solution))
        solved.proof = {};
    if (isProvedBySearch(solution)) {
        const ProvedBy by = solution.optimal ? solution.provedBy : ProvedBy::Refuting;
        solved.proof = proofFor(solved, objective, solution.bound, std::string{toText(by)});
        return solved;
    }
    Proof proof = proofFor(solved, objective, solution.bound, solution.why.name, solution.why.argument);
    if (!checkProof(solved, proof))
        proof.argument.reset();
    if (isWorthKeeping(proof, proofOf(solved), solution.optimal))
        solved.proof = std::move(proof);
    return solved;
}

} // namespace lanewright
