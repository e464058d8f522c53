// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"

#include "core/api/frameworks/framework_verdicts.h"
#include "core/api/hang_verdicts.h"
#include "core/api/lesson/lesson_sources.h"
#include "core/api/lesson/mark_course.h"
#include "core/api/lesson/validate_lesson.h"
#include "core/api/placed_findings.h"
#include "core/api/question_list.h"
#include "core/api/table.h"
#include "core/base/joined_by.h"
#include "core/base/option_names.h"
#include "core/lesson/lesson_json.h"
#include "core/model/text.h"
#include "core/open/open_file.h"
#include "core/page/page_language.h"
#include "core/pytorch/csv.h"
#include "core/pytorch/kept_buffers.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace lanewright::api {

namespace {

struct ValidateRequest {
    std::string file = {};
    std::string answer = {};  ///< a student's file, where the file is a lesson
    std::string answers = {}; ///< a folder of them
    bool course = false;      ///< the file is a folder of answers to whole courses
    std::vector<std::string> lessons = {};
    std::string output = {}; ///< the page of the class
    std::string language = "en";
    bool postValidated = false; ///< what the student chose
    bool pytorch = false;       ///< as if it were among the frameworks
    std::vector<std::string> frameworks = {};
    std::vector<std::string> transports = {};
    std::string message = {};

    bool asksForMessages() const { return !transports.empty() || !message.empty(); }
    bool asksForFrameworks() const { return pytorch || !frameworks.empty(); }
};

/// What is asked beside what is wrong.
struct AskedAbout {
    std::optional<AskedFrameworks> frameworks = {};
    TransportQuestion transports = {}; ///< that were named, else those of the frameworks, else PyTorch's
    bool messages = false;             ///< asked about in a plan, too; always in a CSV

