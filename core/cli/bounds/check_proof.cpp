// SPDX-License-Identifier: Apache-2.0
#include "core/check/proof_check.h"

#include "core/cli/commands.h"
#include "core/cli/print/print_numbers.h"
#include "core/open/open_file.h"

#include <memory>

namespace lanewright::cli {

namespace {

struct CheckProofOptions {
    std::string file = {};
    bool json = false;
};

Exit answerJson(const Plan& plan, const Proof* proof, const Result<Done>& checked) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("accepted").boolean(checked.ok());
    writer.key("reason");
    checked ? writer.null() : writer.string(checked.error().message.text());
    writer.key("place");
    checked || checked.error().where.empty() ? writer.null() : writer.string(checked.error().where.text());
    if (proof) {
        writer.key("objective").string(toText(proof->objective));
        writer.key("lower_bound");
        writeFraction(writer, proof->lowerBound, scaleOf(plan.timeUnit));
        writer.key("by").string(proof->by);
    }
    writer.endObject();
    return print(writer);
}

Exit run(const CheckProofOptions& options) {
    const Result<Plan> plan = openPlan(options.file);
    if (!plan)
        return failed(Exit::Usage, options.file, plan.error());
    complainOfKeys(options.file, *plan);
    const Proof* const proof = proofOf(*plan);
    const Result<Done> checked =
        proof ? checkProof(*plan, *proof)
              : Error{say(phrase("proof", "there is none, or one that the file's own order disproves")), "proof"};
    if (!checked && !options.json)
        return failed(Exit::No, options.file, checked.error());
    const Exit printed =
        options.json ? answerJson(*plan, proof, checked)
                     : print(std::string{toText(proof->objective)} + ": no order is below " +
                             periodText(proof->lowerBound, plan->timeUnit) + ", by " + proof->by + ", checked\n");
    return printed == Exit::Done && !checked ? Exit::No : printed;
}

} // namespace

void addCheckProof(Parser& program) {
    CommandParser& command = program.addCommand("check-proof", "Whether what a file says no order is below holds");
    const auto options = std::make_shared<CheckProofOptions>();
    command.setFooter(
        "\nWorks the numbers of the file's `proof` out anew, apart from the bounds and searches that made it. The "
        "exit\n"
        "code is 1 where one does not hold, where together they don't reach the bound, and where the proof is one\n"
        "that is not checked, as by z3.\n\nExample:\n"
        "  lanewright-cli solve a.lwsched -o best.lwsched && lanewright-cli check-proof best.lwsched");
    command.addOption("FILE", options->file, "A schedule with a proof (.lwsched), or a run of it (.lwrun)").required();
    command.addJson(options->json);
    command.onRun([options] { return run(*options); });
}

} // namespace lanewright::cli
