// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/validate_answers.h"

#include "core/api/lesson/validate_lesson.h"
#include "core/api/table.h"
#include "core/base/option_names.h"
#include "core/base/places.h"
#include "core/io/fields.h"
#include "core/io/files.h"
#include "core/io/quoted_text.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/same_problem.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace lanewright::api {

namespace {

constexpr std::uintmax_t kMostAnswerBytes = std::uintmax_t{64} << 20;
constexpr std::size_t kMostAnswerFiles = 10'000;

/// A line of the table.
struct Mark {
    std::string file = {}; ///< its path below the folder
    Assessed assessed = {};
    std::string refusal = {}; ///< why there is no assessment

    bool isAnswer() const { return assessed.assessment.has_value(); }
    bool reached() const { return isAnswer() && assessed.assessment->reached; }
    /// The student's name, or that of the file.
    std::string name() const { return assessed.given.by.empty() ? stemOf(file) : assessed.given.by; }
};

/// The marks of a folder.
struct Marks {
    std::shared_ptr<const Lesson> lesson = {};
    std::vector<Mark> all = {};

    std::int64_t reached() const { return std::ranges::count_if(all, &Mark::reached); }
};

Marks marksOf(const std::shared_ptr<const Lesson>& lesson, const std::string& folder,
              const std::vector<std::string>& files) {
    const Checker checker(*lesson);
    Marks marks{.lesson = lesson};
    const auto add = [&](const std::string& file, Answer answer) -> Mark& {
        return marks.all.emplace_back(Mark{.file = file, .assessed = {.lesson = lesson, .given = std::move(answer)}});
    };
    for (const std::string& file : files) {
        const Result<std::vector<Answer>> all = answersIn((std::filesystem::path{folder} / file).string());
        Result<std::vector<Answer>> answers = all ? onlyFor(*all, *lesson) : all;
        if (!answers) {
            // Whose file it is, is known where it can be read.
            add(file, {.by = all && !all->empty() ? all->front().by : ""}).refusal = placedSentence(answers.error());
            continue;
        }
        for (Answer& answer : *answers) {
            Mark& mark = add(file, std::move(answer));
            if (const Result<Attempt> attempt = answerTo(*lesson, mark.assessed.given.attempt))
                mark.assessed.assessment = checker.check(*attempt);
            else
                mark.refusal = placedSentence(attempt.error());
        }
    }
    return marks;
}

/// The cells of a mark.
std::vector<std::string> cellsOf(const Mark& mark, const Lesson& lesson, bool forPeople) {
    std::vector<std::string> cells = {mark.file, mark.name()};
    const std::optional<Assessment>& assessment = mark.assessed.assessment;
    if (assessment)
        for (const GoalState& state : assessment->goals)
            cells.emplace_back(state.reached ? "yes" : "no");
    else
        cells.resize(cells.size() + lesson.goals.size());
    cells.push_back(assessment ? std::to_string(assessment->points) : "");
    std::ranges::move(helpCells(mark.assessed, forPeople), std::back_inserter(cells));
    cells.push_back(mark.refusal);
    return cells;
}

std::vector<std::string> headsOf(const Lesson& lesson, bool forPeople) {
    std::vector<std::string> heads = {"file", "name"};
    for (const Goal& goal : lesson.goals)
        heads.emplace_back(toText(goal.kind));
    for (const char* head :
         {"points", "hints", "coach_steps", "answer_shown", forPeople ? "time" : "seconds", "refused"})
        heads.emplace_back(head);
    if (forPeople)
        for (std::string& head : heads)
            std::ranges::replace(head, '_', ' ');
    return heads;
}

std::string textOf(const Marks& marks) {
    if (marks.all.empty())
        return "The folder holds no answers.\n";
    Table table(headsOf(*marks.lesson, true), "ll" + std::string(marks.lesson->goals.size(), 'l') + "rrrlrl");
    for (const Mark& mark : marks.all)
        table.add(cellsOf(mark, *marks.lesson, true));
    const auto answers = std::ranges::count_if(marks.all, &Mark::isAnswer);
    const auto others = static_cast<std::int64_t>(marks.all.size()) - answers;
    const std::string refused = others == 0   ? ""
                                : others == 1 ? "1 more is no answer.\n"
                                              : std::to_string(others) + " more are no answers.\n";
    return table.text() + "\n" + std::to_string(marks.reached()) + " of " + std::to_string(answers) +
           (answers == 1 ? " answer reaches all goals.\n" : " answers reach all goals.\n") + refused;
}

std::string csvOf(const Marks& marks) {
    std::string text = csvLine(headsOf(*marks.lesson, false));
    for (const Mark& mark : marks.all)
        text += csvLine(cellsOf(mark, *marks.lesson, false));
    return text;
}

const Fields<Mark> kMarkFields =
    Fields<Mark>{{"file", "below the folder", &Mark::file},
                 {"by", "who answered", [](const Mark& mark) { return mark.assessed.given.by; }},
                 {"refused", "why it is no answer, or null",
                  [](const Mark& mark) { return mark.isAnswer() ? std::nullopt : std::optional{mark.refusal}; }}} +
    membersOf<Mark>(&Mark::assessed, assessmentFields()) + membersOf<Mark>(&Mark::assessed, helpFields());
const Fields<Marks> kMarksFields = {
    {"lesson", "its title", [](const Marks& marks) { return marks.lesson->title; }},
    {"reached", "how many answers reach all goals", &Marks::reached},
    {"answers", "of the folder", rowsOf<Marks>(&Marks::all, kMarkFields, json::Layout::Lines)}};

} // namespace

