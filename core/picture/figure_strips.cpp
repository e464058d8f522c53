// SPDX-License-Identifier: Apache-2.0
#include "core/model/block_ops.h"
#include "core/picture/figure_parts.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <iterator>

namespace lanewright::figure {

namespace {

void append(PlacedLanes& all, const PlacedLanes& more) {
    for (std::size_t rank = 0; rank < all.lanes.size(); ++rank)
        all.lanes[rank].blocks.insert(all.lanes[rank].blocks.end(), more.lanes[rank].blocks.begin(),
                                      more.lanes[rank].blocks.end());
    all.reached = std::max(all.reached, more.reached);
    all.end = std::max(all.end, more.end);
}

/// Puts the iterations of a plan into its strip, one behind the other.
Result<Done> addIterations(Strip& strip, const FigureStyle& style) {
    const Plan& plan = *strip.panel->plan;
    constexpr std::int64_t kMostBlocks = 4'000'000;
    if (const std::int64_t blocks = style.iterations * blockCount(plan.schedule.order); blocks > kMostBlocks)
        return Error{say(phrase("picture", "So many iterations are %1 blocks; a figure holds %2 at most."), blocks,
                         kMostBlocks)};
    if (strip.lanes.stalls || plan.isProblem())
        return Error{say(phrase("picture", "An order that does not reach its end has one iteration."))};
    Iterations iterations = simulateIterations(plan, style.iterations, style.optimizer.value_or(plan.optimizerMode));
    strip.lanes = placePlan(plan.schedule, plan.costs, iterations.timelines.front());
    for (int next = 1; next < style.iterations; ++next)
        append(strip.lanes, placePlan(plan.schedule, plan.costs, iterations.timelines[next]));
    for (const std::vector<StepSpan>& steps : iterations.steps)
        for (const StepSpan& step : steps)
            strip.lanes.end = std::max(strip.lanes.end, step.end);
    strip.timelines = std::move(iterations.timelines);
    strip.steps = std::move(iterations.steps);
    return Done{};
}

Result<Strip> stripOfPlan(const FigurePanel& panel, const FigureContents& figure) {
    const FigureStyle& style = figure.style;
    const Plan& plan = *panel.plan;
    Strip strip{.panel = &panel, .title = panel.title, .numbers = panel.numbers};
    strip.lanes = placePlan(plan.schedule, plan.costs, *panel.planned);
    if (style.iterations > 1) {
        if (const Result<Done> added = addIterations(strip, style); !added)
            return added.error();
        if (figure.panels.size() > 1)
            strip.title += (strip.title.empty() ? "" : ", ") + figure.say(iterationsText(style, plan));
    } else if (!plan.isProblem())
        strip.timelines = {*panel.planned};
    if (panel.measured != nullptr && style.run == RunPlace::Bars) {
        strip.bars = placeRun(plan.schedule, *panel.measured);
        strip.numbers.insert(strip.numbers.end(), panel.measuredNumbers.begin(), panel.measuredNumbers.end());
    }
    return strip;
}

Strip stripOfRun(const FigurePanel& panel, const FigureStyle& style) {
    Strip strip{.panel = &panel, .title = panel.measuredNote, .numbers = panel.measuredNumbers};
    if (style.run == RunPlace::Alone && !panel.title.empty())
        strip.title = panel.title + (strip.title.empty() ? "" : ", " + strip.title);
    strip.lanes = placeRun(panel.plan->schedule, *panel.measured);
    return strip;
}

/// Fails on ranks and microbatches that none has, on a stretch of time that lies elsewhere, and on too many arrows.
Result<Done> checkChoices(const FigureStyle& style, const std::vector<Strip>& strips) {
    Time end = 1;
    int ranks = 0;
    int microbatches = 0;
    std::int64_t arrows = 0;
    for (const Strip& strip : strips) {
        const Schedule& schedule = strip.panel->plan->schedule;
        end = std::max({end, strip.lanes.end, strip.bars.end});
        ranks = std::max(ranks, static_cast<int>(strip.lanes.lanes.size()));
        microbatches = std::max(microbatches, schedule.microbatches);
        const auto each = static_cast<std::int64_t>(style.allArrows ? schedule.microbatches : style.arrows.size());
        arrows += 2 * style.iterations * each * std::max(0, schedule.stages() - 1);
    }
    if (!style.ranks.empty() && std::ranges::max(style.ranks) >= ranks)
        return Error{say(phrase("picture", "There is no rank %1."), std::ranges::max(style.ranks))};
    if (!style.arrows.empty() && std::ranges::max(style.arrows) >= microbatches)
        return Error{say(phrase("picture", "There is no microbatch %1."), std::ranges::max(style.arrows))};
    constexpr std::int64_t kMostArrows = 100'000;
    if (arrows > kMostArrows)
        return Error{say(phrase("picture", "The arrows would be up to %1; a figure holds %2 at most. Name fewer "
                                           "microbatches."),
                         arrows, kMostArrows)};
    constexpr double kMostAround = 1000; // times as long as what is drawn
    const TimeUnit unit = strips.empty() ? TimeUnit::Unit : strips.front().panel->plan->timeUnit;
    const double last = static_cast<double>(end) / static_cast<double>(scaleOf(unit));
    const auto [from, to] = style.time.value_or(Stretched{0, last});
    if (from >= last || to <= 0 || to - from > kMostAround * last)
        return Error{say(phrase("picture", "The stretch of time is not one of the figure, which goes from 0 to %1."),
                         numbers::timeText(end, unit))};
    return Done{};
}

} // namespace

Result<std::vector<Strip>> stripsOf(const FigureContents& figure) {
    std::vector<Strip> strips;
    for (const FigurePanel& panel : figure.panels) {
        const bool hasRun = panel.measured != nullptr;
        if (!hasRun || figure.style.run != RunPlace::Alone) {
            Result<Strip> planned = stripOfPlan(panel, figure);
            if (!planned)
                return planned.error();
            strips.push_back(*std::move(planned));
        }
        if (hasRun && figure.style.run != RunPlace::Bars)
            strips.push_back(stripOfRun(panel, figure.style));
    }
    for (Strip& strip : strips) {
        const int ranks = static_cast<int>(strip.lanes.lanes.size());
        for (int rank = 0; figure.style.ranks.empty() && rank < ranks; ++rank)
            strip.ranks.push_back(rank);
        std::ranges::copy_if(figure.style.ranks, std::back_inserter(strip.ranks),
                             [&](int rank) { return rank < ranks; });
    }
    const Result<Done> checked = checkChoices(figure.style, strips);
    return checked ? Result<std::vector<Strip>>{std::move(strips)} : checked.error();
}

} // namespace lanewright::figure
