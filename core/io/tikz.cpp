// SPDX-License-Identifier: Apache-2.0
#include "core/io/tikz.h"

#include "core/base/decimal.h"
#include "core/base/printed.h"
#include "core/io/quoted_text.h"
#include "core/model/block_stretches.h"
#include "core/model/text.h"
#include "core/picture/colours.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

constexpr double kWidth = 16;      ///< cm for all of the time
constexpr double kLane = 1;        ///< cm from one lane to the next
constexpr double kBlock = 0.72;    ///< cm of a block without bars
constexpr double kWithBars = 0.52; ///< cm of a block above its bar
constexpr double kBar = 0.18;
constexpr double kBesideLanes = 2.4; ///< cm for the names of ranks and the margins
constexpr double kAroundLanes = 2.2; ///< cm for title, axis and margins
constexpr double kFoot = 0.18;       ///< a part of the height of an op: where it is told how it spends its time
constexpr double kLabelFrom = 0.22;  ///< cm below which a block has no label

std::string number(double value) { return printed("%.4g", std::abs(value) < 5e-5 ? 0.0 : value); }

/// On one line, LaTeX's own signs made plain. Characters that are not shown fall out: LaTeX knows no sign for them.
std::string plain(const std::string& words) {
    std::string result;
    std::string line = shownLine(words);
    constexpr std::string_view kNotShown = "\xEF\xBF\xBD";
    for (std::size_t at = line.find(kNotShown); at != std::string::npos; at = line.find(kNotShown, at))
        line.erase(at, kNotShown.size());
    for (const char c : line) {
        if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
            result += '\\';
        if (c == '\\' || c == '~' || c == '^')
            result += c == '\\' ? "\\textbackslash{}" : c == '~' ? "\\textasciitilde{}" : "\\textasciicircum{}";
        else
            result += c;
    }
    return result;
}

class Drawing {
public:
    Drawing(const Plan& plan, const Timeline& planned, const Timeline* measured, bool otherOrder)
        : m_plan(plan), m_planned(planned), m_measured(measured), m_otherOrder(measured && otherOrder) {
        const Time end = std::max(extentOf(planned).length(), measured ? extentOf(*measured).length() : 0);
        m_perTick = kWidth / static_cast<double>(std::max<Time>(1, end));
    }

    std::string text() {
        const int lanes = static_cast<int>(std::max(m_planned.lanes.size(), m_measured ? m_measured->lanes.size() : 0));
        for (int rank = 0; rank < lanes; ++rank)
            addLane(rank);
        addAxis(lanes);
        std::string drawn = std::move(m_text);
        m_text = "% " + plain(m_plan.title) + "\n% drawn by Lanewright; needs tikz\n" + head(lanes) +
                 (m_hatches ? "\\usetikzlibrary{patterns}\n" : "") + colours() +
                 R"(\begin{document}
\begin{tikzpicture}[x=1cm,y=1cm,font=\sffamily\scriptsize,
  lw/.style={draw=black!55,line width=0.2pt,rounded corners=0.6pt}]
)";
        if (!m_plan.title.empty())
            m_text += "\\node[anchor=south west,font=\\sffamily\\bfseries] at (0,0.5) {" + plain(m_plan.title) + "};\n";
        if (m_otherOrder)
            m_text += "\\node[anchor=south east] at (" + number(kWidth) + ",0.1) {bars: measured in another order};\n";
        m_text += drawn + "\\end{tikzpicture}\n\\end{document}\n";
        return std::move(m_text);
    }

