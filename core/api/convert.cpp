// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/lesson_sources.h"
#include "core/api/placed_findings.h"
#include "core/api/question_list.h"
#include "core/api/shown.h"
#include "core/base/decimal.h"
#include "core/base/option_names.h"
#include "core/base/whole_number.h"
#include "core/edit/edits.h"
#include "core/edit/fold.h"
#include "core/edit/replicate.h"
#include "core/edit/transfer_fields.h"
#include "core/frameworks/python_orders.h"
#include "core/io/chrome_trace.h"
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/lesson/course.h"
#include "core/lesson/lesson_json.h"
#include "core/model/limits.h"
#include "core/open/open_file.h"
#include "core/page/course_page.h"
#include "core/page/page_language.h"
#include "core/pytorch/csv.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace lanewright::api {

namespace {

struct ConvertRequest {
    std::string input = {};
    std::string output = {};
    std::string from = {};
    std::string to = {};
    std::string torch = {};
    int activeStages = 0; ///< 0: not given
    bool half = false;
    int replicas = 1;
    bool untied = false;
    bool fuseWeights = false;
    bool pytorchCosts = false;
    std::string host = {};
    bool fsdp = false;
    bool packed = false;
    std::string language = {};
};

constexpr const char* kCsv = "pytorch-csv"; ///< either flavour to read, compute_only to write
constexpr const char* kComputeOnly = "pytorch";
constexpr const char* kComputeComms = "pytorch-comms";
constexpr const char* kHtml = "html";
constexpr const char* kLesson = "lwlesson"; ///< to read, of which there is a page alone

bool isPytorch(const std::string& format) {
    return format == kCsv || format == kComputeOnly || format == kComputeComms;
}

/// Flavours may also be named as PyTorch names them.
std::string ourName(const std::string& format) {
    if (format == "compute_only" || format == "compute_comms")
        return format == "compute_only" ? kComputeOnly : kComputeComms;
    return format;
}

/// The format that a file's name says; empty when it says none.
std::string formatOf(const std::string& file, bool toWrite) {
    std::string extension = extensionOf(file);
    if (extension == "lwsched" || extension == "lwrun")
        return extension;
    if (extension == kLesson && !toWrite)
        return kLesson;
    if (extension == "csv")
        return kCsv;
    if (toWrite && (extension == "html" || extension == "htm"))
        return kHtml;
    return extension == "json" && toWrite ? "chrome-trace" : extension == "json" ? "lwsched" : "";
}

/// What was read, or is to be written, with what there is to say about it.
struct Source {
    Opened content = {};
    std::string format = {};
    std::vector<PytorchFinding> findings = {};
};

/// `format`: none is told by the text.
Result<Source> openAs(const std::string& file, const std::string& format, const Asker& asker) {
    const Result<std::string> text = asker.bytes(file);
    if (!text)
        return text.error();
    if (format.empty() ? !isPytorchCsv(file, *text) : !isPytorch(format)) {
        Result<Opened> opened = openJson(*text);
        if (!opened)
            return opened.error();
        const std::string told = std::holds_alternative<Run>(*opened) ? "lwrun" : "lwsched";
        return Source{std::move(*opened), format.empty() ? told : format, {}};
    }
    std::optional<PytorchFlavour> flavour;
    if (!format.empty() && format != kCsv)
        flavour = format == kComputeOnly ? PytorchFlavour::ComputeOnly : PytorchFlavour::ComputeComms;
    Result<PytorchImport> read = readPytorchCsv(*text, flavour);
    if (!read)
        return read.error();
    const bool comms = read->flavour == PytorchFlavour::ComputeComms;
    return Source{std::move(read->plan), comms ? kComputeComms : kCsv, std::move(read->findings)};
}

/// `2.10` → 10. Fails on anything that is no release of torch with this format.
Result<int> torchOf(const std::string& text) {
    if (text.empty())
        return kTorchReduceGrad;
    const int minor = text.starts_with("2.") ? wholeFrom<int>(text.substr(2)).value_or(-1) : -1;
    if (minor < kTorchOldest)
        return Error{naming("--torch takes a release such as 2.9, from 2.%1 on, which was the first with a CSV",
                            {kTorchOldest})};
    return minor;
}

/// `0.3,0.15` in the unit, or one number for both. Fails on anything else, and on times below 0.
Result<HostTimes> hostTimesOf(const std::string& text, TimeUnit unit) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const Result<Time> send = ticksFromDecimal(text.substr(0, comma), scaleOf(unit));
    const Result<Time> receive = comma < text.size() ? ticksFromDecimal(text.substr(comma + 1), scaleOf(unit)) : send;
    if (!send || !receive || *send < 0 || *receive < 0)
        return Error{naming("--host takes two times, or one for both, as in 0.3,0.15 or 0.3")};
    return HostTimes{.send = *send, .receive = *receive};
}

