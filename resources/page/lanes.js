// SPDX-License-Identifier: Apache-2.0
// Draws the lanes on a canvas: what is shown, at which zoom, in which colours.
"use strict";

((lanewright) => {
  const { byId, element, word, timeText, memoryText } = lanewright.words;
  const { Spends, Binding } = lanewright;
  const canvas = byId("lanes");
  let context = canvas.getContext("2d");

  /// What there is to see. Blocks are those of the plan; `bars` and bubbles have no inputs.
  const shown = {
    plan: null,
    steps: [], // that were measured
    step: null, // of these the one that is shown
    end: 1, // of the plan, and of the step beside it
    least: 0, // the end is no earlier, while an edit shortens the plan
    selected: null, // a block
    also: new Set(), // ops of blocks that are selected beside it
    hovered: null, // what is under the pointer: a block, a bar or a bubble
    cursor: null, // the time of playback
    preview: null, // what an edit would give: see `propose` in board.js
    overlay: null, // draws on top, given the drawing context
  };

  // ---- Colours ------------------------------------------------------------------------------------------------------

  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const systemContrast = matchMedia("(prefers-contrast: more)");
  const systemForced = matchMedia("(forced-colors: active)");
  let colours = {};

  function channels(colour) {
    return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  }

  function mixed(from, to, share) {
    const other = channels(to);
    return `#${channels(from).map((a, i) => Math.round(a + (other[i] - a) * share).toString(16).padStart(2, "0")).join("")}`;
  }

  function themeNow() {
    const chosen = byId("theme").value;
    if (chosen !== "auto") return chosen;
    if (systemForced.matches) return isDarkColour(systemColour("Canvas")) ? "contrast" : "light";
    if (systemContrast.matches) return "contrast";
    return systemDark.matches ? "dark" : "light";
  }

  const isDark = () => themeNow() !== "light";
  const isDarkColour = (colour) => channels(colour).reduce((sum, each) => sum + each, 0) < 384;

  /// A colour that the system sets where it sets all colours, as #rrggbb.
  function systemColour(name) {
    const probe = byId("title");
    probe.style.color = name;
    const parts = getComputedStyle(probe).color.match(/\d+/g) ?? [0, 0, 0];
    probe.style.color = "";
    return `#${parts.slice(0, 3).map((each) => Number(each).toString(16).padStart(2, "0")).join("")}`;
  }

  const forcedRoles = {
    window: "Canvas", surface: "Canvas", raised: "Canvas", text: "CanvasText", mutedText: "CanvasText", line: "GrayText",
    selection: "Highlight", accent: "ButtonText", onAccent: "ButtonFace",
  };

  function takeTheme() {
    const theme = themeNow();
    const root = document.documentElement;
    root.dataset.theme = theme === "light" ? "light" : "dark";
    colours = { ...shown.plan.data.colours[theme] };
    if (systemForced.matches)
      for (const [role, name] of Object.entries(forcedRoles)) colours[role] = systemColour(name);
    colours.outline = theme === "contrast" || systemForced.matches ? colours.text : null;
    root.dataset.contrast = String(colours.outline !== null);
    for (const [name, colour] of Object.entries(colours))
      if (typeof colour === "string") root.style.setProperty(`--${name}`, colour);
    drawLegend();
    redraw();
  }

  /// Fill and label of a kind, by the chunk of its stage.
  function fillOf(kind, chunk) {
    const steps = colours.blocks[kind];
    const [fill, label] = steps?.[Math.min(chunk, steps.length - 1)] ?? [colours.mutedText, colours.surface];
    return { fill, label };
  }

  // ---- Geometry -----------------------------------------------------------------------------------------------------

  const view = { from: 0, perPixel: 1, top: 0, width: 0, height: 0, ratio: 1, type: 1, isTouched: false };
  const isNarrow = () => view.width < 600;
  const gutter = () => Math.round((isNarrow() ? 52 : 64) * view.type); // pixels for the names of ranks
  const ruler = () => Math.round(26 * view.type);
  const blockHeight = () => Math.max(view.isTouched ? 40 : 0, Math.round(28 * view.type));
  const memoryHeight = () => Math.round(20 * view.type);
  const thinBar = 9;
  const mostTouched = 3000;
  const mostPixels = 8000; // of the drawing's height: browsers draw no more than twice as many
  const space = 10;

  const showsMemory = () => byId("memory").checked;
  const barHeight = () => (shown.step ? thinBar + 2 : 0);
  const laneHeight = () => blockHeight() + barHeight() + (showsMemory() ? memoryHeight() + 4 : 0) + space;
  const laneTop = (rank) => ruler() + 6 + rank * laneHeight() - view.top;
  const allLanes = () => ruler() + 12 + shown.plan.lanes.length * laneHeight();
  const xOf = (time) => gutter() + (time - view.from) / view.perPixel;
  const timeAt = (x) => view.from + (x - gutter()) * view.perPixel;
  const plotWidth = () => Math.max(1, view.width - gutter() - 12);
  /// The rank of the lane there; −1 beside all.
  function rankAt(y) {
    const rank = Math.floor((y + view.top - ruler() - 6) / laneHeight());
    return y >= ruler() && rank >= 0 && rank < shown.plan.lanes.length ? rank : -1;
  }

  function fit() {
    view.from = 0;
    view.perPixel = shown.end / plotWidth();
    redraw();
  }

  function bounded() {
    const closest = Math.max(1e-3, shown.end / 1e7);
    view.perPixel = Math.min(shown.end / plotWidth(), Math.max(closest / plotWidth(), view.perPixel));
    view.from = Math.min(shown.end - view.perPixel * plotWidth(), Math.max(0, view.from));
    view.top = Math.max(0, Math.min(view.top, allLanes() - view.height));
  }

  function zoom(factor, x = gutter() + plotWidth() / 2) {
    const time = timeAt(x);
    view.perPixel /= factor;
    bounded();
    view.from = time - (x - gutter()) * view.perPixel;
    redraw();
  }

  /// Makes most blocks at least so many pixels wide.
  function widen(pixels) {
    view.perPixel = Math.min(view.perPixel, (shown.plan.usualLength || shown.end) / pixels);
    redraw();
  }

  function pan(pixels) {
    view.from += pixels * view.perPixel;
    redraw();
  }

  /// Brings a block into the view without a jump where it is there already.
  function reveal(block) {
    const span = view.perPixel * plotWidth();
    if (block.start < view.from || block.end > view.from + span)
      view.from = (block.start + block.end) / 2 - span / 2;
    const top = laneTop(block.rank);
    if (top < ruler()) view.top += top - ruler();
    if (top + laneHeight() > view.height) view.top += top + laneHeight() - view.height;
  }

  const isWhole = () => view.width === 0 || Math.abs(view.perPixel * plotWidth() - shown.end) < shown.end * 1e-6;

  /// `sharpness`: pixels of the drawing for each of the page where it is printed, then all lanes are there.
  function resize(sharpness = 0) {
    const wasAll = isWhole();
    view.width = canvas.clientWidth;
    // Under fingers the page scrolls, so that lanes need not.
    const most = sharpness ? Infinity : view.isTouched ? mostTouched : Math.max(240, window.innerHeight * 0.7);
    view.height = Math.min(allLanes(), most);
    const ratio = Math.min(sharpness || window.devicePixelRatio || 1, mostPixels / view.height);
    view.ratio = ratio;
    canvas.style.height = `${view.height}px`;
    canvas.width = Math.max(1, Math.round(view.width * ratio));
    canvas.height = Math.max(1, Math.round(view.height * ratio));
    if (wasAll) fit();
    drawNow(); // at once, as the canvas is empty now
  }

  /// Where a span lies, in pixels of the canvas.
  function boxOf(span) {
    const left = xOf(span.start);
    return { left, top: laneTop(span.rank), width: Math.max(2, xOf(span.end) - left - 1), height: blockHeight() };
  }

  // ---- Drawing ------------------------------------------------------------------------------------------------------

  let awaited = false;

  function redraw() {
    if (awaited) return;
    awaited = true;
    requestAnimationFrame(drawNow);
  }

  function drawNow() {
    awaited = false;
    bounded();
    draw();
  }

  function draw() {
    const { plan, preview, selected, hovered } = shown;
    if (preview) showBackdrop();
    else drawScene();
    inLanes(() => {
      if (preview) {
        for (const { rank } of plan.lanes)
          if (isSeen(rank)) drawSpans(preview.spansOf(rank, view.from, timeAt(view.width)), laneTop(rank), blockHeight(), "planned");
      } else {
        drawArrows(hovered?.inputs ? hovered : selected);
        drawFrame(hovered, colours.mutedText, 1.5);
        for (const op of shown.also) drawFrame(plan.blockOf.get(op), colours.selection, 2);
        drawFrame(selected, colours.selection, 3);
      }
      drawCursor();
      shown.overlay?.(context);
    });
    drawNames();
    drawRuler();
  }

  /// Grid, lanes and memory; lanes are faded behind a preview.
  function drawScene() {
    context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    context.clearRect(0, 0, view.width, view.height);
    inLanes(() => {
      drawGrid();
      for (const lane of shown.plan.lanes) if (isSeen(lane.rank)) drawLane(lane, laneTop(lane.rank));
      drawStall();
    });
  }

  /// What `paintIt` draws stays beside names and ruler.
  function inLanes(paintIt) {
    context.save();
    context.textBaseline = "middle";
    font = "";
    context.beginPath();
    context.rect(gutter(), ruler(), view.width - gutter(), view.height - ruler());
    context.clip();
    paintIt();
    context.restore();
    context.textBaseline = "middle";
    font = "";
  }

  /// The scene behind a preview, drawn once for each view.
  const backdrop = { canvas: document.createElement("canvas"), key: "", plan: null };

  function showBackdrop() {
    const key = [canvas.width, canvas.height, view.from, view.perPixel, view.top, shown.cursor].join();
    if (backdrop.key !== key || backdrop.plan !== shown.plan) {
      Object.assign(backdrop, { key, plan: shown.plan });
      backdrop.canvas.width = canvas.width;
      backdrop.canvas.height = canvas.height;
      const front = context;
      context = backdrop.canvas.getContext("2d");
      drawScene();
      context = front;
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(backdrop.canvas, 0, 0);
    context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
  }

  const isSeen = (rank) => laneTop(rank) + laneHeight() >= ruler() && laneTop(rank) <= view.height;

  function drawLane(lane, top) {
    drawSpans(lane.blocks, top, blockHeight(), shown.preview ? "faded" : "planned");
    const bars = shown.step?.bars[lane.rank];
    if (bars) drawSpans(bars, top + blockHeight() + 2, thinBar, "measured");
    if (showsMemory()) drawMemory(lane, top + blockHeight() + barHeight() + 4);
  }

  /// The first of the spans that ends behind the left edge.
  function firstShown(spans) {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle].end < view.from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /// Edges between pixels of the screen are soft, and slow to draw.
  const onPixel = (x) => Math.round(x * view.ratio) / view.ratio;

  /// `style`: planned, measured, or faded behind a preview.
  function drawSpans(spans, top, height, style) {
    const last = timeAt(view.width);
    const isPlanned = style === "planned";
    const saysStage = isPlanned && shown.plan.usualLength / view.perPixel >= 44 * view.type;
    let drawn = -1; // the pixel up to which the lane is painted
    for (let i = firstShown(spans); i < spans.length && spans[i].start <= last; ++i) {
      const span = spans[i];
      const left = onPixel(Math.max(xOf(span.start), gutter() - 2));
      const right = onPixel(Math.min(xOf(span.end), view.width + 2));
      if (right <= drawn) continue;
      drawn = right;
      const isComing = shown.cursor !== null && span.start > shown.cursor;
      context.globalAlpha = isPlanned ? 1 : style === "faded" ? 0.2 : isComing ? 0.25 : 0.9;
      const part = height / span.ops.length;
      for (let at = 0; at < span.ops.length; ++at)
        drawOp(span.ops[at], span, left, top + at * part, Math.max(1 / view.ratio, right - left), part, isPlanned, isComing, saysStage);
      if (!isPlanned) continue;
      if (span.isTouched) frameTouched(left, top, right - left, height);
      if (span.isParked) frameParked(left, top, right - left, height);
      if (isComing) continue;
      if (span.stretches && right - left >= 22) drawFeet(span, top, part);
      if (span.slack === 0 && right - left >= 3) {
        context.fillStyle = colours.text;
        context.fillRect(left + 0.5, top + height - 2, right - left - 1, 2);
      }
    }
    context.globalAlpha = 1;
  }

  function frameTouched(left, top, width, height) {
    context.strokeStyle = colours.selection;
    context.lineWidth = 2.5;
    context.strokeRect(left, top, Math.max(1, width - 1), height);
  }

  /// What never runs is crossed out.
  function frameParked(left, top, width, height) {
    context.strokeStyle = colours.violation;
    context.lineWidth = 1.5;
    context.setLineDash([4, 3]);
    context.strokeRect(left + 1, top + 1, Math.max(1, width - 3), height - 2);
    context.setLineDash([]);
  }

  /// How wide words are: asked once, as asking takes longer than drawing.
  const widths = new Map();
  let font = "";

  function setFont(size) {
    const wanted = `${Math.round(size)}px system-ui, sans-serif`;
    if (wanted !== font) context.font = font = wanted;
  }

  function widthOf(words) {
    const key = `${font}|${words}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = context.measureText(words).width;
      if (widths.size > 20000) widths.clear();
      widths.set(key, width);
    }
    return width;
  }

  /// What is to come is pale, its words are as dark as all text.
  function drawOp(op, span, left, top, width, height, isPlanned, isComing, saysStage) {
    const { fill, label } = fillOf(op.kind, span.chunk);
    const isPale = isPlanned && (isComing || span.isParked);
    context.fillStyle = isPale ? mixed(fill, colours.surface, 0.7) : fill;
    const seam = width > 3 ? 1 : 0;
    context.fillRect(left, top, width - seam, height - (span.ops.length > 1 ? 0.5 : 0));
    if (colours.outline && width > 4) outline(left, top, width - seam, height);
    if (!isPlanned || width < 14 || height < 9) return;
    const room = span.stretches ? height - 5 : height; // the foot is below
    const words = labelOf(op, width, room, saysStage);
    if (words === null) return;
    context.fillStyle = isPale ? colours.text : label;
    context.textAlign = "center";
    context.fillText(words, left + width / 2, top + room / 2 + 0.5);
  }

  function outline(left, top, width, height) {
    context.strokeStyle = colours.outline;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  }

  /// What stands on an op; null where it has no room.
  function labelOf(op, width, room, saysStage) {
    setFont(Math.min(13 * view.type, room - 1));
    const words = saysStage ? op.text : op.part === undefined ? String(op.microbatch) : `${op.microbatch}/${op.part}`;
    const [length] = shown.plan.data.lengths[op.microbatch] ?? [];
    if (length && widthOf(`${words} · ${length}`) <= width - 4) return `${words} · ${length}`;
    return widthOf(words) > width - 4 ? null : words;
  }

  /// At the foot of each op: plain while its network is hidden, hatched while it is exposed, empty while it stands still.
  function drawFeet(span, top, part) {
    const from = xOf(span.start) + 1;
    const width = xOf(span.end) - from - 2;
    const height = Math.max(2, Math.round(part * 0.14));
    span.ops.forEach((op, at) => {
      const { fill } = fillOf(op.kind, span.chunk);
      for (const stretch of span.stretches.feet[at]) {
        if (stretch.spends === Spends.computing) continue;
        const left = from + stretch.from * width;
        const wide = (stretch.to - stretch.from) * width;
        const foot = top + (at + 1) * part - height - 3; // above the line of a critical path
        drawFoot(context, stretch.spends, fill, left, foot, wide, height);
      }
    });
  }

  function drawFoot(paint, spends, fill, left, top, width, height) {
    paint.fillStyle = spends === Spends.hidden ? mixed(fill, isDark() ? "#ffffff" : "#000000", 0.4) : colours.surface;
    paint.fillRect(left, top, width, height);
    if (spends !== Spends.exposed) return;
    paint.strokeStyle = fill;
    paint.lineWidth = 1;
    paint.beginPath();
    for (let x = left - height + 2; x < left + width; x += 3) {
      const begin = Math.max(x, left);
      const end = Math.min(x + height, left + width);
      paint.moveTo(begin, top + height - (begin - x));
      paint.lineTo(end, top + height - (end - x));
    }
    paint.stroke();
  }

  const memoryFill = () => mixed(colours.surface, colours.accent, 0.28);
  const bandFill = () => mixed(colours.surface, colours.mutedText, 0.45);
  const heightOf = (bytes) => (bytes / shown.plan.mostMemory) * memoryHeight();

  function drawMemory(lane, top) {
    const floor = top + memoryHeight();
    drawCurve(lane.band, floor, bandFill());
    drawCurve(lane.memory, floor, memoryFill());
    context.fillStyle = colours.line;
    context.fillRect(gutter(), floor, view.width - gutter(), 1);
    if (lane.limit === null) return;
    context.strokeStyle = colours.limit;
    context.lineWidth = 1;
    context.setLineDash([5, 4]);
    line(gutter(), floor - heightOf(lane.limit) + 0.5, view.width, floor - heightOf(lane.limit) + 0.5);
    context.setLineDash([]);
  }

  /// The area below a curve.
  function drawCurve(points, floor, colour) {
    context.fillStyle = colour;
    const last = timeAt(view.width);
    let bytes = 0;
    let from = 0;
    const fill = (until) => {
      const left = Math.max(gutter(), xOf(from));
      const right = Math.min(view.width, xOf(until));
      if (bytes > 0 && right > left) context.fillRect(left, floor - heightOf(bytes), right - left, heightOf(bytes));
    };
    for (const point of points) {
      if (point.time >= view.from) fill(point.time);
      from = point.time;
      bytes = point.bytes;
      if (point.time > last) break;
    }
    fill(shown.end);
  }

  function line(x, y, u, v) {
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(u, v);
    context.stroke();
  }

  /// Behind it stands what never runs.
  function drawStall() {
    if (shown.plan.stall === null || shown.preview) return;
    const x = Math.round(xOf(shown.plan.stall)) + 0.5;
    context.strokeStyle = colours.violation;
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    line(x, ruler(), x, view.height);
    context.setLineDash([]);
  }

  /// From where each value that the block needs is made, the one that comes last drawn stronger; and to where its own go.
  function drawArrows(block) {
    if (!block?.inputs) return;
    const { blocks } = shown.plan;
    const last = Math.min(...block.inputs.map((input) => input.wait));
    for (const input of block.inputs) {
      const binds = block.binding === Binding.dependency && input.wait === last;
      drawArrow(blocks[input.from], block, binds ? colours.selection : colours.mutedText, binds ? 2.5 : 1.2);
    }
    for (const consumer of block.consumers) drawArrow(block, blocks[consumer], colours.mutedText, 1.2);
  }

  function drawArrow(from, to, colour, width) {
    const [x, y] = [xOf(from.end), laneTop(from.rank) + blockHeight() / 2];
    const [u, v] = [xOf(to.start), laneTop(to.rank) + blockHeight() / 2];
    const bend = Math.max(12, Math.abs(u - x) / 2);
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(x, y);
    context.bezierCurveTo(x + bend, y, u - bend, v, u, v);
    context.stroke();
    context.beginPath();
    context.moveTo(u + 1, v);
    context.lineTo(u - 6, v - 4);
    context.lineTo(u - 6, v + 4);
    context.fill();
  }

  function drawFrame(span, colour, width) {
    if (!span) return;
    const bar = !span.inputs && span.ops;
    const box = boxOf(span);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.strokeRect(box.left, box.top + (bar ? blockHeight() + 2 : 0), box.width, bar ? thinBar : box.height);
  }

  /// A step of 1, 2 or 5 times a power of ten units, about 110 pixels wide.
  function gridStep() {
    const { scale } = shown.plan.data;
    const wanted = (110 * view.type * view.perPixel) / scale;
    const power = 10 ** Math.floor(Math.log10(wanted));
    return ([1, 2, 5].find((each) => each * power >= wanted) ?? 10) * power * scale;
  }

  function eachMark(take) {
    const step = gridStep();
    for (let n = Math.ceil(view.from / step); n * step <= timeAt(view.width); ++n) take(n * step);
  }

  function drawGrid() {
    context.fillStyle = colours.line;
    eachMark((time) => context.fillRect(Math.round(xOf(time)), ruler(), 1, view.height));
  }

  function drawRuler() {
    context.fillStyle = colours.surface;
    context.fillRect(0, 0, view.width, ruler());
    context.fillStyle = colours.line;
    context.fillRect(0, ruler() - 1, view.width, 1);
    context.fillStyle = colours.mutedText;
    setFont(12 * view.type);
    context.textAlign = "center";
    eachMark((time) => {
      const words = timeText(time);
      const half = widthOf(words) / 2;
      if (xOf(time) >= gutter() - 1) context.fillText(words, Math.min(xOf(time), view.width - half - 4), ruler() / 2);
    });
  }

  function drawNames() {
    context.fillStyle = colours.surface;
    context.fillRect(0, ruler(), gutter(), view.height);
    setFont(13 * view.type);
    context.textAlign = "right";
    context.fillStyle = colours.text;
    for (const lane of shown.plan.lanes)
      context.fillText(word("rank", lane.rank), gutter() - 8, laneTop(lane.rank) + blockHeight() / 2);
  }

  function drawCursor() {
    if (shown.cursor === null) return;
    context.fillStyle = colours.selection;
    context.fillRect(Math.round(xOf(shown.cursor)) - 1, ruler(), 2, view.height);
  }

  // ---- The legend ---------------------------------------------------------------------------------------------------

  function swatch(item, paintIt) {
    const made = element("canvas", undefined, item);
    made.width = made.height = 14;
    paintIt(made.getContext("2d"));
  }

  function square(paint, colour, top = 0, height = 14) {
    paint.fillStyle = colour;
    paint.fillRect(0, top, 14, height);
  }

  function legendOf(list, words, paintIt) {
    const item = element("li", undefined, list);
    if (paintIt) swatch(item, paintIt);
    item.append(words);
  }

  function drawLegend() {
    const list = byId("legend");
    const { blocks, kinds, lanes, mostMemory } = shown.plan;
    list.replaceChildren();
    const used = new Set(blocks.flatMap((block) => block.ops.map((op) => op.kind)));
    for (const [name, words] of kinds)
      if (used.has(name)) legendOf(list, `${name}: ${words}`, (paint) => square(paint, fillOf(name, 0).fill));
    for (const [name, spends] of [["hiddenMark", Spends.hidden], ["exposedMark", Spends.exposed]])
      if (blocks.some((block) => block.stretches?.feet.some((foot) => foot.some((each) => each.spends === spends))))
        legendOf(list, word(name), (paint) => {
          square(paint, fillOf("F", 0).fill);
          drawFoot(paint, spends, fillOf("F", 0).fill, 1, 8, 12, 5);
        });
    legendOf(list, word("criticalMark"));
    if (shown.step) legendOf(list, word("barMark"));
    if (!showsMemory()) return;
    legendOf(list, word("memoryMark", memoryText(mostMemory)));
    if (lanes.some((lane) => lane.band.length > 0))
      legendOf(list, word("bandMark"), (paint) => {
        square(paint, bandFill(), 0, 7);
        square(paint, memoryFill(), 7, 7);
      });
  }

  lanewright.shown = shown;
  lanewright.lanes = {
    canvas, view, gutter, ruler, blockHeight, barHeight, laneHeight, laneTop, allLanes, xOf, timeAt, plotWidth, rankAt, boxOf,
    fit, bounded, zoom, widen, pan, reveal, isWhole, resize, redraw, drawNow, drawLegend, takeTheme, showsMemory, fillOf, line,
    colour: (role) => colours[role],
    systems: [systemDark, systemContrast, systemForced],
  };
})(globalThis.lanewright);
