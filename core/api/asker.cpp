// SPDX-License-Identifier: Apache-2.0
#include "core/api/asker.h"

#include "core/io/files.h"
#include "core/io/quoted_text.h"
#include "core/io/schedule_json.h"
#include "core/io/unknown_keys.h"

#include <utility>

namespace lanewright::api {

Result<std::string> Asker::bytes(const std::string& file) const { return readFile(file); }

Result<Opened> Asker::open(const std::string& file) const {
    Result<std::string> text = bytes(file);
    if (!text)
        return text.error();
    Result<Opened> opened = openBytes(file, *std::move(text));
    if (const Plan* const plan = opened ? std::get_if<Plan>(&*opened) : nullptr)
        remarkKeys(file, *plan);
    return opened;
}

Result<Plan> Asker::plan(const std::string& file) const { return planIn(open(file)); }

Result<Shown> Asker::shown(const std::string& file) const {
    Result<Opened> opened = open(file);
    return opened ? shownOf(*std::move(opened)) : opened.error();
}

void Asker::remarkKeys(const std::string& file, const Plan& plan) const {
    for (const UnknownKey& key : unknownKeysOf(plan))
        remark(file, {sentenceOf(key)});
}

bool isStandardOutput(std::string_view name) {
    return name == "-" || name == "/dev/stdout" || name == "/dev/fd/1" || name == "/proc/self/fd/1";
}

Result<Done> Asker::checkApart(const std::string& file) const {
    if (wantsObject() && isStandardOutput(file))
        return Error{"the file and the object of --json can't both go to the standard output; leave one out"};
    return Done{};
}

Result<Done> Asker::checkOutput(const std::string& file) const {
    return file.empty() || isStandardOutput(file) ? checkApart(file) : checkWritable(file);
}

Result<Done> Asker::write(const std::string& file, std::string_view text) const {
    if (file.empty())
        return Done{};
    return isStandardOutput(file) ? print(text) : writeFile(file, text);
}

Result<Done> Asker::write(const std::string& file, const Plan& plan) const {
    if (file.empty())
        return Done{};
    Result<Done> written = write(file, planToJson(plan));
    if (written)
        remarkLeftOut(file, plan);
    return written;
}

void Asker::remarkLeftOut(const std::string& file, const Plan& plan) const {
    if (Message leftOut = leftOutVariants(plan); !leftOut.empty())
        remark(isStandardOutput(file) ? "" : file, {std::move(leftOut)});
}

} // namespace lanewright::api
