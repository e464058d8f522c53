// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_data.h"

#include <string>
#include <vector>

namespace lanewright {

namespace {

/// What the page says of a block, a bar or a bubble; `%1` … are filled in by its script.
std::vector<PageText> wordsOfBlocks() {
    return {
        {"opWords", say(phrase("page", "%1 of stage %2, microbatch %3"))},
        {"runs", say(phrase("page", "Runs on rank %1 from %2 to %3, for %4."))},
        {"critical", say(phrase("page", "It is on a critical path: if it starts later, the makespan grows."))},
        {"slack", say(phrase("page", "It could start %1 later before the makespan grows."))},
        {"holds", say(phrase("page", "Rank %1 then holds %2 of activations."))},
        {"idle", say(phrase("page", "Rank %1 is idle for %2"))},
        {"measuredAs", say(phrase("page", "Measured: it started at %1 (%2) and took %3 (%4)."))},
        {"measuredName", say(phrase("page", "%1, as measured in step %2"))},
        {"needs", say(phrase("page", "Needs:"))},
        {"neededBy", say(phrase("page", "Needed by:"))},
        {"aboutNothing", say(phrase("page", "Point at a block, or choose one with the arrow keys, to read why it "
                                            "starts when it starts."))},
    };
}

std::vector<PageText> wordsOfTools() {
    return {
        {"theme", say(phrase("page", "Theme"))},
        {"themeAuto", say(phrase("page", "As the system"))},
        {"themeLight", say(phrase("page", "Light"))},
        {"themeDark", say(phrase("page", "Dark"))},
        {"tools", say(phrase("page", "Playback and view"))},
        {"play", say(phrase("page", "Play"))},
        {"pause", say(phrase("page", "Pause"))},
        {"speed", say(phrase("page", "Speed"))},
        {"time", say(phrase("page", "Time"))},
        {"zoomIn", say(phrase("page", "Zoom in"))},
        {"zoomOut", say(phrase("page", "Zoom out"))},
        {"showAll", say(phrase("page", "Show all"))},
        {"memory", say(phrase("page", "Memory"))},
        {"step", say(phrase("page", "Step"))},
        {"skip", say(phrase("page", "Skip the list of blocks"))},
        {"about", say(phrase("page", "The chosen block"))},
        {"blocks", say(phrase("page", "Blocks by rank"))},
        {"lanes", say(phrase("page", "Lanes: %1"))},
        {"rank", say(phrase("page", "rank %1"))},
        {"criticalMark", say(phrase("page", "line in a block: on a critical path"))},
        {"barMark", say(phrase("page", "thin bar: measured"))},
        {"hiddenMark", say(phrase("page", "dark foot of an op: hidden behind what its partner computes"))},
        {"exposedMark", say(phrase("page", "hatched foot: on the network, and nothing computes"))},
        {"memoryMark", say(phrase("page", "area below: memory, at most %1; dashed: limit"))},
        {"keys",
         say(phrase("page", "Keys: W S A D or + and − zoom and pan, arrows choose a block, [ ] go to what decides its "
                            "start and what it decides, F fits it, 0 shows all, Space plays, Esc ends. With the mouse: "
                            "drag, Ctrl+wheel, Shift+wheel, double-click."))},
        {"offline", say(phrase("page", "Made by Lanewright. This file is all there is: it loads nothing and sends "
                                       "nothing."))},
    };
}

std::vector<PageText> wordsOfNumbers() {
    return {
        {"numbers", say(phrase("page", "Numbers"))},
        {"number", say(phrase("page", "Number"))},
        {"ranks", say(phrase("page", "Ranks"))},
        {"meaning", say(phrase("page", "Meaning"))},
        {"plannedHead", say(phrase("page", "planned"))},
        {"planned", say(phrase("page", "planned: %1"))},
        {"measured", say(phrase("page", "measured"))},
        {"measuredPaced", say(phrase("page", "measured, paced"))},
        {"otherOrder", say(phrase("page", "measured in another order"))},
        {"someSteps", say(phrase("page", "%1 of %2 steps"))},
        {"findings", say(phrase("page", "Findings"))},
        {"error", say(phrase("page", "error"))},
        {"warning", say(phrase("page", "warning"))},
        {"note", say(phrase("page", "note"))},
        {"invalid", say(phrase("page", "The schedule is not valid; the findings below say why."))},
        {"stalled", say(phrase("page", "The schedule never reaches its end: lanes and numbers are of the part that "
                                       "runs; the findings below say why."))},
    };
}

} // namespace

std::vector<PageText> pageTexts() {
    std::vector<PageText> words;
    for (const auto& some : {wordsOfBlocks(), wordsOfTools(), wordsOfNumbers()})
        words.insert(words.end(), some.begin(), some.end());
    return words;
}

} // namespace lanewright