private:
    /// The class that cuts the page to the picture is not in every TeX; without it the page is made as large as that.
    static std::string head(int lanes) {
        return "\\IfFileExists{standalone.cls}{\\documentclass[tikz,border=4pt]{standalone}}{\\documentclass{article}\n"
               "\\usepackage[margin=4pt,paperwidth=" +
               number(kWidth + kBesideLanes) + "cm,paperheight=" + number(kLane * lanes + kAroundLanes) +
               "cm]{geometry}\n\\usepackage{tikz}\\pagestyle{empty}\\setlength{\\parindent}{0pt}}\n";
    }

    static std::string colours() {
        std::string text;
        for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
            text += "\\definecolor{lw" + std::string(toText(kind)) + "}{HTML}{" +
                    hexText(blockColours(kind, 0, Ground::Paper).fill) + "}\n";
        return text;
    }

    struct Box {
        double left = 0;
        double top = 0;
        double width = 0;
        double height = 0;
    };

    void addLane(int rank) {
        const double top = -kLane * rank;
        const double height = m_measured ? kWithBars : kBlock;
        m_text +=
            "\\node[anchor=east] at (-0.1," + number(top - height / 2) + ") {rank " + std::to_string(rank) + "};\n";
        if (rank < static_cast<int>(m_planned.lanes.size()))
            addSpans(m_planned, rank, top, height, true);
        if (m_measured && rank < static_cast<int>(m_measured->lanes.size()))
            addSpans(*m_measured, rank, top - height - 0.04, kBar, false);
    }

    void addSpans(const Timeline& timeline, int rank, double top, double height, bool labels) {
        const Time begin = extentOf(timeline).start;
        for (const Span& span : timeline.lanes[rank]) {
            const double left = static_cast<double>(span.start - begin) * m_perTick;
            const double width = static_cast<double>(span.length()) * m_perTick;
            const double half = span.paired ? height / 2 : height;
            addBox(span.op, {left, top, width, half}, labels);
            if (span.paired)
                addBox(*span.paired, {left, top - half, width, half}, labels);
            if (labels)
                addStretches(span, {left, top, width, half});
        }
    }

    /// As block pictures have them: at the foot of each op plain where its network is hidden, hatched where it is
    /// exposed, empty where it stands still.
    void addStretches(const Span& span, const Box& upper) {
        const std::optional<BlockStretches> stretches =
            stretchesOf(m_plan.schedule, m_plan.costs, Block{.op = span.op, .paired = span.paired});
        if (!stretches || stretches->length != span.length() || upper.width < kLabelFrom)
            return;
        Box lower = upper;
        lower.top -= upper.height;
        addFoot(span.op, upper, stretches->first, stretches->length);
        if (!span.paired)
            return;
        addFoot(*span.paired, lower, stretches->second, stretches->length);
        if (stretches->saved > 0)
            addFoot(*span.paired, lower, {{Spends::Hidden, 0, std::min(stretches->saved, stretches->length)}},
                    stretches->length);
    }

    void addFoot(const Op& op, const Box& box, const std::vector<Stretch>& stretches, Time length) {
        const std::string colour = "lw" + std::string(toText(op.kind));
        const double inset = 0.02;
        const double perTick = (box.width - 2 * inset) / static_cast<double>(std::max<Time>(1, length));
        for (const Stretch& stretch : stretches) {
            if (stretch.spends == Spends::Computing)
                continue;
            const std::string place = "(" + number(box.left + inset + static_cast<double>(stretch.start) * perTick) +
                                      "," + number(box.top - box.height + inset) + ") rectangle +(" +
                                      number(static_cast<double>(stretch.end - stretch.start) * perTick) + "," +
                                      number(box.height * kFoot) + ");\n";
            fill(stretch.spends == Spends::Hidden ? colour + "!60!black" : "white", place);
            if (stretch.spends != Spends::Exposed)
                continue;
            fill("pattern=north east lines,pattern color=" + colour + "!80!black", place);
            m_hatches = true;
        }
    }

    void fill(const std::string& how, const std::string& place) {
        m_text += "\\fill[";
        m_text += how;
        m_text += "] ";
        m_text += place;
    }

    void addBox(const Op& op, const Box& box, bool label) {
        const std::string kind(toText(op.kind));
        m_text += "\\path[lw,fill=lw" + kind + (label ? "" : barStyle()) + "] (" + number(box.left) + "," +
                  number(box.top) + ") rectangle +(" + number(box.width) + "," + number(-box.height) + ")";
        if (label && box.width >= kLabelFrom) {
            const bool dark = op.kind == OpKind::F || op.kind == OpKind::BW;
            m_text += " +(" + number(box.width / 2) + "," + number(-box.height / 2) + ") node[" +
                      (dark ? "text=white" : "text=black") + ",font=\\sffamily\\tiny] {" +
                      (box.width >= 2 * kLabelFrom ? kind : std::string{}) + std::to_string(op.microbatch) + "}";
        }
        m_text += ";\n";
    }

    /// What follows the colour of a measured bar.
    std::string barStyle() const { return m_otherOrder ? "!25,dashed" : "!" + number(100 * (1 - kBarPaleness)); }

    void addAxis(int lanes) {
        const double bottom = -kLane * lanes + 0.1;
        const Time end = static_cast<Time>(kWidth / m_perTick);
        Time step = 1;
        // Steps of 1, 2 or 5 times a power of ten, about eight of them.
        for (int i = 0; end / step > 8; ++i)
            step = i % 3 == 1 ? step / 2 * 5 : step * 2;
        m_text += "\\draw[black!60,line width=0.3pt] (0," + number(bottom) + ") -- (" + number(kWidth) + "," +
                  number(bottom) + ");\n";
        const std::string unit = m_plan.timeUnit == TimeUnit::Unit ? "" : " " + std::string(toText(m_plan.timeUnit));
        for (Time at = 0; at <= end; at += step)
            m_text += "\\draw[black!60,line width=0.3pt] (" + number(static_cast<double>(at) * m_perTick) + "," +
                      number(bottom) + ") -- +(0,-0.08) node[anchor=north,inner sep=1pt] {" +
                      decimalFromTicks(at, scaleOf(m_plan.timeUnit)) + unit + "};\n";
    }

    const Plan& m_plan;
    const Timeline& m_planned;
    const Timeline* m_measured;
    bool m_otherOrder;
    double m_perTick = 1;
    bool m_hatches = false; ///< what was drawn needs the library of patterns
    std::string m_text;
};

} // namespace

std::string toTikz(const Plan& plan, const Timeline& planned, const Timeline* measured, bool otherOrder) {
    return Drawing(plan, planned, measured, otherOrder).text();
}

} // namespace lanewright
