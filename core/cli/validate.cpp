// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"

#include "core/cli/commands.h"
#include "core/cli/print/print_findings.h"
#include "core/cli/validate_lesson.h"
#include "core/io/files.h"
#include "core/lesson/lesson_json.h"
#include "core/model/text.h"
#include "core/open/open_file.h"
#include "core/pytorch/csv.h"

#include <algorithm>
#include <iterator>
#include <memory>

namespace lanewright::cli {

namespace {

struct ValidateOptions {
    std::string file = {};
    std::string answer = {};    ///< a student's file, where the file is a lesson
    std::string answers = {};   ///< a folder of them
    bool postValidated = false; ///< what the student chose
    bool csv = false;
    bool pytorch = false; ///< also as PyTorch runs it
    bool json = false;
};

std::string opText(const Finding& finding, const Plan& plan) {
    return finding.op ? toText(*finding.op, plan.costs.weightParts) : "";
}

Exit answerJson(const std::vector<Finding>& findings, const Plan& plan) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("valid").boolean(isValid(findings));
    writeFindings(writer, findings, plan.costs.weightParts);
    writer.endObject();
    return print(writer);
}

Exit answerText(const std::vector<Finding>& findings, const Plan& plan) {
    Table table({"severity", "code", "rank", "op", "finding"}, "llrll");
    for (const Finding& finding : findings)
        table.add({std::string{toText(finding.severity)}, finding.code,
                   finding.rank >= 0 ? std::to_string(finding.rank) : "", opText(finding, plan), finding.message});
    return print((table.empty() ? "" : table.text() + "\n") +
                 (isValid(findings) ? "The schedule is valid.\n" : "The schedule is not valid.\n"));
}

/// Both what PyTorch would say and what is true of every schedule; of a kind that the first found, the second is left
/// out.
std::vector<Placed> findingsOf(const PytorchImport& csv) {
    std::vector<Placed> findings = placed(csv.findings);
    for (Finding& finding : validate(csv.plan)) {
        const auto found = [&](const PytorchFinding& each) { return each.code == finding.code; };
        if (std::ranges::none_of(csv.findings, found))
            findings.push_back({.finding = std::move(finding)});
    }
    return findings;
}

Exit answerCsv(const ValidateOptions& options, const PytorchImport& csv) {
    const std::vector<Placed> findings = findingsOf(csv);
    const bool valid =
        std::ranges::none_of(findings, [](const Placed& each) { return each.finding.severity == Severity::Error; });
    const Exit good = valid ? Exit::Done : Exit::No;
    Exit printed = Exit::Done;
    if (options.json) {
        json::Writer writer;
        writer.beginObject(json::Layout::Lines);
        writer.key("valid").boolean(valid);
        writer.key("flavour").string(csv.flavour == PytorchFlavour::ComputeComms ? "compute_comms" : "compute_only");
        writer.key("old_dialect").boolean(csv.oldDialect);
        writeFindings(writer, findings, 1);
        writer.endObject();
        printed = print(writer);
    } else {
        Table table({"severity", "code", "cell", "op", "finding"}, "lllll");
        for (const auto& [finding, row, column, where] : findings)
            table.add({std::string{toText(finding.severity)}, finding.code, where, opText(finding, csv.plan),
                       finding.message});
        printed = print((table.empty() ? "" : table.text() + "\n") +
                        (valid ? "The schedule is valid, and PyTorch runs it.\n"
                               : "The schedule is not valid, or PyTorch would not run it as it is.\n"));
    }
    return printed == Exit::Done ? good : printed;
}

Exit run(const ValidateOptions& options) {
    const Result<std::string> text = readFile(options.file);
    if (!text)
        return failed(Exit::Usage, options.file, text.error());
    if (isLessonFile(options.file, *text))
        return validateLesson(
            {options.file, options.answer, options.answers, options.postValidated, options.csv, options.json}, *text);
    if (!options.answer.empty() || !options.answers.empty() || options.postValidated)
        return failed(Exit::Usage, options.file,
                      {"--answer, --answers and --postvalidated go with a lesson (.lwlesson)"});
    if (options.pytorch && isPytorchCsv(options.file, *text))
        return failed(Exit::Usage, options.file, {"a CSV is held against PyTorch anyway; leave --pytorch out"});
    if (isPytorchCsv(options.file, *text)) {
        const Result<PytorchImport> csv = readPytorchCsv(*text);
        return csv ? answerCsv(options, *csv) : failed(Exit::Usage, options.file, csv.error());
    }
    const Result<Plan> plan = planIn(openJson(*text));
    if (!plan)
        return failed(Exit::Usage, options.file, plan.error());
    if (plan->isProblem())
        return failed(Exit::Usage, options.file, {"this is a problem without an order; there is nothing to validate"});
    std::vector<Finding> findings = validate(*plan);
    if (options.pytorch)
        std::ranges::move(findingsOfPytorch(*plan), std::back_inserter(findings));
    const Exit printed = options.json ? answerJson(findings, *plan) : answerText(findings, *plan);
    return printed == Exit::Done && !isValid(findings) ? Exit::No : printed;
}

} // namespace

void addValidate(Parser& program) {
    CommandParser& command = program.addCommand("validate", "What is wrong with a schedule");
    const auto options = std::make_shared<ValidateOptions>();
    command.setFooter("\nThe exit code is 1 when a finding is an error. A CSV of PyTorch's (either flavour, or the "
                      "dialect before torch 2.6)\nis checked for more than PyTorch looks at, each finding with its row "
                      "and column.\n\n"
                      "Of a lesson it says whether it works: its start misses the goals, its solution reaches them by "
                      "what is allowed,\nno goal is below what can be proved, and one above the best is called a "
                      "step on the way;\nwith --answer, which goals a student's schedule reaches, what it scores and "
                      "what helped; with --answers, the same of\nevery file in a folder and the folders in it, a line "
                      "each. A schedule for another problem, or one that the lesson's\nrules do not lead to, is "
                      "refused with the difference: exit code 2, and in a folder a line and exit code 1.\n\n"
                      "Examples:\n"
                      "  lanewright-cli validate a.lwsched\n"
                      "  lanewright-cli validate a.lwsched --pytorch\n"
                      "  lanewright-cli validate a.csv --json\n"
                      "  lanewright-cli validate exercise.lwlesson --answer alice.lwsched\n"
                      "  lanewright-cli validate exercise.lwlesson --answers handed-in --csv > marks.csv");
    command.addOption("FILE", options->file, "A schedule (.lwsched, PyTorch .csv), run (.lwrun) or lesson (.lwlesson)")
        .required();
    const Option answer = command.addOption("--answer", options->answer,
                                            "A student's schedule or .lwanswers, held against the goals of the lesson");
    const Option answers =
        command.addOption("--answers", options->answers, "A folder of students' answers, a line of marks for each");
    answers.excludes(answer);
    command
        .addFlag("--postvalidated", options->postValidated,
                 "The student chose that each rank steps its optimizer at once, whatever the file says")
        .excludes(answers);
    command
        .addFlag("--pytorch", options->pytorch,
                 "Also what PyTorch can't run, and where it takes other times than the plan says")
        .excludes(answer)
        .excludes(answers);
    const Option csv = command.addFlag("--csv", options->csv, "Print the marks of a folder as CSV, for spreadsheets");
    csv.needs(answers);
    csv.excludes(command.addJson(options->json));
    command.onRun([options] { return run(*options); });
}

} // namespace lanewright::cli
