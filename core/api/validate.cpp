// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"

#include "core/api/frameworks/framework_verdicts.h"
#include "core/api/hang_verdicts.h"
#include "core/api/lesson/validate_lesson.h"
#include "core/api/placed_findings.h"
#include "core/api/question_list.h"
#include "core/api/table.h"
#include "core/lesson/lesson_json.h"
#include "core/model/text.h"
#include "core/open/open_file.h"
#include "core/pytorch/csv.h"
#include "core/pytorch/receive_buffers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanewright::api {

namespace {

struct ValidateRequest {
    std::string file = {};
    std::string answer = {};    ///< a student's file, where the file is a lesson
    std::string answers = {};   ///< a folder of them
    bool postValidated = false; ///< what the student chose
    bool pytorch = false;       ///< also as PyTorch runs it
    std::vector<std::string> frameworks = {};
    std::vector<std::string> transports = {};
    std::string message = {};

    bool asksForMessages() const { return !transports.empty() || !message.empty(); }
};

/// What is wrong with a plan, or with a CSV, where findings have cells.
struct Validated {
    std::vector<Placed> findings = {};
    std::optional<PytorchFlavour> flavour = {}; ///< a CSV has one
    bool oldDialect = false;
    int weightParts = 1;
    std::optional<FrameworkVerdicts> verdicts = {}; ///< where frameworks were asked for
    std::vector<HangVerdict> transports = {}; ///< those that were asked about; none where the order can't run at all

