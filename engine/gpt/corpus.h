// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model_spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewright::engine {

/// What a microbatch is made of: `batch` samples of `context` tokens, one after the other, and for each token the one
/// that follows it in the text.
struct Samples {
    std::vector<std::uint8_t> tokens = {};
    std::vector<std::uint8_t> targets = {};
};

/// The text that is learned, byte by byte.
class Corpus {
public:
    /// Fails when the text is shorter than one sample and its last target.
    static Result<Corpus> make(std::string text, const ModelSpec& model, std::uint64_t seed);

    /// The samples of a microbatch start at places drawn from (seed, step, microbatch) alone.
    void fill(Samples& samples, int step, int microbatch) const;

private:
    Corpus(std::string text, const ModelSpec& model, std::uint64_t seed)
        : m_text(std::move(text)), m_batch(model.batch), m_context(model.context), m_seed(seed) {}

    std::string m_text;
    int m_batch;
    int m_context;
    std::uint64_t m_seed;
};

/// A text of about 64 KiB made of a few words and rules, the same every time; a small GPT learns it quickly.
std::string builtInText();

} // namespace lanewright::engine
