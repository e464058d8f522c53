// SPDX-License-Identifier: Apache-2.0
// Makes the page a board: starts the module, asks it what edits give, and shows what it answers. Nothing is decided here.
//
// For lessons and tests: lanewright.board.begin(text, more) opens a schedule or lesson, .ask(request) asks the module,
// .apply(edit) and .act(name) change the board, .on("view" | "said" | "lost", hearer) tells what came of it.
"use strict";

((lanewright) => {
  const { byId, element, button, word, announce, nameOf } = lanewright.words;
  const { shown, lanes, page } = lanewright;
  const hearers = new Map();
  let starting = null; // the module, as a promise: it is started once, however often Edit is pressed
  let core = null; // the module, once it was started
  let handle = 0; // its document
  let dictionary = 0; // another one: the words of the page's language
  let view = null; // what it showed last
  let kept = null; // what to begin with again: a text, and what goes along
  let merge = 0; // nudges with the same number are one step
  const armed = new Set(); // ops of the tray that were chosen

  function on(name, hearer) {
    hearers.set(name, [...(hearers.get(name) ?? []), hearer]);
  }
  const emit = (name, ...given) => (hearers.get(name) ?? []).forEach((hearer) => hearer(...given));

  const isOpen = () => view !== null;
  const allows = (edit) => isOpen() && (view.board.lesson?.allowed ?? [edit]).includes(edit);
  const hasModule = () => byId("module").textContent.trim() !== "" && lanewright.module !== undefined;

  let hiding = 0;

  // ---- Asking -------------------------------------------------------------------------------------------------------

  /// Says what was done or why not, where it is seen and where it is heard.
  function say(sentence, tone = "", more = null) {
    const status = byId("status");
    clearTimeout(hiding);
    if (!more) hiding = setTimeout(() => (status.hidden = !status.contains(document.activeElement)), 10_000);
    status.hidden = sentence === "";
    status.className = tone;
    status.textContent = sentence;
    if (more) button(more.text, status, more.act);
    announce(sentence);
    emit("said", sentence, tone);
  }

  /// The module has broken down: the last board stays in sight.
  function lost() {
    core = starting = null;
    handle = dictionary = 0;
    document.documentElement.classList.remove("edited");
    say(word("lost"), "bad", kept && { text: word("goOn"), act: () => begin(kept.text, kept.more) });
    emit("lost");
  }

  /// What the module gives, `given` says how; null where it has broken down.
  function called(given) {
    if (!core || !handle) {
      if (view) lost();
      return null;
    }
    let text = null;
    try {
      text = given();
    } catch {
      // A trap: what it left in memory is not to be relied on.
    }
    if (text === null) lost();
    return text;
  }

  /// The answer to a request as text.
  const askText = (request) => called(() => core.ask(handle, JSON.stringify(request)));

  /// The file of what the board is now.
  const fileText = () => called(() => core.text(handle));

  function ask(request) {
    const text = askText(request);
    return text === null ? null : JSON.parse(text);
  }

  /// A file that a request gives, as text; null where it gives none, which is said.
  function askFile(request) {
    const text = askText(request);
    const refusal = text === null ? null : refusalOf(JSON.parse(text));
    if (refusal === null) return text;
    say(refusal, "bad");
    return null;
  }

  const refusalOf = (answer) => answer?.refused ?? answer?.error?.sentence ?? null;

  /// Asks for a change and shows what comes of it, or why nothing does.
  function change(request) {
    const answer = ask(request);
    if (!answer) return null;
    const refusal = refusalOf(answer);
    if (refusal !== null) say(refusal, "bad");
    else take(answer);
    return answer;
  }

  function apply(edit) {
    if (edit.merge === undefined) merge += 1;
    const answer = change({ ask: "apply", ...edit });
    if (answer?.board) say(answer.board.undo ?? "");
    return answer;
  }

  /// undo, redo and what else changes the board without an edit.
  function act(name, more = {}) {
    merge += 1;
    const before = view;
    const answer = change({ ask: name, ...more });
    if (answer?.board && name === "undo") say(word("undone", before.board.undo ?? ""));
    else if (answer?.board && name === "redo") say(answer.board.undo ?? "");
    return answer;
  }

  // ---- Showing ------------------------------------------------------------------------------------------------------

  /// How long lanes are, roughly, once all of the tray is in them: so much room there is from the first op on.
  function roomFor({ page: data, board: { tray } }) {
    if (tray.length === 0) return 0;
    const lengths = data.lanes.flatMap((lane) => lane.blocks.map(([, , length]) => length * data.tick));
    const usual = lengths.length > 0 ? lengths.reduce((sum, each) => sum + each) / lengths.length : data.scale;
    const opsOf = (rank) => data.lanes[rank].row + (tray.find(([each]) => each === rank)?.[1].length ?? 0);
    return 1.5 * usual * Math.max(...data.lanes.map((lane, rank) => opsOf(rank)));
  }

  function take(answer, isEdit = true) {
    view = answer;
    for (const op of armed) if (!trayOps().includes(op)) armed.delete(op);
    page.endGesture();
    page.show(view.page, view.board.parked ?? [], isEdit ? null : roomFor(view));
    if (!acts.edit) makeActs();
    showTray();
    showActs();
    keepSoon();
    emit("view", view);
  }

  let keeping = 0;

  /// Keeps what the board is, so that it is there when the module breaks down; not while edits follow each other.
  function keepSoon() {
    clearTimeout(keeping);
    keeping = setTimeout(keep, 400);
  }

  function keep() {
    const isLesson = Boolean(view.board.lesson);
    const text = isLesson ? askText({ ask: "progress" }) : fileText();
    if (text === null || (isLesson && refusalOf(JSON.parse(text)) !== null)) return;
    kept = isLesson ? { ...kept, more: { ...kept.more, progress: text } } : { text, more: kept.more };
  }

  /// The schedule as its file has it.
  function savedText() {
    const text = askFile({ ask: "save" });
    if (text !== null) view.board.modified = false;
    return text;
  }

  // ---- Beginning ----------------------------------------------------------------------------------------------------

  /// Opens a schedule or a lesson in the module, which is started for the first. `more` goes along with the question
  /// "board". Resolves to whether there is a board now; what was shown before stays where there is none.
  async function begin(text, more = {}) {
    const mine = ++turn;
    if (acts.edit) acts.edit.disabled = true;
    try {
      starting ??= lanewright.module.start(byId("module").textContent);
      core = await starting;
    } catch {
      starting = null;
      say(word("noStart"), "bad");
    }
    if (acts.edit) acts.edit.disabled = false;
    // Of several that waited for the module the last one counts.
    return core !== null && mine === turn && open(text, more);
  }

  let turn = 0;

  /// Whether the module that runs took the text.
  function open(text, more) {
    const before = handle;
    try {
      handle = core.open(text);
      nameWords();
    } catch {
      lost();
      return false;
    }
    const language = document.documentElement.lang;
    const answer = ask({ ask: "board", ...(language === "en" ? {} : { language }), ...more });
    if (answer === null) return false;
    const refusal = refusalOf(answer);
    if (refusal !== null) {
      core.free(handle);
      handle = before;
      say(word("notOpened", refusal), "bad");
      return false;
    }
    if (before) core.free(before);
    kept = { text, more };
    document.documentElement.classList.add("edited");
    armed.clear();
    slots = [];
    byId("legend").before(byId("invalid")); // there it moves nothing that is edited
    say("");
    take(answer, false);
    if (before) lanes.fit();
    if (lanes.view.isTouched) lanes.widen(44);
    return true;
  }

  function nameWords() {
    const words = dictionary === 0 ? lanewright.packed.textOf("dictionary") : "";
    if (words !== "") dictionary = core.open(words);
    if (dictionary !== 0) core.name(handle, "words", dictionary);
  }

  // ---- The toolbar --------------------------------------------------------------------------------------------------

  const acts = {};

  function makeActs() {
    const bar = byId("acts");
    bar.hidden = false;
    acts.edit = button(word("edit"), bar, () => begin(byId("schedule").textContent));
    acts.edit.id = "edit";
    acts.edit.className = "first";
    const add = (name, whenPressed) => {
      acts[name] = button(word(name), bar, whenPressed);
      acts[name].id = name;
      acts[name].hidden = true;
    };
    add("undo", () => act("undo"));
    add("redo", () => act("redo"));
    add("check", check);
    add("halve", () => apply({ halve: true }));
    makeGenerators(bar);
    for (const each of lanewright.share.acts) add(each.name, each.act);
  }

  function makeGenerators(bar) {
    acts.generate = element("select", undefined, bar);
    acts.generate.id = "generate";
    acts.generate.hidden = true;
    acts.generate.setAttribute("aria-label", word("generate"));
    acts.generate.addEventListener("change", () => {
      const name = acts.generate.value;
      acts.generate.value = "";
      if (name !== "") generate(name);
    });
  }

  function fillGenerators() {
    if (acts.generate.children.length > 0) return;
    element("option", word("generateDots"), acts.generate).value = "";
    for (const each of ask({ ask: "list" })?.generators ?? []) {
      const option = element("option", each.title, acts.generate);
      option.value = each.name;
      option.title = each.summary;
    }
  }

  /// An order of a generator for the same ranks, costs and memory.
  function generate(name) {
    const title = [...acts.generate.children].find((each) => each.value === name).textContent;
    const plan = askFile({ ask: "generate", name });
    if (plan !== null) apply({ plan, title: word("generated", title) });
  }

  function check() {
    const answer = ask({ ask: "check" });
    if (!answer) return;
    const block = answer.op ? shown.plan.blockOf.get(answer.op) : null;
    if (block) page.select(block);
    say(answer.sentence ?? answer.wrong ?? refusalOf(answer) ?? "", answer.wrong ? "bad" : "");
  }

  /// Whether a stage lives on several ranks.
  function hasTwoDirections() {
    const rankOf = new Map();
    return shown.plan.blocks.some(({ ops: [{ stage }], rank }) => {
      if (!rankOf.has(stage)) rankOf.set(stage, rank);
      return rankOf.get(stage) !== rank;
    });
  }

  function showActs() {
    const isLesson = view.board.lesson !== null && view.board.lesson !== undefined;
    if (!isLesson) fillGenerators();
    for (const [name, act] of Object.entries(acts)) act.hidden = name === "edit";
    acts.generate.hidden = isLesson;
    acts.halve.hidden = !allows("halve") || !hasTwoDirections();
    acts.check.hidden = isLesson; // a lesson has its own
    for (const each of lanewright.share.acts) acts[each.name].hidden = isLesson;
    acts.undo.disabled = view.board.undo === null;
    acts.redo.disabled = view.board.redo === null;
    acts.undo.title = view.board.undo ?? "";
    acts.redo.title = view.board.redo ?? "";
  }

  // ---- The tray -----------------------------------------------------------------------------------------------------

  const trayOps = () => (view?.board.tray ?? []).flatMap(([, ops]) => ops);
  const rankOfTray = (op) => view.board.tray.find(([, ops]) => ops.includes(op))?.[0] ?? -1;

  /// What the tray has had, by rank: the place of an op stays empty while it is in the lanes, so that no other one moves.
  let slots = [];

  function slotsNow() {
    const known = new Set(slots.flatMap(([, ops]) => ops));
    const now = trayOps();
    return now.length > 0 && now.every((op) => known.has(op)) ? slots : view.board.tray.filter(([, ops]) => ops.length > 0);
  }

  function showTray() {
    const tray = byId("tray");
    const hadKeys = tray.contains(document.activeElement);
    const lines = slots = slotsNow();
    tray.hidden = lines.length === 0;
    tray.replaceChildren();
    if (lines.length === 0) {
      if (hadKeys && shown.selected) page.select(shown.selected, true);
      return;
    }
    const head = element("div", undefined, tray);
    head.className = "head";
    element("b", word("unplaced", trayOps().length), head);
    if (!view.board.lesson) button(word("placeAll"), head, () => apply({ fill: true })).id = "placeAll";
    element("span", word("trayHow"), head).className = "muted";
    const list = element("div", undefined, tray);
    list.className = "lines";
    for (const [rank, ops] of lines) showTrayLine(list, rank, ops);
    tray.classList.toggle("fits", list.scrollHeight <= list.clientHeight + 1);
    if (hadKeys) tray.querySelector("button.op")?.focus({ preventScroll: true });
  }

  function showTrayLine(list, rank, ops) {
    const line = element("div", undefined, list);
    line.className = "line";
    element("span", word("rank", rank), line);
    const into = element("div", undefined, line);
    into.className = "ops";
    const ready = new Set(view.board.lesson?.ready ?? []);
    const here = new Set(trayOps());
    for (const op of ops) {
      if (!here.has(op)) {
        element("span", op, into).className = "placed";
        continue;
      }
      const chip = button(op, into, () => arm(op));
      const { fill, label } = lanes.fillOf(lanewright.readOps(op)[0].kind, 0);
      chip.style.background = fill;
      chip.style.color = label;
      chip.className = ready.has(op) ? "op ready" : "op";
      chip.dataset.op = op;
      chip.setAttribute("aria-pressed", String(armed.has(op)));
    }
  }

  /// Chooses an op of the tray, or no longer; the next press on its lane puts it there.
  function arm(op) {
    if (!armed.delete(op)) {
      for (const other of armed) if (rankOfTray(other) !== rankOfTray(op)) armed.delete(other);
      armed.add(op);
    }
    showArmed();
    if (armed.size > 0) say(word("armed", [...armed].join(", "), rankOfTray(op)));
  }

  function showArmed() {
    for (const chip of byId("tray").querySelectorAll("button.op")) chip.setAttribute("aria-pressed", String(armed.has(chip.dataset.op)));
  }

  /// Ops in the tray's order.
  const inTrayOrder = (ops) => trayOps().filter((op) => ops.has(op));

  /// Puts ops of the tray where they do best; in a lesson, where thinking is the pupil's, at the end of their lane.
  function place(ops) {
    const blocks = shown.plan.lanes[rankOfTray(ops[0])].blocks;
    const last = view.board.lesson && blocks.length > 0 ? { after: blocks.at(-1).ops[0].text } : {};
    const next = trayOps()[trayOps().indexOf(ops.at(-1)) + 1] ?? null;
    armed.clear();
    if (apply({ insert: ops.join(","), ...last })?.board && next) chipOf(next)?.focus({ preventScroll: true });
  }

  /// Puts an op of the tray into its lane, where keys then move it.
  function placeToMove(op) {
    place([op]);
    if (shown.plan.blockOf.has(op)) page.select(shown.plan.blockOf.get(op), true);
  }

  const chipOf = (op) => [...byId("tray").querySelectorAll("button.op")].find((chip) => chip.dataset.op === op) ?? null;

  const trayKeys = {
    ArrowLeft: (chips, at) => chips[at - 1],
    ArrowRight: (chips, at) => chips[at + 1],
    ArrowUp: (chips, at) => besideLine(chips, at, -1),
    ArrowDown: (chips, at) => besideLine(chips, at, 1),
    Home: (chips) => chips[0],
    End: (chips) => chips.at(-1),
  };

  /// The first chip of the line above or below.
  function besideLine(chips, at, by) {
    const rows = [...byId("tray").querySelectorAll(".ops")];
    return rows[rows.indexOf(chips[at].parentNode) + by]?.querySelector("button.op");
  }

  /// Whether the key was one of the tray's.
  function takeTrayKey(event) {
    const { op } = event.target.dataset ?? {};
    if (!op) return false;
    const chips = [...byId("tray").querySelectorAll("button.op")];
    if (event.ctrlKey && event.key.startsWith("Arrow")) placeToMove(op);
    else if (trayKeys[event.key]) trayKeys[event.key](chips, chips.indexOf(event.target))?.focus();
    else if (event.key === "Enter") place(inTrayOrder(armed.has(op) ? armed : new Set([op])));
    else if (event.key === "Escape") leaveTray();
    else return false;
    return true;
  }

  function leaveTray() {
    armed.clear();
    showArmed();
    page.select(shown.selected ?? shown.plan.blocks[0] ?? null, true);
  }

  // ---- What a selection can do --------------------------------------------------------------------------------------

  /// The ops of the selected blocks, a block by its first.
  const chosenOps = () => (shown.selected ? [shown.selected.ops[0].text, ...shown.also] : []);

  function nudge(by) {
    const ops = chosenOps();
    if (ops.length === 0) return;
    apply({ move: ops.join(","), by, merge });
  }

  const takeOut = () => chosenOps().length > 0 && apply({ remove: allOps(chosenOps()).join(",") });
  const split = () => chosenOps().length > 0 && apply({ split: chosenOps().join(",") });
  const fuse = () => chosenOps().length > 0 && apply({ fuse: chosenOps().join(",") });
  /// With the partners of pairs.
  const allOps = (ops) => ops.flatMap((op) => shown.plan.blockOf.get(op).ops.map((each) => each.text));

  /// The block behind a selected one with which it can run as a pair: one is an F, the other a backward.
  function partnerOf(block) {
    const next = shown.plan.lanes[block.rank].blocks[block.position + 1];
    if (!next || block.ops.length > 1 || next.ops.length > 1) return null;
    const kinds = [block.ops[0].kind, next.ops[0].kind];
    return kinds.includes("F") && kinds.some((kind) => kind === "B" || kind === "BW") ? next : null;
  }

  function offerEdits(block, about) {
    if (!isOpen() || !block) return;
    const into = element("div", undefined, about);
    into.className = "edits";
    const add = (edit, name, act, ...given) => allows(edit) && button(word(name, ...given), into, act);
    const kinds = block.ops.map((op) => op.kind);
    const partner = partnerOf(block);
    add("move", "earlier", () => nudge(-1));
    add("move", "later", () => nudge(1));
    add("place", "takeOut", takeOut);
    if (kinds.includes("BW")) add("split", "split", split);
    if (kinds.includes("B") || kinds.includes("W")) add("split", "fuse", fuse);
    if (block.ops.length > 1) add("pair", "unpair", () => apply({ unpair: block.ops[0].text }));
    if (partner) add("pair", "pair", () => apply({ pair: block.ops[0].text, with: partner.ops[0].text }), partner.text);
    if (allows("stage") && shown.plan.lanes.length > 1) offerRanks(block, into);
    if (allows("gap")) offerGap(block, into);
  }

  function offerRanks(block, into) {
    const choice = element("select", undefined, into);
    choice.setAttribute("aria-label", word("host", block.ops[0].stage));
    element("option", word("host", block.ops[0].stage), choice).value = "";
    for (const lane of shown.plan.lanes)
      if (lane.rank !== block.rank) element("option", word("rank", lane.rank), choice).value = String(lane.rank);
    choice.addEventListener("change", () => apply({ move: block.ops[0].text, to_rank: Number(choice.value) }));
  }

  function offerGap(block, into) {
    const label = element("label", `${word("gap")} `, into);
    const field = element("input", undefined, label);
    field.type = "text";
    field.inputMode = "decimal";
    const now = (view.board.gaps ?? []).find(([at]) => at === block.index)?.[1] ?? "0";
    field.value = now.replace(".", word("decimal", "", ""));
    label.append(` ${shown.plan.data.unit}`);
    field.addEventListener("change", () => apply({ gap: block.ops[0].text, time: field.value.trim().replace(",", ".") }));
  }

  function offerFixes(at, item) {
    if (!isOpen() || view.board.lesson) return;
    button(word("fixes"), item, (event) => {
      event.target.remove();
      const list = element("div", undefined, item);
      list.className = "fixes";
      const fixes = ask({ ask: "fixes", finding: at })?.fixes ?? [];
      if (fixes.length === 0) element("span", word("noFixes"), list);
      fixes.forEach((fix, nth) => button(fix.change ? `${fix.sentence} (${fix.change})` : fix.sentence, list, () => apply({ fix: [at, nth] })));
      list.querySelector("button")?.focus();
    });
  }

  const withCtrl = {
    z: (event) => act(event.shiftKey ? "redo" : "undo"),
    y: () => act("redo"),
    s: () => lanewright.share.save(),
    k: (event) => (event.shiftKey ? fuse() : split()),
    ArrowLeft: () => nudge(-1),
    ArrowRight: () => nudge(1),
  };

  /// Whether the key was one of the board's.
  function takeKey(event, inLanes) {
    if (!isOpen()) return false;
    if (byId("tray").contains(event.target) && takeTrayKey(event)) return true;
    const isTyped = ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName) && event.target.type !== "checkbox";
    const isCtrl = (event.ctrlKey || event.metaKey) && !event.altKey;
    const act = withCtrl[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (isCtrl && act && !isTyped && (inLanes || "zys".includes(event.key.toLowerCase()))) act(event);
    else if (inLanes && !isCtrl && (event.key === "Delete" || event.key === "Backspace")) takeOut();
    else if (inLanes && event.key === "Enter" && !byId("tray").hidden) byId("tray").querySelector("button.op").focus();
    else return false;
    return true;
  }

  // ---- Beginning of the page ----------------------------------------------------------------------------------------

  function start() {
    page.hooks.key = takeKey;
    page.hooks.about = offerEdits;
    page.hooks.finding = offerFixes;
    page.hooks.chosen = () => {
      merge += 1;
      emit("chosen", shown.selected);
    };
    byId("boardless").hidden = hasModule();
    byId("editKeys").hidden = !hasModule();
    if (!hasModule()) {
      if (lanewright.share.hasLink()) say(word("boardless"), "bad");
      return;
    }
    if (shown.plan) makeActs(); // else with the first board
    lanewright.drag.listen();
    lanewright.share.listen();
  }

  lanewright.board = {
    begin, ask, askText, askFile, fileText, apply, act, change, on, say, start, isOpen, allows, hasModule, refusalOf, savedText, armed, showArmed, inTrayOrder, rankOfTray, place, chosenOps, allOps, nameOf,
    get view() { return view; },
    get acts() { return acts; },
  };
})(globalThis.lanewright);
