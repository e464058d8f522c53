// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/verdict.h"

#include "core/base/joined_by.h"
#include "core/generate/catalogue.h"
#include "core/pytorch/csv.h"
#include "core/pytorch/torch_classes.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

/// The target, then its base.
std::vector<Target> withBase(const Target& target) {
    std::vector<Target> all{target};
    if (const std::optional<Target> base = baseOf(target))
        all.push_back(*base);
    return all;
}

bool makesOrder(const OwnOrder& own, const Target& target) {
    return own.framework == target.framework && own.releases.hold(target.release);
}

Broken noSuchOrder(const Target& target) {
    std::string names;
    for (const Target& each : withBase(target))
        for (const OwnOrder& own : ownOrders())
            if (makesOrder(own, each))
                names.append(names.empty() ? "" : ", ").append(own.generator);
    return {.key = "order",
            .why = say(phrase("framework rule", "it makes no such order by itself; those that it makes are %1"), names),
            .source = factsOf(target.framework).source};
}

void addBroken(const Target& target, const AskedShape& pass, std::string_view generator, std::vector<Broken>& broken) {
    for (const Rule& rule : rulesOf(target.framework)) {
        if (!rule.releases.hold(target.release) || !rule.isAbout(generator))
            continue;
        Message why = rule.broken(pass);
        if (!why.empty())
            broken.push_back({rule.key, std::move(why), rule.source, pass.microbatches});
    }
}

/// A shape for each pass. The batch is that of the first.
std::vector<AskedShape> passesOf(const AskedShape& shape) {
    std::vector<AskedShape> passes{shape};
    for (const int microbatches : shape.others) {
        passes.push_back(shape);
        passes.back().microbatches = microbatches;
        passes.back().batch.reset();
    }
    return passes;
}

/// Numbers that no order has.
Message outOfRange(const AskedShape& shape) {
    return shape.ranks < 1 || shape.chunks < 1 || shape.microbatches < 1 || shape.group.value_or(1) < 1
               ? say(phrase("framework rule", "ranks, chunks, microbatches and group are 1 or more"))
               : Message{};
}

/// Fails where PyTorch of that release does not load the order.
Result<Done> checkLoads(const Plan& plan, Release torch) {
    if (torch < Release{2, kTorchOldest})
        return Error{say(phrase("framework rule", "torch %1 reads no CSV"), torch.text())};
    const Result<PytorchText> written = writePytorchCsv(plan, {.torch = torch.second});
    if (!written)
        return written.error();
    const auto bad = std::ranges::find(written->findings, Severity::Error, &PytorchFinding::severity);
    if (bad != written->findings.end())
        return Error{bad->message};
    return Done{};
}

Result<Done> checkTitanPlaces(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    if (stageMapOf(schedule.placement.directions.front(), schedule.ranks()) == StageMap::Other)
        return Error{say(phrase("framework rule", "it builds a loop or a V of two stages per rank, never another "
                                                  "placement"))};
    return Done{};
}

/// The rules of the model and the batch, which hold for loaded orders too.
Message brokenForAll(const Target& target, const AskedShape& shape) {
    for (const Rule& rule : rulesOf(target.framework))
        if (rule.orders.empty() && rule.releases.hold(target.release))
            if (Message why = rule.broken(shape); !why.empty())
                return why;
    return {};
}

Result<Done> checkLoadsAll(const Target& target, Release torch, const AskedShape& shape,
                           const std::vector<Result<Plan>>& plans) {
    if (Message why = brokenForAll(target, shape); !why.empty())
        return Error{std::move(why)};
    for (const Result<Plan>& plan : plans) {
        if (!plan)
            return plan.error();
        if (Result<Done> loads = checkLoads(*plan, torch); !loads)
            return loads;
        if (target.framework == Framework::TorchTitan)
            if (Result<Done> places = checkTitanPlaces(*plan); !places)
                return places;
    }
    return Done{};
}

} // namespace

bool Rule::isAbout(std::string_view generator) const {
    if (orders.empty())
        return true;
    std::string_view rest = orders;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (rest.substr(0, end) == generator)
            return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

std::span<const Rule> rulesOf(Framework framework) {
    switch (framework) {
    case Framework::Pytorch: return pytorchRules();
    case Framework::TorchTitan: return torchTitanRules();
    case Framework::Megatron: return megatronRules();
    case Framework::DeepSpeed: return deepSpeedRules();
    case Framework::MindSpeed: return mindSpeedRules();
    case Framework::Primus: return primusRules();
    }
    return {};
}

const OwnOrder* ownOrderOf(const Target& target, const AskedShape& shape) {
    for (const Target& each : withBase(target))
        for (const OwnOrder& own : ownOrders())
            if (makesOrder(own, each) && shape.isOf(own.generator))
                return &own;
    return nullptr;
}

std::vector<Broken> brokenRules(const Target& target, const AskedShape& shape) {
    const OwnOrder* const own = ownOrderOf(target, shape);
    if (!own)
        return {noSuchOrder(target)};
    std::vector<Broken> broken;
    for (const AskedShape& pass : passesOf(shape)) {
        if (Message why = outOfRange(pass); !why.empty()) {
            broken.push_back({.key = "range", .why = std::move(why), .microbatches = pass.microbatches});
            continue;
        }
        std::vector<Broken> ofPass;
        for (const Target& each : withBase(target))
            addBroken(each, pass, own->generator, ofPass);
        // What does not depend on microbatches is said once.
        for (Broken& each : ofPass)
            if (std::ranges::find(broken, each.why, &Broken::why) == broken.end())
                broken.push_back(std::move(each));
    }
    return broken;
}

Verdict verdictOn(const Target& target, const AskedShape& shape, const std::vector<Result<Plan>>& plans) {
    Verdict verdict{.target = target, .own = ownOrderOf(target, shape), .broken = brokenRules(target, shape)};
    const std::optional<Release> torch = torchOf(target);
    if (!torch || plans.empty())
        return verdict;
    const Result<Done> loads = checkLoadsAll(target, *torch, shape, plans);
    verdict.loads = loads.ok();
    if (!loads)
        verdict.notLoaded = loads.error().message;
    return verdict;
}

std::string_view toText(RunsBy by) {
    constexpr std::array<std::string_view, 3> kNames{"itself", "csv", "nothing"};
    return kNames[static_cast<std::size_t>(by)];
}

Message wayOf(const Verdict& verdict) {
    switch (verdict.by()) {
    case RunsBy::Itself:
        return say(verdict.own->isAlike ? phrase("framework rule", "runs by itself as %1")
                                        : phrase("framework rule", "runs by itself as %1, an order of its own"),
                   verdict.own->name);
    case RunsBy::Csv: return say(phrase("framework rule", "only from a CSV"));
    case RunsBy::Nothing: break;
    }
    return verdict.hangsOn.empty() ? say(phrase("framework rule", "does not run"))
                                   : say(phrase("framework rule", "hangs on %1"), joinedBy(", ", verdict.hangsOn));
}

} // namespace lanewright
