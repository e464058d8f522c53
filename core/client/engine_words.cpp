// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_words.h"

#include "core/base/places.h"
#include "core/protocol/obstacles.h"

#include <algorithm>
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
    phrase("engine", "%1 is no module of Lanewright"),
    phrase("engine", "no reason is given"),
    phrase("engine", "GPUs are for the backend cuda; the backend %1 has none"),
    phrase("engine", "only a GPU has kernels to trace, and the backend %1 has none"),
    phrase("engine", "this device does not tell which kernels it runs"),
    phrase("engine", "the ranks are to sit on %1 GPUs, which takes a process for each; start the engine with mpirun "
                     "-np %2"),
    phrase("engine", "there are %1 processes with a GPU each for %2 ranks; start no more than there are ranks"),
    phrase("engine", "the list of seats has %1 entries for %2 ranks"),
    phrase("engine", "the list of seats names seat %1; there are %2, counted from 0"),
    phrase("engine", "the list of seats leaves seat %1 empty"),
    phrase("engine", "the schedule has %1 ranks, but %2 processes were started; start the engine with mpirun -np %3, "
                     "or with --in-process"),
    phrase("engine", "the run request could not be read: %1"),
    phrase("engine", "the run request is announced wrongly: %1"),
    phrase("engine", "the run request was cut short: %1 of %2 bytes came"),
    phrase("engine", "the run request did not reach this rank: %1"),
    phrase("engine", "there is not enough memory for this run"),
    phrase("engine", "this MPI can't be used by a process with several threads"),
    phrase("engine", "the run needs %1 of GPU memory and there are %2 left: weights %3, activations %4, values between "
                     "stages %5, workspace %6"),
};

/// Of the training state that is saved and taken up again.
constexpr std::array kStates = {
    phrase("engine", "the folder for the training state can't be made: %1"),
    phrase("engine", "the folder for the training state can't be written to"),
    phrase("engine", "the training state can't be written: %1"),
    phrase("engine", "the numbers of the training state can't be read: %1"),
    phrase("engine", "the training state ends too early"),
    phrase("engine", "the training state is of another text than %1, or the text has changed since"),
    phrase("engine", "the built-in one"),
    phrase("engine", "the training state does not fit: %1"),
    phrase("engine", "it is of a model with %1 %2, not %3"),
    phrase("engine", "layers"),
    phrase("engine", "heads"),
    phrase("engine", "the training state is damaged: it speaks of %1 tensors instead of %2"),
    phrase("engine", "the training state is damaged: the numbers of tensor %1 are not those that were saved"),
    phrase("engine", "a rank has waited for the training state of rank %1"),
    phrase("engine", "a rank has waited for the training state to be saved"),
    phrase("engine", "rank 0 has waited for the others to take their training state"),
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
    phrase("engine", "it has waited for the algorithms of products from rank %1"),
    phrase("engine", "it has waited for all others to start"),
    phrase("engine", "it has waited for the end of the run"),
    phrase("engine", "it waits for %1 (transfer %2), which rank %3 has not sent"),
    phrase("engine", "%1; that rank is at %2"),
    phrase("engine", "it waits for %1 (transfer %2), which rank %3 has sent: it was lost on the way"),
    phrase("engine", "it does not end"),
    phrase("engine", "the GPU has done nothing"),
    phrase("engine", "the block has not ended"),
    phrase("engine", "a call to the GPU has not come back for more than %1 s"),
    phrase("engine", "it has waited for an answer while links were measured"),
    phrase("engine", "it has waited for the links between the GPUs"),
    phrase("engine", "it has waited for %1 of rank %2"),
    phrase("engine", "the start"),
    phrase("engine", "the links"),
    phrase("engine", "the weights"),
    phrase("engine", "a rank has waited for a forward outside of the steps, from rank %1"),
    phrase("engine", "step %1 has waited for the norm of the gradients from rank %2"),
    phrase("engine", "%1 has waited for any of the values sent before to leave"),
    phrase("engine", "%1 came from step %2 instead of %3"),
    phrase("engine", "a message of %1 bytes is larger than MPI can send (2 GiB)"),
    phrase("engine", "MPI said \"%1\" to %2"),
    phrase("engine", "oneDNN could not multiply two matrices: %1"),
    phrase("engine", "the GPU is out of memory: %1 asked for, %2 of %3 left"),
    phrase("engine",
           "the algorithms of products that are kept beside the state were chosen by %1, and this is %2; without "
           "products.txt there training goes on by others"),
    phrase("engine", "the algorithms of products that are kept beside the state can't be read; without products.txt "
                     "there training goes on by others"),
    phrase("engine", "the algorithms of another training can't be removed: %1"),
};

