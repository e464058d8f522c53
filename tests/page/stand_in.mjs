// SPDX-License-Identifier: Apache-2.0
// A stand-in for a browser: enough of one to run the script of a page and to use its keys, pointer and controls. It ends
// with an error where the script fails, draws what is no number, or leaves a word without text.
//
//     node stand_in.mjs PAGE.html
import assert from "node:assert/strict";
import fs from "node:fs";
import vm from "node:vm";
import zlib from "node:zlib";

const html = fs.readFileSync(process.argv[2], "utf8");
const dataText = html.match(/id="data">([\s\S]*?)<\/script>/)[1];
const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
const data = JSON.parse(dataText.startsWith("{") ? dataText : zlib.inflateRawSync(Buffer.from(dataText, "base64")));
const frames = [];
const timers = [];
let painted = 0;

/// A drawing context that takes every call and refuses what is no number.
function drawingContext() {
  const call = (name) => (...given) => {
    for (const each of given.flat()) if (typeof each === "number") assert(Number.isFinite(each), `${name}(${given})`);
    painted += 1;
    return undefined;
  };
  return new Proxy({ measureText: (text) => ({ width: String(text).length * 7 }) }, {
    get: (own, name) => own[name] ?? call(name),
    set: (own, name, value) => {
      assert.notEqual(value, undefined, `${String(name)} = undefined`);
      own[name] = value;
      return true;
    },
  });
}

class Element {
  constructor(tag) {
    Object.assign(this, { tag, children: [], dataset: {}, style: { setProperty(name, value) { this[name] = value; } }, handlers: {}, attributes: {}, own: "", value: "" });
    Object.assign(this, { clientWidth: 1200, offsetWidth: 200, offsetHeight: 80, hidden: false, checked: true });
    this.classList = { add() {}, remove() {}, toggle() {} };
  }
  set textContent(text) {
    this.own = String(text);
    this.children = [];
  }
  get textContent() {
    return this.own + this.children.map((each) => (typeof each === "string" ? each : each.textContent)).join("");
  }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) {
    this.own = "";
    this.children = children;
  }
  addEventListener(name, handler) { (this.handlers[name] ??= []).push(handler); }
  setAttribute(name, value) { this.attributes[name] = value; }
  contains(other) { return this.children.some((each) => each === other || each.contains?.(other)); }
  getBoundingClientRect() { return { left: 0, top: 0 }; }
  setPointerCapture() {}
  focus() { document.activeElement = this; }
  querySelectorAll() { return []; }
  querySelector(tag) {
    if (this.children.length === 0) this.append(new Element(tag));
    return this.children[0];
  }
  getContext() { return (this.context ??= drawingContext()); }
}

const elements = new Map();
const markup = html.replace(dataText, "").replace(/<script>[\s\S]*?<\/script>/g, "");
for (const [, tag, id] of markup.matchAll(/<(\w+)[^>]*\bid="(\w+)"[^>]*>/g)) elements.set(id, new Element(tag));
const byId = (id) => elements.get(id) ?? assert.fail(`no element ${id}`);
byId("data").textContent = dataText;
byId("theme").value = "auto";
byId("large").checked = false;
byId("speed").value = "1";

function named(kind) {
  return [...markup.matchAll(new RegExp(`data-${kind}="(\\w+)"`, "g"))].map(([, name]) => {
    const made = new Element("named");
    made.dataset[kind] = name;
    return made;
  });
}
const marked = { word: named("word"), label: named("label") };
const keys = {};
const document = {
  documentElement: new Element("html"),
  body: new Element("body"),
  getElementById: byId,
  createElement: (tag) => new Element(tag),
  querySelectorAll: (which) => marked[which.includes("word") ? "word" : "label"],
  addEventListener: (name, handler) => { keys[name] = handler; },
};
class ResizeObserver {
  constructor(handler) { this.handler = handler; }
  observe() { frames.push(this.handler); }
}
const context = vm.createContext({
  document,
  window: { devicePixelRatio: 2, innerHeight: 900, addEventListener() {} },
  location: { hash: "" },
  performance: { now: () => 0 },
  matchMedia: (query) => ({ matches: query.includes("dark"), addEventListener() {} }),
  requestAnimationFrame: (frame) => frames.push(frame),
  setTimeout: (timer) => timers.push(timer),
  ResizeObserver,
  atob,
  TextDecoder,
});
for (const script of scripts) vm.runInContext(script, context);

