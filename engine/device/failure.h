// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/op.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

/// The end of a run that can't go on. A failure on any rank ends all ranks, so nothing ever returns from one.
namespace lanewright::engine {

/// Whose work the calling thread is doing; the words of a failure start from here.
struct Whereabouts {
    int rank = -1;
    std::optional<Op> op = {};
};
Whereabouts& whereabouts();

/// While this lives, what the calling thread does is no part of the op that it is at.
class Aside {
public:
    Aside() : m_op(std::exchange(whereabouts().op, {})) {}
    ~Aside() { whereabouts().op = m_op; }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

private:
    std::optional<Op> m_op;
};

/// Who speaks for the calling thread when it fails: tells the parent and ends the other ranks. `mayTalk` is false when
/// the links between the ranks are what failed.
using FailureHandler = std::function<void(const Whereabouts& at, const std::string& reason, bool mayTalk)>;
void setFailureHandler(FailureHandler handler);

/// Ends the run on all ranks with a sentence.
[[noreturn]] void fail(const std::string& reason, bool mayTalk = true);

/// `reason` with the source line that saw it.
std::string withPlace(const std::string& reason, const char* file, int line);

} // namespace lanewright::engine
