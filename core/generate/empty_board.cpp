// SPDX-License-Identifier: Apache-2.0
#include "core/generate/empty_board.h"

#include "core/base/choice_named.h"
#include "core/base/text_parts.h"
#include "core/base/whole_number.h"
#include "core/generate/checks.h"
#include "core/generate/placing.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lanewright {

namespace {

Placement placementOf(BoardShape shape, int ranks, int chunks) {
    switch (shape) {
    case BoardShape::OneChunk: return linear(ranks);
    case BoardShape::Loop: return looped(ranks, ranks * chunks);
    case BoardShape::V: return zigzag(ranks, ranks * chunks);
    case BoardShape::TwoWays: return twoWays(ranks);
    }
    return {};
}

Result<Placement> placementListed(std::string_view words, int ranks) {
    Placement placement{.ranks = ranks, .directions = {}};
    std::vector<bool> hosts(ranks);
    for (const std::string_view direction : cutAt(words, ';')) {
        std::vector<int>& own = placement.directions.emplace_back();
        for (const std::string_view word : cutAt(direction, ',')) {
            const std::optional<int> rank = wholeFrom<int>(trimmed(word));
            if (!rank)
                return Error{
                    say(phrase("refusal", "'%1' is no placement: chain, loop, v, two-ways, or the rank of each "
                                          "stage, such as 0,1,1,0"),
                        std::string{words})};
            if (*rank < 0 || *rank >= ranks)
                return Error{
                    say(phrase("refusal", "the placement names rank %1, and the ranks are 0 to %2"), *rank, ranks - 1)};
            own.push_back(*rank);
            hosts[*rank] = true;
        }
        if (own.size() != placement.directions.front().size())
            return Error{say(phrase("refusal", "each direction of a placement has a rank for every stage"))};
    }
    if (const auto idle = std::ranges::find(hosts, false); idle != hosts.end())
        return Error{
            say(phrase("refusal", "rank %1 of the placement hosts no stage"), static_cast<int>(idle - hosts.begin()))};
    return placement;
}

} // namespace

std::string_view toText(BoardShape shape) {
    constexpr std::array<std::string_view, kBoardShapes.size()> kNames = {"chain", "loop", "v", "two-ways"};
    return kNames[static_cast<std::size_t>(shape)];
}

bool takesChunks(BoardShape shape) { return shape == BoardShape::Loop || shape == BoardShape::V; }

Result<Placement> placementFromText(std::string_view words, int ranks, int chunks) {
    const std::optional<BoardShape> shape = choiceNamed(words, kBoardShapes);
    if (chunks != 1 && !(shape && takesChunks(*shape)))
        return Error{shape
                         ? say(phrase("refusal", "of the placement %1 each rank has one chunk, not %2"), words, chunks)
                         : say(phrase("refusal", "a placement that lists ranks says the chunks itself"))};
    return shape ? placementOf(*shape, ranks, chunks) : placementListed(words, ranks);
}

Result<Plan> emptyBoard(const Plan& problem, const Placement& placement) {
    Plan plan = placedOn(problem, placement);
    if (const Result<Done> fits = checkProblem(plan); !fits)
        return fits.error();
    plan.schedule.order.assign(placement.ranks, {});
    return plan;
}

} // namespace lanewright
