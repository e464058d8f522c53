// SPDX-License-Identifier: Apache-2.0
#include "engine/run/evaluator.h"

#include "engine/gpt/counter_random.h"
#include "engine/ranks/await_message.h"

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

} // namespace

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

Evaluator::Evaluator(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap, int process,
                     StageHost& stages, Inbox& inbox, Waiter& waiter)
    : m_request(&request), m_corpus(&corpus), m_processMap(processMap), m_process(process), m_stages(&stages),
      m_inbox(&inbox), m_waiter(&waiter), m_sizes(request.model) {}

ControlMessage Evaluator::await(MessageKind kind, int from) {
    return awaitMessage(*m_inbox, *m_waiter, kind, from, [&] {
        return say(phrase("engine", "a rank has waited for a forward outside of the steps, from rank %1"),
                   m_processMap.lowestRankOn(from));
    });
}

/// Runs the samples through the stages that live here, in their order; what the last stage says, on its process.
Evaluation Evaluator::evaluate(const Samples& samples, std::int64_t token) {
    const int stages = m_request->plan.schedule.stages();
    const auto count = static_cast<std::size_t>(m_sizes.boundary());
    std::vector<float> input(count);
    std::vector<float> output(count);
    Evaluation evaluation;
    for (int stage = 0; stage < stages; ++stage) {
        if (processOf(stage) != m_process)
            continue;
        if (stage > 0 && processOf(stage - 1) != m_process) {
            const ControlMessage message = await(MessageKind::Forward, processOf(stage - 1));
            input = unpacked<std::vector<float>>(message.body);
        }
        evaluation = m_stages->evaluate(stage, samples, input, output, token);
        if (stage + 1 < stages && processOf(stage + 1) != m_process)
            m_inbox->send(processOf(stage + 1), MessageKind::Forward, packed(output));
        std::swap(input, output);
    }
    return evaluation;
}

/// What the process of the last stage has seen, on all processes.
Evaluation Evaluator::share(Evaluation evaluation) {
    const int end = processOf(m_request->plan.schedule.stages() - 1);
    if (isAtEnd()) {
        m_inbox->sendAll(MessageKind::Evaluated, packed(evaluation));
        return evaluation;
    }
    const ControlMessage message = await(MessageKind::Evaluated, end);
    return unpacked<Evaluation>(message.body);
}

namespace {

/// How many microbatches of the text that is held back are looked at.
std::uint64_t validationMicrobatches(const RunRequest& request, const Corpus& corpus) {
    const auto batch = static_cast<std::uint64_t>(request.model.batch);
    const std::uint64_t there = (corpus.windows(TextPart::Validation) + batch - 1) / batch;
    return std::clamp<std::uint64_t>(there, 1, static_cast<std::uint64_t>(request.plan.schedule.microbatches));
}

} // namespace

double Evaluator::validationLoss() {
    const std::uint64_t count = validationMicrobatches(*m_request, *m_corpus);
    Samples samples;
    Evaluation sum;
    for (std::uint64_t microbatch = 0; microbatch < count; ++microbatch) {
        m_corpus->fill(samples, TextPart::Validation, microbatch * static_cast<std::uint64_t>(m_request->model.batch));
        sum.loss += evaluate(samples, -1).loss;
    }
    return share(std::move(sum)).loss / static_cast<double>(count);
}

std::string Evaluator::write() {
    const SampleRequest& wish = m_request->sample;
    std::string text = wish.prompt.empty() ? "\n" : wish.prompt;
    for (int character = 0; character < wish.characters; ++character) {
        const std::size_t last = std::min(text.size(), static_cast<std::size_t>(m_request->model.context)) - 1;
        const Evaluation evaluation =
            share(evaluate(contextOf(text, m_request->model), static_cast<std::int64_t>(last)));
        const std::uint64_t bits = randomAt(m_request->seed, 0x74657874U, static_cast<std::uint64_t>(character));
        text.push_back(
            static_cast<char>(drawFrom(evaluation.probabilities, static_cast<double>(bits >> 11) * 0x1p-53)));
    }
    return wish.prompt.empty() ? text.substr(1) : text;
}

} // namespace lanewright::engine
