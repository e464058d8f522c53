// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_words.h"

#include "core/base/places.h"
#include "core/io/obstacles.h"

#include <array>

namespace lanewright {

namespace {

constexpr std::array kRefusals = {
    phrase("engine", "the model's %1 is %2; it must be between %3 and %4"),
    phrase("engine", "number of layers"),
    phrase("engine", "width"),
    phrase("engine", "number of heads"),
    phrase("engine", "context"),
    phrase("engine", "vocabulary"),
    phrase("engine", "there is no backend \"%1\"; there are cpu and cuda"),
    phrase("engine", "the backend cuda runs at full speed only; a paced run needs the backend cpu"),
    phrase("engine", "a rank computes with 1 to %1 threads; %2 were asked for"),
    phrase("engine", "a run has at least one step; %1 were asked for"),
    phrase("engine", "the learning rate must be a number that is not negative"),
    phrase("engine", "the program of rank %1 does not run the plan's order"),
    phrase("engine", "the ranks up to %1 would need %2 GiB of memory; this machine has %3"),
    phrase("engine", "rank %1 would need %2 GiB of memory; this machine has %3"),
    phrase("engine", "the model's width %1 is not a multiple of its %2 heads"),
    phrase("engine", "the model is cut into %1 stages; the schedule has %2"),
    phrase("engine", "the layers of the stages do not add up to the model's %1"),
    phrase("engine", "a value between two stages would be larger than 2 GiB; take a smaller batch, context or width"),
    phrase("engine", "the schedule is not valid: %1"),
    phrase("engine", "the plan has no order"),
    phrase("engine", "the programs can't be run: %1"),
    phrase("engine", "there is no rank %1 that could come to harm"),
    phrase("engine", "the text to learn could not be read: %1"),
    phrase("engine", "the text to learn has more than 256 MiB"),
    phrase("engine", "%1; a context of %2 tokens needs at least %3"),
    phrase("engine", "the text has %1 bytes"),
    phrase("engine", "the text has %1 bytes to learn from"),
    phrase("engine", "the text's part for validation has %1 bytes"),
    phrase("engine", "the schedule has more transfers in a step than this MPI can tell apart (%1)"),
    phrase("engine", "no run request came"),
    phrase("engine", "the run request is wrong: %1"),
    phrase("engine", "the backend cuda can't be loaded: %1"),
    phrase("engine", "no GPU: %1"),
};

constexpr std::array kFailures = {
    phrase("engine", "the trained weights of stage %1 are no numbers; a smaller learning rate may help"),
    phrase("engine", "the gradients of %1 steps in a row were no finite numbers; a smaller learning rate may help"),
    phrase("engine", "the loss of step %1 is no number; a smaller learning rate may help"),
    phrase("engine", "the rank has not moved for more than %1 s"),
    phrase("engine", "rank %1 (process %2 on %3) has ended unexpectedly"),
    phrase("engine", "there is not enough memory for this model"),
    phrase("engine", "a library gave up: %1"),
    phrase("engine", "the two copies of a stage have come apart"),
    phrase("engine", "rank %1 does not answer; on rank %2, %3"),
    phrase("engine", "%1 for more than %2 s"),
    phrase("engine", "%1 has waited for %2 from rank %3"),
    phrase("engine", "it has waited for the start of step %1"),
    phrase("engine", "it has waited for the end of %1 of rank %2"),
    phrase("engine", "step %1"),
    phrase("engine", "step %1 has waited for the gradients of the other copy of stage %2 on rank %3"),
    phrase("engine", "step %1 has waited for the norm of rank %2"),
    phrase("engine", "step %1 has waited for the verdict of rank %2"),
    phrase("engine", "it has waited for the clock of rank %1"),
    phrase("engine", "it has waited for all others to start"),
    phrase("engine", "it has waited for the end of the run"),
    phrase("engine", "it waits for %1 (transfer %2), which rank %3 has not sent"),
    phrase("engine", "%1; that rank is at %2"),
    phrase("engine", "it waits for %1 (transfer %2), which rank %3 has sent: it was lost on the way"),
    phrase("engine", "it does not end"),
    phrase("engine", "the GPU has done nothing"),
    phrase("engine", "the block has not ended"),
    phrase("engine", "a call to the GPU has not come back for more than %1 s"),
};

/// Both lists in one.
constexpr std::array kAll = [] {
    std::array<Phrase, kRefusals.size() + kFailures.size()> all = {};
    for (std::size_t at = 0; at < all.size(); ++at)
        all[at] = at < kRefusals.size() ? kRefusals[at] : kFailures[at - kRefusals.size()];
    return all;
}();

/// A refusal may say its place in brackets at its end.
std::optional<Message> saidWithPlace(std::string_view sentence) {
    const std::size_t bracket = sentence.rfind(" (");
    if (bracket == std::string_view::npos || !sentence.ends_with(')'))
        return {};
    const Message refusal = engineSaid(sentence.substr(0, bracket));
    const std::string_view place = sentence.substr(bracket + 2, sentence.size() - bracket - 3);
    return refusal.isPlain() ? std::nullopt : std::optional(say(phrase("list", "%1 (%2)"), refusal, placeSaid(place)));
}

} // namespace

std::span<const Phrase> enginePhrases() { return kAll; }

Message engineSaid(std::string_view sentence) {
    if (auto placed = saidWithPlace(sentence))
        return *std::move(placed);
    std::optional<Message> found = phraseOf(sentence, obstacle::kAll);
    if (!found)
        found = phraseOf(sentence, kAll);
    if (!found)
        return sentence;
    std::vector<Message> arguments;
    arguments.reserve(found->arguments().size());
    for (const Message& argument : found->arguments())
        arguments.push_back(engineSaid(argument.text()));
    return {found->phrase(), std::move(arguments), 0};
}

} // namespace lanewright
