// SPDX-License-Identifier: Apache-2.0
// Moves blocks with mouse and finger, in their lane, to another, into the tray and out of it; what a drop would give is
// drawn and told while it moves.
"use strict";

((lanewright) => {
  const { byId, element, word, nameOf } = lanewright.words;
  const { shown, lanes, page, board } = lanewright;
  const { canvas, view } = lanes;

  const threshold = 5; // pixels after which a press is a drag
  const holdTime = 280; // milliseconds after which a finger holds the block that it rests on
  const stickiness = 4; // pixels by which a boundary must be passed before the caret jumps
  const stray = 10; // pixels by which the pointer may leave the lane
  const scrollZone = 24; // within so many pixels of the border a drag scrolls
  const placesAtOnce = 24; // boundaries that are rated between two frames
  const mostPlaces = 160;

  // ---- What would be ------------------------------------------------------------------------------------------------

  /// The lanes of a proposal, of which those in sight are made to spans when they are drawn.
  function previewOf(answer) {
    const { tick, lanes: rows, made = [] } = answer;
    const touched = new Set(answer.touched ?? []);
    const parked = new Map(answer.parked ?? []);
    const last = rows.reduce((most, row) => Math.max(most, row.length > 0 ? row.at(-2) + row.at(-1) : 0), 0) * tick;
    const blockAt = (i) => (i >= 0 ? shown.plan.blocks[i] : { ops: lanewright.readOps(made[-1 - i]), chunk: 0 });
    const spanOf = (i, start, end, isParked) => {
      const { ops, chunk } = blockAt(i);
      return { ops, chunk, start, end, isParked, isTouched: touched.has(i) };
    };
    return {
      spansOf(rank, from, to) {
        const row = rows[rank] ?? [];
        const spans = [];
        for (let at = firstIn(row, from / tick); at < row.length && row[at + 1] * tick <= to; at += 3)
          spans.push(spanOf(row[at], row[at + 1] * tick, (row[at + 1] + row[at + 2]) * tick, false));
        const length = shown.plan.usualLength || shown.plan.data.scale;
        (parked.get(rank) ?? []).forEach((i, at) => spans.push(spanOf(i, last + (at + 1) * length, last + (at + 2) * length, true)));
        return spans;
      },
    };
  }

  /// The place of the first triple that ends at a tick or behind it.
  function firstIn(row, tick) {
    let low = 0;
    let high = row.length / 3;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row[3 * middle + 1] + row[3 * middle + 2] < tick) low = middle + 1;
      else high = middle;
    }
    return 3 * low;
  }

  // ---- The card and the numbers ---------------------------------------------------------------------------------------

  function cardRow(table, name, value, tone) {
    const row = element("tr", undefined, table);
    element("td", name, row);
    element("td", value, row).className = tone;
  }

  const isNone = (value) => !value || value === "–";
  const changed = (before, after) => (before === after || isNone(before) ? after : `${before} → ${after}`);

  /// The peak of a rank as it is now.
  function peakNow(rank) {
    const { rankKeys, ranks } = shown.plan.data;
    return ranks[rank]?.[rankKeys.indexOf("peak_memory")] ?? "";
  }

  /// What changes, the time in any case; memory of the rank that is edited, and of those above their limit.
  function cardRows(table, answer, rank) {
    const inCard = ["iteration_time", "makespan", "bubble_share", "idle_share"];
    const end = answer.numbers.find(([key]) => key === "makespan")?.[2];
    // An iteration that is the makespan is called that, as in the goals of lessons.
    const isEnd = (key, value) => key === "iteration_time" && (value === end || value.startsWith(`${end}, `));
    for (const [key, before, after] of answer.numbers) {
      if (!inCard.includes(key) || isNone(after) || isEnd(key, after)) continue;
      const isTime = key === "makespan" || key === "iteration_time";
      const tone = isTime && before !== after ? answer.rating : "";
      if (before !== after || isTime) cardRow(table, nameOf(key), changed(before, after), tone);
    }
    for (const [each, text, isOver] of answer.peaks ?? [])
      if (each === rank || isOver) cardRow(table, word("peakOf", each), changed(peakNow(each), text), isOver ? "worse" : "");
  }

  function showCard(title, answer, rank) {
    const card = byId("card");
    const refusal = board.refusalOf(answer);
    card.replaceChildren();
    card.hidden = false;
    card.className = refusal !== null ? "bad" : answer.tone ?? "";
    element("b", title, card);
    if (refusal === null && answer.numbers) cardRows(element("table", undefined, card), answer, rank);
    const outcome = refusal ?? answer.outcome ?? "";
    if (outcome) element("p", outcome, card);
    showTiles(refusal === null ? answer.numbers ?? [] : []);
  }

  const planned = (tile) => tile.querySelector("dd.planned") ?? tile.querySelector("dd");

  /// The large numbers as they would be; their room stays, so that nothing moves under a finger.
  function showTiles(numbers) {
    const tiles = byId("tiles");
    if (tiles.style.height === "") tiles.style.height = `${tiles.offsetHeight}px`;
    for (const tile of tiles.children) {
      const after = numbers.find(([key]) => key === tile.dataset.key)?.[2];
      const value = planned(tile);
      tile.dataset.now ??= value.textContent;
      value.textContent = !after ? tile.dataset.now : value.className === "planned" ? word("planned", after) : after;
    }
  }

  function hideCard() {
    byId("card").hidden = true;
    byId("ghost").hidden = true;
    showTiles([]);
    for (const tile of byId("tiles").children) delete tile.dataset.now;
    byId("tiles").style.height = "";
  }

  /// Beside the pointer, above a finger, inside the window.
  function putCard(x, y, isTouch) {
    const card = byId("card");
    const [wide, high] = [card.offsetWidth, card.offsetHeight];
    const left = x + 18 + wide > window.innerWidth ? x - 18 - wide : x + 18;
    const isAbove = isTouch ? y - 44 - high > 4 : y + 34 + high > window.innerHeight;
    const top = isAbove ? y - 44 - high : y + (isTouch ? 60 : 34);
    card.style.transform = `translate(${Math.max(4, Math.min(left, window.innerWidth - wide - 4))}px, ${Math.max(4, top)}px)`;
  }

  // ---- Boundaries -----------------------------------------------------------------------------------------------------

  /// The boundary of a row that is next to a time: in front of the first block whose middle lies behind it.
  function boundaryAt(blocks, time, before) {
    const found = blocks.findIndex((block) => time < (block.start + block.end) / 2);
    const boundary = found < 0 ? blocks.length : found;
    if (before < 0 || Math.abs(boundary - before) !== 1) return boundary;
    const between = blocks[Math.min(boundary, before)];
    const slack = Math.min(stickiness * view.perPixel, (between.end - between.start) / 6);
    return Math.abs(time - (between.start + between.end) / 2) < slack ? before : boundary;
  }

  /// In front of which block that stays, or behind which, a boundary is; none where the row holds no other.
  function placeOf(blocks, boundary, moved) {
    const stays = (block) => !block.ops.some((op) => moved.has(op.text));
    const next = blocks.slice(boundary).find(stays);
    if (next) return { before: next.ops[0].text };
    const last = blocks.slice(0, boundary).findLast(stays);
    return last ? { after: last.ops[0].text } : {};
  }

  // ---- The gesture --------------------------------------------------------------------------------------------------

  class Drag {
    /// `source`: the blocks that move, or the ops of the tray; `rank`: of their lane.
    constructor(source) {
      Object.assign(this, source, { key: null, answer: null, edit: null, boundary: -1, places: [], isRunning: false });
      this.moved = new Set(this.ops);
      this.what = this.ops.length > 1 ? word("manyOps", this.ops.length) : this.ops[0];
    }

    begin(client) {
      this.client = client;
      this.isRunning = true;
      this.makeGhost();
      shown.overlay = (paint) => this.paint(paint);
      canvas.classList.add("dragging");
      this.frame();
      if (!this.isFromTray) this.ratePlaces();
    }

    makeGhost() {
      const ghost = byId("ghost");
      const box = this.block ? lanes.boxOf(this.block) : { width: 44, height: lanes.blockHeight() };
      const { kind } = lanewright.readOps(this.ops[0])[0];
      const { fill, label } = lanes.fillOf(kind, this.block?.chunk ?? 0);
      const width = Math.min(Math.max(box.width, 30), 240);
      Object.assign(ghost.style, { width: `${width}px`, height: `${box.height}px`, background: fill, color: label });
      ghost.textContent = this.what;
      ghost.hidden = false;
      this.hold = this.block ? Math.min(this.hold, width) : width / 2;
    }

    move(client) {
      this.client = client;
      if (this.isAwaited) return;
      this.isAwaited = true;
      requestAnimationFrame(() => this.frame());
    }

    frame() {
      this.isAwaited = false;
      if (!this.isRunning) return;
      const scrolls = this.scroll();
      this.aim();
      const { x, y } = this.client;
      const ghost = byId("ghost");
      ghost.style.transform = `translate(${x - this.hold}px, ${y - ghost.offsetHeight * 0.35}px)`;
      putCard(x, y, this.isTouch);
      lanes.drawNow();
      if (scrolls) this.move(this.client);
    }

    /// Whether the lanes scroll because the pointer is at their border.
    scroll() {
      const at = page.place({ clientX: this.client.x, clientY: this.client.y });
      if (at.y < -stray || at.y > view.height + stray) return false;
      const before = [view.from, view.top];
      const speed = (inside) => Math.max(0, scrollZone - inside) / 2;
      if (this.isInside) lanes.pan(speed(view.width - at.x) - speed(at.x - lanes.gutter()));
      if (view.height < lanes.allLanes()) view.top += speed(view.height - at.y) - speed(at.y - lanes.ruler());
      this.isInside ||= at.x > lanes.gutter() + scrollZone && at.x < view.width - scrollZone;
      lanes.bounded();
      return view.from !== before[0] || view.top !== before[1];
    }

    // ---- What it aims at

    aim() {
      const at = page.place({ clientX: this.client.x, clientY: this.client.y });
      const under = document.elementFromPoint(this.client.x, this.client.y);
      const overTray = byId("tray").contains(under) || at.y > view.height + stray;
      byId("tray").classList.toggle("over", overTray && !this.isFromTray);
      if (overTray) return this.aimAtTray();
      const rank = this.laneUnder(at.y);
      if (rank !== this.rank) return this.aimAtLane(rank);
      this.boundary = boundaryAt(shown.plan.lanes[rank].blocks, lanes.timeAt(at.x), this.boundary);
      return this.aimAtBoundary();
    }

    laneUnder(y) {
      const top = lanes.laneTop(this.rank);
      if (y >= top - stray && y < top + lanes.laneHeight() + stray) return this.rank;
      return lanes.rankAt(y);
    }

    aimAtBoundary() {
      const { blocks } = shown.plan.lanes[this.rank];
      const place = placeOf(blocks, this.boundary, this.moved);
      if (this.isFromTray) return this.propose({ insert: this.ops.join(","), ...place });
      if (this.ranks > 1) return this.aimByPlaces();
      const { position } = this.block;
      const stays = this.ops.length === this.block.ops.length && (this.boundary === position || this.boundary === position + 1);
      if (stays || (place.before ?? place.after) === undefined) return this.propose(null, word("stays", this.what));
      return this.propose({ move: this.heads.join(","), ...place });
    }

    /// Blocks of several lanes go by as many places as the one that was grabbed.
    aimByPlaces() {
      const by = this.boundary > this.block.position ? this.boundary - this.block.position - 1 : this.boundary - this.block.position;
      return by === 0 ? this.propose(null, word("stays", this.what)) : this.propose({ move: this.heads.join(","), by });
    }

    aimAtTray() {
      this.boundary = -1;
      if (this.isFromTray) return this.propose(null, this.what, word("dropOn", this.rank));
      return this.propose({ remove: this.ops.join(",") });
    }

    aimAtLane(rank) {
      this.boundary = -1;
      if (rank < 0) return this.propose(null, word("stays", this.what));
      const { stage } = lanewright.readOps(this.ops[0])[0];
      if (this.isFromTray) return this.propose(null, this.what, word("livesOn", stage, this.rank), "bad");
      return this.propose({ move: this.block.ops[0].text, to_rank: rank });
    }

    /// Asks what an edit would give, once for each; none says only why.
    propose(edit, title = "", outcome = "", tone = "") {
      const key = edit ? JSON.stringify(edit) : `${title}|${outcome}`;
      if (key === this.key) return;
      this.key = key;
      this.edit = edit;
      this.answer = edit ? board.ask({ ask: "propose", ...edit }) : { outcome, tone };
      if (!this.answer) return this.cancel();
      const isRefused = board.refusalOf(this.answer) !== null;
      shown.preview = edit && !isRefused ? previewOf(this.answer) : null;
      byId("ghost").classList.toggle("bad", isRefused || this.answer.tone === "bad");
      showCard(this.answer.sentence ?? (title || this.what), this.answer, this.edit?.to_rank ?? this.rank);
    }

    // ---- The end

    /// Whether there was a drag; it makes the edit of where it ended, which may be further than it was last seen.
    drop(client) {
      if (!this.isRunning) return false;
      this.client = client;
      this.aim();
      const { edit } = this;
      this.end();
      if (edit) board.apply(edit);
      return true;
    }

    cancel() {
      if (this.isRunning) this.end();
    }

    end() {
      this.isRunning = false;
      shown.preview = shown.overlay = null;
      canvas.classList.remove("dragging");
      byId("tray").classList.remove("over");
      hideCard();
      lanes.redraw();
    }

    // ---- Marks in the lane

    /// Rates the boundaries in sight, a few between two frames.
    ratePlaces() {
      if (this.ranks > 1) return;
      const { blocks } = shown.plan.lanes[this.rank];
      const to = lanes.timeAt(view.width);
      const first = blocks.findIndex((block) => block.end >= view.from);
      const last = blocks.findLastIndex((block) => block.start <= to) + 1;
      if (first < 0 || last - first > mostPlaces) return;
      this.firstPlace = first;
      const rate = (from) => {
        if (!this.isRunning || from > last) return;
        const answer = board.ask({ ask: "places", ops: this.heads.join(","), first: from, last: Math.min(last, from + placesAtOnce - 1) });
        this.places.push(...(answer?.ratings ?? []));
        lanes.redraw();
        setTimeout(() => rate(from + placesAtOnce), 16);
      };
      setTimeout(() => rate(first), 30);
    }

    paint(paint) {
      const { blocks } = shown.plan.lanes[this.rank];
      const xOf = (boundary) =>
        lanes.xOf(boundary < blocks.length ? blocks[boundary].start : blocks.at(-1)?.end ?? 0);
      const bottom = lanes.laneTop(this.rank) + lanes.blockHeight();
      this.places.forEach((rating, i) => paintRating(paint, rating, xOf(this.firstPlace + i), bottom + 5));
      if (this.boundary >= 0) paintCaret(paint, xOf(this.boundary), lanes.laneTop(this.rank) - 4, bottom + 4);
      else if (this.isFromTray || this.edit?.to_rank !== undefined) paintLane(paint, this.edit?.to_rank ?? this.rank);
    }
  }

  function paintCaret(paint, at, top, bottom) {
    const x = Math.round(at) - 0.5;
    paint.strokeStyle = paint.fillStyle = lanes.colour("selection");
    paint.lineWidth = 3;
    lanes.line(x, top, x, bottom);
    paint.beginPath();
    paint.moveTo(x - 6, top - 4);
    paint.lineTo(x + 6, top - 4);
    paint.lineTo(x, top + 4);
    paint.fill();
  }

  function paintLane(paint, rank) {
    paint.strokeStyle = lanes.colour("accent");
    paint.lineWidth = 2;
    paint.setLineDash([6, 4]);
    paint.strokeRect(lanes.gutter() + 1, lanes.laneTop(rank) - 3, view.width - lanes.gutter() - 3, lanes.blockHeight() + 6);
    paint.setLineDash([]);
  }

  /// A shape for each rating, so that colours only repeat it.
  const ratings = {
    better: { colour: "good", strokes: [[-4, -3, 0, 2], [0, 2, 4, -3]] },
    same: { colour: "mutedText", strokes: [[0, -2, 0, 2]] },
    worse: { colour: "warning", strokes: [[-4, 2, 0, -3], [0, -3, 4, 2]] },
    bad: { colour: "violation", strokes: [[-3, -3, 3, 3], [-3, 3, 3, -3]] },
  };

  function paintRating(paint, rating, x, y) {
    const { colour, strokes } = ratings[rating] ?? ratings.same;
    paint.strokeStyle = lanes.colour(colour);
    paint.lineWidth = 2;
    for (const [a, b, c, d] of strokes) lanes.line(x + a, y + b, x + c, y + d);
  }

  // ---- Where it begins ----------------------------------------------------------------------------------------------

  /// What a press on the lanes may become: a drag of the block there, or the place for what was chosen in the tray.
  function grab(event, at, thing) {
    if (!board.isOpen() || event.ctrlKey || event.metaKey || event.shiftKey) return null;
    const rank = lanes.rankAt(at.y);
    if (board.armed.size > 0 && rank >= 0) return placing(rank, at);
    if (!thing?.inputs) return null;
    return holding(event, at, thing);
  }

  function placing(rank, at) {
    return {
      move: () => false,
      cancel() {},
      drop() {
        const ops = board.inTrayOrder(board.armed);
        if (lanes.rankAt(at.y) !== board.rankOfTray(ops[0])) {
          board.say(word("livesOn", lanewright.readOps(ops[0])[0].stage, board.rankOfTray(ops[0])), "bad");
          return true;
        }
        const { blocks } = shown.plan.lanes[rank];
        const place = placeOf(blocks, boundaryAt(blocks, lanes.timeAt(at.x), -1), new Set());
        if (board.apply({ insert: ops.join(","), ...place })?.board) board.armed.clear();
        board.showArmed();
        return true;
      },
    };
  }

  /// The blocks that move with the one under the pointer: all selected ones where it is one of them.
  function movedWith(block) {
    const heads = board.chosenOps();
    const isOne = block === shown.selected || heads.includes(block.ops[0].text);
    const own = isOne ? heads : [block.ops[0].text];
    const ranks = new Set(own.map((op) => shown.plan.blockOf.get(op).rank)).size;
    return { heads: own, ops: board.allOps(own), ranks };
  }

  const clientOf = (event) => ({ x: event.clientX, y: event.clientY });

  function holding(event, at, block) {
    const isTouch = event.pointerType === "touch";
    const hold = at.x - lanes.xOf(block.start);
    const isChosen = board.chosenOps().includes(block.ops[0].text);
    let isHeld = !isTouch || isChosen;
    let drag = null;
    const timer = isHeld ? 0 : setTimeout(() => {
      isHeld = true;
      page.select(block, true);
    }, holdTime);
    const begin = (client) => {
      const moves = movedWith(block);
      if (!board.chosenOps().includes(block.ops[0].text)) page.select(block, true);
      drag = new Drag({ block, rank: block.rank, hold, isTouch, isFromTray: false, ...moves });
      drag.begin(client);
    };
    const gesture = {
      move(moving, now, moved) {
        if (drag) {
          drag.move(clientOf(moving));
          return true;
        }
        if (moved <= threshold) return isHeld;
        clearTimeout(timer);
        if (isHeld) begin(clientOf(moving)); // a finger that did not wait scrolls
        return isHeld;
      },
      drop(up) {
        clearTimeout(timer);
        const client = clientOf(up);
        const isFar = Math.hypot(client.x - event.clientX, client.y - event.clientY) > threshold;
        if (!drag && isHeld && isFar) begin(client);
        return drag?.drop(client) ?? false;
      },
      cancel() {
        clearTimeout(timer);
        drag?.cancel();
      },
      get holds() {
        return isHeld;
      },
    };
    held = gesture;
    return gesture;
  }

  let held = null; // the last press on a block

  /// A drag out of the tray; a press without a motion is a click, which the chip hears itself.
  function grabChip(event) {
    const chip = event.target.closest?.("button.op");
    if (!chip || event.button !== 0 || !board.isOpen()) return;
    const start = clientOf(event);
    const isTouch = event.pointerType === "touch";
    const { op } = chip.dataset;
    const ops = board.inTrayOrder(board.armed.has(op) ? board.armed : new Set([op]));
    let drag = null;
    const stop = () => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("pointercancel", cancel);
      document.removeEventListener("keydown", escape, true);
    };
    const move = (moving) => {
      const client = clientOf(moving);
      if (drag) return drag.move(client);
      if (Math.hypot(client.x - start.x, client.y - start.y) <= threshold) return undefined;
      drag = new Drag({ block: null, rank: board.rankOfTray(op), hold: 0, isTouch, isFromTray: true, ops, heads: ops, ranks: 1 });
      return drag.begin(client);
    };
    const up = (ending) => {
      stop();
      if (!drag) return;
      board.armed.clear();
      drag.drop(clientOf(ending));
      // The click that follows is no choice of the chip.
      document.addEventListener("click", (click) => click.target.closest?.("button.op") && click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => board.showArmed(), 0);
    };
    const cancel = () => {
      stop();
      drag?.cancel();
    };
    const escape = (key) => {
      if (key.key !== "Escape" || !drag) return;
      key.stopPropagation();
      key.preventDefault();
      cancel();
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", up);
    document.addEventListener("pointercancel", cancel);
    document.addEventListener("keydown", escape, true);
  }

  /// A tap that placed an op moves the tray, and the click behind it would choose what slid below the finger.
  function hearOnlyPressedChips() {
    let pressed = null; // the chip's op
    const opOf = (event) => event.target.closest?.("button.op")?.dataset.op ?? null;
    document.addEventListener("pointerdown", (event) => (pressed = opOf(event)), true);
    byId("tray").addEventListener("click", (event) => {
      if (event.detail !== 0 && opOf(event) !== null && opOf(event) !== pressed) event.stopPropagation();
    }, true);
  }

  function listen() {
    hearOnlyPressedChips();
    page.hooks.grab = grab;
    byId("tray").addEventListener("pointerdown", grabChip);
    // A finger that holds a block does not scroll the page.
    canvas.addEventListener("touchmove", (event) => {
      if (held?.holds && event.touches.length === 1 && event.cancelable) event.preventDefault();
    }, { passive: false });
    canvas.addEventListener("contextmenu", (event) => board.isOpen() && event.preventDefault());
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => (held = null));
  }

  lanewright.drag = { listen, previewOf };
})(globalThis.lanewright);