/// Says which option does not go with the formats; empty when all do.
Message wrongOption(const ConvertRequest& request, const std::string& to) {
    if ((request.fsdp || request.activeStages > 0) && to != kComputeComms)
        return naming(
            "--fsdp and --active-stages are for --to pytorch-comms; PyTorch adds such actions to the others itself");
    if (!request.language.empty() && to != kHtml)
        return naming("--language says in which language --to html speaks");
    if (request.activeStages > 0 && !request.fsdp)
        return naming("--active-stages says how --fsdp unshards; give both");
    if (request.packed && (to == kComputeComms || !isPytorch(to)))
        return naming("--packed leaves idle cells out, which only --to pytorch has");
    if (!request.torch.empty() && !isPytorch(to))
        return naming("--torch is for the formats of PyTorch");
    if (request.fuseWeights && (to == "lwrun" || to == "chrome-trace"))
        return naming("--fuse-weights makes a new order, so it is for --to lwsched, pytorch and pytorch-comms");
    if ((request.half || request.untied || request.replicas > 1) && to == "lwrun")
        return naming("--cut-in-half, --untie and --replicas make a new order, which nobody has measured");
    if ((request.pytorchCosts || !request.host.empty()) && to == "lwrun")
        return naming("--pytorch-costs and --host change the plan, which is not the one that was measured then");
    return {};
}

Result<PytorchText> writtenForPytorch(const Plan& plan, const ConvertRequest& request, const std::string& to) {
    PytorchExport target{.flavour = to == kComputeComms ? PytorchFlavour::ComputeComms : PytorchFlavour::ComputeOnly,
                         .ticks = !request.packed,
                         .fsdp = request.fsdp};
    if (request.activeStages > 0)
        target.activeStages = request.activeStages;
    const Result<int> torch = torchOf(request.torch);
    if (!torch)
        return torch.error();
    target.torch = *torch;
    return writePytorchCsv(plan, target);
}

/// What the file does not say is a note.
Result<PytorchText> writtenInPython(const Plan& plan, const PythonTaker& taker) {
    Result<PythonOrder> order = taker.write(plan);
    if (!order)
        return order.error();
    PytorchText text{.text = std::move(order->text)};
    for (Message& leftOut : order->leftOut)
        text.findings.push_back({.code = "left-out", .severity = Severity::Note, .message = std::move(leftOut)});
    return text;
}

Result<PytorchText> written(const Opened& opened, const ConvertRequest& request, const std::string& to) {
    const auto plain = [](Result<std::string> text) {
        return text ? Result<PytorchText>{PytorchText{std::move(*text)}} : text.error();
    };
    const Run* run = std::get_if<Run>(&opened);
    const Plan& original = run ? run->plan : std::get<Plan>(opened);
    const Plan plan = request.fuseWeights ? fuseBackwards(original) : original;
    if (to == "lwsched")
        return plain(planToJson(plan));
    if (to == "lwrun")
        return plain(run ? Result<std::string>{runToJson(*run)}
                         : Error{"a schedule is no run; lanewright-cli run makes one"});
    if (plan.isProblem())
        return Error{"this is a problem without an order; there is nothing to convert"};
    if (isPytorch(to))
        return writtenForPytorch(plan, request, to);
    if (const PythonTaker* taker = pythonTaker(to))
        return writtenInPython(plan, *taker);
    if (to == kHtml)
        return plain(pageOf(plan, run, pageLanguage(request.language)));
    return plain(chromeTrace(plan, simulate(plan.schedule, plan.costs), run));
}

