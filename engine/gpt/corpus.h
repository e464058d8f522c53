// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model_spec.h"
#include "core/model/sample_tokens.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewright::engine {

/// What a microbatch is made of: samples of equally many tokens, one after the other, and for each token the one that
/// follows it in the text.
struct Samples {
    std::vector<std::uint8_t> tokens = {};
    std::vector<std::uint8_t> targets = {};
};

/// A text is learned from its front; its last part may be held back to see how well that went.
enum class TextPart : std::uint8_t { Training, Validation };

/// The text that is learned, byte by byte.
///
/// Training goes over it in rounds. A round cuts the text into windows of `context` tokens, side by side from a place
/// of its own on, and takes each once, in an order of its own; both follow from the seed. So every sample is a function
/// of its number alone, and any rank can make any of them.
class Corpus {
public:
    /// Fails when a part of the text is shorter than one sample and its last target. `validationShare` of the text, its
    /// end, is held back.
    static Result<Corpus> make(std::string text, const ModelSpec& model, std::uint64_t seed,
                               double validationShare = 0);

    /// The samples of one microbatch from number `first` on, each with so many tokens from its front, the model's
    /// context at most.
    void fill(Samples& samples, TextPart part, std::uint64_t first, const MicrobatchShape& shape) const;
    /// Those of the model's batch and context.
    void fill(Samples& samples, TextPart part, std::uint64_t first) const { fill(samples, part, first, m_shape); }
    /// How many samples a round over the part has; 0 where there is none.
    std::uint64_t windows(TextPart part) const;
    /// The place in the text where a sample of that part begins.
    std::size_t startOf(TextPart part, std::uint64_t number) const;
    /// The whole text, and a hash of it.
    const std::string& text() const { return m_text; }
    std::uint64_t hash() const;

private:
    struct Range {
        std::size_t begin = 0;
        std::size_t size = 0;
    };
    Corpus(std::string text, const ModelSpec& model, std::uint64_t seed, double validationShare);
    Range rangeOf(TextPart part) const;

    std::string m_text;
    std::size_t m_training;  ///< bytes in front
    MicrobatchShape m_shape; ///< the model's batch and context
    std::size_t m_context;
    std::uint64_t m_seed;
};

/// The place of `number` in an order of the numbers below `count` that follows from `key`: no two get the same.
std::uint64_t shuffledPlace(std::uint64_t number, std::uint64_t count, std::uint64_t key);

/// A text of about 64 KiB made of a few words and rules, the same every time; a small GPT learns it quickly.
std::string builtInText();

} // namespace lanewright::engine
