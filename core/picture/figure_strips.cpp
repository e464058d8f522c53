// SPDX-License-Identifier: Apache-2.0
#include "core/picture/figure_parts.h"
#include "core/simulate/number_text.h"

#include <algorithm>

namespace lanewright::figure {

namespace {

void append(PlacedLanes& all, const PlacedLanes& more) {
    for (std::size_t rank = 0; rank < all.lanes.size(); ++rank)
        all.lanes[rank].blocks.insert(all.lanes[rank].blocks.end(), more.lanes[rank].blocks.begin(),
                                      more.lanes[rank].blocks.end());
    all.reached = std::max(all.reached, more.reached);
    all.end = std::max(all.end, more.end);
}

/// The strips of all panels, in their order.
class Strips {
public:
    explicit Strips(const FigureContents& figure) : m_figure(figure), m_style(figure.style) {}

    Result<std::vector<Strip>> take() && {
        for (const FigurePanel& panel : m_figure.panels) {
            const bool hasRun = panel.measured != nullptr;
            if (!hasRun || m_style.run != RunPlace::Alone)
                if (const Result<Done> added = addPlan(panel, hasRun && m_style.run == RunPlace::Bars); !added)
                    return added.error();
            if (hasRun && m_style.run != RunPlace::Bars)
                addRun(panel);
        }
        Time end = 1;
        int ranks = 0;
        int microbatches = 0;
        for (const Strip& strip : m_strips) {
            end = std::max({end, strip.lanes.end, strip.bars.end});
            ranks = std::max(ranks, static_cast<int>(strip.lanes.lanes.size()));
            microbatches = std::max(microbatches, strip.panel->plan->schedule.microbatches);
        }
        if (!m_style.ranks.empty() && std::ranges::max(m_style.ranks) >= ranks)
            return Error{say(phrase("picture", "There is no rank %1."), std::ranges::max(m_style.ranks))};
        if (!m_style.arrows.empty() && std::ranges::max(m_style.arrows) >= microbatches)
            return Error{say(phrase("picture", "There is no microbatch %1."), std::ranges::max(m_style.arrows))};
        constexpr std::int64_t kMostArrows = 100'000;
        std::int64_t arrows = 0;
        for (const Strip& strip : m_strips) {
            const Schedule& schedule = strip.panel->plan->schedule;
            const auto each =
                static_cast<std::int64_t>(m_style.allArrows ? schedule.microbatches : m_style.arrows.size());
            arrows += 2 * m_style.iterations * each * std::max(0, schedule.stages() - 1);
        }
        if (arrows > kMostArrows)
            return Error{say(phrase("picture", "The arrows would be up to %1; a figure holds %2 at most. Name fewer "
                                               "microbatches."),
                             arrows, kMostArrows)};
        constexpr double kMostAround = 1000; // times as long as what is drawn
        const TimeUnit unit = m_strips.empty() ? TimeUnit::Unit : m_strips.front().panel->plan->timeUnit;
        const double last = static_cast<double>(end) / static_cast<double>(scaleOf(unit));
        if (m_style.time && (m_style.time->from >= last || m_style.time->to <= 0 ||
                             m_style.time->to - m_style.time->from > kMostAround * last))
            return Error{
                say(phrase("picture", "The stretch of time is not one of the figure, which goes from 0 to %1."),
                    numbers::timeText(end, unit))};
        return std::move(m_strips);
    }

private:
    Result<Done> addPlan(const FigurePanel& panel, bool hasBars) {
        const Plan& plan = *panel.plan;
        Strip strip{.panel = &panel, .title = panel.title, .numbers = panel.numbers};
        strip.lanes = placePlan(plan.schedule, plan.costs, *panel.planned);
        if (m_style.iterations > 1) {
            constexpr std::int64_t kMostBlocks = 4'000'000;
            std::int64_t blocks = 0;
            for (const Row& row : plan.schedule.order)
                blocks += m_style.iterations * static_cast<std::int64_t>(row.size());
            if (blocks > kMostBlocks)
                return Error{say(phrase("picture", "So many iterations are %1 blocks; a figure holds %2 at most."),
                                 blocks, kMostBlocks)};
            if (strip.lanes.stalls || plan.isProblem())
                return Error{say(phrase("picture", "An order that does not reach its end has one iteration."))};
            Iterations iterations =
                simulateIterations(plan, m_style.iterations, m_style.optimizer.value_or(plan.optimizerMode));
            strip.lanes = placePlan(plan.schedule, plan.costs, iterations.timelines.front());
            for (int next = 1; next < m_style.iterations; ++next)
                append(strip.lanes, placePlan(plan.schedule, plan.costs, iterations.timelines[next]));
            for (const std::vector<StepSpan>& steps : iterations.steps)
                for (const StepSpan& step : steps)
                    strip.lanes.end = std::max(strip.lanes.end, step.end);
            strip.timelines = std::move(iterations.timelines);
            strip.steps = std::move(iterations.steps);
            if (m_figure.panels.size() > 1)
                strip.title += (strip.title.empty() ? "" : ", ") + m_figure.say(iterationsText(m_style, plan));
        } else if (!plan.isProblem())
            strip.timelines = {*panel.planned};
        if (hasBars) {
            strip.bars = placeRun(plan.schedule, *panel.measured);
            strip.numbers.insert(strip.numbers.end(), panel.measuredNumbers.begin(), panel.measuredNumbers.end());
        }
        add(std::move(strip));
        return Done{};
    }

    void addRun(const FigurePanel& panel) {
        const bool isAlone = m_style.run == RunPlace::Alone;
        Strip strip{.panel = &panel, .title = panel.measuredNote};
        if (isAlone && !panel.title.empty())
            strip.title = panel.title + (strip.title.empty() ? "" : ", " + strip.title);
        strip.numbers = panel.measuredNumbers;
        strip.lanes = placeRun(panel.plan->schedule, *panel.measured);
        add(std::move(strip));
    }

    void add(Strip strip) {
        const int ranks = static_cast<int>(strip.lanes.lanes.size());
        for (int place = 0; place < (m_style.ranks.empty() ? ranks : static_cast<int>(m_style.ranks.size())); ++place)
            if (const int rank = m_style.ranks.empty() ? place : m_style.ranks[place]; rank < ranks)
                strip.ranks.push_back(rank);
        m_strips.push_back(std::move(strip));
    }

    const FigureContents& m_figure;
    const FigureStyle& m_style;
    std::vector<Strip> m_strips;
};

} // namespace

Result<std::vector<Strip>> stripsOf(const FigureContents& figure) { return Strips(figure).take(); }

} // namespace lanewright::figure