std::string stemOf(const std::string& file) { return std::filesystem::path{file}.stem().string(); }

std::string placedSentence(const Error& error) { return within(error.where, error.message).text(); }

Result<std::vector<std::string>> answerFilesBelow(const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code bad;
    const fs::path root{folder};
    if (fs::is_regular_file(root, bad))
        return Error{naming("is a file and no folder; --answer marks one file")};
    if (!fs::is_directory(root, bad))
        return Error{bad && bad != std::errc::no_such_file_or_directory ? bad.message() : "there is no such folder"};
    std::vector<std::string> files;
    fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, bad);
    for (; !bad && entry != fs::recursive_directory_iterator{}; entry.increment(bad)) {
        std::error_code ignored;
        const bool isFolder = entry->is_directory(ignored) && !entry->is_symlink(ignored);
        if (entry->path().filename().string().starts_with('.')) {
            if (isFolder)
                entry.disable_recursion_pending();
            continue;
        }
        if (!isFolder)
            files.push_back(entry->path().lexically_relative(root).generic_string());
        if (files.size() > kMostAnswerFiles)
            return Error{"holds more than " + std::to_string(kMostAnswerFiles) +
                         " files; this is no folder of answers"};
    }
    if (bad)
        return Error{bad.message()};
    std::ranges::sort(files);
    return files;
}

std::vector<std::string> helpCells(const Assessed& assessed, bool forPeople) {
    std::vector<std::string> cells;
    const HelpUsed& help = assessed.given.help;
    const auto add = [&](const auto& known, const auto& text) {
        cells.push_back(!assessed.assessment ? "" : known ? text(*known) : forPeople ? "–" : "");
    };
    const auto inDigits = [](auto count) { return std::to_string(count); };
    add(help.hints, inDigits);
    add(help.coachSteps, inDigits);
    add(help.answerShown, [](bool shown) { return std::string{shown ? "yes" : "no"}; });
    add(help.seconds, [&](std::int64_t seconds) {
        return forPeople ? durationText(static_cast<double>(seconds)) : inDigits(seconds);
    });
    return cells;
}

std::string csvLine(const std::vector<std::string>& cells) { return joinedBy(",", cells, csvCell) + "\n"; }

Result<std::vector<Answer>> answersIn(const std::string& path) {
    std::error_code bad;
    // A pipe would keep the reader waiting; what is not there is for the reader to say.
    if (std::filesystem::exists(path, bad) && !std::filesystem::is_regular_file(path, bad))
        return Error{"this is no file"};
    if (const std::uintmax_t size = std::filesystem::file_size(path, bad); !bad && size > kMostAnswerBytes)
        return Error{"is larger than 64 MiB; no answer is"};
    const Result<std::string> text = readFile(path);
    return text ? answersFrom(path, *text) : text.error();
}

Reply markAnswers(const std::shared_ptr<const Lesson>& lesson, const std::string& folder) {
    const Result<std::vector<std::string>> files = answerFilesBelow(folder);
    if (!files)
        return refused(Exit::Usage, folder, files.error());
    Marks marks = marksOf(lesson, folder, *files);
    const bool all = !marks.all.empty() && std::ranges::all_of(marks.all, &Mark::reached);
    const Units units{lesson->problem.timeUnit, lesson->problem.memoryUnit};
    return answered(std::move(marks), kMarksFields, units, textOf, all ? Exit::Done : Exit::No, csvOf);
}

} // namespace lanewright::api
