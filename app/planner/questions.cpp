// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/questions.h"

#include <QString>

namespace lanewright::app {

std::vector<std::string> textsOf(const Questions& questions, const Cluster& cluster) {
    const auto number = [](double factor) { return QString::number(factor, 'g', 6).toStdString(); };
    std::vector<std::string> texts;
    if (questions.recompute)
        texts.push_back("recompute=" + std::string{toText(*questions.recompute)});
    if (questions.context > 0)
        texts.push_back("context=" + std::to_string(questions.context));
    // A larger microbatch means fewer of them; a number that is asked for goes before that.
    if (questions.microbatches > 0)
        texts.push_back("microbatches=" + std::to_string(questions.microbatches));
    if (questions.batch > 0)
        texts.push_back("batch=" + std::to_string(questions.batch));
    if (!questions.slowDevice.empty() && questions.slowFactor != 1)
        texts.push_back("slow=" + questions.slowDevice + ":" + number(questions.slowFactor));
    if (questions.wire >= 0 && questions.wire < static_cast<int>(cluster.wires.size()) && questions.wireFactor != 1) {
        const Wire& wire = cluster.wires[static_cast<std::size_t>(questions.wire)];
        texts.push_back("link=" + cluster.nameOf(wire.a) + ":" + cluster.nameOf(wire.b) + ":" +
                        number(questions.wireFactor));
    }
    // Last: it changes the numbers of the devices.
    if (!questions.lostDevice.empty())
        texts.push_back("lost=" + questions.lostDevice);
    return texts;
}

} // namespace lanewright::app
