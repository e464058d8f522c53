// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/checkpoint.h"

#include "core/base/places.h"
#include "core/base/printed.h"
#include "core/io/files.h"
#include "core/io/forms.h"
#include "core/io/optimizer_json.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/protocol/training_json.h"

#include <array>
#include <charconv>
#include <filesystem>

namespace lanewright {

namespace {

std::string digitsOf(std::uint64_t hash) { return printed("%016llx", static_cast<unsigned long long>(hash)); }

std::uint64_t hashFrom(const json::Node& node, Trouble& trouble) {
    const std::string digits = stringFrom(node, trouble);
    std::uint64_t hash = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
    if (digits.size() != 16 || error != std::errc{} || end != digits.data() + digits.size())
        trouble.add(say(phrase("file", "must be 16 hexadecimal digits, not %1"), inQuotes(digits)), node);
    return hash;
}

Form<std::uint64_t> hashForm() {
    Form<std::uint64_t> form = form::of(hashFrom);
    form.write = [](json::Writer& writer, const std::uint64_t& hash, const Frame&) { writer.string(digitsOf(hash)); };
    return form;
}

std::uint64_t samplesFrom(const json::Node& node, Trouble& trouble) {
    return static_cast<std::uint64_t>(countFrom(node, 0, kMostTrainedSamples, trouble));
}

std::string nameFrom(const json::Node& node, Trouble& trouble) {
    std::string name = stringFrom(node, trouble);
    if (name.empty() || name.find('/') != std::string::npos)
        trouble.add(say(phrase("file", "must be the name of a file in the folder, not %1"), inQuotes(name)), node);
    return name;
}

const FileFields<Checkpoint>& checkpointFields() {
    using Field = FileField<Checkpoint>;
    const auto progress = [](auto member) { return memberOf(&Checkpoint::progress, member); };
    static const FileFields<Checkpoint> kFields = {
        constant<Checkpoint>("format", R"("lanewright-checkpoint")"),
        constant<Checkpoint>("version", "1"),
        Field("model", &Checkpoint::model, modelForm()).required(),
        Field("optimizer", &Checkpoint::optimizer, optimizerForm()).required(),
        {"precision", &Checkpoint::precision, precisionForm()},
        Field("seed", &Checkpoint::seed, form::unsignedNumber()).required(),
        {"data", &Checkpoint::data, form::text()},
        Field("text_hash", &Checkpoint::textHash, hashForm()).required(),
        {"validation_share", &Checkpoint::validationShare, form::of(heldBackFrom)},
        Field("steps", progress(&Progress::steps), form::count(0, kMostTrainedSteps)).required(),
        Field("updates", progress(&Progress::updates), form::count(0, kMostTrainedSteps)).required(),
        Field("samples", progress(&Progress::samples), form::of(samplesFrom)).required(),
        Field("numbers", &Checkpoint::numbers, form::of(nameFrom)).required(),
        Field("hashes", &Checkpoint::hashes, form::list(hashForm(), json::Layout::Lines)).required()};
    return kFields;
}

} // namespace

std::string checkpointToJson(const Checkpoint& checkpoint) {
    Checkpoint uncut = checkpoint;
    uncut.model = withoutCut(std::move(uncut.model));
    return objectText(checkpointFields(), uncut, {}, json::Layout::Lines) + "\n";
}

Result<Checkpoint> checkpointFromJson(std::string_view text) {
    return readText(text, [](const json::Node& root, Trouble& trouble) {
        Checkpoint checkpoint;
        Frame frame;
        checkHeader(root, "lanewright-checkpoint", phrase("file", "this JSON is no Lanewright training state"),
                    trouble);
        readMembers(root, checkpointFields(), checkpoint, frame, trouble);
        return checkpoint;
    });
}

Result<Checkpoint> openCheckpoint(const std::string& folder) {
    const std::string page = (std::filesystem::path{folder} / kCheckpointPage).string();
    const Result<std::string> text = readFile(page, {.waitsForPipes = false});
    if (!text)
        return Error{say(phrase("file", "there is no training state: %1"), text.error().message), page};
    Result<Checkpoint> checkpoint = checkpointFromJson(*text);
    if (!checkpoint)
        return Error{
            say(phrase("file", "this is no training state that can be gone on from: %1"), checkpoint.error().message),
            within(page, checkpoint.error().where)};
    return checkpoint;
}

} // namespace lanewright
