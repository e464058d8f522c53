// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_data.h"

#include <array>

namespace lanewright {

namespace {

constexpr auto kTexts = std::to_array<PageText>({
    // What is said of a block, a bar or a bubble; `%1` … are filled in by the page's script.
    {"opWords", phrase("page", "%1 of stage %2, microbatch %3")},
    {"runs", phrase("page", "Runs on rank %1 from %2 to %3, for %4.")},
    {"critical", phrase("page", "It is on a critical path: if it starts later, the makespan grows.")},
    {"slack", phrase("page", "It could start %1 later before the makespan grows.")},
    {"holds", phrase("page", "Rank %1 then holds %2 of activations.")},
    {"holdsBuffers", phrase("page", "Rank %1 then holds %2 of activations; with buffers for its messages, %3.")},
    {"idle", phrase("page", "Rank %1 is idle for %2")},
    {"measuredAs", phrase("page", "Measured: it started at %1 (%2) and took %3 (%4).")},
    {"measuredName", phrase("page", "%1, as measured in step %2")},
    {"needs", phrase("page", "Needs:")},
    {"neededBy", phrase("page", "Needed by:")},
    {"aboutNothing",
     phrase("page", "Point at a block, or choose one with the arrow keys, to read why it starts when it starts.")},
    // What is said of tools and the view.
    {"theme", phrase("page", "Theme")},
    {"themeAuto", phrase("page", "As the system")},
    {"themeLight", phrase("page", "Light")},
    {"themeDark", phrase("page", "Dark")},
    {"tools", phrase("page", "Playback and view")},
    {"play", phrase("page", "Play")},
    {"pause", phrase("page", "Pause")},
    {"speed", phrase("page", "Speed")},
    {"time", phrase("page", "Time")},
    {"zoomIn", phrase("page", "Zoom in")},
    {"zoomOut", phrase("page", "Zoom out")},
    {"showAll", phrase("page", "Show all")},
    {"memory", phrase("page", "Memory")},
    {"step", phrase("page", "Step")},
    {"skip", phrase("page", "Skip the list of blocks")},
    {"about", phrase("page", "The chosen block")},
    {"blocks", phrase("page", "Blocks by rank")},
    {"lanes", phrase("page", "Lanes: %1")},
    {"rank", phrase("page", "rank %1")},
    {"criticalMark", phrase("page", "line in a block: on a critical path")},
    {"barMark", phrase("page", "thin bar: measured")},
    {"hiddenMark", phrase("page", "dark foot of an op: hidden behind what its partner computes")},
    {"exposedMark", phrase("page", "hatched foot: on the network, and nothing computes")},
    {"memoryMark", phrase("page", "area below: memory, at most %1; dashed: limit")},
    {"bandMark", phrase("page", "grey area on it: buffers for messages")},
    {"keys", phrase("page", "Keys: W S A D or + and − zoom and pan, arrows choose a block, [ ] go to what decides its "
                            "start and what it decides, F fits it, 0 shows all, Space plays, Esc ends. With the mouse: "
                            "drag, Ctrl+wheel, Shift+wheel, double-click.")},
    {"offline", phrase("page", "Made by Lanewright. This file is all there is: it loads nothing and sends nothing.")},
    // What is said of numbers and findings.
    {"numbers", phrase("page", "Numbers")},
    {"number", phrase("page", "Number")},
    {"ranks", phrase("page", "Ranks")},
    {"meaning", phrase("page", "Meaning")},
    {"plannedHead", phrase("page", "planned")},
    {"planned", phrase("page", "planned: %1")},
    {"measured", phrase("page", "measured")},
    {"measuredPaced", phrase("page", "measured, paced")},
    {"otherOrder", phrase("page", "measured in another order")},
    {"someSteps", phrase("page", "%1 of %2 steps")},
    {"findings", phrase("page", "Findings")},
    {"error", phrase("page", "error")},
    {"warning", phrase("page", "warning")},
    {"note", phrase("page", "note")},
    {"invalid", phrase("page", "The schedule is not valid; the findings below say why.")},
    {"stalled", phrase("page", "The schedule never reaches its end: lanes and numbers are of the part that runs; the "
                               "findings below say why.")},
});

} // namespace

std::span<const PageText> pageTexts() { return kTexts; }

} // namespace lanewright