std::optional<PytorchLaunch> launchOf(const Opened& opened, const ConvertRequest& request, const std::string& to) {
    if (!isPytorch(to))
        return {};
    const Run* run = std::get_if<Run>(&opened);
    return pytorchLaunch(run ? run->plan : std::get<Plan>(opened),
                         to == kComputeComms ? PytorchFlavour::ComputeComms : PytorchFlavour::ComputeOnly,
                         request.output);
}

/// What was written, and what there is to say of it.
struct Converted {
    ConvertRequest request = {};
    std::string from = {};
    std::string to = {};
    std::vector<Placed> findings = {};
    bool loadable = true;
    std::optional<PytorchLaunch> launch = {};

    bool isAboutPytorch() const { return isPytorch(from) || isPytorch(to); }
    bool hasFindings() const { return isAboutPytorch() || pythonTaker(to) != nullptr; }
};

/// A row of how a CSV is launched; null where that is not known.
Field<PytorchLaunch> flags(std::string_view key, std::string_view words, std::string PytorchLaunch::*member) {
    return {key, words, [member](const PytorchLaunch& launch) {
                return (launch.*member).empty() ? std::nullopt : std::optional{launch.*member};
            }};
}

const Fields<PytorchLaunch> kLaunchFields = {
    flags("torchtitan", "its flags", &PytorchLaunch::torchTitan),
    flags("torchtitan_newer", "of later releases", &PytorchLaunch::torchTitanNewer),
    flags("nemo", "its settings", &PytorchLaunch::nemo),
    flags("pytorch", "a line of Python", &PytorchLaunch::pytorch),
    flags("recorded", "the same with the recorder", &PytorchLaunch::recorded),
    {"cautions", "for people", [](json::Writer& writer, const PytorchLaunch& launch, const Units& units) {
         writer.beginArray(json::Layout::Lines);
         for (const Message& caution : launch.cautions)
             writeAny(writer, caution, units);
         writer.endArray();
     }}};
const Fields<Converted> kConvertedFields = {
    {"output", "the file that was written", [](const Converted& each) { return each.request.output; }},
    {"from", "format that was read", &Converted::from},
    {"to", "format that was written", &Converted::to},
    Field<Converted>{"loadable", "PyTorch takes what was read", &Converted::loadable}.when(&Converted::isAboutPytorch),
    Field<Converted>{"findings", "of what was read and written",
                     rowsOf<Converted>(&Converted::findings, findingFields(true))}
        .when(&Converted::hasFindings),
    Field<Converted>{"launch", "how to run the CSV",
                     objectOf<Converted>(&Converted::launch, kLaunchFields, json::Layout::Lines)}
        .when(&Converted::launch)};

std::string textOf(const Converted& converted) { return converted.launch ? toText(*converted.launch) : ""; }

/// Writes the file and says what there is to say.
Reply finish(const ConvertRequest& request, const Source& source, const std::string& to, const PytorchText& text,
             const Asker& asker) {
    if (!asker.wantsObject()) {
        remarkFindings(asker, request.input, source.findings);
        remarkFindings(asker, request.output, text.findings);
    }
    if (const Result<Done> saved = asker.write(request.output, text.text); !saved)
        return refused(Exit::Usage, request.output, saved.error());
    if (to == "lwsched")
        asker.remarkLeftOut(request.output, *planIn(source.content));
    const Exit exit = isLoadable(source.findings) ? Exit::Done : Exit::No;
    if (isStandardOutput(request.output))
        return printedFile(exit);
    Converted converted{.request = request,
                        .from = source.format,
                        .to = to,
                        .findings = placed(source.findings),
                        .loadable = isLoadable(source.findings),
                        .launch = launchOf(source.content, request, to)};
    std::ranges::move(placed(text.findings), std::back_inserter(converted.findings));
    return answered(std::move(converted), kConvertedFields, {}, textOf, exit);
}