    bool isCsv() const { return flavour.has_value(); }
    bool valid() const { return std::ranges::none_of(findings, &Placed::isError); }
    /// Whether it has actions that only other builds than PyTorch's releases read.
    bool isForeign() const {
        return std::ranges::any_of(findings, [](const Placed& each) {
            return each.finding.code == "dialect" && each.finding.severity == Severity::Warning;
        });
    }
    /// On a transport that was asked about, unless a person has approved it.
    bool hangs() const {
        return !std::ranges::all_of(transports, &HangVerdict::runs) &&
               std::ranges::any_of(findings, [](const Placed& each) {
                   return each.finding.code == "rendezvous" && !each.approved.has_value();
               });
    }
    bool isYes() const { return valid() && !hangs() && (!verdicts || verdicts->areYes()); }
};

/// Those of frameworks that were asked for.
const std::vector<FrameworkVerdict>& verdictsOf(const Validated& validated) { return validated.verdicts->each; }

Fields<Validated> validatedFields(bool inCells) {
    return {{"valid", "no finding is an error; crossed that was approved is none", &Validated::valid},
            Field<Validated>{"flavour", "of the CSV",
                             [](const Validated& each) {
                                 return each.flavour == PytorchFlavour::ComputeComms ? "compute_comms" : "compute_only";
                             }}
                .when(&Validated::isCsv),
            Field<Validated>{"old_dialect", "that of before torch 2.6", &Validated::oldDialect}.when(&Validated::isCsv),
            {"findings", "errors first", rowsOf<Validated>(&Validated::findings, findingFields(inCells))},
            Field<Validated>{"frameworks", "with --for, a verdict of each",
                             rowsOf<Validated>(verdictsOf, verdictFields(), json::Layout::Lines)}
                .when([](const Validated& each) { return each.verdicts.has_value(); }),
            Field<Validated>{"transports", "whether it hangs, by transport",
                             rowsOf<Validated>(&Validated::transports, hangFields())}
                .when([](const Validated& each) { return !each.transports.empty(); })};
}
const Fields<Validated> kValidatedFields = validatedFields(false);
const Fields<Validated> kValidatedCsvFields = validatedFields(true);

/// What PyTorch makes of a CSV is said in the same breath.
std::string verdictOf(const Validated& validated) {
    const bool csv = validated.isCsv();
    if (!validated.valid())
        return csv ? "The schedule is not valid, or PyTorch would not run it as it is.\n"
                   : "The schedule is not valid.\n";
    if (validated.hangs())
        return "The schedule is valid, but it does not run on all that was asked for.\n" +
               hangText(validated.transports);
    const char* const words = !csv ? "The schedule is valid.\n"
                              : validated.isForeign()
                                  ? "The schedule is valid, and PyTorch runs it once it is converted.\n"
                                  : "The schedule is valid, and PyTorch runs it.\n";
    return words + hangText(validated.transports);
}

std::string textOf(const Validated& validated) {
    const bool csv = validated.isCsv();
    Table table({"severity", "code", csv ? "cell" : "rank", "op", "finding"}, csv ? "lllll" : "llrll");
    for (const Placed& each : validated.findings) {
        const Finding& finding = each.finding;
        table.add({std::string{toText(finding.severity)}, finding.code,
                   csv                 ? each.where
                   : finding.rank >= 0 ? std::to_string(finding.rank)
                                       : "",
                   finding.op ? toText(*finding.op, validated.weightParts) : "", each.sentence()});
    }
    const std::string frameworks = validated.verdicts ? "\n" + textOf(*validated.verdicts) : "";
    return (table.empty() ? "" : table.text() + "\n") + verdictOf(validated) + frameworks;
}

std::string csvOf(const Validated& validated) {
    const Fields<Placed>& rows = findingFields(validated.isCsv());
    return csvHead(rows) + csvRows(rows, validated.findings, {.weightParts = validated.weightParts});
}

Reply replyOf(Validated validated) {
    const bool isYes = validated.isYes();
    const Fields<Validated>& fields = validated.isCsv() ? kValidatedCsvFields : kValidatedFields;
    Units units = validated.verdicts ? validated.verdicts->units : Units{};
    units.weightParts = validated.weightParts;
    return answered(std::move(validated), fields, units, textOf, isYes ? Exit::Done : Exit::No, csvOf);
}

/// Both what PyTorch would say and what is true of every schedule; of a kind that the first found, the second is left
/// out.
Validated validatedCsv(const PytorchImport& csv) {
    Validated validated{.findings = placed(csv.findings),
                        .flavour = csv.flavour,
                        .oldDialect = csv.oldDialect,
                        .transports = csv.verdicts};
    for (Finding& finding : validate(csv.plan))
        if (std::ranges::find(csv.findings, finding.code, &PytorchFinding::code) == csv.findings.end())
            validated.findings.push_back({.finding = std::move(finding)});
    return validated;
}

/// What the frameworks that were asked for say of a valid order; fails on names that are none.
Result<Done> addVerdicts(const ValidateRequest& request, const Plan& plan, Validated& validated) {
    if (request.frameworks.empty())
        return Done{};
    const Result<AskedFrameworks> asked = frameworksFrom(request.frameworks);
    if (!asked)
        return asked.error();
    const Plan pipeline = onePipelineOf(plan);
    validated.verdicts = verdictsOn(*asked, shapeOf(pipeline), {pipeline}, WholeCosts::of(pipeline));
    return Done{};
}

Reply validateCsv(const ValidateRequest& request, const std::string& text) {
    const Result<TransportQuestion> asked = transportsFrom(request.transports, request.message, transportsOfPytorch());
    if (!asked)
        return refused(Exit::Usage, "", asked.error());
    const Result<PytorchImport> csv = readPytorchCsv(text, {}, *asked);
    if (!csv)
        return refused(Exit::Usage, request.file, csv.error());
    Validated validated = validatedCsv(*csv);
    if (csv->flavour == PytorchFlavour::ComputeOnly && validated.valid())
        if (Result<std::vector<HangVerdict>> lowered = verdictsOfPytorch(csv->plan, *asked); lowered)
            validated.transports = *std::move(lowered);
    if (const Result<Done> known = addVerdicts(request, csv->plan, validated); !known)
        return refused(Exit::Usage, "", known.error());
    return replyOf(std::move(validated));
}

/// On the transports that are named; of what PyTorch is to run on its own.
Result<Done> addTransports(const ValidateRequest& request, const Plan& plan, std::vector<Finding>& findings,
                           Validated& validated) {
    TransportQuestion byDefault = transportsOfPytorch();
    byDefault.message = messageOf(plan);
    const Result<TransportQuestion> asked = transportsFrom(request.transports, request.message, byDefault);
    if (!asked)
        return asked.error();
    if ((!request.pytorch && !request.asksForMessages()) || !isWhole(findings))
        return Done{};
    if (Result<std::vector<HangVerdict>> verdicts = hangVerdictsOf(plan, *asked); verdicts)
        validated.transports = *std::move(verdicts);
    addHangFindings(plan, *asked, validated.transports, findings);
    return Done{};
}

Reply validatePlan(const ValidateRequest& request, const Result<Plan>& plan) {
    if (!plan)
        return refused(Exit::Usage, request.file, plan.error());
    if (plan->isProblem())
        return refused(Exit::Usage, request.file, {"this is a problem without an order; there is nothing to validate"});
    std::vector<Finding> findings = validate(*plan);
    Validated validated{.weightParts = plan->costs.weightParts};
    if (const Result<Done> added = addTransports(request, *plan, findings, validated); !added)
        return refused(Exit::Usage, "", added.error());
    std::ranges::move(findingsOfBuffers(*plan), std::back_inserter(findings));
    if (request.pytorch)
        std::ranges::move(findingsOfPytorch(*plan), std::back_inserter(findings));
    validated.findings = placed(std::move(findings), *plan);
    if (const Result<Done> known = addVerdicts(request, *plan, validated); !known)
        return refused(Exit::Usage, "", known.error());
    return replyOf(std::move(validated));
}

Reply validateFile(const ValidateRequest& request, const Asker& asker) {
    const Result<std::string> text = asker.bytes(request.file);
    if (!text)
        return refused(Exit::Usage, request.file, text.error());
    if (isLessonFile(request.file, *text) && !request.frameworks.empty())
        return refused(Exit::Usage, request.file, {"--for goes with a schedule or a run, not with a lesson"});
    if (isLessonFile(request.file, *text) && request.asksForMessages())
        return refused(Exit::Usage, request.file, {"--transport and --message go with a schedule or a run"});
    if (isLessonFile(request.file, *text))
        return validateLesson({request.file, request.answer, request.answers, request.postValidated}, *text);
    if (!request.answer.empty() || !request.answers.empty() || request.postValidated)
        return refused(Exit::Usage, request.file,
                       {"--answer, --answers and --postvalidated go with a lesson (.lwlesson)"});
    if (!isPytorchCsv(request.file, *text))
        return validatePlan(request, planIn(openJson(*text)));
    if (request.pytorch)
        return refused(Exit::Usage, request.file, {"a CSV is held against PyTorch anyway; leave --pytorch out"});
    return validateCsv(request, *text);
}

constexpr const char* kValidateFooter = R"(
The exit code is 1 when a finding is an error. A CSV of PyTorch's (either flavour, or the dialect before torch 2.6)
is checked for more than PyTorch looks at, each finding with its row and column. Where memory says how buffers
for receives are kept (receive_buffers), they count against the device, and it says how many would do.

With --for it says of each framework whether a schedule of its own makes this very order, or loads it from a CSV, which
of its rules refuses it and what would run in its place (see legal). The exit code is 1 as well where a framework that
is named does not run it, of all where none does.

Whether it hangs depends on what carries its messages. A CSV, and with --pytorch any schedule, is held against gloo and
NCCL within a node and between nodes, with --transport against those that are named; a compute_comms file as it stands,
anything else as PyTorch would lower it, or, where PyTorch can't, as our engine does. The exit code is 1 as well where
it hangs on one of them. --message says how large the values are: NCCL sends 32 MiB ahead within a node, MPI 64 KiB, and
what is larger waits for its receive. More than 256 sends and receives in one batch hang NCCL.

A finding that a schedule's author knows and keeps stands under `approved` in the file, and is shown with the reason. It
then counts no more where it is a warning, a hang or crossed; an order that is incomplete or waits for itself stays so.

Of a lesson it says whether it works: its start misses the goals, its solution reaches them by what is allowed,
no goal is below what can be proved, and one above the best is called a step on the way;
with --answer, which goals a student's schedule reaches, what it scores and what helped; with --answers, the same of
every file in a folder and the folders in it, a line each. A schedule for another problem, or one that the lesson's
rules do not lead to, is refused with the difference: exit code 2, and in a folder a line and exit code 1.

Examples:
  lanewright-cli validate a.lwsched
  lanewright-cli validate a.lwsched --pytorch
  lanewright-cli validate a.csv --json
  lanewright-cli validate a.lwsched --for megatron
  lanewright-cli validate a.csv --transport gloo,nccl-nodes --message 64MiB
  lanewright-cli validate exercise.lwlesson --answer alice.lwsched
  lanewright-cli validate exercise.lwlesson --answers handed-in --csv > marks.csv)";

} // namespace

