// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/stage.h"
#include "engine/kernels/amx.h"
#include "tests/engine/support/numbers.h"
#include "tests/engine/support/requests.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

namespace lanewright::engine::test {

namespace {

constexpr int kFewMicrobatches = 3;

/// A model cut into stages that all live here, and the values between them.
struct Pipeline {
    Corpus corpus;
    RankMemory memory;
    bool recomputes;
    std::vector<std::unique_ptr<Stage>> stages;
    std::vector<Numbers> activations; ///< [stage · M + microbatch]
    std::vector<Numbers> gradients;

    Pipeline(const ModelSpec& model, int count, int parts = 1, bool withR = false, int threads = 1,
             Precision precision = Precision::Fp32, const std::vector<MicrobatchShape>& shapes = {})
        : corpus(*Corpus::make(builtInText(), model, 1)), memory(model, 1'000'000, corpus, threads), recomputes(withR) {
        std::vector<int> microbatches(kFewMicrobatches);
        std::iota(microbatches.begin(), microbatches.end(), 0);
        for (int stage = 0; stage < count; ++stage) {
            const StageSettings settings{.shape = shapeOf(model, count, stage),
                                         .microbatches = microbatches,
                                         .allMicrobatches = kFewMicrobatches,
                                         .shapes = shapes,
                                         .weightParts = parts,
                                         .recomputes = recomputes,
                                         .precision = precision};
            stages.push_back(std::make_unique<Stage>(model, settings, memory));
            stages.back()->beginStep(0);
            stages.back()->beginGradients();
            for (int value = 0; value < kFewMicrobatches; ++value) {
                const std::int64_t tokens = shapes.empty() ? Sizes{model}.tokens : shapes[value].tokens();
                activations.emplace_back(tokens, model.width);
                gradients.emplace_back(tokens, model.width);
            }
        }
    }
    int count() const { return static_cast<int>(stages.size()); }
    Tensor activation(int stage, int microbatch) {
        return stage < 0 ? Tensor{}
                         : activations[static_cast<std::size_t>(stage * kFewMicrobatches + microbatch)].tensor;
    }
    Tensor gradient(int stage, int microbatch) {
        const int index = stage * kFewMicrobatches + microbatch;
        return stage == count() ? Tensor{} : gradients[static_cast<std::size_t>(index)].tensor;
    }
    void forward(int microbatch) {
        for (int stage = 0; stage < count(); ++stage)
            stages[static_cast<std::size_t>(stage)]->forward(microbatch, activation(stage - 1, microbatch),
                                                             activation(stage, microbatch));
    }
    /// With the R before it, where there is one.
    void backward(int microbatch) {
        for (const auto& stage : stages)
            if (recomputes)
                stage->recompute(microbatch);
        for (int stage = count() - 1; stage >= 0; --stage)
            stages[static_cast<std::size_t>(stage)]->backwardInput(microbatch, gradient(stage + 1, microbatch),
                                                                   gradient(stage, microbatch));
    }
    void weights(int microbatch) {
        for (const auto& stage : stages)
            stage->backwardWeights(microbatch);
    }
    Doubles sum() {
        Doubles all;
        for (const auto& stage : stages)
            all.insert(all.end(), stage->gradient().data, stage->gradient().data + stage->gradient().size());
        return all;
    }
    double loss() const {
        double total = 0;
        for (int microbatch = 0; microbatch < kFewMicrobatches; ++microbatch)
            total += stages.back()->loss(microbatch);
        return total / kFewMicrobatches;
    }
};

/// The gradient's sum after one microbatch after the other.
Doubles inOrder(Pipeline& pipeline) {
    for (int microbatch = 0; microbatch < kFewMicrobatches; ++microbatch) {
        pipeline.forward(microbatch);
        pipeline.backward(microbatch);
        pipeline.weights(microbatch);
    }
    return pipeline.sum();
}

/// The same where forwards, backwards and Ws each have turns of their own.
Doubles outOfOrder(Pipeline& pipeline) {
    for (const int microbatch : {2, 0, 1})
        pipeline.forward(microbatch);
    for (const int microbatch : {1, 2, 0})
        pipeline.backward(microbatch);
    for (const int microbatch : {2, 1, 0})
        pipeline.weights(microbatch);
    return pipeline.sum();
}

/// Microbatches of the model's own batch and context.
const std::vector<MicrobatchShape> kWhole(kFewMicrobatches, {kTiny.batch, kTiny.context});

/// The loss of the whole step in double precision, over all of its tokens.
double stepLoss(const ParameterLayout& layout, const Doubles& weights, const Corpus& corpus,
                const std::vector<MicrobatchShape>& shapes = kWhole) {
    double total = 0;
    std::uint64_t sample = 0;
    for (int microbatch = 0; microbatch < kFewMicrobatches; ++microbatch) {
        Samples samples;
        ModelSpec model = kTiny;
        const MicrobatchShape& shape = shapes[microbatch];
        model.batch = shape.samples;
        model.context = shape.context;
        corpus.fill(samples, TextPart::Training, sample, shape);
        sample += static_cast<std::uint64_t>(shape.samples);
        total += static_cast<double>(shape.tokens()) * referenceLoss(model, layout, weights, samples);
    }
    return total / static_cast<double>(tokensIn(shapes));
}

/// Larger weights than a model starts with, so that every gradient is far from zero.
void stirWeights(Stage& stage) {
    for (std::int64_t i = 0; i < stage.layout().count(); ++i)
        stage.weights()[i] += 0.2F * normalFrom(randomAt(77, static_cast<std::uint64_t>(i)));
}

/// Trains one step and compares it with the reference.
void expectDifferencesOfReference(const std::vector<MicrobatchShape>& shapes) {
    Pipeline pipeline(kTiny, 1, 1, false, 1, Precision::Fp32, shapes);
    Stage& stage = *pipeline.stages[0];
    stirWeights(stage);
    for (int microbatch = 0; microbatch < kFewMicrobatches; ++microbatch) {
        pipeline.forward(microbatch);
        pipeline.backward(microbatch);
        pipeline.weights(microbatch);
    }
    Doubles weights(stage.weights(), stage.weights() + stage.layout().count());
    double loss = 0;
    for (int microbatch = 0; microbatch < kFewMicrobatches; ++microbatch)
        loss += stage.loss(microbatch) * static_cast<double>(shapes[microbatch].tokens());
    loss /= static_cast<double>(tokensIn(shapes));
    EXPECT_NEAR(loss, stepLoss(stage.layout(), weights, pipeline.corpus, shapes), 1e-5);
    for (const Parameter& parameter : stage.layout().parameters()) {
        double largest = 0;
        double worst = 0;
        // Eight numbers spread over each of the 29 tensors, so that every kind and every op is met; the tables have
        // rows that no token touches, which must stay zero.
        for (std::int64_t probe = 0; probe < 8; ++probe) {
            const auto index = static_cast<std::size_t>(parameter.offset + probe * (parameter.size() - 1) / 7);
            const double kept = weights[index];
            weights[index] = kept + 1e-5;
            const double above = stepLoss(stage.layout(), weights, pipeline.corpus, shapes);
            weights[index] = kept - 1e-5;
            const double below = stepLoss(stage.layout(), weights, pipeline.corpus, shapes);
            weights[index] = kept;
            const double expected = (above - below) / 2e-5;
            largest = std::max(largest, std::abs(expected));
            worst = std::max(worst, std::abs(stage.gradient().data[index] - expected));
        }
        EXPECT_LE(worst, 2e-5 * largest + 1e-7) << "tensor " << parameter.number;
    }
}

TEST(Stage, LossAndGradientsEqualTheDifferencesOfADoublePrecisionReference) { expectDifferencesOfReference(kWhole); }

TEST(Stage, AveragesOverAllTokensWhereMicrobatchesHaveTheirOwn) {
    expectDifferencesOfReference({{2, 2}, {2, 6}, {2, 1}});
}

TEST(Stage, AveragesOverAllTokensWhereMicrobatchesHaveTheirOwnSamples) {
    expectDifferencesOfReference({{1, 6}, {2, 6}, {2, 3}});
}

TEST(Stage, BitsOfMicrobatchesOfTheirOwnLengthsDoNotDependOnTheOrderOfOps) {
    const std::vector<MicrobatchShape> shapes{{2, 2}, {1, 6}, {2, 1}};
    Pipeline one(kTiny, 1, 1, false, 1, Precision::Fp32, shapes);
    const Doubles whole = inOrder(one);
    Pipeline shuffled(kTiny, 2, 1, true, 2, Precision::Fp32, shapes);
    EXPECT_EQ(whole, outOfOrder(shuffled));
    EXPECT_EQ(shuffled.memory.pool.live(), 0);
}

TEST(Stage, BitsDoNotDependOnTheCutOrOnTheOrderOfOps) {
    Pipeline one(kTiny, 1);
    Pipeline two(kTiny, 2);
    Pipeline four(kTiny, 4);
    const Doubles whole = inOrder(one);
    EXPECT_EQ(whole, inOrder(two));
    EXPECT_EQ(whole, inOrder(four)) << "more stages than layers: some stages have none";

    Pipeline shuffled(kTiny, 2);
    EXPECT_EQ(whole, outOfOrder(shuffled));
}

TEST(Stage, PartsOfWMakeTheSameBitsInAnyOrder) {
    Pipeline two(kTiny, 2);
    const Doubles whole = inOrder(two);
    Pipeline parts(kTiny, 2, 3);
    for (int microbatch = 0; microbatch < kFewMicrobatches; ++microbatch) {
        parts.forward(microbatch);
        parts.backward(microbatch);
    }
    for (const auto& [microbatch, part] :
         {std::pair{1, 0}, {2, 2}, {0, 1}, {1, 2}, {0, 0}, {2, 1}, {1, 1}, {0, 2}, {2, 0}})
        for (const auto& stage : parts.stages)
            stage->backwardWeight(microbatch, part);
    EXPECT_EQ(whole, parts.sum());
    EXPECT_EQ(parts.memory.pool.live(), 0);
}

TEST(Stage, APartOfWFreesWhatItsOwnGradientsAreMadeOf) {
    // A stage with one layer in the middle, whose matrices fall into four parts.
    const ModelSpec model{.layers = 3, .width = 8, .heads = 2, .context = 6, .batch = 2};
    Pipeline pipeline(model, 3, 4);
    const BufferPool& pool = pipeline.memory.pool;
    Stage& middle = *pipeline.stages[1];
    middle.forward(0, pipeline.activation(0, 0), pipeline.activation(1, 0));
    middle.backwardInput(0, pipeline.gradient(2, 0), pipeline.gradient(1, 0));
    const Bytes values = 12 * 8;
    const Bytes norm = 2 * 12 + 2 * 8;
    Bytes live = 4 * (16 * values + 2 * norm);
    EXPECT_EQ(pool.live(), live);
    const std::map<WeightJobKind, Bytes> numbers{{WeightJobKind::Qkv, 4 * values + norm},
                                                 {WeightJobKind::Out, 2 * values},
                                                 {WeightJobKind::Up, 5 * values + norm},
                                                 {WeightJobKind::Down, 5 * values}};
    for (const int part : {2, 0, 3, 1}) {
        middle.backwardWeight(0, part);
        for (const WeightJob& job : middle.layout().jobsOf(part, 4))
            live -= 4 * numbers.at(job.kind);
        EXPECT_EQ(pool.live(), live) << part;
    }
    EXPECT_EQ(live, 0);
}

TEST(Stage, ThreadsChangeNoBitInEitherPrecision) {
    const ModelSpec model{.layers = 2, .width = 48, .heads = 3, .context = 37, .batch = 3, .seed = 5};
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        Pipeline alone(model, 2, 1, false, 1, precision);
        Pipeline together(model, 2, 1, false, 3, precision);
        EXPECT_EQ(inOrder(alone), inOrder(together));
        EXPECT_EQ(alone.loss(), together.loss());
    }
}

TEST(Stage, InBf16BitsDoNotDependOnTheCutTheOrderOrRecomputingEither) {
    constexpr Precision kHalf = Precision::Bf16;
    Pipeline one(kTiny, 1, 1, false, 1, kHalf);
    Pipeline four(kTiny, 4, 1, false, 1, kHalf);
    const Doubles whole = inOrder(one);
    EXPECT_EQ(whole, inOrder(four));
    Pipeline shuffled(kTiny, 2, 3, true, 1, kHalf);
    EXPECT_EQ(whole, outOfOrder(shuffled));
    EXPECT_EQ(shuffled.memory.pool.live(), 0);
}

void expectNearFp32() {
    Pipeline full(kTiny, 1);
    Pipeline half(kTiny, 1, 1, false, 1, Precision::Bf16);
    for (Pipeline* const pipeline : {&full, &half}) {
        stirWeights(*pipeline->stages[0]);
        inOrder(*pipeline);
    }
    EXPECT_NEAR(half.loss(), full.loss(), 3e-3 * full.loss());
    const Doubles expected = full.sum();
    const Doubles got = half.sum();
    for (const Parameter& parameter : full.stages[0]->layout().parameters()) {
        double distance = 0;
        double size = 0;
        for (std::int64_t i = parameter.offset; i < parameter.offset + parameter.size(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            distance += (got[at] - expected[at]) * (got[at] - expected[at]);
            size += expected[at] * expected[at];
        }
        // 8 bits in each factor, through two layers and back: 3 % of the length of each tensor's gradient.
        EXPECT_LE(std::sqrt(distance), 0.03 * std::sqrt(size)) << "tensor " << parameter.number;
    }
    EXPECT_NE(got, expected) << "it did round";
}

TEST(Stage, InBf16LossAndGradientsStayNearThoseInFp32) {
    const bool before = usesAmx();
    useAmx(false);
    expectNearFp32();
    useAmx(before);
}

TEST(Stage, InBf16LossAndGradientsStayNearThoseInFp32ByTheLibraryToo) {
    if (!canMultiplyHalves())
        GTEST_SKIP() << "built without oneDNN, or this processor has no AVX-512, without which that multiplies no bf16";
    const bool before = usesAmx();
    useAmx(true);
    expectNearFp32();
    useAmx(before);
}

TEST(Stage, InBf16FactorsTakeHalfTheRoom) {
    const ModelSpec model{.layers = 3, .width = 8, .heads = 2, .context = 6, .batch = 2};
    Pipeline pipeline(model, 3, 1, false, 1, Precision::Bf16);
    const BufferPool& pool = pipeline.memory.pool;
    Stage& middle = *pipeline.stages[1];
    middle.forward(0, pipeline.activation(0, 0), pipeline.activation(1, 0));
    const Bytes untilW = 12 * (4 * (2 * 8 + 4) + 2 * 14 * 8) + 4 * 4 * 8;
    EXPECT_EQ(pool.live(), untilW + 4 * 12 * 2);
    middle.backwardInput(0, pipeline.gradient(2, 0), pipeline.gradient(1, 0));
    EXPECT_EQ(pool.live(), untilW);
    middle.backwardWeights(0);
    EXPECT_EQ(pool.live(), 0);
}

TEST(Stage, RecomputingMakesTheSameBitsAndKeepsOnlyTheInputUntilThen) {
    Pipeline two(kTiny, 2);
    const Doubles whole = inOrder(two);
    Pipeline again(kTiny, 2, 1, true);
    for (int microbatch = 0; microbatch < kFewMicrobatches; ++microbatch)
        again.forward(microbatch);
    const Bytes boundary = 4 * 12 * 8;
    EXPECT_EQ(again.memory.pool.live(), kFewMicrobatches * boundary)
        << "the first stage keeps nothing: it has the text";
    for (int microbatch = 0; microbatch < kFewMicrobatches; ++microbatch) {
        again.backward(microbatch);
        again.weights(microbatch);
    }
    EXPECT_EQ(whole, again.sum());
    EXPECT_EQ(again.memory.pool.live(), 0);
}

TEST(Stage, HoldsTheActivationsFromFToWAndTheSumsOfTheAttentionToB) {
    // A stage of one layer in the middle holds 16 C + 4 numbers per token and 4 C in all until W, H per token until B.
    const ModelSpec model{.layers = 3, .width = 8, .heads = 2, .context = 6, .batch = 2};
    Pipeline pipeline(model, 3);
    const BufferPool& pool = pipeline.memory.pool;
    Stage& middle = *pipeline.stages[1];
    middle.forward(0, pipeline.activation(0, 0), pipeline.activation(1, 0));
    const Bytes untilW = 4 * (12 * (16 * 8 + 4) + 4 * 8);
    const Bytes untilB = 4 * 12 * 2;
    EXPECT_EQ(pool.live(), untilW + untilB);
    middle.backwardInput(0, pipeline.gradient(2, 0), pipeline.gradient(1, 0));
    EXPECT_EQ(pool.live(), untilW);
    middle.backwardWeights(0);
    EXPECT_EQ(pool.live(), 0);
}

TEST(Stage, BackwardInputTouchesNoWeightGradientAndNoWeight) {
    Pipeline pipeline(kTiny, 1);
    Stage& stage = *pipeline.stages[0];
    pipeline.forward(0);
    pipeline.backward(0);
    pipeline.weights(0);
    const Doubles before = pipeline.sum();
    const Doubles weights(stage.weights(), stage.weights() + stage.layout().count());
    pipeline.forward(1);
    pipeline.backward(1);
    EXPECT_EQ(before, pipeline.sum());
    EXPECT_EQ(weights, Doubles(stage.weights(), stage.weights() + stage.layout().count()));
}

TEST(Stage, WarmingUpForSeveralLengthsLeavesNothingBehind) {
    const std::vector<MicrobatchShape> shapes{{2, 2}, {1, 6}, {2, 1}};
    Pipeline cold(kTiny, 2, 2, true, 1, Precision::Bf16, shapes);
    const Doubles expected = inOrder(cold);
    Pipeline warm(kTiny, 2, 2, true, 1, Precision::Bf16, shapes);
    for (const auto& stage : warm.stages) {
        stage->warmUp();
        stage->beginStep(0);
        stage->beginGradients();
    }
    EXPECT_EQ(warm.memory.pool.live(), 0);
    EXPECT_EQ(inOrder(warm), expected);
}

TEST(Stage, WarmingUpLeavesWeightsAndGradientsAsIfItHadNeverBeen) {
    for (const bool recomputes : {false, true}) {
        Pipeline cold(kTiny, 2, 2, recomputes);
        Pipeline warm(kTiny, 2, 2, recomputes);
        for (const auto& stage : warm.stages) {
            stage->warmUp();
            stage->beginStep(0);
            stage->beginGradients();
        }
        EXPECT_EQ(warm.memory.pool.live(), 0);
        EXPECT_EQ(inOrder(cold), inOrder(warm));
        EXPECT_EQ(cold.loss(), warm.loss());
    }
}

TEST(Stage, AFewStepsOfTheOptimizerLowerTheLoss) {
    Pipeline pipeline(kTiny, 1);
    std::vector<double> losses;
    for (int step = 0; step < 10; ++step) {
        pipeline.stages[0]->beginStep(0); // the same text each time
        pipeline.stages[0]->beginGradients();
        inOrder(pipeline);
        losses.push_back(pipeline.loss());
        pipeline.stages[0]->optimize({.learningRate = 1e-2}, step + 1);
    }
    EXPECT_LT(losses.back(), losses.front() - 0.5);
}

TEST(Parameters, ATensorsFirstWeightsDoNotDependOnTheCut) {
    const ParameterLayout whole(kTiny, shapeOf(kTiny, 1, 0));
    const ParameterLayout last(kTiny, shapeOf(kTiny, 2, 1));
    std::vector<float> all(static_cast<std::size_t>(whole.count()));
    std::vector<float> part(static_cast<std::size_t>(last.count()));
    initialise(all.data(), whole, kTiny);
    initialise(part.data(), last, kTiny);
    EXPECT_TRUE(std::equal(part.rbegin(), part.rend(), all.rbegin()));
    const Parameter& head = last.parameters().back();
    EXPECT_EQ(hashOf(part.data(), head), hashOf(all.data(), whole.parameters().back()));
    part.back() += 1e-6F;
    EXPECT_NE(hashOf(part.data(), head), hashOf(all.data(), whole.parameters().back()));
}

TEST(Parameters, EveryJobFallsIntoExactlyOnePart) {
    const ParameterLayout layout(kTiny, shapeOf(kTiny, 1, 0));
    for (const int parts : {1, 2, 3, 7, 50}) {
        std::size_t jobs = 0;
        for (int part = 0; part < parts; ++part)
            jobs += layout.jobsOf(part, parts).size();
        EXPECT_EQ(jobs, layout.jobs().size()) << parts;
    }
}

} // namespace

} // namespace lanewright::engine::test