    /// A framework is named that runs on PyTorch's pipelines.
    bool areOnPytorch() const {
        return frameworks && !frameworks->isAll &&
               std::ranges::any_of(frameworks->targets, [](const Target& each) { return torchOf(each).has_value(); });
    }
};

/// Fails on names that are none.
Result<AskedAbout> askedBy(const ValidateRequest& request) {
    AskedAbout asked;
    std::vector<std::string> names = request.frameworks;
    if (request.pytorch && std::ranges::find(names, "pytorch") == names.end())
        names.emplace_back("pytorch");
    TransportQuestion byDefault;
    if (!names.empty()) {
        Result<AskedFrameworks> frameworks = frameworksFrom(names);
        if (!frameworks)
            return frameworks.error();
        byDefault = transportsOf(*frameworks);
        asked.frameworks = *std::move(frameworks);
    }
    asked.messages = request.asksForMessages() || !byDefault.transports.empty();
    if (byDefault.transports.empty())
        byDefault = transportsOfPytorch();
    Result<TransportQuestion> transports = transportsFrom(request.transports, request.message, byDefault);
    if (!transports)
        return transports.error();
    asked.transports = *std::move(transports);
    return asked;
}

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
    /// Whether it has what only other programs than PyTorch's releases read.
    bool isForeign() const {
        return std::ranges::any_of(findings, [](const Placed& each) {
            return (each.finding.code == "dialect" || each.finding.code == "mark") &&
                   each.finding.severity == Severity::Warning;
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

/// Behind a comma, of a valid order that hangs nowhere: who runs it, or who does not. Where nobody names a framework, a
/// CSV is PyTorch's.
std::string whoRunsIt(const Validated& validated) {
    const std::optional<FrameworkVerdicts>& verdicts = validated.verdicts;
    const bool runs = !verdicts || verdicts->areYes();
    if (runs && validated.isForeign())
        return ", and PyTorch runs it once it is converted";
    if (!verdicts)
        return validated.isCsv() ? ", and PyTorch runs it" : "";
    if (!runs && verdicts->isAll)
        return ", but none of the frameworks runs it";
    const std::vector<std::string_view> names = verdicts->namesOf(runs);
    constexpr std::array kRuns{" run it", " runs it"};
    constexpr std::array kRefuses{" do not run it", " does not run it"};
    return (runs ? ", and " : ", but ") + joinedBy(", ", names) + (runs ? kRuns : kRefuses)[names.size() == 1 ? 1 : 0];
}

std::string verdictOf(const Validated& validated) {
    if (!validated.valid())
        return validated.isCsv() ? "The schedule is not valid, or PyTorch would not run it as it is.\n"
                                 : "The schedule is not valid.\n";
    if (validated.hangs())
        return "The schedule is valid, but it does not run on all that was asked for.\n" +
               hangText(validated.transports);
    const bool isRefused = validated.verdicts && !validated.verdicts->areYes();
    return "The schedule is valid" + whoRunsIt(validated) + ".\n" + (isRefused ? "" : hangText(validated.transports));
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
    const Fields<Placed>& fields = findingFields(validated.isCsv());
    std::vector<Placed> rows = validated.findings;
    if (validated.verdicts)
        for (Finding& each : findingsOf(*validated.verdicts))
            rows.push_back({.finding = std::move(each)});
    for (const HangVerdict& each : validated.transports)
        rows.push_back({.finding = {.code = "transport",
                                    .severity = each.runs() ? Severity::Note : Severity::Error,
                                    .message = std::string{each.transport.name} +
                                               (each.runs() ? ": it runs" : ": it does not run")}});
    return csvHead(fields) + csvRows(fields, rows, {.weightParts = validated.weightParts});
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

/// What the frameworks that were asked for say of a valid order, of which the messages have been looked at.
void addVerdicts(const AskedAbout& asked, const Plan& pipeline, Validated& validated) {
    if (!asked.frameworks)
        return;
    validated.verdicts = verdictsOn(*asked.frameworks, shapeOf(pipeline), {pipeline}, WholeCosts::of(pipeline));
    const auto wrong = std::ranges::find_if(validated.findings, &Placed::isError);
    if (validated.isCsv() && wrong != validated.findings.end())
        for (FrameworkVerdict& each : validated.verdicts->each)
            if (std::exchange(each.verdict.loads, false))
                each.verdict.notLoaded = wrong->finding.message;
    if (validated.hangs())
        addHangs(validated.transports, validated.isCsv(), *validated.verdicts);
}

Reply validateCsv(const ValidateRequest& request, const AskedAbout& asked, const std::string& text) {
    const Result<PytorchImport> csv = readPytorchCsv(text, {}, asked.transports);
    if (!csv)
        return refused(Exit::Usage, request.file, csv.error());
    Validated validated = validatedCsv(*csv);
    // Who does not load the file sends in a way of its own.
    const bool loads =
        !asked.frameworks || asked.frameworks->isAll || asked.areOnPytorch() || request.asksForMessages();
    if ((csv->flavour == PytorchFlavour::ComputeOnly || !loads) && validated.valid())
        if (Result<std::vector<HangVerdict>> lowered = verdictsOfPytorch(csv->plan, asked.transports); lowered)
            validated.transports = *std::move(lowered);
    addVerdicts(asked, csv->plan, validated);
    return replyOf(std::move(validated));
}

/// How the messages of a whole plan go, as large as they are where nobody says how large.
void addTransports(const Plan& plan, TransportQuestion asked, std::vector<Finding>& findings, Validated& validated) {
    if (asked.message == 0)
        asked.message = messageOf(plan);
    if (Result<std::vector<HangVerdict>> verdicts = hangVerdictsOf(plan, asked); verdicts)
        validated.transports = *std::move(verdicts);
    addHangFindings(plan, asked, validated.transports, findings);
}

Reply validatePlan(const ValidateRequest& request, const AskedAbout& asked, const Result<Plan>& plan) {
    if (!plan)
        return refused(Exit::Usage, request.file, plan.error());
    if (plan->isProblem())
        return refused(Exit::Usage, request.file, {"this is a problem without an order; there is nothing to validate"});
    std::vector<Finding> findings = validate(*plan);
    Validated validated{.weightParts = plan->costs.weightParts};
    // Frameworks are asked about one pipeline, however many a file has side by side.
    const std::optional<Plan> one = asked.frameworks ? std::optional{onePipelineOf(*plan)} : std::nullopt;
    const Plan& pipeline = one ? *one : *plan;
    if (asked.messages && isWhole(findings))
        addTransports(pipeline, asked.transports, findings, validated);
    std::ranges::move(findingsOfBuffers(*plan, keptBuffers(*plan)), std::back_inserter(findings));
    if (asked.areOnPytorch())
        std::ranges::move(findingsOfPytorch(pipeline), std::back_inserter(findings));
    validated.findings = placed(std::move(findings), *plan);
    addVerdicts(asked, pipeline, validated);
    return replyOf(std::move(validated));
}

Reply validateFile(const ValidateRequest& request, const Asker& asker) {
    if (request.course)
        return markCourse({request.file, request.lessons, request.output, request.language}, asker);
    const Result<std::string> text = bytesOrLesson(request.file, asker);
    if (!text)
        return refused(Exit::Usage, request.file, text.error());
    if (isLessonFile(request.file, *text) && request.asksForFrameworks())
        return refused(Exit::Usage, request.file, {naming("--for goes with a schedule or a run, not with a lesson")});
    if (isLessonFile(request.file, *text) && request.asksForMessages())
        return refused(Exit::Usage, request.file, {naming("--transport and --message go with a schedule or a run")});
    if (isLessonFile(request.file, *text))
        return validateLesson({request.file, request.answer, request.answers, request.postValidated}, *text, asker);
    if (!request.answer.empty() || !request.answers.empty() || request.postValidated)
        return refused(Exit::Usage, request.file,
                       {naming("--answer, --answers and --postvalidated go with a lesson (.lwlesson)")});
    const Result<AskedAbout> asked = askedBy(request);
    if (!asked)
        return refused(Exit::Usage, "", asked.error());
    return isPytorchCsv(request.file, *text) ? validateCsv(request, *asked, *text)
                                             : validatePlan(request, *asked, planIn(openJson(*text)));
}

constexpr const char* kValidateFooter = R"(
The exit code is 1 when a finding is an error. A CSV of PyTorch's (either flavour, or the dialect before torch 2.6)
is checked for more than PyTorch looks at, each finding with its row and column. Where memory says how buffers
for messages are kept (receive_buffers, send_buffers), they count against the device, and it says how many would do.

With --csv frameworks and transports that were asked about are rows behind the findings.

With --for it says of each framework whether a schedule of its own makes this very order, or loads it from a CSV, which
of its rules refuses it and what would run in its place (see legal); with PyTorch or TorchTitan among them also where
times there are others than the plan's. The exit code is 1 as well where a framework that is named does not run it, of
all where none does.

Whether it hangs depends on what carries its messages. With --for it is held against all that the frameworks send by:
PyTorch by gloo and by NCCL within a node and between nodes, the others by NCCL; with --transport against those that are
named; a CSV for which none is named against PyTorch's. A compute_comms file is taken as it stands, anything else as
PyTorch would lower it, or, where PyTorch can't, as our engine does. The exit code is 1 as well where it hangs on one of
them, whatever the rules allow. --message says how large the values are: NCCL sends 32 MiB ahead within a node, MPI
64 KiB, and what is larger waits for its receive. More than 256 sends and receives in one batch hang NCCL.

A finding that a schedule's author knows and keeps stands under `approved` in the file, and is shown with the reason. It
then counts no more where it is a warning, a hang or crossed; an order that is incomplete or waits for itself stays so.

Of a lesson it says whether it works: its start misses the goals, its solution reaches them by what is allowed,
no goal is below what can be proved, and one above the best is called a step on the way;
with --answer, which goals a student's schedule reaches, what it scores and what helped; with --answers, the same of
every file in a folder and the folders in it, a line each; with --course FILE is that folder, and its files answer any
lessons of a course (.lwanswers), each to be found among those of the program and those that --lessons names. With -o
the same goes into a page for the teacher: pupils by lessons, who is stuck where, and every answer.
A schedule for another problem, or one that the lesson's rules do not lead to, is refused with the difference: exit
code 2, and in a folder a line and exit code 1.

Examples:
  lanewright-cli validate a.lwsched
  lanewright-cli validate a.lwsched --for pytorch
  lanewright-cli validate a.csv --json
  lanewright-cli validate a.lwsched --for megatron
  lanewright-cli validate a.csv --transport gloo,nccl-nodes --message 64MiB
  lanewright-cli validate exercise.lwlesson --answer alice.lwsched
  lanewright-cli validate exercise.lwlesson --answers handed-in --csv > marks.csv
  lanewright-cli validate --course handed-in --lessons course.html --csv > marks.csv
  lanewright-cli validate --course handed-in -o class.html --language de)";

} // namespace

Question validateQuestion() {
    using R = ValidateRequest;
    Question validate = question<R>(
        "validate", "What is wrong with a schedule", kValidateFooter,
        {option<R>("FILE", &R::file,
                   "A schedule (.lwsched, PyTorch .csv), run (.lwrun), lesson (.lwlesson, or the name or number of one "
                   "of the program), or with --course a folder of answers")
             .required(),
         option<R>("--answer", &R::answer, "A student's schedule or .lwanswers, held against the goals of the lesson"),
         option<R>("--answers", &R::answers, "A folder of students' answers, a line of marks for each")
             .without({"--answer"}),
         option<R>("--postvalidated", &R::postValidated,
                   "The student chose that each rank steps its optimizer at once, whatever the file says")
             .without({"--answers"}),
         option<R>("--pytorch", &R::pytorch, "The same as --for pytorch").without({"--answer", "--answers"}),
         frameworksOption<R>(&R::frameworks, "Also whether these frameworks run it, and where it hangs, with commas: "
                                             "pytorch, torchtitan, megatron, deepspeed, mindspeed, primus; "
                                             "megatron@0.9; or all")
             .without({"--answer", "--answers"})},
        validateFile, kValidatedCsvFields);
    for (Option& each : transportOptions<R>(&R::transports, &R::message))
        validate.options.push_back(std::move(each).without({"--answer", "--answers"}));
    validate.options.push_back(
        option<R>("--course", &R::course,
                  "FILE is a folder of students' answers to whole courses: a line of marks for "
                  "each lesson of each, and each one's sum")
            .without({"--answer", "--answers", "--postvalidated", "--pytorch", "--for", "--transport", "--message"}));
    validate.options.push_back(option<R>("--lessons", &R::lessons,
                                         "Lessons of the course that don't come with the program: files (.lwlesson), "
                                         "the course's page, or a folder of files")
                                   .with("--course"));
    validate.options.push_back(
        option<R>("-o,--output", &R::output,
                  "A page for the teacher (.html): who reached what, who is stuck where, which help was used")
            .with("--course"));
    validate.options.push_back(
        option<R>("--language", &R::language, "What that page speaks (en)").oneOf(pageLanguages()).with("--output"));
    validate.hasCsv = true;
    return validate;
}

} // namespace lanewright::api