Question validateQuestion() {
    using R = ValidateRequest;
    Question validate = question<R>(
        "validate", "What is wrong with a schedule", kValidateFooter,
        {option<R>("FILE", &R::file, "A schedule (.lwsched, PyTorch .csv), run (.lwrun) or lesson (.lwlesson)")
             .required(),
         option<R>("--answer", &R::answer, "A student's schedule or .lwanswers, held against the goals of the lesson"),
         option<R>("--answers", &R::answers, "A folder of students' answers, a line of marks for each")
             .without({"--answer"}),
         option<R>("--postvalidated", &R::postValidated,
                   "The student chose that each rank steps its optimizer at once, whatever the file says")
             .without({"--answers"}),
         option<R>("--pytorch", &R::pytorch,
                   "Also what PyTorch can't run, and where it takes other times than the plan says")
             .without({"--answer", "--answers"}),
         frameworksOption<R>(&R::frameworks, "Also whether these frameworks run it, with commas: pytorch, torchtitan, "
                                             "megatron, deepspeed, mindspeed, primus; megatron@0.9; or all")
             .without({"--answer", "--answers"})},
        validateFile, kValidatedCsvFields);
    for (Option& each : transportOptions<R>(&R::transports, &R::message))
        validate.options.push_back(std::move(each).without({"--answer", "--answers"}));
    validate.hasCsv = true;
    return validate;
}

} // namespace lanewright::api
