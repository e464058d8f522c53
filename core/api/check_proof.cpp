// SPDX-License-Identifier: Apache-2.0
#include "core/check/proof_check.h"

#include "core/api/question_list.h"
#include "core/api/table.h"

#include <utility>

namespace lanewright::api {

namespace {

struct CheckProofRequest {
    std::string file = {};
};

/// The proof of a file, and whether it holds.
struct CheckedProof {
    std::optional<Proof> proof = {};
    Result<Done> checked = Done{};
    TimeUnit unit = TimeUnit::Unit;

    std::optional<Message> reason() const { return checked ? std::nullopt : std::optional{checked.error().message}; }
    std::optional<Message> place() const {
        return checked || checked.error().where.empty() ? std::nullopt : std::optional{checked.error().where};
    }
};

/// A row that an answer without a proof lacks.
Field<CheckedProof> ofProof(std::string_view key, std::string_view words, auto member) {
    return Field<CheckedProof>{key, words, [member](const CheckedProof& each) { return (*each.proof).*member; }}.when(
        &CheckedProof::proof);
}

const Fields<CheckedProof> kProofFields = {
    {"accepted", "the proof holds", [](const CheckedProof& each) { return each.checked.ok(); }},
    {"reason", "why it does not, or null", &CheckedProof::reason},
    {"place", "in the file where it does not, or null", &CheckedProof::place},
    ofProof("objective", "what was proved", &Proof::objective),
    ofProof("lower_bound", "no order is below", &Proof::lowerBound),
    ofProof("by", "who proved it", &Proof::by)};

std::string textOf(const CheckedProof& each) {
    return std::string{toText(each.proof->objective)} + ": no order is below " +
           periodText(each.proof->lowerBound, each.unit) + ", by " + each.proof->by + ", checked\n";
}

Reply checkFile(const CheckProofRequest& request, const Asker& asker) {
    const Result<Plan> plan = asker.plan(request.file);
    if (!plan)
        return refused(Exit::Usage, request.file, plan.error());
    CheckedProof answer{.unit = plan->timeUnit};
    if (const Proof* const proof = proofOf(*plan))
        answer.proof = *proof;
    answer.checked =
        answer.proof
            ? checkProof(*plan, *answer.proof)
            : Error{say(phrase("proof", "there is none, or one that the file's own order disproves")), "proof"};
    const Result<Done> checked = answer.checked;
    Reply reply = answered(std::move(answer), kProofFields, {.time = plan->timeUnit}, textOf);
    if (!checked) {
        reply.exit = Exit::No;
        reply.refusal = Refusal{request.file, checked.error()};
    }
    return reply;
}

constexpr const char* kCheckProofFooter = R"(
Works the numbers of the file's `proof` out anew, apart from the bounds and searches that made it. The exit
code is 1 where one does not hold, where together they don't reach the bound, and where the proof is one
that is not checked, as by z3.

Example:
  lanewright-cli solve a.lwsched -o best.lwsched && lanewright-cli check-proof best.lwsched)";

} // namespace

Question checkProofQuestion() {
    using R = CheckProofRequest;
    return question<R>(
        "check-proof", "Whether what a file says no order is below holds", kCheckProofFooter,
        {option<R>("FILE", &R::file, "A schedule with a proof (.lwsched), or a run of it (.lwrun)").required()},
        checkFile, kProofFields);
}

} // namespace lanewright::api
