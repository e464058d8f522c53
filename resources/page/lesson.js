// SPDX-License-Identifier: Apache-2.0
// A course: which lesson is open, what the module says of it, and what is kept of it in this browser. Nothing is decided
// here, and nothing is sent: what is handed in is a file that the browser saves.
"use strict";

((lanewright) => {
  const { byId, element, button, filled, announce } = lanewright.words;
  const { shown, page, board, share } = lanewright;
  const text = byId("lessons").textContent;
  if (text.trim() === "") return;

  const course = JSON.parse(text);
  const root = document.documentElement;
  const { lessons } = course;
  const levels = ["check", "ready", ...(course.coach ? ["coach"] : [])];
  const coarse = matchMedia("(pointer: coarse)"); // where there are no keys to name
  const every = 10; // seconds between notes of how long a lesson is open
  let words = {}; // of the course
  let open = 0; // the place of the lesson that is shown
  let answer = null; // the teacher's, while it is shown
  let notice = null; // what the card says before what the lesson says
  let plays = false; // the card says what is played
  let hands = null; // what edits do, while the answer is shown

  const word = (name, ...given) => (words[name] === undefined ? lanewright.words.word(name, ...given) : filled(words[name], given));

  // ---- What this browser keeps --------------------------------------------------------------------------------------

  const keptInMemory = new Map();
  let isKept = true; // the browser lets us

  function stored(key) {
    try {
      return localStorage.getItem(`lanewright ${key}`) ?? keptInMemory.get(key) ?? null;
    } catch {
      isKept = false;
      return keptInMemory.get(key) ?? null;
    }
  }

  function store(key, value) {
    keptInMemory.set(key, value);
    try {
      localStorage.setItem(`lanewright ${key}`, value);
    } catch {
      isKept = false;
    }
  }

  const atKey = `${course.title}`; // the lesson that was open last
  const keyOf = (lesson) => `${course.title}: ${lesson.title}`;

  /// What was done in a lesson: texts of the module, and what it said of them. Null where that is not what is given.
  function doneOf(given) {
    if (typeof given?.progress !== "string" || typeof given.answers !== "string") return null;
    const { progress, answers } = given;
    return { progress, answers, points: Number(given.points) || 0, reached: given.reached === true, isTouched: given.isTouched === true };
  }

  function readJson(given) {
    try {
      return JSON.parse(given);
    } catch {
      return null; // Somebody else's.
    }
  }

  const doneIn = (lesson) => doneOf(readJson(stored(keyOf(lesson))));
  const pupil = () => stored("name");

  /// Somebody else sits down here.
  function forget() {
    for (const key of ["name", atKey, ...lessons.map(keyOf)]) {
      keptInMemory.delete(key);
      try {
        localStorage.removeItem(`lanewright ${key}`);
      } catch {
        isKept = false;
      }
    }
  }

  let keeping = 0;

  function keepSoon() {
    clearTimeout(keeping);
    keeping = setTimeout(keep, 300);
  }

  /// Keeps where the pupil is in the lesson that is open.
  function keep() {
    clearTimeout(keeping);
    keeping = 0;
    if (!board.isOpen()) return;
    const progress = board.askText({ ask: "progress" });
    const answers = board.askText({ ask: "answers", ...(pupil() ? { by: pupil() } : {}) });
    if (progress === null || answers === null) return;
    const { points, reached } = board.view.board.lesson;
    const isTouched = board.view.board.modified || doneIn(lessons[open])?.isTouched === true;
    store(keyOf(lessons[open]), JSON.stringify({ progress, answers, points, reached, isTouched }));
    showCourse();
  }

  // ---- Languages ----------------------------------------------------------------------------------------------------

  const languages = { en: "English", de: "Deutsch" };

  /// What the pupil chose, else what the address says, else what the course does.
  function languageNow() {
    const inAddress = location.hash.slice(1);
    const chosen = [stored("language"), inAddress, course.language].find((each) => each in languages);
    return chosen ?? "en";
  }

  /// Everything is said anew, and the pupil goes on where they were.
  function speak(language) {
    keep();
    store("language", language);
    takeWords(language);
    make();
    for (const [name, act] of Object.entries(board.acts)) if (act.tagName === "BUTTON") act.textContent = word(name);
    begin(open, false);
  }

  function takeWords(language) {
    root.lang = language;
    lanewright.words.take({ words: course.words[language] });
    words = course.words[language].lesson;
    terms = readTerms(course.words[language].glossary);
    page.sayWords();
  }

  // ---- Words of the field: each says what it means, as the desktop's do (core/page/glossary) ------------------------

  let terms = []; // their forms and meanings, the longest first

  function readTerms(glossary) {
    const formOf = (name) => {
      const [first, rest] = [name[0], name.slice(1)].map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      if (!/[a-z]/.test(name)) return first + rest;
      return `[${first.toLowerCase()}${first.toUpperCase()}]${rest}(?:${name.length < 3 ? "s" : "s|es|e|en|n"})?`;
    };
    const all = glossary.flatMap(([meaning, ...names]) => names.map((name) => ({ meaning, name, form: formOf(name) })));
    return all.sort((a, b) => b.name.length - a.name.length);
  }

  /// Writes a text, in which a term says what it means where it comes first.
  function write(text, into, seen = new Set()) {
    const pattern = new RegExp(`(?<![\\p{L}\\d.+-])(?:${terms.map(({ form }) => `(${form})`).join("|")})(?![\\p{L}\\d])`, "gu");
    let done = 0;
    for (const { index, 0: found, ...groups } of text.matchAll(pattern)) {
      const { meaning } = terms.find((_, at) => groups[at + 1] !== undefined);
      if (seen.has(meaning)) continue;
      seen.add(meaning);
      into.append(text.slice(done, index));
      const term = element("abbr", found, into);
      term.title = meaning;
      term.tabIndex = 0;
      const say = () => tell(`${found}: ${meaning}`, "plain");
      term.addEventListener("click", say);
      term.addEventListener("keydown", (event) => event.key === "Enter" && say());
      done = index + found.length;
    }
    into.append(text.slice(done));
  }

  /// What a lesson says before it is open; then the module says it.
  const saidBy = (lesson, key) => lesson.in?.[root.lang]?.[key] || lesson[key];

  // ---- The bar of the course ----------------------------------------------------------------------------------------

  const parts = {};

  /// An element of a course, in the place of the one that was there.
  function madeAnew(tag, id, put) {
    byId(id)?.remove();
    const made = element(tag);
    made.id = id;
    put(made);
    return made;
  }

  function makeBar() {
    const bar = madeAnew("nav", "course", (made) => document.body.prepend(made));
    bar.setAttribute("aria-label", word("lessons"));
    element("b", course.title, bar).className = "name";
    parts.choose = button("", bar, choose);
    parts.choose.setAttribute("aria-haspopup", "dialog");
    parts.dots = element("span", undefined, bar);
    parts.dots.className = "dots";
    parts.dots.setAttribute("aria-hidden", "true");
    parts.next = button(word("nextLesson"), bar, () => begin(open + 1));
    const right = element("span", undefined, bar);
    right.className = "right";
    parts.who = button("", right, () => askName(showCourse));
    makeLanguages(right);
    parts.files = button("…", right, showFiles);
    parts.files.setAttribute("aria-label", word("files"));
    parts.handIn = button(word("handIn"), right, handIn);
    parts.handIn.id = "handIn";
    parts.handIn.className = "first";
  }

  function makeLanguages(into) {
    const choice = element("select", undefined, into);
    choice.setAttribute("aria-label", word("language"));
    for (const [tag, name] of Object.entries(languages)) {
      const option = element("option", name, choice);
      option.value = tag;
      option.lang = tag;
    }
    choice.value = root.lang;
    choice.addEventListener("change", () => {
      choice.closest("dialog")?.close();
      speak(choice.value);
    });
  }

  function showCourse() {
    const done = lessons.map((lesson) => doneIn(lesson)?.reached === true);
    parts.choose.textContent = `${word("lessonOf", open + 1, lessons.length)} ▾`;
    parts.choose.hidden = lessons.length < 2;
    parts.next.hidden = lessons.length < 2;
    parts.next.disabled = open + 1 >= lessons.length;
    parts.next.className = done[open] ? "first" : "";
    parts.who.textContent = pupil() || word("nameless");
    parts.dots.replaceChildren();
    if (lessons.length > 1)
      done.forEach((isDone, at) => {
        element("i", undefined, parts.dots).className = `${isDone ? "done" : ""} ${at === open ? "open" : ""}`;
      });
  }

  // ---- Dialogs ------------------------------------------------------------------------------------------------------

  function makeDialog(title) {
    const dialog = element("dialog", undefined, document.body);
    dialog.setAttribute("aria-label", title);
    element("h2", title, dialog);
    dialog.addEventListener("close", () => dialog.remove());
    return dialog;
  }

  /// How hard a lesson is, how long it takes and what comes before it, as far as it says so.
  function factsOf({ level, minutes, needs = [] }) {
    const before = needs.map((title) => lessons.find((each) => each.title === title)).filter(Boolean);
    const facts = [level && word(level), minutes && word("minutes", minutes)];
    if (before.length > 0) facts.push(word("after", before.map((each) => saidBy(each, "title")).join(", ")));
    return facts.filter(Boolean).join(" · ");
  }

  function choose() {
    const dialog = makeDialog(word("choose"));
    const list = element("ol", undefined, dialog);
    lessons.forEach((lesson, at) => {
      const done = doneIn(lesson);
      const chosen = button("", element("li", undefined, list), () => {
        dialog.close();
        begin(at);
      });
      chosen.className = done?.reached ? "done" : "";
      if (at === open) chosen.setAttribute("aria-current", "true");
      element("b", `${at + 1}. ${saidBy(lesson, "title")}`, chosen);
      element("span", saidBy(lesson, "task"), chosen);
      element("small", factsOf(lesson), chosen).className = "facts";
      const points = done ? word("points", done.points) : "";
      if (done) element("small", done.reached ? `✓ ${word("finished")}, ${points}` : points, chosen);
    });
    button(word("cancel"), dialog, () => dialog.close());
    dialog.showModal();
    list.children[open].firstChild.focus();
  }

  /// A button that acts when it is pressed twice, since nothing brings back what it takes away.
  function makeSure(name, sureName, into, act) {
    const made = button(word(name), into, () => {
      if (made.dataset.sure === "yes") {
        calm();
        act();
        return;
      }
      made.dataset.sure = "yes";
      made.textContent = word(sureName);
      setTimeout(calm, 4000);
    });
    const calm = () => {
      made.dataset.sure = "";
      made.textContent = word(name);
    };
  }

  /// Asks for the pupil's name; an empty one is an answer, too.
  function askName(then) {
    const dialog = makeDialog(word("yourName"));
    const label = element("label", word("whoAsks"), dialog);
    const field = element("input", undefined, label);
    field.type = "text";
    field.maxLength = 80;
    field.autocomplete = "name";
    field.value = pupil() ?? "";
    const take = () => {
      store("name", field.value.trim());
      dialog.close();
    };
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // or it presses the button that takes the keys next
      take();
    });
    button(word("begin"), dialog, take).className = "first";
    if (pupil() !== null)
      makeSure("somebodyElse", "somebodyElseSure", dialog, () => {
        forget();
        dialog.close();
        begin(0, false).then(() => askName(showCourse));
      });
    dialog.addEventListener("close", then);
    dialog.showModal();
    field.focus();
  }

  function showFiles() {
    const dialog = makeDialog(word("files"));
    element("p", word(isKept ? "kept" : "notKept"), dialog);
    button(word("saveProgress"), dialog, () => {
      dialog.close();
      saveProgress();
    });
    button(word("openProgress"), dialog, () => {
      dialog.close();
      askForProgress();
    });
    // What the bar has no room for on a phone.
    const more = element("p", undefined, dialog);
    more.className = "narrow";
    button(pupil() || word("nameless"), more, () => {
      dialog.close();
      askName(showCourse);
    });
    makeLanguages(more);
    button(word("cancel"), dialog, () => dialog.close());
    dialog.showModal();
  }

  // ---- Files --------------------------------------------------------------------------------------------------------

  const fileName = (ending) => `${(pupil() || word("answersFile")).replace(/[/\\:*?"<>|\p{Cc}]/gu, "-")}.${ending}`;

  /// The file for the teacher: all lessons in which something was done, as the module wrote their answers.
  function handIn() {
    keep();
    const all = lessons.map(doneIn).filter((done) => done?.isTouched);
    if (all.length === 0) {
      tell(word("nothingYet"), "warn");
      return;
    }
    const by = pupil() ?? "";
    const answers = all.flatMap((done) => readJson(done.answers)?.answers ?? []);
    const name = fileName("lwanswers");
    share.download(name, `${JSON.stringify({ format: "lanewright-answers", version: 1, by, answers }, null, 1)}\n`);
    tell(word("handedIn", name, all.length), "good");
  }

  function saveProgress() {
    keep();
    const kept = Object.fromEntries(lessons.map((lesson) => [lesson.title, doneIn(lesson)]).filter(([, done]) => done));
    const name = fileName("lwprogress");
    share.download(name, JSON.stringify({ format: "lanewright-progress", version: 1, name: pupil() ?? "", lessons: kept }));
    tell(word("progressSaved", name), "good");
  }

  function askForProgress() {
    const field = element("input");
    field.type = "file";
    field.id = "progressFile";
    field.accept = ".lwprogress,.json";
    field.addEventListener("change", async () => {
      if (field.files[0]) takeProgress(await field.files[0].text());
    });
    field.click();
  }

  function takeProgress(given) {
    const kept = readJson(given);
    if (kept?.format !== "lanewright-progress" || typeof kept.lessons !== "object") {
      tell(word("noProgress"), "warn");
      return;
    }
    for (const lesson of lessons) {
      const done = doneOf(kept.lessons?.[lesson.title]);
      if (done) store(keyOf(lesson), JSON.stringify(done));
    }
    if (typeof kept.name === "string") store("name", kept.name);
    begin(open, false);
  }

  // ---- The panel ----------------------------------------------------------------------------------------------------

  const panel = byId("lesson");

  function makePanel() {
    panel.hidden = false;
    panel.replaceChildren();
    panel.setAttribute("aria-label", word("lesson"));
    root.classList.add("course");
    const caption = element("p", undefined, panel);
    caption.className = "caption";
    element("span", word("goal"), caption);
    parts.points = element("span", undefined, caption);
    parts.task = element("p", undefined, panel);
    parts.task.className = "task";
    parts.goals = element("ul", undefined, panel);
    parts.goals.className = "goals";
    makeRemake(panel);
    parts.hints = element("div", undefined, panel);
    parts.hints.className = "hints";
    parts.about = element("details", undefined, panel);
    parts.about.open = !matchMedia("(max-width: 900px)").matches;
    element("summary", word("aboutLesson"), parts.about);
    parts.text = element("div", undefined, parts.about);
    const results = madeAnew("section", "results", (made) => byId("numbers").before(made));
    results.setAttribute("aria-label", word("results"));
    makeOptimizer(results);
    parts.score = element("div", undefined, results);
    parts.used = element("p", undefined, results);
    parts.used.className = "muted";
    const ends = element("p", undefined, results);
    ends.className = "ends";
    parts.answer = button("", ends, () => showAnswer(answer === null));
    makeSure("restart", "restartSure", ends, restart);
  }

  /// Beside undo and redo: hints, and how much help there is.
  function makeHelp() {
    const bar = madeAnew("div", "helps", (made) => byId("acts").after(made));
    parts.hint = button("", bar, hint);
    parts.hint.id = "hint";
    const help = element("fieldset", undefined, bar);
    element("legend", word("help"), help);
    parts.help = levels.map((level) => {
      const label = element("label", undefined, help);
      const choice = element("input", undefined, label);
      choice.type = "radio";
      choice.name = "help";
      choice.value = level;
      choice.addEventListener("change", () => board.act("help", { level }));
      label.append(` ${word(level)}`);
      return choice;
    });
  }

  function makeOptimizer(into) {
    parts.optimizerLabel = element("label", `${word("optimizer")} `, into);
    parts.optimizer = element("select", undefined, parts.optimizerLabel);
    for (const mode of ["sync", "postvalidated"]) element("option", word(mode), parts.optimizer).value = mode;
    parts.optimizer.addEventListener("change", () => board.act("optimizer", { mode: parts.optimizer.value }));
  }

  /// The whole order made anew, for so many microbatches or by another generator.
  function makeRemake(into) {
    const remake = (what) => board.apply({ ...what, merge: 1 });
    parts.microbatchesLabel = element("label", undefined, into);
    parts.microbatchesLabel.className = "remake";
    parts.microbatchCount = element("span", undefined, parts.microbatchesLabel);
    parts.microbatches = element("input", undefined, parts.microbatchesLabel);
    parts.microbatches.type = "range";
    parts.microbatches.id = "microbatches";
    parts.microbatches.addEventListener("input", () => remake({ microbatches: Number(parts.microbatches.value) }));
    parts.generatorLabel = element("label", `${word("generator")} `, into);
    parts.generatorLabel.className = "remake";
    parts.generator = element("select", undefined, parts.generatorLabel);
    parts.generator.id = "generator";
    parts.generator.addEventListener("change", () => remake({ generator: parts.generator.value }));
  }

  function showRemake({ remake }) {
    parts.microbatchesLabel.hidden = !remake?.to;
    parts.generatorLabel.hidden = !remake?.generators.length;
    if (!remake) return;
    parts.microbatchCount.textContent = word("microbatches", remake.microbatches);
    Object.assign(parts.microbatches, { min: remake.from, max: remake.to, value: remake.microbatches });
    parts.generator.replaceChildren();
    for (const { name, title } of remake.generators) element("option", title, parts.generator).value = name;
    parts.generator.value = remake.generator;
  }

  function showPanel(lesson) {
    byId("title").textContent = lesson.title;
    document.title = course.title && course.title !== lesson.title ? `${lesson.title} – ${course.title}` : lesson.title;
    parts.task.textContent = lesson.task;
    parts.goals.replaceChildren();
    for (const goal of lesson.goals) {
      const line = element("li", undefined, parts.goals);
      write(goal.text, line);
      line.className = goal.reached ? "reached" : "";
      line.setAttribute("aria-label", word(goal.reached ? "reachedGoal" : "openGoal", goal.text));
      line.style.setProperty("--way", goal.progress);
    }
    showRemake(lesson);
    parts.text.replaceChildren();
    const seen = new Set();
    for (const paragraph of lesson.text) write(paragraph, element("p", undefined, parts.text), seen);
    showHints(lesson);
    for (const choice of parts.help) choice.checked = choice.value === lesson.help;
    parts.optimizerLabel.hidden = !lesson.allowed.includes("optimizer");
    parts.optimizer.value = lesson.optimizer;
    showInARow(lesson.in_a_row);
    showScore(lesson);
    parts.used.textContent = lesson.used;
    parts.answer.hidden = !lesson.answer;
    parts.answer.textContent = word(answer ? "hideAnswer" : "showAnswer");
  }

  /// Of each rank its iterations one after the other, from the first op to the last, and the steps between them.
  function showInARow(inARow) {
    parts.inARow.hidden = !inARow;
    parts.inARow.replaceChildren();
    if (!inARow) return;
    const { sentence, ranks: iterations } = inARow;
    element("p", sentence, parts.inARow);
    const end = Math.max(...iterations.flat(2));
    for (const rank of (iterations[0] ?? []).keys()) {
      const lane = element("div", undefined, parts.inARow);
      lane.setAttribute("aria-hidden", "true");
      element("span", word("rank", rank), lane);
      const track = element("div", undefined, lane);
      iterations.forEach((ranks, at) => {
        const [start, stop, stepStart, stepEnd] = ranks[rank];
        for (const [text, from, to] of [[at + 1, start, stop], ["", stepStart, stepEnd]])
          Object.assign(element(text ? "b" : "i", text, track).style, { left: `${(100 * from) / end}%`, width: `${(100 * (to - from)) / end}%` });
      });
    }
  }

  function hint() {
    board.act("hint");
    const text = board.view.board.lesson.hints.at(-1);
    if (text) announce(text);
    parts.hints.scrollIntoView({ block: "nearest" });
  }

  function showHints(lesson) {
    const { hints, hint_count: count } = lesson;
    parts.hint.hidden = count === 0;
    parts.hint.disabled = hints.length >= count;
    parts.hint.textContent = hints.length === 0 ? word("hints", count) : word("hintOf", hints.length, count);
    parts.hints.hidden = hints.length === 0;
    parts.hints.replaceChildren();
    const seen = new Set();
    for (const each of hints) write(each, element("p", undefined, parts.hints), seen);
  }

  function showScore(lesson) {
    const counts = lesson.score.length === 0 || lesson.score.some((line) => line.now !== null);
    parts.points.textContent = counts ? word("score", lesson.points) : word("scoreLater");
    parts.score.replaceChildren();
    for (const line of lesson.score) {
      const isFull = line.share >= 1;
      const row = element("div", undefined, parts.score);
      row.className = isFull ? "bar full" : "bar";
      write(line.name, element("span", undefined, row));
      element("b", `${isFull ? "✓ " : ""}${line.now ?? "–"}`, row);
      const track = element("progress", undefined, row);
      track.max = 1;
      track.value = Math.max(0, Math.min(1, line.share));
      track.setAttribute("aria-label", line.name);
      element("small", word("fullAt", line.teacher), row);
    }
  }

  // ---- The card: one sentence at a time -----------------------------------------------------------------------------

  function makeCard() {
    parts.card = madeAnew("div", "sentence", (made) => byId("toolbars").before(made));
    parts.inARow = madeAnew("div", "inARow", (made) => byId("tray").before(made));
    const { card } = parts;
    parts.sentence = element("p", undefined, card);
    parts.more = element("p", undefined, card);
    parts.more.className = "muted";
    parts.acts = element("p", undefined, card);
    parts.step = button(word("takeStep"), parts.acts, () => board.act("follow"));
    parts.step.id = "step-of-coach";
    parts.hide = button(word("hideAnswer"), parts.acts, () => showAnswer(false));
    parts.goOn = button(word("nextLesson"), parts.acts, () => begin(open + 1));
    parts.goOn.className = "first";
  }

  /// Says something until something else happens.
  function tell(sentence, tone) {
    notice = { sentence, tone };
    showCard();
    announce(sentence);
  }

  /// What the bubble at the cursor, or the next one, says.
  function playedSentence() {
    const { cursor, plan } = shown;
    const bubbles = plan.lanes.flatMap((lane) => lane.bubbles).filter((bubble) => bubble.end > cursor && bubble.start < plan.end);
    const next = bubbles.reduce((best, each) => (best && best.start <= each.start ? best : each), null);
    return next ? page.sentencesOf(next).at(-1) : word(cursor >= plan.end ? "playedAll" : "noMoreWaits");
  }

  function spoken() {
    const { lesson } = board.view.board;
    if (notice) return { ...notice, more: "" };
    if (plays && shown.cursor !== null) return { sentence: playedSentence(), more: "", tone: "plain" };
    if (answer) return { sentence: word("isAnswer"), more: "", tone: "plain" };
    return lesson;
  }

  function showCard() {
    if (!board.isOpen()) return;
    const { sentence, more: always, keys, tone } = spoken();
    const more = [always, !coarse.matches && keys].filter(Boolean).join(" ");
    const { lesson } = board.view.board;
    parts.card.className = tone;
    parts.sentence.textContent = sentence;
    parts.more.textContent = more;
    parts.more.hidden = !more;
    parts.step.hidden = answer !== null || lesson.reached || !canFollow(lesson);
    parts.hide.hidden = answer === null;
    parts.goOn.hidden = !lesson.reached || open + 1 >= lessons.length || answer !== null;
  }

  /// The coach names a step, and not only that it knows none.
  const canFollow = (lesson) => Boolean(lesson.next && (lesson.next.op || lesson.next.because));

  // ---- What happens -------------------------------------------------------------------------------------------------

  let before = ""; // the sentence that was read out last

  function showView(view) {
    if (!view.board?.lesson) return;
    notice = null;
    plays = false;
    if (answer) endAnswer();
    showPanel(view.board.lesson);
    showCard();
    const { sentence } = view.board.lesson;
    if (sentence !== before) announce(sentence);
    before = sentence;
    keepSoon();
  }

  function showAnswer(isShown) {
    if (!isShown) {
      endAnswer();
      page.show(board.view.page, board.view.board.parked ?? [], false);
    } else {
      const given = board.ask({ ask: "answer", shown: true });
      if (!given?.page) {
        tell(board.refusalOf(given) ?? "", "warn");
        return;
      }
      answer = given;
      hands = { grab: page.hooks.grab, key: page.hooks.key, about: page.hooks.about };
      Object.assign(page.hooks, { grab: null, key: null, about: null });
      root.classList.add("answer");
      page.stopPlayback();
      page.show(given.page, [], false);
    }
    notice = null;
    showPanel(board.view.board.lesson);
    showCard();
    for (const part of [byId("board"), parts.card]) part.scrollIntoView({ block: "nearest" });
    announce(parts.sentence.textContent);
    keepSoon();
  }

  function endAnswer() {
    if (!answer) return;
    answer = null;
    Object.assign(page.hooks, hands);
    root.classList.remove("answer");
    page.stopPlayback();
  }

  function restart() {
    if (answer) showAnswer(false);
    board.act("restart");
  }

  /// Opens a lesson where the pupil left it.
  async function begin(at, keepsBefore = true) {
    if (at < 0 || at >= lessons.length) return;
    if (keepsBefore) keep();
    endAnswer();
    if (board.isOpen()) page.stopPlayback();
    open = at;
    store(atKey, String(at));
    const given = JSON.stringify(lessons[at]);
    const done = doneIn(lessons[at]);
    before = "";
    const isThere = (done && (await board.begin(given, { progress: done.progress }))) || (await board.begin(given));
    if (!isThere) return;
    panel.scrollTop = 0;
    window.scrollTo(0, 0);
    showCourse();
  }

  function listen() {
    board.on("view", showView);
    board.on("said", (sentence, tone) => {
      if (tone === "bad" && sentence !== "") tell(sentence, "warn");
    });
    board.on("lost", () => root.classList.add("lost"));
    page.hooks.cursor = () => {
      notice = null;
      plays = true;
      showCard();
    };
    window.addEventListener("pagehide", keep);
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || document.querySelector("dialog")) return;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !parts.step.hidden) board.act("follow");
      else if (event.key === "Escape" && shown.cursor !== null) page.stopPlayback();
      else if (event.key === "Escape" && answer) showAnswer(false);
    });
    setInterval(() => {
      if (document.visibilityState !== "visible" || !board.isOpen()) return;
      const used = board.ask({ ask: "time", seconds: every })?.used;
      if (used) parts.used.textContent = used;
      keepSoon();
    }, every * 1000);
  }

  function make() {
    makeBar();
    makePanel();
    makeCard();
    makeHelp();
    showCourse();
  }

  function start() {
    takeWords(languageNow());
    document.title = course.title || word("lessons");
    make();
    listen();
    const at = Number(stored(atKey) ?? 0);
    open = at >= 0 && at < lessons.length ? at : 0;
    showCourse();
    if (!board.hasModule()) {
      parts.sentence.textContent = word("boardless");
      return;
    }
    parts.sentence.textContent = word("starting");
    begin(open, false).then(() => pupil() === null && askName(showCourse));
  }

  // A course opens its own lessons, and no schedule of a link or a dropped file.
  share.listen = () => {};
  lanewright.lesson = { course, begin, doneIn, handIn, start };
})(globalThis.lanewright);
