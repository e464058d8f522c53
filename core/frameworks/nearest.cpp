// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/nearest.h"

#include "core/generate/catalogue.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace lanewright {

namespace {

constexpr std::int64_t kMostSimulated = 200'000; ///< ops
constexpr int kMostRanks = 4096;                 ///< as generators take
constexpr int kMostChunks = 64;
constexpr int kFarthestAlone = 2 * kMostRanks; ///< how far one number moves
constexpr int kFarthest = 64;                  ///< how far two move together

constexpr std::array<std::string_view, 5> kNumberNames{"m", "p", "v", "group", "layers"};

/// A number of the shape, and where it may go.
struct Place {
    ShapeNumber number = {};
    int pass = 0;
    int now = 0;
    int most = 0;
};

void setNumber(AskedShape& shape, const Place& place, int value) {
    switch (place.number) {
    case ShapeNumber::Microbatches:
        (place.pass == 0 ? shape.microbatches : shape.others[static_cast<std::size_t>(place.pass) - 1]) = value;
        return;
    case ShapeNumber::Ranks: shape.ranks = value; return;
    case ShapeNumber::Chunks: shape.chunks = value; return;
    case ShapeNumber::Group: shape.group = value; return;
    case ShapeNumber::Layers: shape.layers = value; return;
    }
}

/// The numbers that a person may choose, in the order in which they are offered.
std::vector<Place> placesOf(const Target& target, const AskedShape& shape, std::string_view generator) {
    const int many = 2 * std::max(shape.microbatches, 2 * shape.ranks * shape.chunks);
    std::vector<Place> places{{ShapeNumber::Microbatches, 0, shape.microbatches, many}};
    for (std::size_t pass = 0; pass < shape.others.size(); ++pass)
        places.push_back({ShapeNumber::Microbatches, static_cast<int>(pass) + 1, shape.others[pass], many});
    places.push_back({ShapeNumber::Ranks, 0, shape.ranks, std::min(kMostRanks, 2 * shape.ranks + 2)});
    const Generator* const known = findGenerator(generator);
    if (known && known->takesChunks)
        places.push_back({ShapeNumber::Chunks, 0, shape.chunks, kMostChunks});
    if (const std::optional<int> group = groupIn(target, shape))
        // Nobody takes a group of more than all.
        places.push_back({ShapeNumber::Group, 0, std::min(*group, shape.microbatches + 1), shape.microbatches});
    if (shape.layers && !shape.layout)
        places.push_back({ShapeNumber::Layers, 0, *shape.layers, *shape.layers + shape.ranks * shape.chunks});
    return places;
}

std::optional<NearShape> tried(const Target& target, const AskedShape& shape, const std::vector<Place>& places,
                               const std::vector<int>& values) {
    NearShape near{.shape = shape};
    for (std::size_t at = 0; at < places.size(); ++at) {
        setNumber(near.shape, places[at], values[at]);
        near.changes.push_back({places[at].number, places[at].pass, values[at]});
    }
    return brokenRules(target, near.shape).empty() ? std::optional(std::move(near)) : std::nullopt;
}

/// The next smaller and the next larger value that will do.
void addNext(const Target& target, const AskedShape& shape, const Place& place, std::vector<NearShape>& found) {
    for (const int step : {-1, 1})
        for (int moved = 1; moved <= kFarthestAlone; ++moved) {
            const int value = place.now + step * moved;
            if (value < 1 || (step > 0 && value > place.most))
                break;
            if (std::optional<NearShape> near = tried(target, shape, {place}, {value})) {
                found.push_back(*std::move(near));
                break;
            }
        }
}

/// The pair of values of two numbers that will do and moves least.
std::optional<NearShape> nearestPair(const Target& target, const AskedShape& shape, const Place& one,
                                     const Place& other) {
    for (int distance = 2; distance <= kFarthest; ++distance)
        for (int step = 1; step < distance; ++step)
            for (const int first : {-step, step})
                for (const int second : {step - distance, distance - step}) {
                    const int a = one.now + first;
                    const int b = other.now + second;
                    if (a < 1 || b < 1 || a > one.most || b > other.most)
                        continue;
                    if (std::optional<NearShape> near = tried(target, shape, {one, other}, {a, b}))
                        return near;
                }
    return {};
}

int distanceOf(const NearShape& near, const std::vector<Place>& places) {
    int distance = 0;
    for (const NumberChange& change : near.changes)
        for (const Place& place : places)
            if (place.number == change.number && place.pass == change.pass)
                distance += std::abs(place.now - change.value);
    return distance;
}

} // namespace

std::string_view toText(ShapeNumber number) { return kNumberNames[static_cast<std::size_t>(number)]; }

std::string NearShape::text() const {
    std::string text;
    for (const NumberChange& change : changes) {
        text.append(text.empty() ? "" : " and ").append(toText(change.number));
        if (change.pass > 0)
            text += " of pass " + std::to_string(change.pass + 1);
        text += " " + std::to_string(change.value);
    }
    return text;
}

std::optional<int> groupIn(const Target& target, const AskedShape& shape) {
    const OwnOrder* const own = ownOrderOf(target, shape);
    const Generator* const generator = own ? findGenerator(own->generator) : nullptr;
    if (!generator || !generator->takesGroup)
        return {};
    const bool isRanks = own->framework == Framework::Megatron || own->framework == Framework::Primus;
    return shape.group ? shape.group : isRanks ? std::optional(shape.ranks) : std::nullopt;
}

std::optional<ShapeCost> costOf(const AskedShape& shape, std::string_view generator, const WholeCosts& whole) {
    if (std::int64_t{3} * shape.ranks * shape.chunks * shape.microbatches > kMostSimulated)
        return {};
    const Result<Plan> plan = planOf(shape, generator, whole);
    if (!plan)
        return {};
    const Metrics metrics = measure(*plan, simulate(plan->schedule, plan->costs));
    const Fraction iteration = valueOf(metrics, Objective::Iteration);
    return ShapeCost{.iteration = iteration,
                     .microbatches = shape.microbatches,
                     .bubble = metrics.bubbleShare(),
                     .peakMemory = metrics.highestPeak()};
}

std::vector<NearShape> nearestLegal(const Target& target, const AskedShape& shape, const WholeCosts& whole) {
    const OwnOrder* const own = ownOrderOf(target, shape);
    if (!own || brokenRules(target, shape).empty())
        return {};
    const std::vector<Place> places = placesOf(target, shape, own->generator);
    std::vector<NearShape> found;
    for (const Place& place : places)
        addNext(target, shape, place, found);
    if (found.empty()) {
        for (std::size_t one = 0; one < places.size(); ++one)
            for (std::size_t other = one + 1; other < places.size(); ++other)
                if (std::optional<NearShape> near = nearestPair(target, shape, places[one], places[other]))
                    found.push_back(*std::move(near));
        std::ranges::stable_sort(found, {}, [&](const NearShape& near) { return distanceOf(near, places); });
        if (found.size() > 3)
            found.erase(found.begin() + 3, found.end());
    }
    for (NearShape& near : found) {
        AskedShape made = near.shape;
        made.group = groupIn(target, near.shape);
        near.cost = costOf(made, own->generator, whole);
    }
    return found;
}

} // namespace lanewright
