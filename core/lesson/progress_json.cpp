// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/progress_json.h"

#include "core/io/forms.h"
#include "core/io/optimizer_json.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/schedule_json.h"

#include <array>

namespace lanewright {

namespace {

constexpr int kMostCounted = 1'000'000;
constexpr int kLongestStay = 1'000'000'000;
constexpr std::string_view kFormat = "lanewright-progress";
constexpr std::array kHelpLevels = {HelpLevel::Check, HelpLevel::Ready, HelpLevel::Coach};

using LateHelp = LessonProgress::LateHelp;

const FileFields<LateHelp>& lateFields() {
    static const FileFields<LateHelp> kFields = {
        FileField<LateHelp>("points", &LateHelp::points, form::integer(0, 100)),
        FileField<LateHelp>("answer_shown", &LateHelp::answerShown, form::boolean())};
    return kFields;
}

/// All but the board.
const FileFields<LessonProgress>& progressFields() {
    using Field = FileField<LessonProgress>;
    const auto used = [](auto member) { return memberOf(&LessonProgress::used, member); };
    static const FileFields<LessonProgress> kFields = {
        Field("optimizer_mode", &LessonProgress::optimizer, optimizerModeForm(form::Refused::Either)),
        Field("help", &LessonProgress::help, form::choiceOf(kHelpLevels)),
        Field("hints_shown", &LessonProgress::hints, form::integer(0, kMostCounted)),
        Field("hints", used(&HelpUsed::hints), form::integer(0, kMostCounted)),
        Field("coach_steps", used(&HelpUsed::coachSteps), form::integer(0, kMostCounted)),
        Field("answer_shown", used(&HelpUsed::answerShown), form::boolean()),
        Field("seconds", used(&HelpUsed::seconds), form::count(0, kLongestStay)),
        Field("late", &LessonProgress::late, form::object(lateFields(), json::Layout::Line))};
    return kFields;
}

LessonProgress progressFromNode(const json::Node& root, Trouble& trouble) {
    LessonProgress progress{.used = HelpUsed::unknown()};
    checkHeader(root, kFormat, phrase("file", "this JSON holds no progress in a lesson"), trouble);
    if (trouble)
        return progress;
    Frame frame;
    readMembers(root, progressFields(), progress, frame, trouble);
    if (const auto schedule = trouble ? std::nullopt : root.find("schedule");
        schedule && expect(*schedule, json::Kind::Object, trouble))
        progress.board = std::make_shared<const Plan>(planFromNode(*schedule, trouble));
    return progress;
}

} // namespace

std::string progressToJson(const LessonProgress& progress) {
    json::Writer writer;
    writer.object(json::Layout::Lines, [&] {
        writer.key("format").string(kFormat);
        writer.key("version").number(1);
        writeMembers(writer, progressFields(), progress, {});
        if (progress.board)
            writePlan(writer.key("schedule"), *progress.board);
    });
    return writer.take();
}

Result<LessonProgress> progressFromJson(std::string_view text) { return readText(text, progressFromNode); }

} // namespace lanewright
