// SPDX-License-Identifier: Apache-2.0
// Shows a schedule: reasons in words, pointer and keys, playback, numbers as text. Nothing is computed here that core has
// computed.
"use strict";

((lanewright) => {
  const { byId, element, button, word, said, timeText, memoryText, signed, nameOf, announce } = lanewright.words;
  const { shown, lanes, Binding } = lanewright;
  const { canvas, view, redraw } = lanes;

  /// What those who edit may set: `grab` takes a press on the lanes and returns a gesture { move, drop, cancel }, or
  /// nothing; `key` takes a key and returns whether it did; `about` and `finding` add to what is said of a block and of a
  /// finding; `chosen` hears that the selection has changed, `cursor` that playback has.
  const hooks = { grab: null, key: null, about: null, finding: null, chosen: null, cursor: null };

  // ---- What is said of a block --------------------------------------------------------------------------------------

  function opWords(op) {
    const { kinds, data } = shown.plan;
    const [, length] = data.lengths[op.microbatch] ?? [];
    const words = word("opWords", kinds.get(op.kind) ?? op.kind, op.stage, op.microbatch);
    return length ? `${words} (${said(length)})` : words;
  }

  const measuredAs = (block) => shown.step?.bars[block.rank]?.find((bar) => bar.text === block.text) ?? null;

  /// The sentences about what is under the pointer or chosen, the first one its name.
  function sentencesOf(thing) {
    if (thing.inputs) return blockSentences(thing);
    if (thing.ops) return barSentences(thing);
    return [word("idle", thing.rank, timeText(thing.end - thing.start)), said(thing.why)];
  }

  const runsSentence = (span) =>
    word("runs", span.rank, timeText(span.start), timeText(span.end), timeText(span.end - span.start));

  function blockSentences(block) {
    const sentences = [`${block.text}: ${block.ops.map(opWords).join(" + ")}`];
    if (block.isParked) return [...sentences, word("parked", block.rank)];
    sentences.push(runsSentence(block));
    for (const each of block.stretches?.sentences ?? []) sentences.push(said(each));
    if (block.why !== "") sentences.push(said(block.why));
    sentences.push(block.slack === 0 ? word("critical") : word("slack", timeText(block.slack)));
    const bar = measuredAs(block);
    if (bar) sentences.push(measuredSentence(block, bar));
    if (lanes.showsMemory()) sentences.push(memorySentence(shown.plan.lanes[block.rank], block.start));
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

  const blockOfBar = (bar) => shown.plan.blocks.find((block) => block.text === bar.text && block.rank === bar.rank) ?? null;

  function barSentences(bar) {
    const block = blockOfBar(bar);
    return [word("measuredName", bar.text, shown.step.step), block ? measuredSentence(block, bar) : runsSentence(bar)];
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
    for (const index of indices) button(shown.plan.blocks[index].text, line, () => select(shown.plan.blocks[index], true));
  }

  function showAbout() {
    const about = byId("about");
    const { selected } = shown;
    about.replaceChildren();
    if (selected) {
      const [name, ...rest] = sentencesOf(selected);
      element("b", name, about);
      for (const sentence of rest) element("p", sentence, about);
      blockButtons(about, word("needs"), selected.inputs.map((input) => input.from));
      blockButtons(about, word("neededBy"), selected.consumers);
    } else {
      element("p", word("aboutNothing"), about);
    }
    hooks.about?.(selected, about);
  }

  function showTip(x, y) {
    const tip = byId("tip");
    tip.hidden = !shown.hovered;
    if (!shown.hovered) return;
    tip.replaceChildren();
    const [name, ...rest] = sentencesOf(shown.hovered);
    element("b", name, tip);
    for (const sentence of rest) element("p", sentence, tip);
    const left = Math.max(4, Math.min(x + 16, view.width - tip.offsetWidth - 4));
    const below = canvas.getBoundingClientRect().top + y + 20 + tip.offsetHeight < window.innerHeight;
    tip.style.transform = `translate(${left}px, ${below ? y + 20 : y - 12 - tip.offsetHeight}px)`;
  }

  /// Chooses a block, or none. `takesKeys`: the keyboard goes there, too.
  function select(block, takesKeys = false) {
    shown.selected = block;
    shown.also.clear();
    if (block) lanes.reveal(block);
    chosenAnew(takesKeys);
  }

  function chosenAnew(takesKeys) {
    showAbout();
    if (shown.selected) focusCell(shown.selected, takesKeys);
    hooks.chosen?.();
    redraw();
  }

  // ---- The pointer --------------------------------------------------------------------------------------------------

  const holds = (span, time) => span.start <= time && time < span.end;

  function thingAt(x, y) {
    const rank = lanes.rankAt(y);
    if (x < lanes.gutter() || rank < 0) return null;
    const inLane = y - lanes.laneTop(rank);
    const time = lanes.timeAt(x);
    const lane = shown.plan.lanes[rank];
    if (inLane >= 0 && inLane < lanes.blockHeight() + 1)
      return lane.blocks.find((each) => holds(each, time)) ?? lane.bubbles.find((each) => holds(each, time)) ?? null;
    if (shown.step && inLane < lanes.blockHeight() + lanes.barHeight())
      return shown.step.bars[rank]?.find((each) => holds(each, time)) ?? null;
    return null;
  }

  const pointers = new Map();
  let moved = 0;
  let gesture = null; // of an edit
  let clicks = 0; // since anything was dragged: what browsers take for a double click may be two short drags

  function place(event) {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  function distance() {
    const [a, b] = [...pointers.values()];
    return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  }

  function endGesture() {
    gesture?.cancel();
    gesture = null;
  }

  canvas.addEventListener("pointerdown", (event) => {
    const at = place(event);
    if (gesture && event.button !== 0) return endGesture();
    pointers.set(event.pointerId, at);
    canvas.setPointerCapture(event.pointerId);
    moved = 0;
    if (pointers.size > 1) return endGesture();
    gesture = event.button === 0 ? hooks.grab?.(event, at, thingAt(at.x, at.y)) ?? null : null;
    return undefined;
  });

  function hover(at) {
    const thing = thingAt(at.x, at.y);
    if (shown.overlay || (thing === shown.hovered && !thing)) return;
    shown.hovered = thing;
    showTip(at.x, at.y);
    redraw();
  }

  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") hover(now);
      return;
    }
    const apart = pointers.size === 2 ? distance() : 0;
    pointers.set(event.pointerId, now);
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (pointers.size === 2) lanes.zoom(distance() / apart, now.x);
    else if (gesture?.move(event, now, moved)) hideTip();
    else if (moved > 4) panBy(before, now);
  });

  function panBy(before, now) {
    canvas.classList.add("dragging");
    hideTip();
    view.top -= now.y - before.y;
    lanes.pan(before.x - now.x);
  }

  function hideTip() {
    shown.hovered = null;
    showTip(0, 0);
  }

  function release(event) {
    const wasHeld = pointers.delete(event.pointerId);
    const ended = gesture;
    canvas.classList.remove("dragging");
    gesture = null;
    const dropped = ended && event.type === "pointerup" && ended.drop(event);
    if (!dropped) ended?.cancel();
    const isClick = !dropped && wasHeld && moved <= 4 && event.type === "pointerup" && event.button === 0;
    clicks = isClick ? clicks + 1 : 0;
    if (isClick) click(event);
  }

  function click(event) {
    const { x, y } = place(event);
    const thing = thingAt(x, y);
    const block = thing?.inputs ? thing : thing?.ops ? blockOfBar(thing) : null;
    if (block && (event.ctrlKey || event.metaKey || event.shiftKey) && hooks.grab) selectBeside(block, event.shiftKey);
    else select(block, true);
    // A finger has no pointer that hovers; the bubble says why it is there.
    if (thing && !block) hover({ x, y });
    else if (event.pointerType === "touch") hideTip();
  }

  /// With Ctrl a block joins the selection or leaves it; with Shift all up to it in its lane do.
  function selectBeside(block, isStretch) {
    const { selected, also, plan } = shown;
    if (!selected) return select(block, true);
    const textOf = (each) => each.ops[0].text;
    if (isStretch && selected.rank === block.rank) {
      const [first, last] = [selected.position, block.position].sort((a, b) => a - b);
      for (let at = first; at <= last; ++at) also.add(textOf(plan.lanes[block.rank].blocks[at]));
    } else if (!also.delete(textOf(block))) {
      also.add(textOf(block));
    }
    also.delete(textOf(selected));
    return chosenAnew(false);
  }

  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => {
    if (pointers.size > 0) return;
    hideTip();
    redraw();
  });

  // A wheel zooms with Ctrl and pans with Shift; alone it scrolls lanes where they do not fit, else the page.
  canvas.addEventListener("wheel", (event) => {
    const amount = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    if (event.ctrlKey || event.metaKey) {
      lanes.zoom(Math.exp(-amount / 300), place(event).x);
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      lanes.pan(event.deltaX || amount);
    } else {
      const before = view.top;
      view.top += amount;
      lanes.bounded();
      if (view.top === before) return;
      redraw();
    }
    event.preventDefault();
  }, { passive: false });

  canvas.addEventListener("dblclick", (event) => {
    if (clicks < 2) return;
    const { x, y } = place(event);
    const thing = thingAt(x, y);
    if (hooks.grab && thing?.inputs) selectStrand(thing);
    else fitAll();
  });

  /// All blocks of its microbatch.
  function selectStrand(block) {
    const [{ microbatch }] = block.ops;
    shown.also = new Set(shown.plan.blocks.filter((each) => each !== block && each.ops[0].microbatch === microbatch).map((each) => each.ops[0].text));
    shown.selected = block;
    chosenAnew(true);
  }

  // ---- Playback -----------------------------------------------------------------------------------------------------

  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  let playing = false;
  let frameBefore = 0;
  let events = null; // all starts and ends; sorted when they are asked for
  const wholeSeconds = 12; // for all of it at speed 1
  const stillSeconds = 0.7; // from event to event where the system asks for less motion

  function showTime() {
    const { cursor } = shown;
    byId("time").value = String(cursor === null ? 0 : (1000 * cursor) / shown.end);
    byId("now").textContent = cursor === null ? "" : timeText(cursor);
    byId("play").textContent = word(playing ? "pause" : "play");
    byId("play").setAttribute("aria-pressed", String(playing));
    byId("time").setAttribute("aria-valuetext", timeText(cursor ?? 0));
  }

  function moveCursor(time) {
    shown.cursor = time === null ? null : Math.max(0, Math.min(shown.end, time));
    const span = view.perPixel * lanes.plotWidth();
    const { cursor } = shown;
    if (cursor !== null && (cursor < view.from || cursor > view.from + span)) view.from = cursor - span * 0.1;
    showTime();
    hooks.cursor?.();
    redraw();
  }

  function play(on) {
    playing = on;
    if (on) {
      if (shown.cursor === null || shown.cursor >= shown.end) shown.cursor = 0;
      frameBefore = performance.now();
      requestAnimationFrame(tick);
    }
    showTime();
  }

  function tick(now) {
    if (!playing) return;
    const seconds = ((now - frameBefore) / 1000) * Number(byId("speed").value);
    if (!stillness.matches) {
      frameBefore = now;
      moveCursor(shown.cursor + (Math.max(0, seconds) / wholeSeconds) * shown.end);
    } else if (seconds >= stillSeconds) {
      frameBefore = now;
      moveCursor(eventBeside(true));
    }
    if (shown.cursor >= shown.end) play(false);
    else requestAnimationFrame(tick);
  }

  /// The next or previous start or end of a block.
  function eventBeside(forward) {
    events ??= [...new Set(shown.plan.blocks.flatMap((block) => [block.start, block.end]))].sort((a, b) => a - b);
    const next = forward ? events.find((time) => time > shown.cursor) : events.findLast((time) => time < shown.cursor);
    return next ?? (forward ? shown.end : 0);
  }

  function stepCursor(forward) {
    play(false);
    moveCursor(eventBeside(forward));
  }

  function stopPlayback() {
    play(false);
    moveCursor(null);
  }

  // ---- Keys: those of the desktop's lanes -----------------------------------------------------------------------------

  function nearest(rank, time) {
    const middle = (block) => Math.abs((block.start + block.end) / 2 - time);
    return shown.plan.lanes[rank].blocks.reduce((best, each) => (best && middle(best) <= middle(each) ? best : each), null);
  }

  function moveSelection(dx, dy) {
    const { selected, plan } = shown;
    if (!selected) return select(plan.lanes.map((lane) => nearest(lane.rank, view.from)).find(Boolean) ?? null, true);
    if (dx !== 0) return select(plan.lanes[selected.rank].blocks[selected.position + dx] ?? selected, true);
    for (let rank = selected.rank + dy; rank >= 0 && rank < plan.lanes.length; rank += dy)
      if (plan.lanes[rank].blocks.length > 0) return select(nearest(rank, (selected.start + selected.end) / 2), true);
    return undefined;
  }

  function causeOf(block) {
    if (block.binding === Binding.dependency)
      return shown.plan.blocks[block.inputs.reduce((best, each) => (each.wait < best.wait ? each : best)).from];
    return shown.plan.lanes[block.rank].blocks[block.position - 1] ?? block;
  }

  function effectOf(block) {
    const { blocks } = shown.plan;
    const followers = [...block.consumers.map((index) => blocks[index]), shown.plan.lanes[block.rank].blocks[block.position + 1]];
    return followers.find((each) => each && causeOf(each) === block) ?? block;
  }

  /// The bubble of the lane before or behind what is selected: what it says is announced.
  function stepBubble(by) {
    const { selected, hovered, plan } = shown;
    const from = hovered && !hovered.ops ? hovered : selected;
    const { bubbles } = plan.lanes[from?.rank ?? 0];
    const start = from?.start ?? (by > 0 ? -1 : shown.end);
    const bubble = by > 0 ? bubbles.find((each) => each.start > start) : bubbles.findLast((each) => each.start < start);
    if (!bubble) return;
    lanes.reveal(bubble);
    shown.hovered = bubble;
    showTip(lanes.xOf(bubble.start), lanes.laneTop(bubble.rank) + lanes.blockHeight());
    announce(sentencesOf(bubble).join(" "));
    redraw();
  }

  /// All of the schedule as it is now.
  function fitAll() {
    if (shown.plan.blocks.length > 0) shown.least = 0;
    showEnd();
    lanes.fit();
  }

  function fitSelection() {
    const { selected } = shown;
    if (!selected) return fitAll();
    const length = Math.max(selected.end - selected.start, 1e-3);
    view.perPixel = (length * 6) / lanes.plotWidth();
    view.from = (selected.start + selected.end) / 2 - length * 3;
    return redraw();
  }

  const { zoom, pan } = lanes;
  const quarter = () => lanes.plotWidth() / 4;
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const byPlace = { KeyW: () => zoom(1.5), KeyS: () => zoom(1 / 1.5), KeyA: () => pan(-quarter()), KeyD: () => pan(quarter()) };
  const bySign = {
    "+": () => zoom(1.5),
    "=": () => zoom(1.5),
    "-": () => zoom(1 / 1.5),
    "0": fitAll,
    Home: () => (shown.cursor === null ? fitAll() : moveCursor(0)),
    f: fitSelection,
    "[": () => shown.selected && select(causeOf(shown.selected), true),
    "]": () => shown.selected && select(effectOf(shown.selected), true),
    ",": () => stepBubble(-1),
    ".": () => stepBubble(1),
    " ": () => play(!playing),
    Escape: () => (shown.cursor === null ? select(null) : stopPlayback()),
  };

  /// Whether the key was one of ours.
  function takeKey(event) {
    const arrow = arrows[event.key];
    const act = bySign[event.key] ?? bySign[event.key.toLowerCase()];
    if (arrow && shown.cursor !== null && arrow[0] !== 0) stepCursor(arrow[0] > 0);
    else if (arrow) moveSelection(...arrow);
    else if (byPlace[event.code]) byPlace[event.code]();
    else if (act) act();
    else return false;
    return true;
  }

  // Keys go to the lanes until a press somewhere else: there arrows and Space scroll the page.
  let pressedBeside = false;
  const ring = (isShown) => (document.documentElement.dataset.keys = String(isShown));
  document.addEventListener("pointerdown", (event) => {
    ring(false);
    pressedBeside = !byId("board").contains(event.target);
  });
  document.addEventListener("keydown", (event) => {
    ring(true);
    const inLanes = byId("board").contains(event.target) || (event.target === document.body && !pressedBeside);
    if (gesture && event.key === "Escape") {
      endGesture();
      event.preventDefault();
      return;
    }
    if (hooks.key?.(event, inLanes)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (inLanes && takeKey(event)) event.preventDefault();
    return undefined;
  });

  // ---- The lanes for screen readers: a grid with a row per rank, of which the keyboard is in one cell -------------------

  const wholeGrid = 4000; // blocks; of more a row holds those around the chosen one
  const aroundChosen = 30;
  let rows = [];
  let cells = new Map(); // by the index of the block
  let tabStop = null;
  let filling = 0; // which filling is under way

  function fillRow(rank, from = 0, to = Infinity) {
    const { blocks } = shown.plan.lanes[rank];
    const row = rows[rank];
    const header = element("span", word("rank", rank));
    header.setAttribute("role", "rowheader");
    const made = blocks.slice(from, to).map(makeCell);
    row.replaceChildren(header, ...made);
  }

  function makeCell(block) {
    const cell = element("span", block.isParked ? block.text : `${block.text}, ${timeText(block.start)} – ${timeText(block.end)}`);
    cell.setAttribute("role", "gridcell");
    cell.setAttribute("aria-colindex", String(block.position + 2));
    cell.tabIndex = -1;
    cells.set(block.index, cell);
    return cell;
  }

  /// A row at a time, so that the page shows at once.
  function fillGrid() {
    const { plan } = shown;
    const mine = ++filling;
    const grid = byId("blocks");
    const hadKeys = grid.contains(document.activeElement);
    cells = new Map();
    tabStop = null;
    rows = plan.lanes.map((lane) => {
      const row = element("div");
      row.setAttribute("role", "row");
      row.setAttribute("aria-rowindex", String(lane.rank + 1));
      return row;
    });
    grid.replaceChildren(...rows);
    grid.setAttribute("aria-rowcount", String(rows.length));
    grid.setAttribute("aria-colcount", String(1 + Math.max(0, ...plan.lanes.map((lane) => lane.blocks.length))));
    const first = shown.selected ?? plan.blocks[0];
    if (first) focusCell(first, hadKeys);
    if (plan.blocks.length > wholeGrid) return;
    const next = (rank) => {
      if (mine !== filling || rank >= rows.length) return;
      if (rows[rank].children.length === 0) fillRow(rank);
      setTimeout(() => next(rank + 1), 0);
    };
    setTimeout(() => next(0), 0);
  }

  /// The one cell that Tab reaches; it says all of the block.
  function focusCell(block, takesKeys) {
    if (!cells.has(block.index)) {
      const isLarge = shown.plan.blocks.length > wholeGrid;
      if (isLarge) fillRow(block.rank, Math.max(0, block.position - aroundChosen), block.position + aroundChosen);
      else fillRow(block.rank);
    }
    const cell = cells.get(block.index);
    if (tabStop && tabStop !== cell) {
      tabStop.tabIndex = -1;
      tabStop.setAttribute("aria-selected", "false");
    }
    tabStop = cell;
    cell.tabIndex = 0;
    cell.dataset.block = String(block.index);
    cell.textContent = sentencesOf(block).join(" ");
    cell.setAttribute("aria-selected", String(block === shown.selected));
    if (takesKeys && document.activeElement !== cell) cell.focus({ preventScroll: true });
  }

  byId("blocks").addEventListener("focusin", (event) => {
    const block = shown.plan.blocks[Number(event.target.dataset?.block ?? -1)];
    if (block && block !== shown.selected) select(block);
  });
  // A screen reader's click.
  byId("blocks").addEventListener("click", (event) => {
    for (const [index, cell] of cells) if (cell === event.target) select(shown.plan.blocks[index], true);
  });

  // ---- The rest of the page -------------------------------------------------------------------------------------------

  const valueOf = (numbers, key) => numbers.find(([each]) => each === key)?.[1];

  /// The numbers that matter most, as text that core has written: measured where there is a run, else planned.
  function showTiles() {
    const tiles = byId("tiles");
    const { data } = shown.plan;
    const numbers = shown.step ?? data;
    tiles.replaceChildren();
    const add = (key, value, planned) => {
      if (!value) return;
      const tile = element("div", undefined, tiles);
      tile.dataset.key = key;
      element("dt", nameOf(key), tile).title = data.meanings[key] ?? "";
      element("dd", value, tile);
      if (planned) element("dd", word("planned", planned), tile).className = "planned";
    };
    for (const key of data.tiles) add(key, valueOf(numbers.numbers, key), shown.step ? valueOf(data.numbers, key) : undefined);
    add("peak_memory", numbers.peak, shown.step ? data.peak : undefined);
  }

  function fillTable(table, head, rowsOfTable, heads) {
    table.replaceChildren();
    const top = element("tr", undefined, element("thead", undefined, table));
    head.forEach((each, at) => {
      const made = element("th", each, top);
      made.scope = "col";
      if (heads[at] === "meaning") made.className = "meaning";
    });
    const body = element("tbody", undefined, table);
    for (const row of rowsOfTable) {
      const into = element("tr", undefined, body);
      row.forEach((cell, at) => {
        const made = element(at === 0 ? "th" : "td", cell, into);
        if (at === 0) made.scope = "row";
        if (heads[at] === "meaning") made.className = "meaning";
      });
    }
  }

  function showNumbers() {
    const { data } = shown.plan;
    const keys = data.numbers.map(([key]) => key);
    for (const [key] of shown.step?.numbers ?? []) if (!keys.includes(key)) keys.push(key);
    const columns = ["number", ...(shown.step ? ["measured"] : []), "planned", "meaning"];
    const heads = { number: word("number"), measured: word("measured"), planned: word("plannedHead"), meaning: word("meaning") };
    const cell = {
      number: nameOf,
      measured: (key) => valueOf(shown.step.numbers, key) ?? "",
      planned: (key) => valueOf(data.numbers, key) ?? "",
      meaning: (key) => data.meanings[key] ?? "",
    };
    fillTable(byId("whole"), columns.map((each) => heads[each]), keys.map((key) => columns.map((each) => cell[each](key))), columns);
    fillTable(byId("each"), data.rankKeys.map(nameOf), (shown.step ?? data).ranks, []);
  }

  function showFindings() {
    const { data, lanes: all } = shown.plan;
    const stalled = all.some((lane) => lane.ran < lane.row);
    const list = byId("findings").querySelector("ul");
    byId("invalid").hidden = data.valid;
    if (!data.valid) byId("invalid").textContent = word(stalled ? "stalled" : "invalid");
    byId("findings").hidden = data.findings.length === 0;
    list.replaceChildren();
    data.findings.forEach(([severity, sentence], at) => {
      const item = element("li", `${word(severity)}: ${sentence} `, list);
      hooks.finding?.(at, item);
    });
  }

  function showMeasured() {
    const { run } = shown.runPlan.data;
    byId("measured").hidden = !shown.step;
    if (!shown.step) return;
    const left = run.count > shown.steps.length ? word("someSteps", shown.steps.length, run.count) : "";
    const isOther = shown.step.isOfAnotherOrder || shown.plan !== shown.runPlan;
    const order = isOther ? word("otherOrder") : "";
    byId("measured").textContent = [word(run.paced ? "measuredPaced" : "measured"), order, left].filter(Boolean).join(", ");
  }

  function offerSteps() {
    byId("steps").hidden = shown.steps.length === 0;
    shown.steps.forEach((step, at) => {
      const option = element("option", String(step.step), byId("step"));
      option.value = String(at);
      option.selected = step === shown.step;
    });
    byId("step").addEventListener("change", (event) => {
      shown.step = shown.steps[Number(event.target.value)];
      showAll();
    });
  }

  function showEnd() {
    const ends = (shown.step?.bars ?? []).map((bars) => bars.at(-1)?.end ?? 0);
    shown.end = Math.max(shown.plan.end, shown.least, ...ends);
  }

  /// Shows plan and step, both as they are now; zoom, selection and playback stay as far as they can.
  function showAll() {
    const wasAll = lanes.isWhole();
    hideTip();
    showEnd();
    if (shown.cursor !== null) shown.cursor = Math.min(shown.cursor, shown.end);
    events = null;
    if (wasAll) lanes.fit();
    showMeasured();
    showFindings();
    showTiles();
    showNumbers();
    showAbout();
    showTime();
    lanes.drawLegend();
    redraw();
  }

  /// Shows another state of the schedule: data as core/page writes it, and by rank what never runs. The selection follows
  /// its ops, measured bars stay beside their ranks. After an edit the scales stay, so that what was won or lost is
  /// seen; `least` says that this is another schedule, whose lanes are at least so long.
  function show(data, parked = [], least = null) {
    const before = shown.plan;
    if (!before) return begin(data, parked, least ?? 0);
    lanewright.words.take(data);
    shown.plan = lanewright.readPlan(data, parked);
    shown.least = least ?? shown.end;
    if (least === null) shown.plan.mostMemory = Math.max(shown.plan.mostMemory, before.mostMemory);
    if (before && before.lanes.length !== shown.plan.lanes.length) shown.steps = [];
    if (shown.steps.length === 0) shown.step = null;
    const again = (op) => shown.plan.blockOf.get(op) ?? null;
    const { selected } = shown;
    // Where it is gone what took its place is next.
    const inPlace = () => shown.plan.lanes[selected.rank]?.blocks[selected.position] ?? null;
    shown.selected = selected && (again(selected.ops[0].text) ?? inPlace());
    shown.also = new Set([...shown.also].filter(again));
    showTitle();
    showAll();
    fillGrid();
    lanes.resize();
    return undefined;
  }

  function showTitle() {
    const { data } = shown.plan;
    document.title = data.title || "Lanewright";
    byId("title").textContent = data.title || "Lanewright";
    byId("shape").textContent = data.shape;
    byId("blocks").setAttribute("aria-label", word("lanes", data.shape));
  }

  function sayWords(root = document) {
    for (const each of root.querySelectorAll("[data-word]")) each.textContent = word(each.dataset.word);
    for (const each of root.querySelectorAll("[data-label]")) each.setAttribute("aria-label", word(each.dataset.label));
  }

  const coarse = matchMedia("(pointer: coarse)");

  function takeSizes() {
    const wasAll = lanes.isWhole();
    view.isTouched = coarse.matches;
    view.type = byId("large").checked ? 1.5 : 1;
    document.documentElement.classList.toggle("large", byId("large").checked);
    lanes.resize();
    if (wasAll) lanes.fit();
  }

  /// On paper everything is light, whole, and as sharp as paper.
  function preparePrint() {
    stopPlayback();
    byId("theme").value = "light";
    lanes.takeTheme();
    lanes.fit();
    lanes.resize(3);
    lanes.drawNow();
  }

  function listen() {
    byId("theme").addEventListener("change", lanes.takeTheme);
    for (const system of lanes.systems) system.addEventListener("change", lanes.takeTheme);
    coarse.addEventListener("change", takeSizes);
    byId("large").addEventListener("change", takeSizes);
    byId("play").addEventListener("click", () => play(!playing));
    byId("time").addEventListener("input", (event) => {
      const share = Number(event.target.value) / 1000; // before `play` shows where the cursor was
      play(false);
      moveCursor(share * shown.end);
    });
    byId("in").addEventListener("click", () => zoom(1.5));
    byId("out").addEventListener("click", () => zoom(1 / 1.5));
    byId("all").addEventListener("click", fitAll);
    byId("memory").addEventListener("change", () => {
      lanes.drawLegend();
      showAbout();
      lanes.resize();
    });
    let themeBefore = "auto";
    window.addEventListener("beforeprint", () => {
      themeBefore = byId("theme").value;
      preparePrint();
    });
    window.addEventListener("afterprint", () => {
      byId("theme").value = themeBefore;
      lanes.takeTheme();
      lanes.resize();
    });
    // Not at once: an observer that changes what it observes is an error in the console.
    new ResizeObserver(() => requestAnimationFrame(() => lanes.resize())).observe(byId("board"));
  }

  /// Begins with what the page holds; a page that holds nothing yet begins with the first `show`.
  function start() {
    const text = lanewright.packed.textOf("data");
    if (text !== "") begin(JSON.parse(text));
  }

  function begin(data, parked = [], least = 0) {
    shown.least = least;
    lanewright.words.take(data);
    shown.plan = shown.runPlan = lanewright.readPlan(data, parked);
    shown.steps = lanewright.readSteps(shown.plan);
    shown.step = shown.steps[data.run?.chosen ?? 0] ?? null;
    sayWords();
    showTitle();
    lanes.takeTheme();
    offerSteps();
    showAll();
    fillGrid();
    listen();
    takeSizes();
  }

  lanewright.page = {
    hooks, start, show, showAll, showAbout, showFindings, select, chosenAnew, sentencesOf, place, thingAt, play, stopPlayback, sayWords, endGesture,
  };
})(globalThis.lanewright);
