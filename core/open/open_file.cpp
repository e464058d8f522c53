// SPDX-License-Identifier: Apache-2.0
#include "core/open/open_file.h"

#include "core/io/files.h"
#include "core/io/json.h"
#include "core/io/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/io/run_parts.h"
#include "core/pytorch/csv.h"

#include <filesystem>

namespace lanewright {

namespace {

/// What the reader makes of the root, unless something was wrong.
template <typename Content>
Result<Opened> checked(Content (*reader)(const json::Node&, Trouble&), const json::Node& root) {
    Trouble trouble;
    Content content = reader(root, trouble);
    if (trouble)
        return trouble.first();
    return Opened{std::move(content)};
}

std::string lowerExtensionOf(const std::string& path) {
    std::string extension = std::filesystem::path{path}.extension().string();
    for (char& letter : extension)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return extension;
}

} // namespace

bool isPytorchCsv(const std::string& path, std::string_view text) {
    const std::size_t first = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    const char start = first == std::string_view::npos ? '\0' : text[first];
    if (start == '{' || start == '[')
        return false;
    const std::string extension = lowerExtensionOf(path);
    if (extension == ".csv")
        return true;
    const bool ours = extension == ".lwsched" || extension == ".lwrun" || extension == ".json";
    return !ours && (start == '(' || start == ',' || (start >= '0' && start <= '9'));
}

Result<Opened> openJson(std::string_view text) {
    if (text.empty())
        return Error{say(phrase("file", "the file is empty"))};
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    const json::Node root = document->root();
    if (formatOf(root) == "lanewright-run")
        return checked(runFromNode, root);
    if (formatOf(root) == "lanewright-schedule")
        return checked(planFromNode, root);
    return Error{say(phrase("file", "this JSON is neither a schedule nor a run: it must say \"format\": %1 or %2"),
                     "\"lanewright-schedule\"", "\"lanewright-run\"")};
}

Result<Opened> openFile(const std::string& path) {
    const Result<std::string> text = readFile(path);
    if (!text)
        return text.error();
    if (!isPytorchCsv(path, *text))
        return openJson(*text);
    Result<Plan> plan = planFromPytorchCsv(*text);
    if (!plan)
        return plan.error();
    return Opened{*std::move(plan)};
}

Result<Plan> openPlan(const std::string& path) { return planIn(openFile(path)); }

Result<Plan> planIn(Result<Opened> opened) {
    if (!opened)
        return opened.error();
    if (Run* run = std::get_if<Run>(&*opened))
        return std::move(run->plan);
    return std::move(std::get<Plan>(*opened));
}

} // namespace lanewright
