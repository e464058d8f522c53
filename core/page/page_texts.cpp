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
    {"parked", phrase("page", "It never runs: rank %1 stands still before it.")},
    // What is said of tools and the view.
    {"theme", phrase("page", "Theme")},
    {"themeAuto", phrase("page", "As the system")},
    {"themeLight", phrase("page", "Light")},
    {"themeDark", phrase("page", "Dark")},
    {"themeContrast", phrase("page", "High contrast")},
    {"large", phrase("page", "Large type")},
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
    {"about", phrase("page", "The chosen block")},
    {"lanes", phrase("page", "Lanes: %1")},
    {"rank", phrase("page", "rank %1")},
    {"criticalMark", phrase("page", "line in a block: on a critical path")},
    {"barMark", phrase("page", "thin bar: measured")},
    {"hiddenMark", phrase("page", "dark foot of an op: hidden behind what its partner computes")},
    {"exposedMark", phrase("page", "hatched foot: on the network, and nothing computes")},
    {"memoryMark", phrase("page", "area below: memory, at most %1; dashed: limit")},
    {"bandMark", phrase("page", "grey area on it: buffers for messages")},
    {"keys", phrase("page", "Keys: W S A D or + and − zoom and pan, arrows choose a block, [ ] go to what decides its "
                            "start and what it decides, comma and full stop go to bubbles, F fits it, 0 shows all, "
                            "Space plays, Esc ends. With the mouse: drag, Ctrl+wheel, Shift+wheel, double-click.")},
    {"offline", phrase("page", "Made by Lanewright. This file is all there is: it loads nothing and sends nothing.")},
    // What is said where the page is edited.
    {"acts", phrase("page", "Editing")},
    {"edit", phrase("page", "Edit")},
    {"undo", phrase("page", "Undo")},
    {"redo", phrase("page", "Redo")},
    {"undone", phrase("page", "Undone: %1")},
    {"check", phrase("page", "Check")},
    {"halve", phrase("page", "Cut in half")},
    {"generate", phrase("page", "Generate")},
    {"generateDots", phrase("page", "Generate …")},
    {"generated", phrase("page", "Generate %1")},
    {"save", phrase("page", "Save a copy")},
    {"saved", phrase("page", "Saved as %1, where the browser keeps downloads.")},
    {"open", phrase("page", "Open …")},
    {"notOpened", phrase("page", "This can't be opened. %1")},
    {"copyLink", phrase("page", "Copy link")},
    {"link", phrase("page", "Link")},
    {"linkCopied", phrase("page", "The link is copied. It holds the whole schedule; nothing is sent anywhere.")},
    {"linkBelow", phrase("page", "Copy this link. It holds the whole schedule; nothing is sent anywhere.")},
    {"linkHere", phrase("page", "This page is a file: the link works on this computer only.")},
    {"longLink", phrase("page", "This schedule is too long for a link; share a file instead.")},
    {"noLink", phrase("page", "This page has no address that a link could name; share a file instead.")},
    {"badLink", phrase("page", "The address of this page holds no schedule that can be read; it is not shown.")},
    {"boardless",
     phrase("page", "This page was made without its board, so it shows the schedule but can't change it.")},
    {"noStart", phrase("page", "This browser can't start the board. The page shows the schedule but can't change it.")},
    {"lost", phrase("page", "The board has broken down, perhaps for want of memory. What you see is how it was last.")},
    {"goOn", phrase("page", "Go on from here")},
    {"tray", phrase("page", "Tray: ops that are not placed")},
    {"unplaced", phrase("page", "%1 not placed")},
    {"placeAll", phrase("page", "Place all")},
    {"trayHow", phrase("page", "Drag one into its lane, or choose it and then a place there. Enter places it.")},
    {"armed", phrase("page", "%1: now choose a place on rank %2.")},
    {"dropOn", phrase("page", "drop it on rank %1")},
    {"livesOn", phrase("page", "stage %1 lives on rank %2, not here")},
    {"stays", phrase("page", "%1: stays where it is")},
    {"manyOps", phrase("page", "%1 ops")},
    {"peakOf", phrase("page", "peak memory rank %1")},
    {"earlier", phrase("page", "Earlier")},
    {"later", phrase("page", "Later")},
    {"takeOut", phrase("page", "Take out")},
    {"split", phrase("page", "Split into B and W")},
    {"fuse", phrase("page", "Make B and W one")},
    {"pair", phrase("page", "Pair with %1")},
    {"unpair", phrase("page", "Part the pair")},
    {"host", phrase("page", "Move stage %1 to …")},
    {"gap", phrase("page", "Gap before it:")},
    {"fixes", phrase("page", "Fixes …")},
    {"noFixes", phrase("page", "No single edit mends it.")},
    {"editKeys",
     phrase("page",
            "Editing: drag blocks along their lane, to another lane or into the tray; on a touch screen hold one "
            "first. Ctrl+← and Ctrl+→ move a block by one place, Delete takes it out, Enter goes to the tray, "
            "Ctrl+K splits a BW, Ctrl+Shift+K makes B and W one, Ctrl+Z undoes, Ctrl+S saves a copy.")},
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
