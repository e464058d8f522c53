// SPDX-License-Identifier: Apache-2.0
#include "core/picture/picture_file.h"

#include "core/io/quoted_text.h"
#include "core/picture/written_length.h"

#include <algorithm>
#include <limits>
#include <span>

namespace lanewright {

namespace {

constexpr double kMillimetresPerPoint = 25.4 / 72;

/// Appends pieces of text and lengths to a document. Elements that look alike stand in a group, which has their
/// attributes.
class SvgWriter {
public:
    explicit SvgWriter(const Drawing& drawing) : m_drawing(drawing), m_runs(drawing.looks.size()) {}

    std::string text() {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", m_drawing.width * kMillimetresPerPoint,
            "mm\" height=\"", m_drawing.height * kMillimetresPerPoint, "mm\" viewBox=\"0 0 ", m_drawing.width, " ",
            m_drawing.height, "\" preserveAspectRatio=\"none\" role=\"img\" font-family=\"", quotedFamilies(),
            "\">\n<title>");
        addEscaped(m_drawing.title);
        add("</title>\n<rect width=\"", m_drawing.width, "\" height=\"", m_drawing.height, "\" fill=\"#",
            hexText(m_drawing.ground), "\"/>\n");
        for (const Mark& mark : m_drawing.marks) {
            if (const Box* const box = std::get_if<Box>(&mark)) {
                addToRun(*box);
                continue;
            }
            endRun();
            if (const Line* const line = std::get_if<Line>(&mark))
                addLine(*line);
            else
                addWords(std::get<Words>(mark));
        }
        endRun();
        endGroup();
        m_text += "</svg>\n";
        return std::move(m_text);
    }

private:
    void put(std::string_view text) { m_text += text; }
    void put(double length) { appendLength(m_text, length); }
    template <typename... Parts>
    void add(const Parts&... parts) {
        (put(parts), ...);
    }

    /// Lets what follows stand in a group of these attributes.
    template <typename... Parts>
    void beginGroup(const Parts&... parts) {
        const std::size_t at = m_text.size();
        add(parts...);
        if (std::string_view(m_text).substr(at) == m_group)
            return m_text.resize(at);
        const std::string attributes = m_text.substr(at);
        m_text.resize(at);
        endGroup();
        add("<g ", attributes, ">\n");
        m_group = attributes;
    }
    void endGroup() {
        if (!m_group.empty())
            m_text += "</g>\n";
        m_group.clear();
    }

    static std::string quotedFamilies() {
        std::string families(kFontFamilies);
        for (std::size_t begin = 0, end = 0; end < families.size(); begin = end + 2) {
            end = std::min(families.find(',', begin), families.size());
            if (families.find(' ', begin) >= end)
                continue;
            families.insert(end, "'").insert(begin, "'");
            end += 2;
        }
        return families;
    }

    /// U+FFFE and U+FFFF, which no XML may hold, fall out.
    void addEscaped(const std::string& text) {
        const std::string shown = shownLine(text);
        for (std::size_t at = 0; at < shown.size(); ++at)
            switch (shown[at]) {
            case '&': put("&amp;"); break;
            case '<': put("&lt;"); break;
            case '>': put("&gt;"); break;
            default:
                if (const auto here = std::string_view(shown).substr(at, 3);
                    here == "\xEF\xBF\xBE" || here == "\xEF\xBF\xBF")
                    at += 2;
                else
                    m_text += shown[at];
            }
    }

    static std::string dashed(std::span<const double> dashes) {
        std::string text;
        for (const double each : dashes)
            appendLength(text.append(text.empty() ? "\" stroke-dasharray=\"" : " "), each);
        return text;
    }

    /// A run of boxes none of which covers another can be drawn in any order: by their looks, and labels last. It goes
    /// on with what stands below all of it, right of its last lane, or below the last column of that: halves of a pair.
    void addToRun(const Box& box) {
        const Area& frame = box.frame;
        const bool isBeside = frame.y >= m_laneTop - kTouching && frame.x >= m_laneRight - kTouching;
        const bool isStacked = frame.y >= m_columnBottom - kTouching && frame.x >= m_columnLeft - kTouching;
        if (!isBeside && !isStacked) {
            if (frame.y < m_runBottom - kTouching)
                endRun();
            m_laneTop = m_runBottom;
            m_laneRight = kNowhere;
        }
        if (frame.x >= m_laneRight - kTouching) {
            m_columnLeft = frame.x;
            m_columnBottom = kNowhere;
        }
        m_laneRight = std::max(m_laneRight, frame.right());
        m_columnBottom = std::max(m_columnBottom, frame.bottom());
        m_runBottom = std::max(m_runBottom, frame.bottom());
        m_runs[static_cast<std::size_t>(box.look)].push_back(&box);
    }

