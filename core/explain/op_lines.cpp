// SPDX-License-Identifier: Apache-2.0
#include "core/explain/op_lines.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lanewright {

namespace {

std::int64_t slackOf(const OpLine& line, const std::vector<std::vector<Time>>& slack) {
    const auto rank = static_cast<std::size_t>(line.slot.rank);
    const auto position = static_cast<std::size_t>(line.slot.position);
    return line.starts && rank < slack.size() && position < slack[rank].size() ? slack[rank][position]
                                                                               : std::numeric_limits<Time>::max();
}

std::int64_t numberOf(const OpLine& line, LineKey key, const std::vector<std::vector<Time>>& slack) {
    switch (key) {
    case LineKey::Place: return 0;
    case LineKey::Position: return line.slot.position;
    case LineKey::Kind: return static_cast<std::int64_t>(line.op.kind);
    case LineKey::Stage: return line.op.stage;
    case LineKey::Microbatch: return line.op.microbatch;
    case LineKey::Start: return line.starts ? line.start : std::numeric_limits<Time>::max();
    case LineKey::End: return line.starts ? line.end : std::numeric_limits<Time>::max();
    case LineKey::Length: return line.length();
    case LineKey::Wait: return line.wait;
    case LineKey::Slack: return slackOf(line, slack);
    }
    return 0;
}

} // namespace

std::vector<OpLine> opLines(const Plan& plan, const Timeline& timeline, const std::vector<Op>& unplaced) {
    const Schedule& schedule = plan.schedule;
    std::vector<OpLine> lines;
    lines.reserve(static_cast<std::size_t>(opCount(schedule)) + unplaced.size());
    const Time begin = extentOf(timeline).start;
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
        const Row& row = schedule.order[rank];
        const std::size_t run = rank < static_cast<int>(timeline.lanes.size()) ? timeline.lanes[rank].size() : 0;
        Time free = begin;
        for (std::size_t position = 0; position < row.size(); ++position) {
            OpLine line{.slot = {rank, static_cast<int>(position)}};
            if (position < run) {
                const Span& span = timeline.lanes[rank][position];
                line.starts = true;
                line.start = span.start;
                line.end = span.end;
                line.wait = span.start - free;
                free = span.end;
            }
            for (const Op& op : opsIn(row[position])) {
                line.op = op;
                lines.push_back(line);
            }
        }
    }
    for (const Op& op : unplaced)
        lines.push_back({.op = op, .slot = {schedule.rankOf(op), -1}});
    return lines;
}

std::vector<int> sortedLines(const std::vector<OpLine>& lines, LineKey key,
                             const std::vector<std::vector<Time>>& slack) {
    std::vector<std::pair<std::int64_t, int>> numbers;
    numbers.reserve(lines.size());
    for (const OpLine& line : lines)
        numbers.emplace_back(numberOf(line, key, slack), static_cast<int>(numbers.size()));
    if (key != LineKey::Place)
        std::ranges::sort(numbers);
    return mapped(numbers, [](const auto& each) { return each.second; });
}

} // namespace lanewright
