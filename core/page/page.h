// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/run.h"

#include <functional>
#include <string>

/// A schedule as one HTML file to share: lanes, reasons, playback, memory and numbers, for any browser, without a
/// network. Its words, style and script lie in resources/page.
namespace lanewright {

/// In which language a page speaks.
struct PageLanguage {
    std::string tag = "en"; ///< as HTML has it
    /// Says a message in it; `%1` … `%9` among the arguments stay what they are.
    std::function<std::string(const Message&)> say = [](const Message& message) { return message.text(); };
    std::string dictionary = {}; ///< the words of it as JSON, for the page's board; nothing for English
};

/// The most blocks that a page holds: what a browser still pans without a jerk.
constexpr int kMostPageBlocks = 100'000;

/// The page of a plan; with `run` the measured bars lie under the planned blocks, for as many of its steps as keep the
/// file small, among them the one that stands for the run. Titles and all other words of files are data there, never
/// markup, and a Content-Security-Policy forbids any script but the page's own and any request.
///
/// Fails on a problem without an order, and on more than `kMostPageBlocks` blocks. `plan` fits its shape (`fitsShape`).
Result<std::string> pageOf(const Plan& plan, const Run* run = nullptr, const PageLanguage& language = {});

} // namespace lanewright
