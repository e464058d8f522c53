// SPDX-License-Identifier: Apache-2.0
// Runs in a browser's page for figure_check.py: takes each SVG as the browser lays it out and writes what it measures
// into the page. Lengths are in points, of 96/72 pixels each.
const asPoints = 0.75;
const measured = figures.map(({ name, text, font }) => {
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  if (read.querySelector("parsererror")) return { name, error: read.querySelector("parsererror").textContent };
  const picture = document.importNode(read.documentElement, true);
  document.body.replaceChildren(picture);
  if (font) for (const each of [picture, ...picture.querySelectorAll("[font-family]")]) each.setAttribute("font-family", font);
  const whole = picture.getBoundingClientRect();
  // Where the corners of a box come to stand, from the picture's upper left corner.
  const placed = (element, box) => {
    const at = element.getScreenCTM();
    const corners = [[box.x, box.y], [box.x + box.width, box.y], [box.x, box.y + box.height], [box.x + box.width, box.y + box.height]];
    const x = corners.map((corner) => (at.a * corner[0] + at.c * corner[1] + at.e - whole.left) * asPoints);
    const y = corners.map((corner) => (at.b * corner[0] + at.d * corner[1] + at.f - whole.top) * asPoints);
    return { left: Math.min(...x), top: Math.min(...y), right: Math.max(...x), bottom: Math.max(...y), scale: Math.hypot(at.a, at.b) * asPoints };
  };
  const marks = [];
  for (const each of picture.querySelectorAll("text, rect")) {
    if (each.closest("defs, clipPath, pattern, marker, mask")) continue;
    const box = placed(each, each.getBBox());
    if (each.localName === "rect") {
      marks.push([box.left, box.top, box.right, box.bottom]);
    } else if (each.getNumberOfChars() > 0) {
      // The height is that of ink, which a browser does not tell: from the baseline by the size of the font.
      const start = each.getStartPositionOfChar(0);
      const size = parseFloat(getComputedStyle(each).fontSize) * box.scale;
      const baseline = placed(each, { x: start.x, y: start.y, width: 0, height: 0 }).top;
      marks.push([box.left, box.right, baseline, size, each.textContent]);
    }
  }
  return { name, width: whole.width * asPoints, height: whole.height * asPoints, marks };
});
const out = document.createElement("pre");
out.textContent = JSON.stringify(measured);
document.body.replaceChildren(out);
