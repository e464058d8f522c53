// SPDX-License-Identifier: Apache-2.0
// Lets a board out and in: as a file, and as a link whose fragment holds the schedule. Nothing is sent anywhere: a browser
// keeps the fragment of an address to itself.
"use strict";

((lanewright) => {
  const { byId, element, word } = lanewright.words;
  const mark = "#s=";
  const mostLink = 8000; // letters of a link that mails and chats leave whole
  const mostRead = 200_000; // of one that is read
  const mostText = 8_000_000; // bytes of a schedule
  const board = () => lanewright.board;

  // ---- Packing --------------------------------------------------------------------------------------------------------

  async function bytesOf(stream, most) {
    const chunks = [];
    let size = 0;
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        reader.cancel().catch(() => {});
        throw new RangeError("too long");
      }
      chunks.push(value);
    }
    const all = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }

  /// A text, deflated, in letters that an address may hold.
  async function packed(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = await bytesOf(stream, Infinity);
    let letters = "";
    for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }

  /// Fails on what is no packed text, and on one that is too long.
  async function unpacked(code) {
    if (code.length > mostRead || !/^[\w-]+$/.test(code)) throw new RangeError("no link");
    const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(await bytesOf(stream, mostText));
  }

  // ---- Links ----------------------------------------------------------------------------------------------------------

  async function copyLink() {
    const { say, savedText } = board();
    const text = savedText();
    if (text === null) return;
    const [address] = location.href.split("#");
    const link = /^(https?|file):/.test(address) ? `${address}${mark}${await packed(text)}` : "";
    if (link === "" || link.length > mostLink) {
      say(word(link === "" ? "noLink" : "longLink"), "", { text: word("save"), act: save });
      return;
    }
    const where = address.startsWith("file:") ? ` ${word("linkHere")}` : "";
    if (await toClipboard(link)) {
      say(word("linkCopied") + where);
    } else {
      say(word("linkBelow") + where);
      showLink(link);
    }
  }

  async function toClipboard(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }

  function showLink(link) {
    const field = element("input", undefined, byId("status"));
    field.type = "text";
    field.readOnly = true;
    field.value = link;
    field.className = "link";
    field.setAttribute("aria-label", word("link"));
    field.focus();
    field.select();
  }

  const hasLink = () => location.hash.startsWith(mark);

  /// Shows the schedule that the address holds, where it holds one.
  async function openLink() {
    if (!hasLink()) return;
    let text = null;
    try {
      text = await unpacked(location.hash.slice(mark.length));
    } catch {
      board().say(word("badLink"), "bad");
      return;
    }
    await openText(text);
  }

  /// Opens a schedule in place of the present one, at once where that is saved.
  async function openText(text) {
    const open = () => board().begin(text);
    if (board().view?.board.modified) board().say(word("unsaved"), "bad", { text: word("openAnyway"), act: open });
    else await open();
  }

  // ---- Files ----------------------------------------------------------------------------------------------------------

  /// Lets the browser save a text under a name.
  function download(name, text, type = "application/json") {
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  function save() {
    const { savedText, view, say } = board();
    const text = savedText();
    if (text === null) return;
    download(view.board.file, text);
    say(word("saved", view.board.file));
  }

  async function openFile(file) {
    if (!file) return;
    if (file.size > mostText) board().say(word("notOpened", ""), "bad");
    else await openText(await file.text());
  }

  function askForFile() {
    const field = element("input");
    field.type = "file";
    field.accept = ".lwsched,.json,.csv";
    field.addEventListener("change", () => openFile(field.files[0]));
    field.click();
  }

  function listen() {
    window.addEventListener("hashchange", openLink);
    document.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      openFile(event.dataTransfer.files[0]);
    });
    openLink();
  }

  lanewright.share = {
    acts: [{ name: "save", act: save }, { name: "open", act: askForFile }, { name: "copyLink", act: copyLink }],
    save, download, openFile, hasLink, packed, unpacked, listen,
  };
})(globalThis.lanewright);