let clock = 0;
function settle() {
  for (let i = 0; i < 5000 && timers.length + frames.length > 0; ++i) {
    for (const timer of timers.splice(0)) timer();
    for (const frame of frames.splice(0)) frame((clock += 100));
  }
}

function fire(element, name, event = {}) {
  assert(element.handlers[name], `${element.tag} does not listen to ${name}`);
  const whole = { type: name, pointerId: 1, clientX: 0, clientY: 0, preventDefault() {}, ...event };
  for (const handler of element.handlers[name]) handler(whole);
  settle();
}

function press(key, code = "") {
  keys.keydown({ key, code, target: document.body, preventDefault() {} });
  settle();
}

settle();
for (const element of marked.word) assert.notEqual(element.textContent, element.dataset.word, "a word is missing");
for (const element of marked.label) assert.notEqual(element.attributes["aria-label"], element.dataset.label, "a label is missing");
assert.equal(document.title, data.title || "Lanewright");
assert.equal(byId("title").textContent, data.title || "Lanewright");
const listed = byId("blocks").children.map((list) => list.children.length);
assert.deepEqual(listed, data.lanes.map((lane) => lane.blocks.length + 1), "each block is a cell behind the name of its lane");
const numbers = (data.run ? data.run.steps[data.run.chosen] : data).numbers;
const shown = byId("tiles").textContent;
for (const key of ["makespan", "idle_share"]) assert(shown.includes(numbers.find(([each]) => each === key)[1]), key);

// Every place of the first lane says something under the pointer.
const said = new Set();
for (let x = 66; x < 1186; x += 41) {
  for (const y of [40, 66]) {
    fire(byId("lanes"), "pointermove", { clientX: x, clientY: y });
    if (!byId("tip").hidden) said.add(byId("tip").textContent);
  }
}
assert(said.size >= 2, "the pointer finds no blocks");

fire(byId("lanes"), "pointerleave");
press("ArrowRight");
const first = byId("about").textContent;
assert(first.includes(data.lanes[0].blocks[0][0]), first);
const words = (name) => data.words[name].split(/%\d/);
const isBuffered = data.lanes.some((lane) => lane.band);
assert.equal(byId("legend").textContent.includes(data.words.bandMark), isBuffered, "the legend names the band");
assert.equal(first.includes(words("holdsBuffers")[2]), isBuffered, first);
press("ArrowRight");
assert.notEqual(byId("about").textContent, first, "an arrow key chooses the next block");
for (const key of ["ArrowDown", "[", "]", "ArrowUp", "ArrowLeft", "f", "+", "-", "0", "Home"]) press(key);
for (const code of ["KeyW", "KeyW", "KeyD", "KeyA", "KeyS"]) press("x", code);
fire(byId("lanes"), "wheel", { deltaX: 0, deltaY: -100, deltaMode: 0, ctrlKey: true });
fire(byId("lanes"), "wheel", { deltaX: 0, deltaY: 100, deltaMode: 0 });
fire(byId("lanes"), "pointerdown", { clientX: 400, clientY: 60 });
fire(byId("lanes"), "pointermove", { clientX: 300, clientY: 60 });
fire(byId("lanes"), "pointerup", { clientX: 300, clientY: 60 });
fire(byId("lanes"), "dblclick");

press(" ");
const end = byId("now").textContent;
assert.notEqual(end, "", "playback has run to its end");
press("ArrowLeft");
assert.notEqual(byId("now").textContent, end, "an arrow key steps to the event before");
press("Escape");
assert.equal(byId("now").textContent, "");
fire(byId("time"), "input", { target: { value: "500" } });
assert.notEqual(byId("now").textContent, "");

byId("memory").checked = false;
fire(byId("memory"), "change");
byId("theme").value = "dark";
fire(byId("theme"), "change");
assert.equal(document.documentElement.dataset.theme, "dark");
if (data.run) {
  const last = data.run.steps.length - 1;
  fire(byId("step"), "change", { target: { value: String(last) } });
  const makespan = data.run.steps[last].numbers.find(([key]) => key === "makespan")[1];
  assert(byId("tiles").textContent.includes(makespan), "another step has other numbers");
}
assert(painted > 1000, "next to nothing is drawn");