/// What a call to a GPU said; its name stands before.
constexpr std::array kCalls = {
    phrase("engine", "the driver's error %1"),
    phrase("engine", "a peer did not take part in time"),
    phrase("engine", "the link from process %1 to process %2: %3"),
    phrase("engine", "cublasLtMatmulAlgoGetHeuristic: no algorithm with one order of sums for the product %1"),
    phrase("engine", "cublasLtMatmulAlgoCheck: the algorithm does not compute the product %1"),
    phrase("engine", "a product: its matrices do not fit each other, or lie at odd addresses"),
    phrase("engine", "a kernel did not run on its lane"),
    phrase("engine", "a product: a bias of %1 numbers is too wide"),
};

/// Of the proof that the order of all seats can be run. None of them should ever be heard.
constexpr std::array kProofs = {
    phrase("engine", "the order of all seats can't be run: %1"),
    phrase("engine", "entry %1 of rank %2 %3"),
    phrase("engine", "entry %1 of rank %2, %3, %4"),
    phrase("engine", "is on a seat that does not host its rank"),
    phrase("engine", "waits for what is not before it on its seat"),
    phrase("engine", "has no other end"),
    phrase("engine", "has its other end on another link"),
    phrase("engine", "is for something else than its other end"),
    phrase("engine", "comes before what was sent earlier on its link"),
    phrase("engine", "writes where there is no memory"),
    phrase("engine", "writes over what has not been read"),
    phrase("engine", "reads what has not come"),
    phrase("engine", "touches gradients that another still uses"),
    phrase("engine", "waits for ever for its other end"),
    phrase("engine", "waits for what the step before has not on its seat"),
    phrase("engine", "has its other end outside the prefix"),
    phrase("engine", "stands in the prefix, and is no forward"),
    phrase("engine", "stands in the prefix, and touches gradients"),
    phrase("engine", "writes over what the step before has not read"),
};

template <std::size_t... Sizes>
constexpr auto joined(const std::array<Phrase, Sizes>&... lists) {
    std::array<Phrase, (Sizes + ...)> all = {};
    auto end = all.begin();
    ((end = std::copy(lists.begin(), lists.end(), end)), ...);
    return all;
}

constexpr std::array kAll = joined(kRefusals, kStates, kFailures, kCalls, kProofs);

/// A refusal may say its place in brackets at its end.
std::optional<Message> saidWithPlace(std::string_view sentence) {
    const std::size_t bracket = sentence.rfind(" (");
    if (bracket == std::string_view::npos || !sentence.ends_with(')'))
        return {};
    const Message refusal = engineSaid(sentence.substr(0, bracket));
    const std::string_view place = sentence.substr(bracket + 2, sentence.size() - bracket - 3);
    return refusal.isPlain() ? std::nullopt : std::optional(say(phrase("list", "%1 (%2)"), refusal, placeSaid(place)));
}

/// The name of what was called may stand before what it said, and what the system says behind a sentence of ours.
Message saidInParts(std::string_view sentence) {
    const std::size_t colon = sentence.find(": ");
    if (colon == std::string_view::npos)
        return sentence;
    const Message first = engineSaid(sentence.substr(0, colon));
    const Message rest = engineSaid(sentence.substr(colon + 2));
    return first.isPlain() && rest.isPlain() ? Message(sentence) : within(first, rest);
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
        return saidInParts(sentence);
    std::vector<Message> arguments;
    arguments.reserve(found->arguments().size());
    for (const Message& argument : found->arguments())
        arguments.push_back(engineSaid(argument.text()));
    return {found->phrase(), std::move(arguments), 0};
}

} // namespace lanewright
