// SPDX-License-Identifier: Apache-2.0
#include "core/open/open_file.h"

#include "core/check/proof_check.h"
#include "core/io/files.h"
#include "core/io/json.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/io/run_parts.h"
#include "core/pytorch/csv.h"

#include <algorithm>

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
    const std::string_view name = std::string_view{path}.substr(path.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    std::string extension{dot == 0 || dot == std::string_view::npos ? std::string_view{} : name.substr(dot)};
    for (char& letter : extension)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return extension;
}

/// Unties a proof that an order of the plan disproves: costs or limits were changed in the file, and the proof
/// forgotten.
void untieProof(Plan& plan) {
    if (isDisproved(plan))
        plan.proof->problem.reset();
}

Result<Opened> openedFrom(const json::Node& root) {
    if (formatOf(root) == "lanewright-run") {
        Result<Opened> opened = checked(runFromNode, root);
        if (opened)
            untieProof(std::get<Run>(*opened).plan);
        return opened;
    }
    if (formatOf(root) == "lanewright-schedule") {
        Result<Opened> opened = checked(planFromNode, root);
        if (opened)
            untieProof(std::get<Plan>(*opened));
        return opened;
    }
    return Error{say(phrase("file", "this JSON is neither a schedule nor a run: it must say \"format\": %1 or %2"),
                     "\"lanewright-schedule\"", "\"lanewright-run\"")};
}

Result<json::Document> parsed(std::string_view text) {
    if (text.empty())
        return Error{say(phrase("file", "the file is empty"))};
    return json::parse(text);
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
    const Result<json::Document> document = parsed(text);
    return document ? openedFrom(document->root()) : document.error();
}

Result<Opened> openFile(const std::string& path) {
    Result<std::string> bytes = readFile(path);
    return bytes ? openBytes(path, *std::move(bytes)) : bytes.error();
}

Result<Opened> openBytes(const std::string& path, std::string bytes) {
    if (isPytorchCsv(path, bytes)) {
        Result<Plan> plan = planFromPytorchCsv(std::move(bytes));
        return plan ? Result<Opened>{*std::move(plan)} : plan.error();
    }
    const Result<json::Document> document = parsed(bytes);
    if (!document)
        return document.error();
    // A large file would lie in memory beside all that is made of it.
    bytes = std::string{};
    return openedFrom(document->root());
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
