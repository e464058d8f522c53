// SPDX-License-Identifier: Apache-2.0
#include "core/trace/traced_job.h"

#include <utility>

namespace lanewright {

namespace {

/// Hundreds of files may have been cut; a sentence names a few.
constexpr std::size_t kMostNotes = 3;

} // namespace

Message cutNote(const std::string& path, const Message& cut) {
    return say(phrase("trace", "%1: %2; what stands before was taken"), path, cut);
}

Error withNotes(Error error, const std::vector<Message>& notes) {
    for (std::size_t at = 0; at < notes.size() && at < kMostNotes; ++at)
        error.message = say(phrase("list", "%1; %2"), std::move(error.message), notes[at]);
    return error;
}

} // namespace lanewright
