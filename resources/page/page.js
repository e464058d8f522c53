// SPDX-License-Identifier: Apache-2.0
// Shows a schedule that core/page has written as data: lanes on a canvas, reasons in words, playback, numbers as text.
// Nothing is computed here that core has computed; nothing is requested; texts of files are set as text, never as HTML.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);

  // ---- Words and amounts --------------------------------------------------------------------------------------------

  /// The text with its arguments in the places %1 ... %9.
  const filled = (text, given) => text.replace(/%([1-9])/g, (place, n) => (n <= given.length ? given[n - 1] : place));
  const word = (name, ...given) => filled(data.words[name] ?? name, given);

  /// A message as core writes it: plain words, or a phrase's place and its arguments.
  function said(message) {
    if (typeof message === "string") return message;
    return filled(data.phrases[message[0]], message.slice(1).map(said));
  }

  const decimal = (value) => String(Number(value.toFixed(3)));
  const withUnit = (number, unit) => (unit ? `${number} ${unit}` : number);
  const timeText = (time) => withUnit(decimal(time / data.scale), data.unit);
  const memoryText = (bytes) => withUnit(decimal(bytes / data.memoryScale), data.memoryUnit);
  const keyWords = (key) => key.replaceAll("_", " ");

  function element(tag, text, into) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (into) into.append(made);
    return made;
  }

  // ---- The plan as data says it -------------------------------------------------------------------------------------

  const kinds = new Map(data.kinds);
  const Spends = { computing: 0, hidden: 1, exposed: 2, idle: 3 };
  const Binding = { start: 0, dependency: 1, rankBusy: 2, gap: 3 };

  function readOps(text) {
    return text.split("+").map((each) => {
      const [, kind, stage, microbatch, part] = /^(BW|[FBWR])(\d+)\.(\d+)(?:\/(\d+))?$/.exec(each) ?? [];
      return { text: each, kind, stage: Number(stage), microbatch: Number(microbatch), part };
    });
  }

  const blocks = [];
  const lanes = data.lanes.map((lane, rank) => readLane(lane, rank));
  for (const block of blocks) for (const { from } of block.inputs) blocks[from].consumers.push(block.index);
  const planEnd = lanes.reduce((last, lane) => Math.max(last, lane.end), 1);

  function readLane(lane, rank) {
    const { tick, memoryTick } = data;
    let time = 0;
    const read = { rank, blocks: [], bubbles: [], row: lane.row, end: 0 };
    for (const [text, wait, length, slack, binding, chunk, why, inputs, stretches] of lane.blocks) {
      const start = time + wait * tick;
      time = start + length * tick;
      const block = { index: blocks.length, rank, position: read.blocks.length, text, ops: readOps(text), start, end: time };
      Object.assign(block, { slack: slack * tick, binding, chunk, why, inputs: [], consumers: [] });
      block.stretches = stretches === undefined ? null : readStretches(data.stretches[stretches]);
      for (let i = 0; i < inputs.length; i += 2) block.inputs.push({ from: inputs[i], wait: inputs[i + 1] * tick });
      blocks.push(block);
      read.blocks.push(block);
    }
    read.end = time;
    for (const [start, length, why] of lane.bubbles)
      read.bubbles.push({ rank, start: start * tick, end: (start + length) * tick, why });
    read.memory = readCurve(lane.memory);
    read.band = readCurve(lane.band ?? []); // receive buffers on top
    read.limit = lane.limit === null ? null : lane.limit * memoryTick;
    return read;
  }

  function readCurve(steps) {
    const points = [];
    let time = 0;
    let bytes = 0;
    for (let i = 0; i < steps.length; i += 2) {
      time += steps[i] * data.tick;
      bytes += steps[i + 1] * data.memoryTick;
      points.push({ time, bytes });
    }
    return points;
  }

  /// For each op of a block the parts of its time that its foot shows, as shares of the block.
  function readStretches([length, first, second, saved, sentences]) {
    const feet = [first, second].map((list) => {
      const foot = [];
      let time = 0;
      for (let i = 0; i < list.length; i += 2) {
        foot.push({ spends: list[i], from: time / length, to: (time + list[i + 1]) / length });
        time += list[i + 1];
      }
      return foot;
    });
    if (saved > 0) feet[1].push({ spends: Spends.hidden, from: 0, to: Math.min(1, saved / length) });
    return { feet, sentences };
  }

  const largest = (numbers, least) => numbers.reduce((most, each) => Math.max(most, each), least);
  const bytesOf = (lane) => [lane.limit ?? 0, ...[...lane.memory, ...lane.band].map((point) => point.bytes)];
  const mostMemory = largest(lanes.flatMap(bytesOf), 1);
  const events = [...new Set(blocks.flatMap((block) => [block.start, block.end]))].sort((a, b) => a - b);

  // ---- The measured steps -------------------------------------------------------------------------------------------

  const steps = (data.run?.steps ?? []).map((step) => ({ ...step, bars: step.lanes.map((lane, rank) => readBars(lane, rank)) }));
  let shownStep = steps[data.run?.chosen ?? 0] ?? null;
  let end = planEnd; // of what is shown: the plan, and the step beside it

  function readBars(lane, rank) {
    const { tick } = data.run;
    let time = 0;
    const bars = [];
    for (let i = 0; i < lane.bars.length; i += 2) {
      const start = time + lane.bars[i] * tick;
      time = start + lane.bars[i + 1] * tick;
      const text = lane.ops?.[i / 2] ?? lanes[rank].blocks[i / 2].text;
      bars.push({ rank, start, end: time, text, ops: readOps(text) });
    }
    return bars;
  }

  const isOfAnotherOrder = (step) => step.lanes.some((lane) => lane.ops !== undefined);
  const plannedAs = new Map(blocks.map((block) => [block.text, block]));
  /// Whether blocks say their stage is decided once for all: nine of ten are at least as long, or half as long as most.
  const lengths = blocks.map((block) => block.end - block.start).sort((a, b) => a - b);
  const lengthAt = (share) => lengths[Math.floor(lengths.length * share)] ?? 0;
  const usualLength = Math.max(lengthAt(0.1), lengthAt(0.5) / 2);

  // ---- Light and dark -----------------------------------------------------------------------------------------------

  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  let colours = {};

  function isDark() {
    const chosen = byId("theme").value;
    return chosen === "auto" ? systemDark.matches : chosen === "dark";
  }

  function channels(colour) {
    return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  }

  function mixed(from, to, share) {
    const other = channels(to);
    return `#${channels(from).map((a, i) => Math.round(a + (other[i] - a) * share).toString(16).padStart(2, "0")).join("")}`;
  }

  /// Fill and label of a kind, by the chunk of its stage.
  function fillOf(kind, chunk) {
    const steps = colours.blocks[kind];
    const [fill, label] = steps?.[Math.min(chunk, steps.length - 1)] ?? [colours.mutedText, colours.surface];
    return { fill, label };
  }

  function takeTheme() {
    const theme = isDark() ? "dark" : "light";
    const root = document.documentElement;
    root.dataset.theme = theme;
    colours = data.colours[theme];
    for (const [name, colour] of Object.entries(colours))
      if (typeof colour === "string") root.style.setProperty(`--${name}`, colour);
    drawLegend();
    redraw();
  }

  // ---- Geometry -----------------------------------------------------------------------------------------------------

  const canvas = byId("lanes");
  const context = canvas.getContext("2d");
  const gutter = 64; // pixels for the names of ranks
  const ruler = 26;
  const sizes = { block: 28, bar: 9, memory: 20, space: 10 };
  const view = { from: 0, perPixel: 1, top: 0, width: 0, height: 0 };
  let selected = null; // a block
  let hovered = null; // what is under the pointer: a block, a bar or a bubble
  let cursor = null; // the time of playback

  const showsMemory = () => byId("memory").checked;
  const barHeight = () => (shownStep ? sizes.bar + 2 : 0);
  const laneHeight = () => sizes.block + barHeight() + (showsMemory() ? sizes.memory + 4 : 0) + sizes.space;
  const laneTop = (rank) => ruler + 6 + rank * laneHeight() - view.top;
  const allLanes = () => ruler + 12 + lanes.length * laneHeight();
  const xOf = (time) => gutter + (time - view.from) / view.perPixel;
  const timeAt = (x) => view.from + (x - gutter) * view.perPixel;
  const plotWidth = () => Math.max(1, view.width - gutter - 12);

  function fit() {
    view.from = 0;
    view.perPixel = end / plotWidth();
    redraw();
  }

  function bounded() {
    const closest = Math.max(1e-3, end / 1e7);
    view.perPixel = Math.min(end / plotWidth(), Math.max(closest / plotWidth(), view.perPixel));
    view.from = Math.min(end - view.perPixel * plotWidth(), Math.max(0, view.from));
    view.top = Math.max(0, Math.min(view.top, allLanes() - view.height));
  }

  function zoom(factor, x = gutter + plotWidth() / 2) {
    const time = timeAt(x);
    view.perPixel /= factor;
    bounded();
    view.from = time - (x - gutter) * view.perPixel;
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
    if (top < ruler) view.top += top - ruler;
    if (top + laneHeight() > view.height) view.top += top + laneHeight() - view.height;
  }

  const isWhole = () => view.width === 0 || Math.abs(view.perPixel * plotWidth() - end) < end * 1e-6;

  function resize() {
    const ratio = window.devicePixelRatio || 1;
    const wasAll = isWhole();
    view.width = canvas.clientWidth;
    view.height = Math.min(allLanes(), Math.max(240, window.innerHeight * 0.7));
    canvas.style.height = `${view.height}px`;
    canvas.width = Math.max(1, Math.round(view.width * ratio));
    canvas.height = Math.max(1, Math.round(view.height * ratio));
    if (wasAll) fit();
    redraw();
  }

  // ---- Drawing ------------------------------------------------------------------------------------------------------

  let awaited = false;

  function redraw() {
    if (awaited) return;
    awaited = true;
    requestAnimationFrame(() => {
      awaited = false;
      bounded();
      draw();
    });
  }

  function draw() {
    const ratio = window.devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, view.width, view.height);
    context.textBaseline = "middle";
    context.save();
    context.beginPath();
    context.rect(gutter, ruler, view.width - gutter, view.height - ruler);
    context.clip();
    drawGrid();
    for (const lane of lanes) {
      const top = laneTop(lane.rank);
      if (top + laneHeight() < ruler || top > view.height) continue;
      drawSpans(lane.blocks, top, sizes.block, true);
      const bars = shownStep?.bars[lane.rank];
      if (bars) drawSpans(bars, top + sizes.block + 2, sizes.bar, false);
      if (showsMemory()) drawMemory(lane, top + sizes.block + barHeight() + 4);
    }
    drawArrows(hovered?.inputs ? hovered : selected);
    drawFrame(hovered, colours.mutedText, 1.5);
    drawFrame(selected, colours.selection, 3);
    drawCursor();
    context.restore();
    drawNames();
    drawRuler();
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

  function drawSpans(spans, top, height, isPlanned) {
    const last = timeAt(view.width);
    let drawn = -1; // the pixel up to which the lane is painted
    for (let i = firstShown(spans); i < spans.length && spans[i].start <= last; ++i) {
      const span = spans[i];
      const left = Math.max(xOf(span.start), gutter - 2);
      const right = Math.min(xOf(span.end), view.width + 2);
      if (right - drawn < 0.3) continue;
      drawn = right;
      const isComing = cursor !== null && span.start > cursor;
      context.globalAlpha = isPlanned ? 1 : isComing ? 0.25 : 0.9;
      const part = height / span.ops.length;
      span.ops.forEach((op, at) => drawOp(op, span, left, top + at * part, Math.max(0.6, right - left), part, isPlanned, isComing));
      if (isComing) continue;
      if (isPlanned && span.stretches && right - left >= 22) drawFeet(span, top, part);
      if (isPlanned && span.slack === 0 && right - left >= 3) {
        context.fillStyle = colours.text;
        context.fillRect(left + 0.5, top + height - 2, right - left - 1, 2);
      }
    }
    context.globalAlpha = 1;
  }

  /// What is to come is pale, its words are as dark as all text.
  function drawOp(op, span, left, top, width, height, isPlanned, isComing) {
    const { fill, label } = fillOf(op.kind, span.chunk ?? plannedAs.get(span.text)?.chunk ?? 0);
    context.fillStyle = isPlanned && isComing ? mixed(fill, colours.surface, 0.7) : fill;
    const seam = width > 3 ? 1 : 0;
    context.fillRect(left, top, width - seam, height - (span.ops.length > 1 ? 0.5 : 0));
    if (!isPlanned || width < 14 || height < 9) return;
    const room = isPlanned && span.stretches ? height - 5 : height; // the foot is below
    const part = op.part === undefined ? "" : `/${op.part}`;
    let words = usualLength / view.perPixel >= 44 ? op.text : `${op.microbatch}${part}`;
    context.font = `${Math.min(13, room - 1)}px system-ui, sans-serif`;
    const [length] = data.lengths[op.microbatch] ?? [];
    if (length && context.measureText(`${words} · ${length}`).width <= width - 4) words = `${words} · ${length}`;
    if (context.measureText(words).width > width - 4) return;
    context.fillStyle = isComing ? colours.text : label;
    context.textAlign = "center";
    context.fillText(words, left + width / 2, top + room / 2 + 0.5);
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
  const heightOf = (bytes) => (bytes / mostMemory) * sizes.memory;

  function drawMemory(lane, top) {
    const floor = top + sizes.memory;
    drawCurve(lane.band, floor, bandFill());
    drawCurve(lane.memory, floor, memoryFill());
    context.fillStyle = colours.line;
    context.fillRect(gutter, floor, view.width - gutter, 1);
    if (lane.limit === null) return;
    context.strokeStyle = colours.limit;
    context.lineWidth = 1;
    context.setLineDash([5, 4]);
    line(gutter, floor - heightOf(lane.limit) + 0.5, view.width, floor - heightOf(lane.limit) + 0.5);
    context.setLineDash([]);
  }

  /// The area below a curve.
  function drawCurve(points, floor, colour) {
    context.fillStyle = colour;
    const last = timeAt(view.width);
    let bytes = 0;
    let from = 0;
    const fill = (until) => {
      const left = Math.max(gutter, xOf(from));
      const right = Math.min(view.width, xOf(until));
      if (bytes > 0 && right > left) context.fillRect(left, floor - heightOf(bytes), right - left, heightOf(bytes));
    };
    for (const point of points) {
      if (point.time >= view.from) fill(point.time);
      from = point.time;
      bytes = point.bytes;
      if (point.time > last) break;
    }
    fill(end);
  }

  function line(x, y, u, v) {
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(u, v);
    context.stroke();
  }

  /// From where each value that the block needs is made, the one that comes last drawn stronger; and to where its own go.
  function drawArrows(block) {
    if (!block?.inputs) return;
    const last = Math.min(...block.inputs.map((input) => input.wait));
    for (const input of block.inputs) {
      const binds = block.binding === Binding.dependency && input.wait === last;
      drawArrow(blocks[input.from], block, binds ? colours.selection : colours.mutedText, binds ? 2.5 : 1.2);
    }
    for (const consumer of block.consumers) drawArrow(block, blocks[consumer], colours.mutedText, 1.2);
  }

  function drawArrow(from, to, colour, width) {
    const [x, y] = [xOf(from.end), laneTop(from.rank) + sizes.block / 2];
    const [u, v] = [xOf(to.start), laneTop(to.rank) + sizes.block / 2];
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
    const top = laneTop(span.rank) + (bar ? sizes.block + 2 : 0);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.strokeRect(xOf(span.start), top, Math.max(2, xOf(span.end) - xOf(span.start) - 1), bar ? sizes.bar : sizes.block);
  }

  /// A step of 1, 2 or 5 times a power of ten units, about 110 pixels wide.
  function gridStep() {
    const wanted = (110 * view.perPixel) / data.scale;
    const power = 10 ** Math.floor(Math.log10(wanted));
    return ([1, 2, 5].find((each) => each * power >= wanted) ?? 10) * power * data.scale;
  }

  function eachMark(take) {
    const step = gridStep();
    for (let n = Math.ceil(view.from / step); n * step <= timeAt(view.width); ++n) take(n * step);
  }

  function drawGrid() {
    context.fillStyle = colours.line;
    eachMark((time) => context.fillRect(Math.round(xOf(time)), ruler, 1, view.height));
  }

  function drawRuler() {
    context.fillStyle = colours.surface;
    context.fillRect(0, 0, view.width, ruler);
    context.fillStyle = colours.line;
    context.fillRect(0, ruler - 1, view.width, 1);
    context.fillStyle = colours.mutedText;
    context.font = "12px system-ui, sans-serif";
    eachMark((time) => {
      const words = timeText(time);
      const half = context.measureText(words).width / 2;
      context.textAlign = "center";
      if (xOf(time) >= gutter - 1) context.fillText(words, Math.min(xOf(time), view.width - half - 4), ruler / 2);
    });
  }

  function drawNames() {
    context.fillStyle = colours.surface;
    context.fillRect(0, ruler, gutter, view.height);
    context.font = "13px system-ui, sans-serif";
    context.textAlign = "right";
    for (const lane of lanes) {
      context.fillStyle = colours.text;
      context.fillText(word("rank", lane.rank), gutter - 8, laneTop(lane.rank) + sizes.block / 2);
    }
  }

  function drawCursor() {
    if (cursor === null) return;
    context.fillStyle = colours.selection;
    context.fillRect(Math.round(xOf(cursor)) - 1, ruler, 2, view.height);
  }

  function drawLegend() {
    const list = byId("legend");
    list.replaceChildren();
    const used = new Set(blocks.flatMap((block) => block.ops.map((op) => op.kind)));
    for (const [name, words] of kinds) {
      if (!used.has(name)) continue;
      const item = element("li", undefined, list);
      const swatch = element("canvas", undefined, item);
      swatch.width = swatch.height = 14;
      const paint = swatch.getContext("2d");
      paint.fillStyle = fillOf(name, 0).fill;
      paint.fillRect(0, 0, 14, 14);
      item.append(`${name}: ${words}`);
    }
    for (const [name, spends] of [["hiddenMark", Spends.hidden], ["exposedMark", Spends.exposed]])
      if (blocks.some((block) => block.stretches?.feet.some((foot) => foot.some((each) => each.spends === spends))))
        drawFootLegend(element("li", undefined, list), name, spends);
    element("li", word("criticalMark"), list);
    if (shownStep) element("li", word("barMark"), list);
    if (showsMemory()) element("li", word("memoryMark", memoryText(mostMemory)), list);
    if (showsMemory() && lanes.some((lane) => lane.band.length > 0)) drawBandLegend(element("li", undefined, list));
  }

  function drawBandLegend(item) {
    const swatch = element("canvas", undefined, item);
    swatch.width = swatch.height = 14;
    const paint = swatch.getContext("2d");
    paint.fillStyle = bandFill();
    paint.fillRect(0, 0, 14, 7);
    paint.fillStyle = memoryFill();
    paint.fillRect(0, 7, 14, 7);
    item.append(word("bandMark"));
  }

  function drawFootLegend(item, name, spends) {
    const swatch = element("canvas", undefined, item);
    swatch.width = swatch.height = 14;
    const paint = swatch.getContext("2d");
    const { fill } = fillOf("F", 0);
    paint.fillStyle = fill;
    paint.fillRect(0, 0, 14, 14);
    drawFoot(paint, spends, fill, 1, 8, 12, 5);
    item.append(word(name));
  }

  // ---- What is said of a block --------------------------------------------------------------------------------------

  function opWords(op) {
    const kind = kinds.get(op.kind) ?? op.kind;
    const [, length] = data.lengths[op.microbatch] ?? [];
    const words = word("opWords", kind, op.stage, op.microbatch);
    return length ? `${words} (${said(length)})` : words;
  }

  function measuredAs(block) {
    return shownStep?.bars[block.rank]?.find((bar) => bar.text === block.text) ?? null;
  }

  function signed(time) {
    return `${time < 0 ? "−" : "+"}${timeText(Math.abs(time))}`;
  }

  /// The sentences about what is under the pointer or chosen, the first one its name.
  function sentencesOf(thing) {
    if (thing.inputs) return blockSentences(thing);
    if (thing.ops) return barSentences(thing);
    return [word("idle", thing.rank, timeText(thing.end - thing.start)), said(thing.why)];
  }

  function blockSentences(block) {
    const sentences = [`${block.text}: ${block.ops.map(opWords).join(" + ")}`];
    sentences.push(word("runs", block.rank, timeText(block.start), timeText(block.end), timeText(block.end - block.start)));
    for (const each of block.stretches?.sentences ?? []) sentences.push(said(each));
    if (block.why !== "") sentences.push(said(block.why));
    sentences.push(block.slack === 0 ? word("critical") : word("slack", timeText(block.slack)));
    const bar = measuredAs(block);
    if (bar) sentences.push(measuredSentence(block, bar));
    if (showsMemory()) sentences.push(memorySentence(lanes[block.rank], block.start));
    return sentences;
  }

  function memorySentence(lane, time) {
    const held = memoryText(memoryAt(lane.memory, time));
    if (lane.band.length === 0) return word("holds", lane.rank, held);
    return word("holdsBuffers", lane.rank, held, memoryText(memoryAt(lane.band, time)));
  }

  function measuredSentence(block, bar) {
    const longer = bar.end - bar.start - (block.end - block.start);
    return word("measuredAs", timeText(bar.start), signed(bar.start - block.start), timeText(bar.end - bar.start), signed(longer));
  }

  function barSentences(bar) {
    const block = plannedAs.get(bar.text);
    const sentences = [word("measuredName", bar.text, shownStep.step)];
    if (block) sentences.push(measuredSentence(block, bar));
    else sentences.push(word("runs", bar.rank, timeText(bar.start), timeText(bar.end), timeText(bar.end - bar.start)));
    return sentences;
  }

  function memoryAt(points, time) {
    let bytes = 0;
    for (const point of points) {
      if (point.time > time) break;
      bytes = point.bytes;
    }
    return bytes;
  }

  function blockButtons(into, label, indices) {
    if (indices.length === 0) return;
    const line = element("p", `${label} `, into);
    for (const index of indices) {
      const button = element("button", blocks[index].text, line);
      button.type = "button";
      button.addEventListener("click", () => {
        select(blocks[index]);
        canvas.focus();
      });
    }
  }

  function showAbout() {
    const about = byId("about");
    about.replaceChildren();
    if (!selected) {
      element("p", word("aboutNothing"), about);
      return;
    }
    const [name, ...rest] = sentencesOf(selected);
    element("b", name, about);
    for (const sentence of rest) element("p", sentence, about);
    blockButtons(about, word("needs"), selected.inputs.map((input) => input.from));
    blockButtons(about, word("neededBy"), selected.consumers);
  }

  function showTip(x, y) {
    const tip = byId("tip");
    tip.hidden = !hovered;
    if (!hovered) return;
    tip.replaceChildren();
    const [name, ...rest] = sentencesOf(hovered);
    element("b", name, tip);
    for (const sentence of rest) element("p", sentence, tip);
    const left = Math.max(4, Math.min(x + 16, view.width - tip.offsetWidth - 4));
    const below = canvas.getBoundingClientRect().top + y + 20 + tip.offsetHeight < window.innerHeight;
    tip.style.transform = `translate(${left}px, ${below ? y + 20 : y - 12 - tip.offsetHeight}px)`;
  }

  function select(block) {
    selected = block;
    if (block) reveal(block);
    showAbout();
    redraw();
  }

  // ---- The pointer --------------------------------------------------------------------------------------------------

  const holds = (span, time) => span.start <= time && time < span.end;

  function thingAt(x, y) {
    if (x < gutter || y < ruler) return null;
    const rank = Math.floor((y + view.top - ruler - 6) / laneHeight());
    if (rank < 0 || rank >= lanes.length) return null;
    const inLane = y - laneTop(rank);
    const time = timeAt(x);
    if (inLane >= 0 && inLane < sizes.block + 1)
      return lanes[rank].blocks.find((each) => holds(each, time)) ?? lanes[rank].bubbles.find((each) => holds(each, time)) ?? null;
    if (shownStep && inLane < sizes.block + barHeight()) return shownStep.bars[rank]?.find((each) => holds(each, time)) ?? null;
    return null;
  }

  const pointers = new Map();
  let moved = 0;

  function place(event) {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  function distance() {
    const [a, b] = [...pointers.values()];
    return Math.max(1, Math.abs(a.x - b.x));
  }

  canvas.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, place(event));
    canvas.setPointerCapture(event.pointerId);
    moved = 0;
  });

  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      hovered = thingAt(now.x, now.y);
      showTip(now.x, now.y);
      redraw();
      return;
    }
    const apart = pointers.size === 2 ? distance() : 0;
    pointers.set(event.pointerId, now);
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (pointers.size === 2) {
      zoom(distance() / apart, now.x);
    } else if (moved > 4) {
      canvas.classList.add("dragging");
      hovered = null;
      showTip(0, 0);
      view.top -= now.y - before.y;
      pan(before.x - now.x);
    }
  });

  function release(event) {
    const wasClick = pointers.delete(event.pointerId) && moved <= 4 && event.type === "pointerup";
    canvas.classList.remove("dragging");
    if (!wasClick) return;
    const { x, y } = place(event);
    const thing = thingAt(x, y);
    select(thing?.inputs ? thing : thing?.ops ? plannedAs.get(thing.text) ?? null : null);
  }
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => {
    hovered = null;
    showTip(0, 0);
    redraw();
  });

  // A wheel zooms with Ctrl and pans with Shift; alone it scrolls lanes where they do not fit, else the page.
  canvas.addEventListener("wheel", (event) => {
    const amount = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    if (event.ctrlKey || event.metaKey) {
      zoom(Math.exp(-amount / 300), place(event).x);
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      pan(event.deltaX || amount);
    } else {
      const before = view.top;
      view.top += amount;
      bounded();
      if (view.top === before) return;
      redraw();
    }
    event.preventDefault();
  }, { passive: false });

  canvas.addEventListener("dblclick", fit);

  // ---- Playback -----------------------------------------------------------------------------------------------------

  let playing = false;
  let frameBefore = 0;
  const wholeSeconds = 12; // for all of it at speed 1

  function showTime() {
    byId("time").value = String(cursor === null ? 0 : (1000 * cursor) / end);
    byId("now").textContent = cursor === null ? "" : timeText(cursor);
    byId("play").textContent = word(playing ? "pause" : "play");
    byId("play").setAttribute("aria-pressed", String(playing));
    byId("time").setAttribute("aria-valuetext", timeText(cursor ?? 0));
  }

  function moveCursor(time) {
    cursor = time === null ? null : Math.max(0, Math.min(end, time));
    const span = view.perPixel * plotWidth();
    if (cursor !== null && (cursor < view.from || cursor > view.from + span)) view.from = cursor - span * 0.1;
    showTime();
    redraw();
  }

  function play(on) {
    playing = on;
    if (on) {
      if (cursor === null || cursor >= end) cursor = 0;
      frameBefore = performance.now();
      requestAnimationFrame(tick);
    }
    showTime();
  }

  function tick(now) {
    if (!playing) return;
    const step = ((now - frameBefore) / 1000 / wholeSeconds) * end * Number(byId("speed").value);
    frameBefore = now;
    moveCursor(cursor + Math.max(0, step));
    if (cursor >= end) play(false);
    else requestAnimationFrame(tick);
  }

  /// To the next or previous start or end of a block.
  function stepCursor(forward) {
    const next = forward ? events.find((time) => time > cursor) : events.findLast((time) => time < cursor);
    play(false);
    moveCursor(next ?? (forward ? end : 0));
  }

  function stopPlayback() {
    play(false);
    moveCursor(null);
  }

  // ---- Keys: those of the desktop's lanes -----------------------------------------------------------------------------

  function nearest(rank, time) {
    const middle = (block) => Math.abs((block.start + block.end) / 2 - time);
    return lanes[rank].blocks.reduce((best, each) => (best && middle(best) <= middle(each) ? best : each), null);
  }

  function moveSelection(dx, dy) {
    if (!selected) return select(nearest(0, view.from));
    if (dx !== 0) return select(lanes[selected.rank].blocks[selected.position + dx] ?? selected);
    for (let rank = selected.rank + dy; rank >= 0 && rank < lanes.length; rank += dy)
      if (lanes[rank].blocks.length > 0) return select(nearest(rank, (selected.start + selected.end) / 2));
    return undefined;
  }

  function causeOf(block) {
    if (block.binding === Binding.dependency)
      return blocks[block.inputs.reduce((best, each) => (each.wait < best.wait ? each : best)).from];
    return lanes[block.rank].blocks[block.position - 1] ?? block;
  }

  function effectOf(block) {
    const followers = [...block.consumers.map((index) => blocks[index]), lanes[block.rank].blocks[block.position + 1]];
    return followers.find((each) => each && causeOf(each) === block) ?? block;
  }

  function fitSelection() {
    if (!selected) return fit();
    const length = Math.max(selected.end - selected.start, 1e-3);
    view.perPixel = (length * 6) / plotWidth();
    view.from = (selected.start + selected.end) / 2 - length * 3;
    return redraw();
  }

  const quarter = () => plotWidth() / 4;
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const byPlace = { KeyW: () => zoom(1.5), KeyS: () => zoom(1 / 1.5), KeyA: () => pan(-quarter()), KeyD: () => pan(quarter()) };
  const bySign = {
    "+": () => zoom(1.5),
    "=": () => zoom(1.5),
    "-": () => zoom(1 / 1.5),
    "0": fit,
    Home: () => (cursor === null ? fit() : moveCursor(0)),
    f: fitSelection,
    "[": () => selected && select(causeOf(selected)),
    "]": () => selected && select(effectOf(selected)),
    " ": () => play(!playing),
    Escape: () => (cursor === null ? select(null) : stopPlayback()),
  };

  /// Whether the key was one of ours.
  function takeKey(event) {
    const arrow = arrows[event.key];
    if (arrow && cursor !== null && arrow[0] !== 0) stepCursor(arrow[0] > 0);
    else if (arrow) moveSelection(...arrow);
    else if (byPlace[event.code]) byPlace[event.code]();
    else if (bySign[event.key] ?? bySign[event.key.toLowerCase()]) (bySign[event.key] ?? bySign[event.key.toLowerCase()])();
    else return false;
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Elsewhere keys are the browser's: arrows and Space scroll the page.
    const ours = event.target === canvas || byId("blocks").contains(event.target);
    if (ours && takeKey(event)) event.preventDefault();
  });

  // ---- The rest of the page -------------------------------------------------------------------------------------------

  /// Each block as a button, so that Tab and screen readers reach it; a lane at a time, so that the page shows at once.
  function listBlocks(rank = 0) {
    if (rank >= lanes.length) return;
    const list = element("ol", undefined, byId("blocks"));
    list.setAttribute("aria-label", word("rank", rank));
    for (const block of lanes[rank].blocks) {
      const name = `${block.text}, ${timeText(block.start)} – ${timeText(block.end)}`;
      const button = element("button", name, element("li", undefined, list));
      button.type = "button";
      button.setAttribute("aria-controls", "about");
      button.addEventListener("focus", () => select(block));
      button.addEventListener("click", () => select(block));
    }
    setTimeout(() => listBlocks(rank + 1), 0);
  }

  function valueOf(numbers, key) {
    return numbers.find(([each]) => each === key)?.[1];
  }

  /// The numbers that matter most, as text that core has written: measured where there is a run, else planned.
  function showTiles() {
    const tiles = byId("tiles");
    tiles.replaceChildren();
    const shown = shownStep ?? data;
    const add = (key, value, planned) => {
      if (!value && !planned) return;
      const tile = element("div", undefined, tiles);
      element("dt", keyWords(key), tile).title = data.meanings[key] ?? "";
      if (value) element("dd", value, tile);
      if (planned) element("dd", word("planned", planned), tile).className = "planned";
    };
    const pair = (key) => add(key, valueOf(shown.numbers, key), shownStep ? valueOf(data.numbers, key) : undefined);
    for (const key of data.tiles) pair(key);
    add("peak_memory", shown.peak, shownStep ? data.peak : undefined);
  }

  function fillTable(table, head, rows, heads) {
    table.replaceChildren();
    const top = element("tr", undefined, element("thead", undefined, table));
    head.forEach((each, at) => {
      const made = element("th", each, top);
      made.scope = "col";
      if (heads[at] === "meaning") made.className = "meaning";
    });
    const body = element("tbody", undefined, table);
    for (const row of rows) {
      const into = element("tr", undefined, body);
      row.forEach((cell, at) => {
        const made = element(at === 0 ? "th" : "td", cell, into);
        if (at === 0) made.scope = "row";
        if (heads[at] === "meaning") made.className = "meaning";
      });
    }
  }

  function showNumbers() {
    const keys = data.numbers.map(([key]) => key);
    for (const [key] of shownStep?.numbers ?? []) if (!keys.includes(key)) keys.push(key);
    const columns = ["number", ...(shownStep ? ["measured"] : []), "planned", "meaning"];
    const heads = { number: word("number"), measured: word("measured"), planned: word("plannedHead"), meaning: word("meaning") };
    const cell = {
      number: keyWords,
      measured: (key) => valueOf(shownStep.numbers, key) ?? "",
      planned: (key) => valueOf(data.numbers, key) ?? "",
      meaning: (key) => keyWords(data.meanings[key] ?? ""),
    };
    fillTable(byId("whole"), columns.map((each) => heads[each]), keys.map((key) => columns.map((each) => cell[each](key))), columns);
    fillTable(byId("each"), data.rankKeys.map(keyWords), (shownStep ?? data).ranks, []);
  }

  function showFindings() {
    const stalled = lanes.some((lane) => lane.blocks.length < lane.row);
    byId("invalid").hidden = data.valid;
    if (!data.valid) byId("invalid").textContent = word(stalled ? "stalled" : "invalid");
    byId("findings").hidden = data.findings.length === 0;
    for (const [severity, sentence] of data.findings) element("li", `${word(severity)}: ${sentence}`, byId("findings").querySelector("ul"));
  }

  function showMeasured() {
    if (!shownStep) return;
    const left = data.run.count > steps.length ? word("someSteps", steps.length, data.run.count) : "";
    const order = isOfAnotherOrder(shownStep) ? word("otherOrder") : "";
    byId("measured").hidden = false;
    byId("measured").textContent = [word(data.run.paced ? "measuredPaced" : "measured"), order, left].filter(Boolean).join(", ");
  }

  function offerSteps() {
    byId("steps").hidden = steps.length === 0;
    steps.forEach((step, at) => {
      const option = element("option", String(step.step), byId("step"));
      option.value = String(at);
      option.selected = step === shownStep;
    });
    byId("step").addEventListener("change", (event) => {
      shownStep = steps[Number(event.target.value)];
      showStep();
    });
  }

  function showStep() {
    hovered = null;
    const wasAll = isWhole();
    end = (shownStep?.bars ?? []).reduce((last, bars) => Math.max(last, bars.at(-1)?.end ?? 0), planEnd);
    if (wasAll) fit();
    showMeasured();
    showTiles();
    showNumbers();
    showAbout();
    redraw();
  }

  function start() {
    document.title = data.title || "Lanewright";
    byId("title").textContent = data.title || "Lanewright";
    byId("shape").textContent = data.shape;
    for (const each of document.querySelectorAll("[data-word]")) each.textContent = word(each.dataset.word);
    for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", word(each.dataset.label));
    canvas.setAttribute("aria-label", word("lanes", data.shape));
    byId("tools").setAttribute("aria-label", word("tools"));
    showFindings();
    offerSteps();
    listBlocks();
    showStep();
    showTime();
    byId("theme").addEventListener("change", takeTheme);
    systemDark.addEventListener("change", takeTheme);
    byId("play").addEventListener("click", () => play(!playing));
    byId("time").addEventListener("input", (event) => {
      play(false);
      moveCursor((Number(event.target.value) / 1000) * end);
    });
    byId("in").addEventListener("click", () => zoom(1.5));
    byId("out").addEventListener("click", () => zoom(1 / 1.5));
    byId("all").addEventListener("click", fit);
    byId("memory").addEventListener("change", () => {
      drawLegend();
      showAbout();
      resize();
    });
    // Not at once: an observer that changes what it observes is an error in the console.
    new ResizeObserver(() => requestAnimationFrame(resize)).observe(byId("board"));
    takeTheme();
    resize();
    // The keys work at once; the ring comes with the first of them.
    canvas.classList.add("quiet");
    for (const event of ["keydown", "blur"]) canvas.addEventListener(event, () => canvas.classList.remove("quiet"), { once: true });
    canvas.focus({ preventScroll: true });
  }

  start();
})();
