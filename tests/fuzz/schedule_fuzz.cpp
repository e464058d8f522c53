// SPDX-License-Identifier: Apache-2.0
// Schedules: what is read is written and read again the same, and can be simulated, judged and drawn, whatever it
// holds.
#include "core/check/validate.h"
#include "core/io/chrome_trace.h"
#include "core/io/schedule_json.h"
#include "core/picture/figure_layout.h"
#include "core/picture/picture_file.h"
#include "core/pytorch/csv.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/fuzz/fuzz.h"

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

using namespace lanewright;
using fuzz::require;

namespace {

/// Whether an analysis takes so little that thousands a second can be made.
bool isSmall(const Plan& plan) {
    const auto cells = static_cast<std::int64_t>(plan.schedule.stages()) * plan.schedule.microbatches;
    std::int64_t blocks = 0;
    for (const Row& row : plan.schedule.order)
        blocks += static_cast<std::int64_t>(row.size());
    return cells * (plan.costs.weightParts + 3) <= 6'000 && plan.schedule.ranks() <= 64 &&
           plan.schedule.stages() <= 64 && blocks <= 2'000;
}

/// A choice of each row, none of them the usual one.
constexpr std::pair<std::string_view, std::string_view> kChoices[] = {
    {"width", "slide"},
    {"height", "9cm"},
    {"font", "8"},
    {"lane", "12"},
    {"dpi", "96"},
    {"theme", "dark"},
    {"palette", "safe"},
    {"colour-by", "chunk"},
    {"hatch", "kinds"},
    {"show", "all"},
    {"numbering", "stage"},
    {"count-from", "1"},
    {"time", "0:40"},
    {"ranks", "0"},
    {"arrows", "all"},
    {"iterations", "2"},
    {"optimizer-mode", "postvalidated"},
    {"run", "below"},
};

FigureStyle chosenStyle() {
    require(std::size(kChoices) == styleRows().size(), "each row has a choice");
    FigureStyle style;
    for (const auto& [name, value] : kChoices)
        require(choose(style, name, value).ok(), "a row takes its choice", name);
    return style;
}

/// As a figure in the usual style, and in another one, which may be refused.
void draw(const Plan& plan, const Timeline& timeline, const std::string& text) {
    static const FigureStyle kStyles[] = {{}, chosenStyle()};
    for (const FigureStyle& style : kStyles) {
        const FigurePanel panel{.plan = &plan, .planned = &timeline, .title = plan.title.text()};
        const Result<LaidOut> figure = layOut({.panels = {panel}, .style = style});
        require(figure.ok() || !figure.error().message.empty(), "a refusal has a sentence", text);
        if (figure)
            require(!toSvg(figure->drawing).empty() && !toTikz(figure->drawing).empty(), "a figure is written", text);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<Plan> plan = planFromJson(fuzz::textOf(data, size));
    if (!plan) {
        require(!plan.error().message.empty(), "a refusal has a sentence");
        return 0;
    }
    const std::string text = planToJson(*plan);
    const Result<Plan> again = planFromJson(text);
    require(again.ok(), "what was written is read", text);
    require(*again == *plan, "and is the same", text);
    if (plan->isProblem() || !isSmall(*plan))
        return 0;
    const Timeline timeline = simulate(plan->schedule, plan->costs);
    const bool valid = isValid(validate(*plan, timeline));
    measure(*plan, timeline);
    require(!valid || reachesEnd(plan->schedule, timeline), "a valid schedule comes to its end", text);
    chromeTrace(*plan, timeline);
    draw(*plan, timeline, text);
    static_cast<void>(writePytorchCsv(*plan));
    return 0;
}
