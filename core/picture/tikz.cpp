// SPDX-License-Identifier: Apache-2.0
#include "core/picture/picture_file.h"

#include "core/io/quoted_text.h"
#include "core/picture/picture_text.h"

#include <algorithm>
#include <span>
#include <utility>

namespace lanewright {

namespace {

/// LaTeX's own signs, and those beyond Latin that it has by other names; below each, in their order, as LaTeX takes it.
constexpr std::u32string_view kSigns = U"\"#$%&<>\\^_{|}~\u00A0°±²µ·×μ–—‘’“”…→−≈≤≥\uFFFD";
constexpr std::string_view kTexOfSigns =
    R"({\char34} \# {\char36} \% \& \textless{} \textgreater{} \textbackslash{} \textasciicircum{} \_ \{ \textbar{} \} )"
    R"(\textasciitilde{} ~ $^\circ$ $\pm$ $^2$ $\mu$ $\cdot$ $\times$ $\mu$ -- --- ` ' `` '' \dots{} $\to$ $-$ )"
    R"($\approx$ $\le$ $\ge$ )";
static_assert(std::ranges::count(kTexOfSigns, ' ') == kSigns.size() - 1);

std::string_view texOfSign(std::size_t sign) {
    std::string_view rest = kTexOfSigns;
    for (; sign > 0; --sign)
        rest.remove_prefix(rest.find(' ') + 1);
    return rest.substr(0, rest.find(' '));
}

/// `A` for 0, `B`, …, `Z`, `AA`, `BB`, ….
std::string letters(std::size_t at) { return std::string(1 + at / 26, static_cast<char>('A' + at % 26)); }

class TikzWriter : PictureText {
public:
    explicit TikzWriter(const Drawing& drawing) : m_drawing(drawing) {}

    std::string text() {
        for (const Mark& mark : m_drawing.marks)
            std::visit([&](const auto& each) { addMark(each); }, mark);
        const std::string marks = std::exchange(m_text, {});
        addHead();
        addCommands();
        add("\n", marks, "\\end{tikzpicture}\n\\lwEnd\n");
        return std::move(m_text);
    }

private:
    /// On one line, as LaTeX shows it. Characters that are not shown fall out: LaTeX knows no sign for them.
    static std::string plain(const std::string& words) {
        const std::string line = shownLine(words);
        std::string result;
        for (std::size_t at = 0, bytes = 1; at < line.size(); at += bytes) {
            bytes = characterLength(line, at);
            const char32_t number = characterNumber(line, at, bytes);
            const std::string_view itself = std::string_view(line).substr(at, bytes);
            const std::size_t sign = kSigns.find(number);
            const bool isLatin =
                number >= 0xC0 && number <= 0xFF && itself.find_first_of("\x90\x9E\xB0\xB7\xBE") == itself.npos;
            if (sign != kSigns.npos)
                result += texOfSign(sign);
            else if (number < 0x80 || isLatin)
                // TeX joins two such letters to one sign, and is kept from it.
                result.append(itself).append(isJoined(line, at) ? "{}" : "");
            else
                result.append("\\lwOther{").append(itself).append("}");
        }
        return result;
    }

    static bool isJoined(const std::string& line, std::size_t at) {
        return line.find_first_of("-`'?!,", at) == at && line.find_first_of("-`'", at + 1) == at + 1;
    }

    /// The letters of those that look alike.
    template <typename Style>
    static std::string nameIn(std::vector<Style>& styles, const Style& style) {
        const auto found = std::ranges::find(styles, style);
        const auto at = static_cast<std::size_t>(found - styles.begin());
        if (found == styles.end())
            styles.push_back(style);
        return letters(at);
    }

    void addMark(const Box& box) {
        const Look& look = m_drawing.looks[static_cast<std::size_t>(box.look)];
        if (!box.label.empty() && box.size != std::exchange(m_size, box.size))
            add("\\def\\lwSize{", box.size, "} % of labels\n");
        add("\\lw", look.name);
        if (const double corner = cornerOf(box, look); corner < look.corner)
            add("[", corner, "]");
        add("{", box.frame.x, "}{", box.frame.y, "}{", box.frame.width, "}{", box.frame.height, "}{", plain(box.label),
            "}\n");
    }

    void addMark(const Line& line) {
        add("\\lwline", nameIn(m_strokes, {{}, line.colour, line.width, line.dashes, line.hasHead}));
        for (std::size_t at = 0; at < line.points.size(); ++at)
            add(at == 0 ? " (" : at % 8 == 0 ? "\n  -- (" : " -- (", line.points[at].x, ",", line.points[at].y, ")");
        add(";\n");
    }

    void addMark(const Words& words) {
        add("\\lwwords", nameIn(m_types, {{}, {}, words.size, words.colour, words.anchor, words.isBold}), "{",
            words.at.x, "}{", words.at.y, "}{", words.width, "}{", plain(words.text), "}\n");
    }