/// The edits of whole schedules that were asked for; of a run they leave the schedule alone. `host`: none leaves the
/// plan's.
Result<Opened> edited(const Opened& opened, const ConvertRequest& request, const std::optional<HostTimes>& host) {
    if (!request.half && !request.untied && request.replicas == 1 && !request.pytorchCosts && !host)
        return opened;
    Result<Plan> plan = planIn(opened);
    if (request.half)
        plan = cutInHalf(*plan);
    if (plan && request.untied)
        plan = untie(*plan);
    if (plan)
        plan = replicate(*plan, request.replicas);
    if (plan && request.pytorchCosts)
        plan = withCostsOfPytorch(*plan);
    if (plan && host)
        plan = setHostTime(*plan, &HostTimes::send, host->send);
    if (plan && host)
        plan = setHostTime(*plan, &HostTimes::receive, host->receive);
    return plan ? Result<Opened>{*std::move(plan)} : plan.error();
}

/// A course of one lesson.
Reply convertLesson(const ConvertRequest& request, const std::string& to, const std::string& text, const Asker& asker) {
    const Result<Lesson> lesson = lessonFromJson(text);
    if (!lesson)
        return refused(Exit::Usage, request.input, lesson.error());
    if (to != kHtml)
        return refused(Exit::Usage, request.input, {naming("a lesson becomes a page alone (--to html)")});
    Course course{.title = textIn(*lesson, request.language).title, .lessons = {*lesson}};
    if (!request.language.empty())
        course.language = request.language;
    const Result<std::string> page = coursePage(courseToJson(course), course.language);
    if (!page)
        return refused(Exit::Missing, request.input, page.error());
    if (const Result<Done> saved = asker.write(request.output, *page); !saved)
        return refused(Exit::Usage, request.output, saved.error());
    if (isStandardOutput(request.output))
        return printedFile();
    return answered(Converted{.request = request, .from = kLesson, .to = to}, kConvertedFields, {}, textOf);
}

Reply convert(const ConvertRequest& request, const Asker& asker) {
    const std::string from = request.from.empty() ? formatOf(request.input, false) : ourName(request.from);
    const std::string named = request.to.empty() ? formatOf(request.output, true) : ourName(request.to);
    const std::string to = named == kComputeOnly ? kCsv : named;
    if (to.empty())
        return refused(Exit::Usage, request.output, {naming("the name does not say the format; give --to")});
    if (Message wrong = wrongOption(request, to); !wrong.empty())
        return refused(Exit::Usage, "", {std::move(wrong)});
    if (const Result<Done> apart = asker.checkApart(request.output); !apart)
        return refused(Exit::Usage, request.output, apart.error());
    if (const Result<int> torch = torchOf(request.torch); !torch)
        return refused(Exit::Usage, "", torch.error());
    if (from.empty() || from == kLesson)
        if (const Result<std::string> lesson = bytesOrLesson(request.input, asker);
            lesson && isLessonFile(request.input, *lesson))
            return convertLesson(request, to, *lesson, asker);
    if (from.empty() && !request.input.empty()) // a document has no name
        return refused(Exit::Usage, request.input,
                       {naming("the name does not say the format, and is no lesson's; give --from")});
    Result<Source> source = openAs(request.input, from, asker);
    if (!source)
        return refused(Exit::Usage, request.input, source.error());
    std::optional<HostTimes> host;
    if (!request.host.empty()) {
        const Result<HostTimes> times = hostTimesOf(request.host, planIn(source->content)->timeUnit);
        if (!times)
            return refused(Exit::Usage, "", times.error());
        host = *times;
    }
    Result<Opened> content = edited(source->content, request, host);
    if (!content)
        return refused(Exit::No, request.input, content.error());
    source->content = *std::move(content);
    const Result<PytorchText> text = written(source->content, request, to);
    if (text)
        return finish(request, *source, to, *text, asker);
    remarkFindings(asker, request.input, source->findings);
    return refused(Exit::No, request.input, text.error());
}

constexpr const char* kConvertFooter = R"(
Formats: lwsched, lwrun (of a run its schedule is taken where another format is asked for), pytorch and
pytorch-comms (the CSV of torch.distributed.pipelining: compute_only, or compute_comms with its sends and
receives; compute_only and compute_comms are names of them too), pytorch-csv (either of them to read, told apart
by what it holds; the first to write), chrome-trace
(to be written only; of a run both plan and measurement), html (to be written only: one page for any browser that
loads nothing from elsewhere, with lanes, reasons, playback, memory and the numbers of simulate; of a run with its
measured bars; of a lesson (.lwlesson) the page that a class opens, see course), jaxpp and primus (to be written
only: a module of Python with the order as a class, which NVIDIA's jaxpp trains by and AMD Primus's simulator plays;
what it leaves out is a note). Names ending in .lwsched, .lwrun, .csv, .json and .html say their format. OUT - is the
standard output.

