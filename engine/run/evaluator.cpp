// SPDX-License-Identifier: Apache-2.0
#include "engine/run/evaluator.h"

#include "engine/gpt/counter_random.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewright::engine {

template <>
struct Parts<Evaluation> {
    static auto of(auto& evaluation) { return std::tie(evaluation.loss, evaluation.probabilities); }
};

namespace {

constexpr double kSharper = 1.25; ///< the power of the probabilities that text is drawn from

/// The end of the text as samples: one that holds it and others that nobody looks at.
Samples contextOf(const std::string& text, const ModelSpec& model) {
    const auto context = static_cast<std::size_t>(model.context);
    Samples samples;
    samples.tokens.resize(context * static_cast<std::size_t>(model.batch));
    samples.targets.resize(samples.tokens.size());
    const std::size_t from = text.size() > context ? text.size() - context : 0;
    std::ranges::copy(text.substr(from), samples.tokens.begin());
    return samples;
}

/// What follows, drawn from the probabilities of the first 256 tokens with `chance` in [0, 1): the likely more often
/// than they are likely, so that a little training reads well.
std::uint8_t drawFrom(const std::vector<float>& probabilities, double chance) {
    std::array<double, 256> shares{};
    double total = 0;
    for (std::size_t token = 0; token < shares.size(); ++token)
        total += shares[token] = std::pow(static_cast<double>(probabilities[token]), kSharper);
    double left = chance * total;
    for (std::size_t token = 0; token < shares.size(); ++token) {
        left -= shares[token];
        if (left < 0)
            return static_cast<std::uint8_t>(token);
    }
    return static_cast<std::uint8_t>(std::ranges::max_element(shares) - shares.begin());
}

template <typename Value>
Value awaitForward(MessageKind kind, int from, const ProcessStages& here) {
    return here.inbox->await<Value>(kind, from, [&] {
        return say(phrase("engine", "a rank has waited for a forward outside of the steps, from rank %1"),
                   here.processMap->lowestRankOn(from));
    });
}

/// Runs the samples through the stages that live here, in their order; what the last stage says, on its process.
Evaluation evaluate(const Samples& samples, std::int64_t token, const ProcessStages& here) {
    const int stages = here.request->plan.schedule.stages();
    const auto isElsewhere = [&](int stage) { return here.processOf(stage) != here.process; };
    std::vector<float> input(Sizes{here.request->model}.boundary());
    Evaluation evaluation;
    for (int stage = 0; stage < stages; ++stage) {
        if (isElsewhere(stage))
            continue;
        if (stage > 0 && isElsewhere(stage - 1))
            input = awaitForward<std::vector<float>>(MessageKind::Forward, here.processOf(stage - 1), here);
        StageForward forward = here.stages->evaluate(stage, samples, std::move(input), token);
        input = std::move(forward.output);
        evaluation = std::move(forward.evaluation);
        if (stage + 1 < stages && isElsewhere(stage + 1))
            here.inbox->send(here.processOf(stage + 1), MessageKind::Forward, packed(input));
    }
    return evaluation;
}

/// What the process of the last stage has seen, on all processes.
Evaluation share(Evaluation evaluation, const ProcessStages& here) {
    const int end = here.processOf(here.request->plan.schedule.stages() - 1);
    if (end != here.process)
        return awaitForward<Evaluation>(MessageKind::Evaluated, end, here);
    here.inbox->sendAll(MessageKind::Evaluated, packed(evaluation));
    return evaluation;
}

/// How many microbatches of the text that is held back are looked at.
std::uint64_t validationMicrobatches(const RunRequest& request, const Corpus& corpus) {
    const auto batch = static_cast<std::uint64_t>(request.model.batch);
    const std::uint64_t there = (corpus.windows(TextPart::Validation) + batch - 1) / batch;
    return std::clamp<std::uint64_t>(there, 1, static_cast<std::uint64_t>(request.plan.schedule.microbatches));
}

} // namespace

double validationLoss(const ProcessStages& here) {
    const std::uint64_t count = validationMicrobatches(*here.request, *here.corpus);
    Samples samples;
    Evaluation sum;
    for (std::uint64_t microbatch = 0; microbatch < count; ++microbatch) {
        here.corpus->fill(samples, TextPart::Validation,
                          microbatch * static_cast<std::uint64_t>(here.request->model.batch));
        sum.loss += evaluate(samples, -1, here).loss;
    }
    return share(std::move(sum), here).loss / static_cast<double>(count);
}

std::string writeSample(const ProcessStages& here) {
    const SampleRequest& wish = here.request->sample;
    std::string text = wish.prompt.empty() ? "\n" : wish.prompt;
    for (int character = 0; character < wish.characters; ++character) {
        const std::size_t last = std::min(text.size(), static_cast<std::size_t>(here.request->model.context)) - 1;
        const Evaluation evaluation =
            share(evaluate(contextOf(text, here.request->model), static_cast<std::int64_t>(last), here), here);
        const std::uint64_t bits = randomAt(here.request->seed, 0x74657874U, static_cast<std::uint64_t>(character));
        text.push_back(
            static_cast<char>(drawFrom(evaluation.probabilities, static_cast<double>(bits >> 11) * 0x1p-53)));
    }
    return wish.prompt.empty() ? text.substr(1) : text;
}

} // namespace lanewright::engine
