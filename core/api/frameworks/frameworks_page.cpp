// SPDX-License-Identifier: Apache-2.0
#include "core/api/frameworks/frameworks_page.h"

#include "core/base/joined_by.h"
#include "core/frameworks/framework_rules.h"

#include <string_view>

namespace lanewright::api {

namespace {

constexpr const char* kFrameworksHead = R"(# What frameworks run

A framework makes some orders by itself, and asks something of their numbers: p ranks, v chunks per rank, m microbatches, the
group of microbatches that pass a chunk one after the other, layers. PyTorch and TorchTitan also load an order from a CSV,
whatever its name. `lanewright-cli legal` and `validate --for` hold orders against these rules and say what comes nearest;
`--for megatron@0.9` takes those of a release. Releases newer than the last one that was read are taken to have its rules.

`validate --for` also plays the messages over what the framework sends by, unless `--transport` names others.

Rules with *by its tables* are not checked there: below them the framework runs something else than its order.

This page is what `lanewright-cli list --frameworks` prints.
)";

std::string inCode(std::string_view words) {
    std::string text = "`";
    for (const char letter : words)
        text += letter == ' ' ? std::string{"`, `"} : std::string(1, letter);
    return text + "`";
}

std::string ordersOf(Framework framework) {
    std::string text;
    for (const OwnOrder& own : ownOrders())
        if (own.framework == framework)
            text += "| `" + std::string{own.generator} + "` | " + std::string{own.name} + " | " + own.releases.text() +
                    " | " + (own.isAlike ? "the same, op for op" : "one of its kind") + " |\n";
    return text.empty() ? ""
                        : "\n| order | its name there | releases | against ours |\n| --- | --- | --- | --- |\n" + text;
}

std::string rulesTextOf(Framework framework) {
    std::string text =
        "\n| rule | of | what must hold | releases | where it was read |\n| --- | --- | --- | --- | --- |\n";
    for (const Rule& rule : rulesOf(framework))
        text += "| `" + std::string{rule.key} + "` | " + (rule.orders.empty() ? "all" : inCode(rule.orders)) + " | " +
                std::string{rule.words.text} + " | " + rule.releases.text() + " | " + std::string{rule.source} + " |\n";
    return text;
}

std::string frameworksPage() {
    std::string text = kFrameworksHead;
    for (const FrameworkFacts& facts : frameworks()) {
        text += "\n## `" + std::string{toText(facts.framework)} + "`: " + std::string{facts.name} + "\n\nRead from " +
                facts.oldest.text() + " to " + facts.read.text() + ": " + std::string{facts.source} + ".";
        if (facts.base)
            text += " What " + std::string{factsOf(*facts.base).name} + " makes and asks holds as well.";
        if (!facts.transports.empty())
            text += " Messages go over `" + joinedBy("`, `", facts.transports) + "`.";
        text += "\n" + ordersOf(facts.framework) + rulesTextOf(facts.framework);
    }
    return text;
}

} // namespace

Reply listFrameworks() { return {.text = frameworksPage}; }

} // namespace lanewright::api
