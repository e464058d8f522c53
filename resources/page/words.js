// SPDX-License-Identifier: Apache-2.0
// What the page's scripts share: its words, amounts as text, elements. Nothing is requested; texts of files are set as
// text, never as HTML.
"use strict";

globalThis.lanewright = {};

((lanewright) => {
  const byId = (id) => document.getElementById(id);
  let data = null;

  /// The text with its arguments in the places %1 ... %9.
  const filled = (text, given) => text.replace(/%([1-9])/g, (place, n) => (n <= given.length ? given[n - 1] : place));
  const word = (name, ...given) => filled(data.words[name] ?? name, given);

  /// A message as core writes it: plain words, or a phrase's place and its arguments.
  function said(message) {
    if (typeof message === "string") return message;
    return filled(data.phrases[message[0]], message.slice(1).map(said));
  }

  /// With the decimal mark of the page's language.
  function decimal(value) {
    const [whole, part] = String(Number(value.toFixed(3))).split(".");
    return part === undefined ? whole : word("decimal", whole, part);
  }

  const withUnit = (number, unit) => (unit ? `${number} ${unit}` : number);
  const timeText = (time) => withUnit(decimal(time / data.scale), data.unit);
  const memoryText = (bytes) => withUnit(decimal(bytes / data.memoryScale), data.memoryUnit);
  const signed = (time) => `${time < 0 ? "−" : "+"}${timeText(Math.abs(time))}`;
  /// The name of a number for people.
  const nameOf = (key) => data.names[key] ?? key;

  function element(tag, text, into) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (into) into.append(made);
    return made;
  }

  function button(text, into, whenPressed) {
    const made = element("button", text, into);
    made.type = "button";
    made.addEventListener("click", whenPressed);
    return made;
  }

  /// Says a sentence to screen readers, once what it interrupts was said.
  function announce(sentence) {
    byId("said").textContent = sentence;
  }

  lanewright.words = {
    byId, element, button, filled, word, said, timeText, memoryText, signed, nameOf, announce,
    /// From now on words and units are those of this data.
    take(given) {
      data = given;
    },
  };
})(globalThis.lanewright);