    void endRun() {
        for (std::size_t look = 0; look < m_runs.size(); ++look)
            if (!m_runs[look].empty())
                addBoxes(m_runs[look], m_drawing.looks[look]);
        for (std::size_t look = 0; look < m_runs.size(); ++look) {
            for (const Box* const box : m_runs[look])
                if (!box->label.empty())
                    addWords(labelOf(*box, m_drawing.looks[look]));
            m_runs[look].clear();
        }
        m_runBottom = kNowhere;
    }

    void addBoxes(const std::vector<const Box*>& boxes, const Look& look) {
        if (look.line > 0)
            beginGroup("fill=\"#", hexText(look.fill), "\" stroke=\"#", hexText(look.border), "\" stroke-width=\"",
                       look.line, look.isDashed ? dashed(kDashes) : "", "\"");
        else
            beginGroup("fill=\"#", hexText(look.fill), "\"");
        for (const Box* const box : boxes) {
            const Area& frame = box->frame;
            add("<rect x=\"", frame.x, "\" y=\"", frame.y, "\" width=\"", frame.width, "\" height=\"", frame.height);
            if (const double corner = cornerOf(*box, look); corner >= 0.005)
                add("\" rx=\"", corner);
            put("\"/>\n");
        }
        if (look.hatched <= 0)
            return;
        beginGroup("fill=\"none\" stroke=\"#", hexText(look.hatch), "\" stroke-width=\"", kHatchLine, "\"");
        for (const Box* const box : boxes)
            if (const auto hatch = hatchOf(*box, look); !hatch.empty()) {
                put("<path d=\"");
                for (const auto& [from, to] : hatch)
                    add("M", from.x, " ", from.y, "L", to.x, " ", to.y);
                put("\"/>\n");
            }
    }

    void addLine(const Line& line) {
        beginGroup("fill=\"none\" stroke=\"#", hexText(line.colour), "\" stroke-width=\"", line.width,
                   dashed(line.dashes), "\"");
        put("<polyline points=\"");
        addPoints(line.points);
        put("\"/>\n");
        if (!line.hasHead)
            return;
        beginGroup("fill=\"#", hexText(line.colour), "\"");
        put("<polygon points=\"");
        addPoints(headOf(line));
        put("\"/>\n");
    }

    void addPoints(std::span<const Point> points) {
        for (const Point& point : points)
            add(&point == points.data() ? "" : " ", point.x, ",", point.y);
    }

    void addWords(const Words& words) {
        constexpr std::string_view kAnchors[] = {"start", "middle", "end"};
        beginGroup("fill=\"#", hexText(words.colour), "\" font-size=\"", words.size, "\" text-anchor=\"",
                   kAnchors[static_cast<std::size_t>(words.anchor)], words.isBold ? "\" font-weight=\"bold\"" : "\"");
        add("<text x=\"", words.at.x, "\" y=\"", words.at.y, "\" textLength=\"", words.width,
            "\" lengthAdjust=\"spacingAndGlyphs\">");
        addEscaped(words.text);
        put("</text>\n");
    }

    static constexpr double kTouching = 0.005;
    static constexpr double kNowhere = -std::numeric_limits<double>::infinity();

    const Drawing& m_drawing;
    std::string m_text;
    std::string m_group;                         ///< the attributes of the group that is open
    std::vector<std::vector<const Box*>> m_runs; ///< by look
    double m_runBottom = kNowhere;
    double m_laneTop = kNowhere;
    double m_laneRight = kNowhere;
    double m_columnLeft = kNowhere;
    double m_columnBottom = kNowhere;
};

} // namespace

std::string toSvg(const Drawing& drawing) { return SvgWriter(drawing).text(); }

} // namespace lanewright
