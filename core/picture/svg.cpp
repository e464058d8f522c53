// SPDX-License-Identifier: Apache-2.0
#include "core/picture/picture_file.h"

#include "core/io/quoted_text.h"
#include "core/picture/picture_text.h"

#include <span>
#include <utility>

namespace lanewright {

namespace {

constexpr double kMillimetresPerPoint = 25.4 / 72;

class SvgWriter : PictureText {
public:
    std::string text(const Drawing& drawing) {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", drawing.width * kMillimetresPerPoint,
            "mm\" height=\"", drawing.height * kMillimetresPerPoint, "mm\" viewBox=\"0 0 ", drawing.width, " ",
            drawing.height, "\" preserveAspectRatio=\"none\" role=\"img\" font-family=\"", kFontFamilies,
            "\">\n<title>");
        addEscaped(drawing.title);
        add("</title>\n<rect width=\"", drawing.width, "\" height=\"", drawing.height, "\" fill=\"#",
            hexText(drawing.ground), "\"/>\n");
        m_looks = drawing.looks;
        for (const Mark& mark : drawing.marks)
            std::visit([&](const auto& each) { addMark(each); }, mark);
        add("</svg>\n");
        return std::move(m_text);
    }

private:
    void addEscaped(const std::string& text) {
        for (const char& each : shownLine(text))
            add(each == '&' ? "&amp;" : each == '<' ? "&lt;" : each == '>' ? "&gt;" : std::string_view(&each, 1));
    }

    /// Ends an element by how its line looks; one without width is none.
    void addStroke(Rgb colour, double width, std::span<const double> dashes) {
        if (width > 0)
            add(" stroke=\"#", hexText(colour), "\" stroke-width=\"", width, "\"");
        for (const double& each : dashes)
            add(&each == dashes.data() ? " stroke-dasharray=\"" : " ", each);
        add(dashes.empty() ? "/>\n" : "\"/>\n");
    }

    void addMark(const Box& box) {
        const Look& look = m_looks[static_cast<std::size_t>(box.look)];
        const Area& frame = box.frame;
        add("<rect x=\"", frame.x, "\" y=\"", frame.y, "\" width=\"", frame.width, "\" height=\"", frame.height);
        if (const double corner = cornerOf(box, look); corner >= 0.005)
            add("\" rx=\"", corner);
        add("\" fill=\"#", hexText(look.fill), "\"");
        addStroke(look.border, look.line, std::span{kDashes}.first(look.isDashed ? kDashes.size() : 0));
        if (const auto hatch = hatchOf(box, look); !hatch.empty()) {
            add("<path fill=\"none\" d=\"");
            for (const auto& [from, to] : hatch)
                add("M", from.x, " ", from.y, "L", to.x, " ", to.y);
            add("\"");
            addStroke(look.hatch, kHatchLine, {});
        }
        if (!box.label.empty())
            addMark(labelOf(box, look));
    }

    void addMark(const Line& line) {
        addPoints("<polyline fill=\"none\" points=\"", line.points);
        addStroke(line.colour, line.width, line.dashes);
        if (line.hasHead) {
            addPoints("<polygon points=\"", headOf(line));
            add(" fill=\"#", hexText(line.colour), "\"/>\n");
        }
    }

    void addPoints(std::string_view element, std::span<const Point> points) {
        add(element);
        for (const Point& point : points)
            add(&point == points.data() ? "" : " ", point.x, ",", point.y);
        add("\"");
    }

    void addMark(const Words& words) {
        constexpr std::string_view kAnchors[] = {"", "\" text-anchor=\"middle", "\" text-anchor=\"end"};
        add("<text x=\"", words.at.x, "\" y=\"", words.at.y, "\" fill=\"#", hexText(words.colour), "\" font-size=\"",
            words.size, kAnchors[static_cast<std::size_t>(words.anchor)], words.isBold ? "\" font-weight=\"bold" : "",
            "\" textLength=\"", words.width, "\" lengthAdjust=\"spacingAndGlyphs\">");
        addEscaped(words.text);
        add("</text>\n");
    }

    std::span<const Look> m_looks; ///< the drawing's
};

} // namespace

std::string toSvg(const Drawing& drawing) { return SvgWriter{}.text(drawing); }

} // namespace lanewright
