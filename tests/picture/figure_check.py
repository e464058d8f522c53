#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws random schedules with random options and lets programs that others wrote measure what came of them: a browser
the texts of SVG files, poppler those of PDF files.

    figure_check.py random --cli lanewright-cli [--cases 2000] [--seed 1] [--report figures.md] [--keep FOLDER]
    figure_check.py sown                  are faults seen that were sown on purpose?

Of each figure it asks that

  * `render` draws it, or refuses it (exit code 2) with a sentence, and neither crashes nor writes NaN or infinity;
  * the SVG is well-formed XML, and SVG, PDF and TikZ have one size, to the hundredth of a millimetre;
  * no two texts overlap, none stands outside of the picture, and none crosses the edge of a rectangle;
  * the words of the PDF stand where the texts of the SVG do, all of them, in embedded fonts;
  * lanes below 3 pt are told of.

The width of a text is what the browser measures, in the file's fonts or in others. Its height is that of ink, which
neither program tells: from 0.72 of the font's size above the baseline (capitals and digits) to 0.21 below it. Case N of
`--seed N --cases 1` is the same on every machine. Ends with the skip code where a program is missing."""

import argparse
import collections
import concurrent.futures
import html
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
import xml.etree.ElementTree

from figure_cases import Cases

TOLERANCE = 0.05
"""Points by which widths may be off."""
BETWEEN_PROGRAMS = 0.25
"""Points by which the ends of a text may differ between browser and PDF: cairo puts neighbours on a line into one run,
in which the widths of letters are rounded. Twice as many in scripts that join their letters."""
NEAR = 1.0
"""Texts that are farther from each other than so many points are not looked at."""
DESCENDS = re.compile(r"[^-+.:0-9A-PR-Za-fhik-or-vxz ]")
LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl"}
POINTS = {"pt": 1, "mm": 72 / 25.4, "cm": 720 / 25.4, "in": 72, "px": 0.75, "": 0.75}
FONTS = (None, "DejaVu Sans", "Liberation Serif", "Noto Sans Mono")
"""Fonts that a viewer may have; none: those of the file."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LOWEST_LANE = 3
SENTENCE = "the least that is read"
"""What `render` says of lanes that are lower, among other words."""
COUNTED = ("figures", "refused", "figures that say that lanes are low", "texts", "rectangles", "words of PDFs")
MOST_FAULTS = 60
MILLIMETRE = 72 / 25.4

Box = collections.namedtuple("Box", "left top right bottom what owner")
Figure = collections.namedtuple("Figure", "seed command svg pdf tex said answer")
"""`said` has what `render` said of each picture, `answer` is its object for the SVG."""
Said = collections.namedtuple("Said", "code words")


class Findings:
    """Faults, and how near the good ones came to be some."""

    def __init__(self):
        self.faults, self.margins, self.commands = [], {}, {}
        self.counts, self.options, self.refusals = (collections.Counter() for _ in range(3))

    def fault(self, seed, kind, words):
        self.counts[kind] += 1
        self.faults.append((seed, kind, words))

    def margin(self, name, points, seed):
        self.margins[name] = min(self.margins.get(name, (points, seed)), (points, seed))

    def add(self, other):
        self.faults += other.faults
        for name, (points, seed) in other.margins.items():
            self.margin(name, points, seed)
        self.commands |= other.commands
        self.counts += other.counts
        self.options += other.options
        self.refusals += other.refusals


def run(*words):
    return subprocess.run([*map(str, words)], capture_output=True, text=True, errors="replace", check=False)


# What is measured


def ink(left, right, baseline, size, what, owner=0):
    return Box(left, baseline - 0.72 * size, right, baseline + 0.21 * size, what, owner)