A CSV is checked for more than PyTorch looks at, each finding with its row and column; where it has errors, the
schedule is written all the same and the exit code is 1, as it is when a format can't say the schedule. Beside a
CSV that was written stand the flags of TorchTitan and NeMo for it.

Edits come before writing: --cut-in-half, --untie, --replicas, --pytorch-costs, --host, then --fuse-weights. The exit
code is 1 when one does not apply to the schedule.

Examples:
  lanewright-cli convert a.lwsched a.csv
  lanewright-cli convert a.lwsched a.csv --to pytorch-comms --fsdp --torch 2.15
  lanewright-cli convert a.csv a.lwsched --json
  lanewright-cli convert a.lwrun a.json --to chrome-trace
  lanewright-cli convert a.lwrun a.html --language de
  lanewright-cli convert exercise.lwlesson exercise.html
  lanewright-cli convert zb-h1.lwsched zb_h1.py --to jaxpp
  lanewright-cli convert dualpipe.lwsched v.lwsched --cut-in-half --untie
  lanewright-cli convert zb-h1.lwsched as-pytorch.lwsched --pytorch-costs --host 0.3,0.15
  lanewright-cli convert zb-h1.lwsched two.lwsched --replicas 2)";

std::vector<std::string> writableFormats() {
    std::vector<std::string> formats = {"lwsched",      "lwrun", "pytorch",      "pytorch-comms", "pytorch-csv",
                                        "chrome-trace", "html",  "compute_only", "compute_comms"};
    for (const PythonTaker& taker : pythonTakers())
        formats.emplace_back(taker.key);
    return formats;
}

} // namespace

Question convertQuestion() {
    using R = ConvertRequest;
    return question<R>(
        "convert", "Write a schedule or run in another format", kConvertFooter,
        {option<R>("IN", &R::input, "What to read; of lessons also one of the program by name or number").required(),
         option<R>("OUT", &R::output, "What to write").required(),
         option<R>("--from", &R::from, "The format of IN")
             .oneOf({"lwsched", "lwrun", "pytorch", "pytorch-comms", "pytorch-csv", "compute_only", "compute_comms"}),
         option<R>("--to", &R::to, "The format of OUT").oneOf(writableFormats()),
         option<R>("--cut-in-half", &R::half,
                   "Fold a schedule of two directions into a V on half the ranks (DualPipe to DualPipeV)"),
         option<R>("--untie", &R::untied, "Drop the overlapped pairs and let W fill the waits (DualPipeV to ZBV)"),
         option<R>("--replicas", &R::replicas,
                   "Put so many of the pipeline side by side, each with the microbatches there are now (data "
                   "parallelism)")
             .range(1, kMaxRanks),
         option<R>("--fuse-weights", &R::fuseWeights,
                   "Make each B and its W one BW, where B stands (for stages that can't split their backward)"),
         option<R>("--pytorch-costs", &R::pytorchCosts,
                   "Costs as PyTorch runs them: B of stage 0 takes nothing, and its W the whole backward"),
         option<R>("--host", &R::host,
                   "SEND,RECEIVE: how long a rank itself is busy with each value that it sends and receives, in the "
                   "file's unit (PyTorch on CPUs: some 0.3 and 0.15 ms)"),
         option<R>("--torch", &R::torch,
                   "The release of torch that will read the CSV (2.10): before 2.6 B and W have other names, from "
                   "2.15 on compute_comms holds waits"),
         option<R>("--packed", &R::packed, "pytorch: without the idle cells that make each column a tick of one op"),
         option<R>("--fsdp", &R::fsdp, "pytorch-comms: UNSHARD and RESHARD too"),
         option<R>("--active-stages", &R::activeStages, "With --fsdp: how many stages stay unsharded (3)").range(1, 64),
         option<R>("--language", &R::language, "html: what the page speaks (en)").oneOf(pageLanguages())},
        convert, kConvertedFields);
}

} // namespace lanewright::api
