// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/present/room_figure.h"

#include "app/lanes/theme.h"
#include "app/widgets/language_now.h"
#include "core/simulate/iterations.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <variant>

namespace lanewright::app {
namespace {

/// When the last rank has stepped for the last time, in the mode that takes longer, in the plan's unit.
double endOf(const Plan& plan, int iterations) {
    Time end = 0;
    for (const OptimizerMode mode : kOptimizerModes) {
        const Iterations all = simulateIterations(plan, iterations, mode);
        for (const StepSpan& step : all.steps.back())
            end = std::max(end, step.end);
    }
    return static_cast<double>(end) / static_cast<double>(scaleOf(plan.timeUnit));
}

/// Smaller digits than the smallest type stand on some block.
bool hasSmallDigits(const Drawing& drawing) {
    return std::ranges::any_of(drawing.marks, [](const Mark& mark) {
        const Box* box = std::get_if<Box>(&mark);
        return box && !box->label.empty() && box->size < kSmallestInRoom;
    });
}

FigureContents contents(const std::vector<FigurePanel>& panels, const RoomView& view) {
    FigureContents figure{.panels = panels, .say = languageNow().say};
    FigureStyle& style = figure.style;
    style.ground = currentTheme().ground;
    style.font = kTypeInRoom;
    style.width = view.size.width();
    style.height = view.size.height();
    style.iterations = view.iterations;
    style.optimizer = view.mode;
    style.show(FigurePart::Memory, view.showsMemory);
    if (view.iterations == 1)
        return figure;
    double end = 0;
    for (const FigurePanel& panel : panels)
        end = std::max(end, endOf(*panel.plan, view.iterations));
    style.time = Stretched{0, end};
    return figure;
}

} // namespace

bool reachEnds(const std::vector<FigurePanel>& panels) {
    return std::ranges::all_of(panels, [](const FigurePanel& panel) {
        return !panel.plan->isProblem() && reachesEnd(panel.plan->schedule, *panel.planned);
    });
}

Result<LaidOut> layOutForRoom(const std::vector<FigurePanel>& panels, const RoomView& view) {
    FigureContents figure = contents(panels, view);
    Result<LaidOut> laid = layOut(figure);
    const Message noMemory = noRoomText(FigurePart::Memory);
    const bool lacksMemory = laid && std::ranges::find(laid->leftOut, noMemory) != laid->leftOut.end();
    if (lacksMemory) {
        figure.style.show(FigurePart::Memory, false);
        laid = layOut(figure);
    }
    if (laid && hasSmallDigits(laid->drawing)) {
        figure.style.show(FigurePart::Digits, false);
        laid = layOut(figure);
    }
    if (constexpr double kLaneOfName = 1.25; laid && laid->lane < kLaneOfName * kSmallestInRoom) {
        figure.style.show(FigurePart::Ranks, false);
        laid = layOut(figure);
    }
    if (laid)
        laid->leftOut = lacksMemory ? std::vector{noMemory} : std::vector<Message>{};
    return laid;
}

} // namespace lanewright::app
