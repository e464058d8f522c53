// SPDX-License-Identifier: Apache-2.0
#include "core/cli/validate_answers.h"

#include "core/base/places.h"
#include "core/cli/validate_lesson.h"
#include "core/io/files.h"
#include "core/io/quoted_text.h"
#include "core/lesson/answer_json.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/same_problem.h"
#include "core/open/open_file.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace lanewright::cli {

namespace {

constexpr std::uintmax_t kMostAnswerBytes = std::uintmax_t{64} << 20;
constexpr std::size_t kMostAnswerFiles = 10'000;

/// A line of the table.
struct Mark {
    std::string file = {}; ///< its path below the folder
    Answer answer = {};
    std::optional<Assessment> assessment = {};
    std::string refusal = {}; ///< why there is no assessment

    bool reached() const { return assessment && assessment->reached; }
    /// The student's name, or that of the file.
    std::string name() const { return answer.by.empty() ? std::filesystem::path{file}.stem().string() : answer.by; }
};

bool isFor(const Answer& answer, const Lesson& lesson) {
    return answer.lesson.empty() || answer.lesson == lesson.title ||
           std::ranges::any_of(lesson.in, [&](const auto& each) { return each.second.title == answer.lesson; });
}

/// A cell of a CSV (RFC 4180). Spreadsheets compute what begins like a formula, so an apostrophe goes before it.
std::string cellOf(std::string_view text) {
    std::string cell = shownLine(text);
    if (!cell.empty() && std::string_view{"=+-@"}.find(cell.front()) != std::string_view::npos)
        cell.insert(cell.begin(), '\'');
    const bool isPlain =
        cell.find_first_of(",\"") == std::string::npos && !cell.starts_with(' ') && !cell.ends_with(' ');
    if (isPlain)
        return cell;
    std::string quoted = "\"";
    for (const char letter : cell)
        quoted += letter == '"' ? std::string{"\"\""} : std::string(1, letter);
    return quoted + "\"";
}

/// `4:05`, `1:00:00`.
std::string clockText(std::int64_t seconds) {
    const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    const std::int64_t minutes = seconds / 60;
    const std::string end = ":" + two(seconds % 60);
    return minutes < 60 ? std::to_string(minutes) + end : std::to_string(minutes / 60) + ":" + two(minutes % 60) + end;
}

/// The files of the folder by name, with their paths below it.
Result<std::vector<std::string>> filesBelow(const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code bad;
    const fs::path root{folder};
    if (fs::is_regular_file(root, bad))
        return Error{"is a file and no folder; --answer marks one file"};
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

std::string sentenceOf(const Error& error) { return within(error.where, error.message).text(); }

std::vector<Mark> marksOf(const Lesson& lesson, const std::string& folder, const std::vector<std::string>& files) {
    const Checker checker(lesson);
    std::vector<Mark> marks;
    for (const std::string& file : files) {
        const Result<std::vector<Answer>> all = answersIn((std::filesystem::path{folder} / file).string());
        Result<std::vector<Answer>> answers = all ? onlyFor(*all, lesson) : all;
        if (!answers) {
            // Whose file it is, is known where it can be read.
            const std::string by = all && !all->empty() ? all->front().by : "";
            marks.push_back({.file = file, .answer = {.by = by}, .refusal = sentenceOf(answers.error())});
            continue;
        }
        for (Answer& answer : *answers) {
            Mark mark{.file = file, .answer = std::move(answer)};
            if (const Result<Attempt> attempt = answerTo(lesson, mark.answer.attempt))
                mark.assessment = checker.check(*attempt);
            else
                mark.refusal = sentenceOf(attempt.error());
            marks.push_back(std::move(mark));
        }
    }
    return marks;
}

/// The cells of a mark behind file and name.
std::vector<std::string> cellsOf(const Mark& mark, const Lesson& lesson, bool forPeople) {
    std::vector<std::string> cells;
    if (mark.assessment)
        for (const GoalState& state : mark.assessment->goals)
            cells.emplace_back(state.reached ? "yes" : "no");
    else
        cells.resize(lesson.goals.size());
    cells.push_back(mark.assessment ? std::to_string(mark.assessment->points) : "");
    const HelpUsed& help = mark.answer.help;
    const auto add = [&](const auto& known, const auto& text) {
        cells.push_back(!mark.assessment ? "" : known ? text(*known) : forPeople ? "–" : "");
    };
    const auto inDigits = [](auto count) { return std::to_string(count); };
    add(help.hints, inDigits);
    add(help.coachSteps, inDigits);
    add(help.answerShown, [](bool shown) { return std::string{shown ? "yes" : "no"}; });
    add(help.seconds, [&](std::int64_t seconds) { return forPeople ? clockText(seconds) : inDigits(seconds); });
    cells.push_back(mark.refusal);
    return cells;
}

std::vector<std::string> headsOf(const Lesson& lesson, bool forPeople) {
    std::vector<std::string> heads = {"file", "name"};
    for (const Goal& goal : lesson.goals)
        heads.emplace_back(toText(goal.kind));
    for (const char* head : {"points", "hints", "coach_steps", "answer_shown"})
        heads.emplace_back(head);
    heads.emplace_back(forPeople ? "time" : "seconds");
    heads.emplace_back("refused");
    if (forPeople)
        for (std::string& head : heads)
            std::ranges::replace(head, '_', ' ');
    return heads;
}

Exit printMarksText(const Lesson& lesson, const std::vector<Mark>& marks) {
    if (marks.empty())
        return print("The folder holds no answers.\n");
    Table table(headsOf(lesson, true), "ll" + std::string(lesson.goals.size(), 'l') + "rrrlrl");
    for (const Mark& mark : marks) {
        std::vector<std::string> row = {mark.file, mark.name()};
        for (std::string& cell : cellsOf(mark, lesson, true))
            row.push_back(std::move(cell));
        table.add(std::move(row));
    }
    const auto reached = std::ranges::count_if(marks, &Mark::reached);
    const auto answers = std::ranges::count_if(marks, [](const Mark& mark) { return mark.assessment.has_value(); });
    const auto others = static_cast<std::int64_t>(marks.size()) - answers;
    const std::string refused = others == 0   ? ""
                                : others == 1 ? "1 more is no answer.\n"
                                              : std::to_string(others) + " more are no answers.\n";
    return print(table.text() + "\n" + std::to_string(reached) + " of " + std::to_string(answers) +
                 (answers == 1 ? " answer reaches all goals.\n" : " answers reach all goals.\n") + refused);
}

Exit printMarksCsv(const Lesson& lesson, const std::vector<Mark>& marks) {
    std::string text;
    const auto addLine = [&](const std::vector<std::string>& cells) {
        for (std::size_t column = 0; column < cells.size(); ++column)
            text += (column == 0 ? "" : ",") + cellOf(cells[column]);
        text += "\n";
    };
    addLine(headsOf(lesson, false));
    for (const Mark& mark : marks) {
        std::vector<std::string> row = {mark.file, mark.name()};
        for (std::string& cell : cellsOf(mark, lesson, false))
            row.push_back(std::move(cell));
        addLine(row);
    }
    return print(text);
}

Exit printMarksJson(const Lesson& lesson, const std::vector<Mark>& marks) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("lesson").string(lesson.title);
    writer.key("reached").number(static_cast<std::int64_t>(std::ranges::count_if(marks, &Mark::reached)));
    writer.key("answers").beginArray(json::Layout::Lines);
    for (const Mark& mark : marks) {
        writer.beginObject(json::Layout::Lines);
        writer.key("file").string(mark.file);
        writer.key("by").string(mark.answer.by);
        writer.key("refused");
        mark.assessment ? writer.null() : writer.string(mark.refusal);
        if (mark.assessment)
            writeAssessment(writer, lesson, *mark.assessment);
        writeHelp(writer, mark.answer);
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
    return print(writer);
}

} // namespace

Result<std::vector<Answer>> onlyFor(std::vector<Answer> answers, const Lesson& lesson) {
    if (answers.empty())
        return Error{"holds no answer at all"};
    std::erase_if(answers, [&](const Answer& answer) { return !isFor(answer, lesson); });
    if (answers.empty())
        return Error{"holds no answer to this lesson"};
    return answers;
}

Result<std::vector<Answer>> answersIn(const std::string& path) {
    std::error_code bad;
    // A pipe would keep the reader waiting; what is not there is for the reader to say.
    if (std::filesystem::exists(path, bad) && !std::filesystem::is_regular_file(path, bad))
        return Error{"this is no file"};
    if (const std::uintmax_t size = std::filesystem::file_size(path, bad); !bad && size > kMostAnswerBytes)
        return Error{"is larger than 64 MiB; no answer is"};
    const Result<std::string> text = readFile(path);
    if (!text)
        return text.error();
    if (isAnswers(*text))
        return answersFromJson(*text);
    if (isPytorchCsv(path, *text)) {
        Result<Plan> plan = openPlan(path);
        if (!plan)
            return plan.error();
        return std::vector{Answer{.attempt = {*std::move(plan)}}};
    }
    Result<Opened> opened = openJson(*text);
    if (!opened)
        return opened.error();
    if (Run* run = std::get_if<Run>(&*opened)) {
        const OptimizerMode mode = run->plan.optimizerMode;
        return std::vector{Answer{.attempt = {std::move(run->plan), mode}}};
    }
    Result<Answer> answer = answerFromJson(*text);
    if (!answer)
        return answer.error();
    return std::vector{*std::move(answer)};
}

Exit markAnswers(const Lesson& lesson, const std::string& folder, MarkFormat format) {
    const Result<std::vector<std::string>> files = filesBelow(folder);
    if (!files)
        return failed(Exit::Usage, folder, files.error());
    const std::vector<Mark> marks = marksOf(lesson, folder, *files);
    const Exit printed = format == MarkFormat::Csv    ? printMarksCsv(lesson, marks)
                         : format == MarkFormat::Json ? printMarksJson(lesson, marks)
                                                      : printMarksText(lesson, marks);
    const bool all = !marks.empty() && std::ranges::all_of(marks, &Mark::reached);
    return printed == Exit::Done && !all ? Exit::No : printed;
}

} // namespace lanewright::cli