    /// The class that cuts the page to the picture is not in every TeX; without it the page is made as large as that.
    void addHead() {
        const bool hatches = std::ranges::any_of(m_drawing.looks, [](const Look& look) { return look.hatched > 0; });
        add("% ", plain(m_drawing.title),
            "\n% Drawn by Lanewright. Inside a paper \\input sets the picture alone; it needs \\usepackage{tikz}",
            hatches ? " and \\usetikzlibrary{patterns}" : "", R"(.
\expandafter\ifx\csname @nodocument\endcsname\relax\let\lwEnd\relax\else\def\lwEnd{\end{document}}
\IfFileExists{standalone.cls}{\documentclass[tikz,border=0pt]{standalone}}{\documentclass{article}
\usepackage[margin=0pt,paperwidth=)",
            m_drawing.width, "bp,paperheight=", m_drawing.height, R"(bp]{geometry}
\usepackage{tikz}\pagestyle{empty}\setlength{\parindent}{0pt}\setlength{\topskip}{0pt}}
\usepackage[utf8]{inputenc}
)",
            hatches ? "\\usetikzlibrary{patterns}\n" : "", R"(\begin{document}\fi
\begin{tikzpicture}[x=1bp,y=-1bp]
\useasboundingbox (0,0) rectangle ()",
            m_drawing.width, ",", m_drawing.height, ");\n");
        addColour("Ground", m_drawing.ground);
        add("\\fill[lwGround] (0,0) rectangle (", m_drawing.width, ",", m_drawing.height, R"();
% {anchor}{colour}{x}{y}{room}{size}{text}: text of a size, narrower where it would be wider than its room
\newcommand\lwText[7]{\if\relax\detokenize{#7}\relax\else
  \pgftext[#1,at={\pgfqpoint{\dimexpr#3\relax}{\dimexpr0pt-(#4)\relax}}]{\color{#2}\sbox0{\sffamily\fontsize{10}{10}\selectfont #7}%
    \edef\lwTall{\csname strip@pt\endcsname\dimexpr#6pt*100375/1000000\relax}\let\lwWide=\lwTall%
    \ifdim\lwWide\wd0>\dimexpr#5\relax\edef\lwWide{\csname strip@pt\endcsname\dimexpr(#5)*65536/\wd0\relax}\fi
    \scalebox{\lwWide}[\lwTall]{\usebox0}}\fi}
% letters that only XeLaTeX and LuaLaTeX have
\newcommand\lwOther[1]{\ifdefined\Umathchar #1\fi}
\newcommand\lwLabel[6]{\lwText{base}{#1}{#2bp+#4bp/2}{#3bp+#5bp/2+)",
            kBelowMiddle, "\\dimexpr\\lwSize bp\\relax}{#4bp-", kLabelMargin, "bp}{\\lwSize}{#6}}\n");
    }

    void addColour(std::string_view name, Rgb colour) {
        add("\\providecolor{lw", name, "}{HTML}{", hexText(colour), "}\n");
    }

    void addCommands() {
        add("% [corner]{x}{y}{width}{height}{label}: a command for each kind of block. A command or colour that a "
            "paper "
            "defines holds for all its pictures: \\definecolor{lwF}{HTML}{FF8800}.\n");
        for (const Look& look : m_drawing.looks)
            addLook(look);
        for (std::size_t at = 0; at < m_strokes.size(); ++at) {
            const std::string name = "line" + letters(at);
            addColour(name, m_strokes[at].colour);
            add("\\providecommand\\lw", name, "{\\draw[lw", name, ",line width=", m_strokes[at].width, "bp");
            addDashes(m_strokes[at].dashes);
            add(m_strokes[at].hasHead ? ",-stealth" : "", "]}\n");
        }
        constexpr std::string_view kAnchors[] = {"left,base", "base", "right,base"};
        for (std::size_t at = 0; at < m_types.size(); ++at) {
            const std::string name = "words" + letters(at);
            addColour(name, m_types[at].colour);
            add("\\providecommand\\lw", name, "[4]{\\lwText{", kAnchors[static_cast<std::size_t>(m_types[at].anchor)],
                "}{lw", name, "}{#1bp}{#2bp}{#3bp}{", m_types[at].size, "}{", m_types[at].isBold ? "\\bfseries " : "",
                "#4}}\n");
        }
    }

    void addLook(const Look& look) {
        addColour(look.name, look.fill);
        if (look.line > 0)
            addColour(look.name + "border", look.border);
        if (look.hatched > 0)
            addColour(look.name + "hatch", look.hatch);
        addColour(look.name + "label", look.label);
        add("\\providecommand\\lw", look.name, "[6][", look.corner, "]{%\n  \\path[rounded corners=#1bp,fill=lw",
            look.name);
        if (look.line > 0)
            add(",draw=lw", look.name, "border,line width=", look.line, "bp");
        addDashes(std::span{kDashes}.first(look.line > 0 && look.isDashed ? kDashes.size() : 0));
        add("] (#2,#3) rectangle +(#4,#5);%\n");
        if (look.hatched > 0)
            add("  \\path[pattern=north ", look.rises ? "east" : "west", " lines,pattern color=lw", look.name,
                "hatch] (#2,{#3+", 1 - look.hatched, "*#5}) rectangle +(#4,{", look.hatched, "*#5});%\n");
        add("  \\lwLabel{lw", look.name, "label}{#2}{#3}{#4}{#5}{#6}}\n");
    }

    void addDashes(std::span<const double> dashes) {
        for (std::size_t at = 0; at < dashes.size(); ++at)
            add(at == 0 ? ",dash pattern=on " : at % 2 == 0 ? " on " : " off ", dashes[at], "bp");
    }

    /// Points of a block that its label leaves free, at both sides together.
    static constexpr double kLabelMargin = 0.6;

    const Drawing& m_drawing;
    std::vector<Line> m_strokes; ///< lines without their points
    std::vector<Words> m_types;  ///< words without what they say, and where
    double m_size = 0;           ///< that labels have now
};

} // namespace

std::string toTikz(const Drawing& drawing) { return TikzWriter(drawing).text(); }

} // namespace lanewright
