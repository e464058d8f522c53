// SPDX-License-Identifier: Apache-2.0
#include "core/page/figure_panel.h"

#include "core/base/printed.h"
#include "core/check/validate.h"
#include "core/io/quoted_text.h"
#include "core/model/block_ops.h"
#include "core/page/number_lines.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace lanewright {

namespace {

/// `planned`: how long the plan takes; 0 where it has no end.
FigureNumber measuredNumberOf(const Plan& plan, Time planned, const Timeline& wall, const PageLanguage& language) {
    const Time measured = extentOf(wall).length();
    const double change = static_cast<double>(measured) / static_cast<double>(std::max<Time>(planned, 1)) - 1;
    const Message time = numbers::roundedTimeText(measured, plan.timeUnit);
    return {language.say(say(phrase("picture", "Measured"))),
            language.say(planned == 0 ? time
                                      : say(phrase("picture", "%1 (%2)"), time,
                                            numbers::said(printed("%+.1f %%", 100 * change))))};
}

} // namespace

std::vector<FigureNumber> figureNumbers(const Plan& plan, const Metrics& metrics, const PageLanguage& language,
                                        bool measured) {
    const std::optional<Held> held;
    const KeptBuffers buffers;
    const Numbered each{plan, metrics, held, buffers, measured};
    std::vector<FigureNumber> numbers;
    for (const Number& number : allNumbers()) {
        if (number.shownIn != ShownIn::Tiles || number.unit == NumberUnit::PartOfIteration || !number.appliesTo(each))
            continue;
        const NumberValue value = number.value(each);
        const double* const share = number.unit == NumberUnit::Share ? std::get_if<double>(&value) : nullptr;
        if (const Message text = share ? numbers::percentText(*share) : valueText(number, each); !text.empty())
            numbers.push_back({language.say(say(number.name)), language.say(text), text.text()});
    }
    if (!metrics.peakMemory.empty()) {
        const Message peak = numbers::memoryText(metrics.highestPeak(), memoryUnitOf(plan, measured));
        numbers.push_back({language.say(say(numberNamed("peak_memory").name)), language.say(peak), peak.text()});
    }
    return numbers;
}

FigurePanel panelOf(const Plan& plan, const Timeline& planned, const Run* run, const StepRecord* step,
                    const PageLanguage& language) {
    if (run != nullptr && step == nullptr)
        step = representativeStep(*run);
    FigurePanel panel{.plan = &plan, .planned = &planned, .title = shownLine(language.say(plan.title))};
    Time makespan = 0;
    if (!plan.isProblem()) {
        const Metrics metrics = checked(plan, planned).metrics;
        panel.numbers = figureNumbers(plan, metrics, language);
        makespan = metrics.stalls ? 0 : metrics.makespan;
    }
    if (run == nullptr || step == nullptr)
        return panel;
    panel.measuredNumbers = {measuredNumberOf(plan, makespan, step->wall, language)};
    panel.measured = &step->wall;
    panel.otherOrder = !sameOps(run->plan.schedule, plan.schedule);
    panel.measuredNote = language.say(say(panel.otherOrder ? phrase("picture", "measured in another order, step %1")
                                          : run->paced     ? phrase("picture", "measured, paced, step %1")
                                                           : phrase("picture", "measured, step %1"),
                                          step->step));
    return panel;
}

} // namespace lanewright
