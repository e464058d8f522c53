// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/shelf.h"

#include "core/base/slips.h"
#include "core/base/whole_number.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/shelf_files.h"

#include <algorithm>

namespace lanewright {

namespace {

/// A test reads them all, so none is missing here.
std::vector<ShelfLesson> readShelf() {
    std::vector<ShelfLesson> shelf;
    for (const auto& [file, text] : parts::kLessonFiles) {
        const std::size_t dash = file.find('-');
        const std::string_view name = file.substr(dash + 1, file.rfind('.') - dash - 1);
        if (const Result<Lesson> lesson = lessonFromJson(text))
            shelf.push_back({std::string{name}, wholeFrom<int>(file.substr(0, dash)).value_or(0), text, *lesson});
    }
    return shelf;
}

} // namespace

const std::vector<ShelfLesson>& lessonShelf() {
    static const std::vector<ShelfLesson> kShelf = readShelf();
    return kShelf;
}

const ShelfLesson* shelfLesson(std::string_view nameOrNumber) {
    const std::size_t dash = std::min(nameOrNumber.find('-'), nameOrNumber.size());
    const std::optional<int> number = wholeFrom<int>(nameOrNumber.substr(0, dash));
    const std::vector<ShelfLesson>& shelf = lessonShelf();
    const auto found = std::ranges::find_if(shelf, [&](const ShelfLesson& each) {
        if (each.name == nameOrNumber)
            return true;
        return number == each.number && (dash == nameOrNumber.size() || nameOrNumber.substr(dash + 1) == each.name);
    });
    return found == shelf.end() ? nullptr : &*found;
}

const ShelfLesson* shelfLessonNear(std::string_view word) {
    const std::vector<ShelfLesson>& shelf = lessonShelf();
    const auto slips = [&](const ShelfLesson& each) { return slipsBetween(word, each.name); };
    const auto nearest = std::ranges::min_element(shelf, {}, slips);
    return nearest == shelf.end() || slips(*nearest) > slipsOf(word) ? nullptr : &*nearest;
}

} // namespace lanewright