def measured_by_browser(browser, pictures, folder):
    """What measure.js says of each picture: (name, SVG, font)."""
    listed = [{"name": name, "text": text, "font": font} for name, text, font in pictures]
    script = pathlib.Path(__file__).with_name("measure.js").read_text()
    page = pathlib.Path(folder, "measure.html")
    data = json.dumps(listed).replace("<", "\\u003c")
    page.write_text(f"<!doctype html><meta charset=utf-8><body><script>const figures = {data};\n{script}</script>")
    profile = f"--user-data-dir={folder}/profile"
    shown = run(browser, "--headless", "--no-sandbox", "--disable-gpu", profile, "--dump-dom", page.as_uri())
    found = re.search(r"<pre>(.*?)</pre>", shown.stdout, re.DOTALL)
    if not found:
        raise RuntimeError(f"{browser} measured nothing: {shown.stderr[-2000:]}")
    return json.loads(html.unescape(found.group(1)))


def measured_by_poppler(pdf):
    """Width and height of the page, and its words."""
    shown = run("pdftotext", "-bbox", pdf, "-").stdout
    page = re.search(r'<page width="([\d.]+)" height="([\d.]+)"', shown)
    words = []
    for *box, text in re.findall(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', shown):
        left, top, right, bottom = map(float, box)
        # Poppler tells the line of the font, which is about 0.905 above and 0.212 below the baseline.
        size = (bottom - top) / 1.117
        words.append(ink(left, right, top + 0.905 * size, size, html.unescape(text).translate(LIGATURES)))
    return (float(page.group(1)), float(page.group(2))) if page else None, words


def points_of(length):
    number, unit = re.fullmatch(r"([-+.\de]+)([a-z]*)", length).groups()
    return float(number) * POINTS[unit]


def size_of_svg(text):
    root = xml.etree.ElementTree.fromstring(text)
    return points_of(root.get("width")), points_of(root.get("height"))


def size_of_pdf(pdf):
    found = re.search(rb"/MediaBox\s*\[\s*([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)", pdf)
    if not found:
        return None
    left, bottom, right, top = map(float, found.groups())
    return right - left, top - bottom


def size_of_tikz(text):
    """Of the rectangle that is the picture's bounding box."""
    found = re.search(r"\\useasboundingbox\s*\(0,\s*0\)\s*rectangle\s*\(([-.\d]+)(\w*),\s*([-.\d]+)(\w*)\)", text)
    if not found:
        return None
    unit = re.search(r"\bx=([-.\d]+)(bp|pt|mm|cm|in)", text)
    factors = POINTS | {"bp": 1, "pt": 72 / 72.27, "": float(unit.group(1)) if unit else 1}
    width, width_unit, height, height_unit = found.groups()
    return abs(float(width)) * factors[width_unit], abs(float(height)) * factors[height_unit]


# What is asked of it


def near_pairs(boxes):
    """Pairs that are nearer than NEAR, from left to right: (distance across, distance down, one, other); below 0 they
    share as much."""
    open_boxes = []
    for box in sorted(boxes):
        open_boxes = [other for other in open_boxes if other.right + NEAR > box.left]
        for other in open_boxes:
            down = max(box.top - other.bottom, other.top - box.bottom)
            if down < NEAR:
                yield max(box.left - other.right, other.left - box.right), down, other, box
        open_boxes.append(box)


def judge_overlaps(findings, seed, where, texts):
    for across, down, one, other in near_pairs(texts):
        if one.owner == other.owner:
            continue
        findings.margin(f"between two texts, {where}", max(across, down), seed)
        if across < -TOLERANCE and down < -TOLERANCE:
            findings.fault(
                seed, f"overlap, {where}", f"{one.what!r} and {other.what!r} by {-across:.2f} x {-down:.2f} pt"
            )


def judge_edges(findings, seed, where, texts, width, height):
    for text in texts:
        room = min(text.left, text.top, width - text.right, height - text.bottom)
        findings.margin(f"to the edge, {where}", room, seed)
        if room < -TOLERANCE:
            findings.fault(seed, f"outside, {where}", f"{text.what!r} by {-room:.2f} pt")


def without_descent(text):
    """The ink of a text without letters such as `g`: it ends a fiftieth of the font's size below the baseline."""
    is_deep = DESCENDS.search(text.what)
    return text if is_deep else text._replace(bottom=text.bottom - 0.19 / 0.93 * (text.bottom - text.top))


def judge_blocks(findings, seed, texts, rectangles):
    """A text is within a rectangle or beside it, never across its edge."""
    for across, down, one, other in near_pairs([*map(without_descent, texts), *rectangles]):
        if (one.what is None) == (other.what is None) or across > -TOLERANCE or down > -TOLERANCE:
            continue
        text, block = (other, one) if one.what is None else (one, other)
        room = min(text.left - block.left, block.right - text.right, text.top - block.top, block.bottom - text.bottom)
        findings.margin("from a text to the edge of its block", room, seed)
        if room < -TOLERANCE:
            findings.fault(seed, "across an edge", f"{text.what!r} by {-room:.2f} pt")


def letters_of(boxes):
    return sum("!" <= letter <= "~" for box in boxes for letter in box.what)


def judge_pdf(findings, seed, texts, words, size):
    """Each word of the PDF is within a text of the SVG, or within neighbours that poppler took for one word; no letter
    is missing."""
    words = [
        word._replace(owner=-1 - number)
        for number, word in enumerate(words)
        if not all(map(unicodedata.combining, word.what))  # marks stacked on a letter stand where they like
    ]
    over = collections.defaultdict(list)
    inside = collections.defaultdict(list)
    for across, down, one, other in near_pairs([*texts, *words]):
        if across < 0 and down < 0 and (one.owner < 0) != (other.owner < 0):
            word, text = (one, other) if one.owner < 0 else (other, one)
            if text.top < (word.top + word.bottom) / 2 < text.bottom:
                over[word.owner].append(text)
            inside[word.owner].append(text.what)
    for place, word in enumerate(words):
        own = over[word.owner]
        # Digits of blocks above each other are one word to poppler where they stand close.
        if not own and sorted("".join(inside[word.owner])) == sorted(word.what):
            continue
        if not own:
            findings.fault(seed, "PDF elsewhere", f"no text of the SVG is where the PDF says {word.what!r}")
            continue
        out = max(min(text.left for text in own) - word.left, word.right - max(text.right for text in own))
        is_ascii = all(text.what.isascii() for text in own)
        findings.margin(f"from a word of the PDF to its text's edge{'' if is_ascii else ', beyond ASCII'}", -out, seed)
        if out > BETWEEN_PROGRAMS * (1 if is_ascii else 2):
            findings.fault(seed, "PDF elsewhere", f"{word.what!r} is {out:.2f} pt beyond its text in the SVG")
        # Words of one text don't overlap either, but for those of scripts whose letters do, and where a missing letter
        # is a box with its number in two lines. Their fonts have lines of other heights, so the text's ink counts.
        if not is_ascii:
            words[place] = Box(word.left, own[0].top, word.right, own[0].bottom, "", own[0].owner)
    judge_edges(findings, seed, "PDF", words, *size)
    judge_overlaps(findings, seed, "PDF", words)
    expected = letters_of(text for text in texts if text.what.isascii())
    if letters_of(words) != expected:
        findings.fault(seed, "PDF differs", f"{letters_of(words)} letters in texts of ASCII, {expected} in the SVG")


def judge_sizes(findings, figure, svg):
    sizes = {"SVG": size_of_svg(svg)}
    if figure.pdf:
        sizes["PDF"] = size_of_pdf(figure.pdf.read_bytes())
    if figure.tex:
        sizes["TikZ"] = size_of_tikz(figure.tex.read_text())
    for name, size in sizes.items():
        if size is None:
            findings.fault(figure.seed, "size", f"{name} has none")
            continue
        off = max(abs(one - other) for one, other in zip(size, sizes["SVG"])) / MILLIMETRE
        findings.margin(f"hundredths of a millimetre left, size of {name}", 1 - 100 * off, figure.seed)
        if off > 0.01 + 1e-6:
            findings.fault(figure.seed, "size", f"{name} is off by {off:.3f} mm")


def judge_answer(findings, figure, rectangles, width, height):
    """Lanes are as high as the answer says: of many rectangles most are blocks or parts of blocks, whose tallest are
    not much lower. Where that is lower than can be read, and only there, a sentence says so."""
    answer, seed = figure.answer, figure.seed
    heights = collections.Counter(round(box.bottom - box.top, 1) for box in rectangles)
    usual = max(heights, key=heights.get, default=0)
    tall = max((height for height, count in heights.items() if count >= 10), default=usual)
    lane = answer["lane"]
    has_run = any(word.endswith(".lwrun") for word in figure.command)  # whose thin bars may be nearly all there is
    if len(rectangles) >= 40 and (usual > lane + 0.1 or tall < lane / 4 - 0.1 and not has_run):
        findings.fault(seed, "lanes", f"blocks are {usual} to {tall} pt high, and lanes are said to be {lane} pt")
    is_told = any(SENTENCE in sentence for sentence in answer["left_out"])
    findings.counts["figures that say that lanes are low"] += is_told
    is_rounded = abs(lane - LOWEST_LANE) < 0.01
    if rectangles and not is_rounded and is_told != (lane < LOWEST_LANE):
        findings.fault(seed, "low lanes", f"lanes are {lane} pt high, and {answer['left_out']} is said")
    for _, words in figure.said[1:]:
        for sentence in answer["left_out"]:
            if sentence not in words:
                findings.fault(seed, "sentence", f"{sentence!r} is not on the standard error")
    off = max(abs(answer["width"] - width / MILLIMETRE), abs(answer["height"] - height / MILLIMETRE))
    if off > 0.01 + 1e-6:
        findings.fault(seed, "size", f"the answer is off by {off:.3f} mm")


def judge_svg(findings, figure, shown, size):
    """Of what the browser measured: its texts, for the PDF."""
    seed = figure.seed
    texts, rectangles = [], []
    for number, mark in enumerate(shown["marks"]):
        if len(mark) == 4:
            rectangles.append(Box(*mark, None, -number))
        elif mark[4].strip():
            texts.append(ink(*mark, owner=number))
    findings.counts["texts"] += len(texts)
    findings.counts["rectangles"] += len(rectangles)
    judge_overlaps(findings, seed, "SVG", texts)
    judge_edges(findings, seed, "SVG", texts, shown["width"], shown["height"])
    if figure.answer:
        judge_answer(findings, figure, rectangles, *size)
    whole = lambda box: box.right - box.left > shown["width"] - 1 and box.bottom - box.top > shown["height"] - 1
    judge_blocks(findings, seed, texts, [box for box in rectangles if not whole(box)])
    return texts


def judge_file(findings, seed, name, text):
    for word in re.findall(
        r"(?<![\w.])[-+]?(?:nan|inf(?:inity)?)(?![\w.])", re.sub(r">[^<]*<", "><", text), re.IGNORECASE
    ):
        findings.fault(seed, "no number", f"{name} holds {word}")


# What is drawn


def rendered(cases, seed):
    """A figure as SVG, PDF and TikZ."""
    folder, words_for = cases.case(seed)
    said, pictures, answer = [], [], {}
    for ending in ("svg", "pdf", "tex"):
        command = [cases.cli, *words_for(f"figure.{ending}")]
        done = run(*command, *(["--json"] if ending == "svg" else []))
        said.append(Said(done.returncode, done.stderr.strip()))
        pictures.append(folder / f"figure.{ending}" if done.returncode == 0 else None)
        if ending == "svg" and done.returncode == 0:
            answer = json.loads(done.stdout)
    return Figure(seed, list(map(str, command)), *pictures, said, answer)


def judge_exit(findings, figure):
    codes = {code for code, _ in figure.said}
    for code, words in figure.said:
        if code not in (0, 2):
            findings.fault(figure.seed, "exit", f"{code}: {words[-300:]}")
        elif code == 2 and not re.match(r"lanewright-cli: .+\w", words):
            findings.fault(figure.seed, "exit", f"a refusal without a sentence: {words!r}")
    if len(codes) > 1:
        findings.fault(figure.seed, "exit", f"formats differ: {figure.said}")
    if codes == {2}:
        findings.counts["refused"] += 1
        findings.refusals[re.sub(r"lanewright-cli: |/\S+: |[\d.]+|\S+\[.*?\]\S*", "", figure.said[0].words)[:100]] += 1


def judge(findings, figures, browser, folder):
    for figure in figures:
        judge_exit(findings, figure)
    drawn = [figure for figure in figures if figure.svg]
    texts, pictures = {}, []
    for figure in drawn:
        text = figure.svg.read_text()
        texts[figure.seed] = text
        judge_file(findings, figure.seed, "SVG", text)
        try:
            xml.etree.ElementTree.fromstring(text)
        except xml.etree.ElementTree.ParseError as error:
            findings.fault(figure.seed, "not well-formed", str(error))
            continue
        judge_sizes(findings, figure, text)
        pictures.append((figure.seed, text, random.Random(figure.seed).choice(FONTS)))
    by_seed = {figure.seed: figure for figure in drawn}
    for shown in measured_by_browser(browser, pictures, folder) if pictures else []:
        figure = by_seed[shown["name"]]
        if "error" in shown:
            findings.fault(figure.seed, "not well-formed", shown["error"])
            continue
        findings.counts["figures"] += 1
        boxes = judge_svg(findings, figure, shown, size_of_svg(texts[figure.seed]))
        if figure.pdf:
            size, words = measured_by_poppler(figure.pdf)
            judge_pdf(findings, figure.seed, boxes, words, size)
            findings.counts["words of PDFs"] += len(words)
            fonts = run("pdffonts", figure.pdf).stdout.splitlines()[2:]
            if any(line.split()[-5] != "yes" for line in fonts):
                findings.fault(figure.seed, "fonts", "a font is not embedded")


def of_cases(options, seeds):
    """The findings of some cases, their commands, and how often each option is among them."""
    findings = Findings()
    with tempfile.TemporaryDirectory() as scratch:
        cases = Cases(options.cli, options.keep or scratch)
        figures = [rendered(cases, seed) for seed in seeds]
        findings.counts["cases"] += len(figures)
        judge(findings, figures, options.browser, scratch)
    for figure in figures:
        findings.options.update(word for word in figure.command if word.startswith("--"))
        findings.commands[figure.seed] = shlex.join(figure.command)
    return findings


def of_all_cases(options):
    """Some cases at a time, as many times as there are cores."""
    seeds = range(options.seed, options.seed + options.cases)
    size = max(1, min(50, options.cases // os.cpu_count()))
    parts = [seeds[first : first + size] for first in range(0, len(seeds), size)]
    findings = Findings()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(of_cases, [options] * len(parts), parts):
            findings.add(part)
            print(f"{findings.counts['cases']} of {options.cases}, {len(findings.faults)} faults", file=sys.stderr)
    return findings


# Are faults seen?

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="20mm" viewBox="0 0 226.771654 56.692913">{}</svg>'
BLOCK = '<rect x="10" y="20" width="30" height="12"/>'


def text_of(x, y, width, words):
    return (
        f'<text x="{x}" y="{y}" font-size="8" font-family="Liberation Sans" textLength="{width}" '
        f'lengthAdjust="spacingAndGlyphs">{words}</text>'
    )


def pdf_of(texts, width=226.771654):
    """A page of texts (x, baseline from the foot, words) in Helvetica, which is not embedded."""
    content = "".join(f"BT /F 8 Tf {x} {y} Td ({words}) Tj ET\n" for x, y, words in texts)
    page = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} 56.692913]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
    parts = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", page]
    parts += [
        f"<</Length {len(content)}>>stream\n{content}endstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    text, places = "%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(text))
        text += f"{number} 0 obj {part} endobj\n"
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    return f"{text}xref\n0 6\n0000000000 65535 f \n{rows}trailer<</Size 6/Root 1 0 R>>\nstartxref\n{len(text)}\n%%EOF\n"


def sown_cases():
    """What is to be found, and in which SVG, PDF and TikZ, of which `render` said what."""
    good = BLOCK + text_of(14, 29, 17, "F0.1") + text_of(60, 29, 30, "a longer")
    words = [(14, 27.7, "F0.1"), (60, 27.7, "a longer")]
    tikz = r"\useasboundingbox (0,0) rectangle ({}mm,20mm);".format
    lanes = "".join(f'<rect x="{x}" y="{y}" width="8" height="2"/>' for x in range(10, 210, 10) for y in (10, 13))
    low = {"width": 80, "height": 20, "lane": 2.5, "left_out": [f"Lanes are 2.5 points high; 3 is {SENTENCE}."]}
    return [
        ([], good, {}),
        ([], good, {"tex": tikz(80)}),
        (["overlap, SVG"], good + text_of(89, 29, 10, "on it"), {}),
        (["outside, SVG"], good + text_of(200, 50, 30, "outside"), {}),
        (["across an edge"], BLOCK + text_of(30, 29, 20, "F"), {}),
        (["not well-formed"], good + "<g>", {}),
        (["no number"], good + '<rect x="nan" y="1" width="1" height="1"/>', {}),
        ([], lanes, {"answer": low}),
        (["low lanes"], lanes, {"answer": low | {"left_out": []}}),
        (["lanes"], lanes, {"answer": low | {"lane": 9, "left_out": []}}),
        (["size"], lanes, {"answer": low | {"width": 80.02}}),
        (["sentence"], lanes, {"answer": low, "said": [(0, ""), (0, "")]}),
        (["size"], good, {"tex": tikz(80.02)}),
        (["size"], good, {"tex": "no picture"}),
        (["fonts"], good, {"pdf": pdf_of(words)}),
        (["fonts", "size"], good, {"pdf": pdf_of(words, 227)}),
        (["PDF elsewhere", "fonts"], good, {"pdf": pdf_of([words[0], (70, 27.7, "a longer")])}),
        (["PDF differs", "fonts"], good, {"pdf": pdf_of(words[:1])}),
        (["fonts", "overlap, PDF"], good.replace("longer", "longerF"), {"pdf": pdf_of([*words, (70, 26, "F")])}),
        (["exit"], good, {"said": [(139, "")]}),
        (["exit"], good, {"said": [(2, "")]}),
        (["exit"], good, {"said": [(0, ""), (2, "lanewright-cli: no")]}),
    ]


def check_sown(options):
    """Sows each fault and expects that it alone is found; says how many are not."""
    cases = sown_cases()
    with tempfile.TemporaryDirectory() as folder:
        figures = []
        for number, (_, svg, rest) in enumerate(cases):
            paths = []
            for ending, text in (("svg", SVG.format(svg)), ("pdf", rest.get("pdf")), ("tex", rest.get("tex"))):
                paths.append(pathlib.Path(folder, f"{number}.{ending}") if text else None)
                if text:
                    paths[-1].write_text(text)
            figures.append(
                Figure(
                    number, [], *paths, [Said(*each) for each in rest.get("said", [(0, "")])], rest.get("answer", {})
                )
            )
        findings = Findings()
        judge(findings, figures, options.browser, folder)
    missed = 0
    for number, (expected, svg, rest) in enumerate(cases):
        found = sorted({kind for seed, kind, _ in findings.faults if seed == number})
        if found != expected:
            missed += 1
            print(f"{found} is found where {expected} was sown: {rest or svg}")
    print(f"{len(cases) - missed} of {len(cases)} figures are judged rightly")
    return missed


# What is told


def only_fonts_of(fonts, folder):
    """Lets all programs that are started find these fonts alone."""
    config = f"<fontconfig><dir>{fonts.resolve()}</dir><cachedir>{folder}</cachedir></fontconfig>"
    pathlib.Path(folder, "fonts.conf").write_text(config)
    os.environ["FONTCONFIG_FILE"] = str(folder / "fonts.conf")


def versions(options):
    browser = run(options.browser, "--version").stdout.strip().splitlines()[-1]
    return browser, run("pdftotext", "-v").stderr.splitlines()[0].replace("pdftotext version", "poppler")


def report(findings, options, seconds):
    browser, poppler = versions(options)
    counts = findings.counts
    kinds = collections.Counter(kind for kind, _ in {(kind, seed) for seed, kind, _ in findings.faults})
    lines = [
        "# Where the texts of figures stand, measured by programs of others",
        "",
        f"{options.cases:,} random figures, as SVG in {browser},",
        f"as PDF in {poppler}, and the size of the TikZ.",
        "What is asked of each stands at the top of `tests/picture/figure_check.py`.",
        "",
        "```",
        f"figure_check.py random --cli lanewright-cli --cases {options.cases} --seed {options.seed}"
        + (f" --fonts {options.fonts}" if options.fonts else ""),
        "```",
        "",
        f"Took {seconds:.0f} s on {os.cpu_count()} cores.",
        "",
        "| | |",
        "|---|---:|",
        *(f"| {name} | {counts[name]:,} |" for name in COUNTED),
        "",
        "| fault | figures |",
        "|---|---:|",
        *(f"| {kind} | {count:,} |" for kind, count in sorted(kinds.items())),
        *([] if kinds else ["| none | |"]),
        "",
        "What came nearest to a fault, in points; below 0 two share so much, of which 0.05 points are allowed.",
        "",
        "| distance | least | seed |",
        "|---|---:|---:|",
        *(f"| {name} | {least:.3f} | {seed} |" for name, (least, seed) in sorted(findings.margins.items())),
        "",
        "How often each option was given:",
        ", ".join(f"`{name}` {count:,}" for name, count in sorted(findings.options.items())) + ".",
    ]
    lines += ["", "What was refused, without its numbers:", ""]
    lines += [f"* {count:,} times: {words}" for words, count in findings.refusals.most_common()]
    told = {(kind, seed): words for seed, kind, words in reversed(findings.faults)}
    for (kind, seed), words in sorted(told.items())[:MOST_FAULTS]:
        lines += ["", f"* {kind}, seed {seed}: {words}", f"  `{findings.commands[seed]}`"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("random", "sown"))
    parser.add_argument("--cli", default="lanewright-cli")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1, help="of the first case")
    parser.add_argument("--report", type=pathlib.Path)
    parser.add_argument("--fonts", type=pathlib.Path, help="a folder, outside of which no font is there")
    parser.add_argument("--keep", type=pathlib.Path, help="leave the files of all cases here")
    parser.add_argument("--skip-code", type=int, default=77)
    options = parser.parse_args()
    options.browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    for name, there in (("chromium", options.browser), ("pdftotext", shutil.which("pdftotext"))):
        if not there:
            print(f"skipped: {name} is not there")
            return options.skip_code
    if options.what == "sown":
        return 1 if check_sown(options) else 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        if options.fonts:
            only_fonts_of(options.fonts, pathlib.Path(folder))
        findings = of_all_cases(options)
    text = report(findings, options, time.monotonic() - begun)
    if options.report:
        options.report.write_text(text)
    print(text)
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
