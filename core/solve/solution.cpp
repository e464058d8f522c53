// SPDX-License-Identifier: Apache-2.0
#include "core/check/proof_check.h"
#include "core/solve/solve.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace lanewright {

namespace {

/// By the numbers of `Method`, `Moves` and `ProvedBy`.
constexpr std::array kMethodNames = {"",         "own order",           "",   "list scheduling",  "annealing",
                                     "patterns", "shifting bottleneck", "z3", "microbatch order", "blocks"};
constexpr std::array<std::string_view, 3> kMovesNames = {"both", "microbatches", "ops"};
constexpr std::array kProverNames = {"", "bound", "shaving", "z3"};

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
    return madeBy.method == Method::Generator ? madeBy.generator
                                              : kMethodNames[static_cast<std::size_t>(madeBy.method)];
}

std::string_view toText(Moves moves) { return kMovesNames[static_cast<std::size_t>(moves)]; }

std::optional<Moves> movesFromText(std::string_view text) {
    const auto at = std::ranges::find(kMovesNames, text);
    return at == kMovesNames.end() ? std::nullopt : std::optional(static_cast<Moves>(at - kMovesNames.begin()));
}

std::string_view toText(ProvedBy provedBy) { return kProverNames[static_cast<std::size_t>(provedBy)]; }

bool isProvedBySearch(const Solution& solution) {
    return solution.why.name == kRefuted || (solution.optimal && solution.provedBy == ProvedBy::Z3);
}

bool disprovesProof(const Plan& problem, Objective objective, const Solution& solution) {
    const Proof* const proof = proofOf(problem);
    return proof && proof->objective == objective && solution.value < proof->lowerBound;
}

Plan withSolution(const Plan& plan, Objective objective, const Solution& solution) {
    Plan solved = plan;
    solved.schedule = solution.schedule;
    if (disprovesProof(plan, objective, solution))
        solved.proof = {};
    if (isProvedBySearch(solution)) {
        const ProvedBy by = solution.optimal ? solution.provedBy : ProvedBy::Shaving;
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
