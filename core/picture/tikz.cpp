// SPDX-License-Identifier: Apache-2.0
#include "core/picture/picture_file.h"

#include "core/io/quoted_text.h"
#include "core/picture/written_length.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

struct TexSign {
    char32_t character;
    std::string_view tex;
};
/// LaTeX's own signs, and those beyond Latin that it has by other names.
constexpr TexSign kTexSigns[] = {
    {U'"', "{\\char34}"},
    {U'#', "\\#"},
    {U'$', "{\\char36}"},
    {U'%', "\\%"},
    {U'&', "\\&"},
    {U'<', "\\textless{}"},
    {U'>', "\\textgreater{}"},
    {U'\\', "\\textbackslash{}"},
    {U'^', "\\textasciicircum{}"},
    {U'_', "\\_"},
    {U'{', "\\{"},
    {U'|', "\\textbar{}"},
    {U'}', "\\}"},
    {U'~', "\\textasciitilde{}"},
    {0xA0, "~"},
    {0xB0, "$^\\circ$"},
    {0xB1, "$\\pm$"},
    {0xB2, "$^2$"},
    {0xB5, "$\\mu$"},
    {0xB7, "$\\cdot$"},
    {0xD7, "$\\times$"},
    {0x3BC, "$\\mu$"},
    {0x2013, "--"},
    {0x2014, "---"},
    {0x2018, "`"},
    {0x2019, "'"},
    {0x201C, "``"},
    {0x201D, "''"},
    {0x2026, "\\dots{}"},
    {0x2192, "$\\to$"},
    {0x2212, "$-$"},
    {0x2248, "$\\approx$"},
    {0x2264, "$\\le$"},
    {0x2265, "$\\ge$"},
    {0xFFFD, ""},
};

/// How a line or words look; each has a command, named by a letter for each.
struct Stroke {
    Rgb colour = 0;
    double width = 0;
    std::vector<double> dashes = {};
    bool hasHead = false;

    explicit Stroke(const Line& line)
        : colour(line.colour), width(line.width), dashes(line.dashes), hasHead(line.hasHead) {}
    friend bool operator==(const Stroke&, const Stroke&) = default;
};
struct Type {
    Rgb colour = 0;
    double size = 0;
    Anchor anchor = Anchor::Start;
    bool isBold = false;

    explicit Type(const Words& words)
        : colour(words.colour), size(words.size), anchor(words.anchor), isBold(words.isBold) {}
    friend bool operator==(const Type&, const Type&) = default;
};

/// `A` for 0, `B`, …, `Z`, `BA`.
std::string letters(std::size_t number) {
    return (number < 26 ? std::string{} : letters(number / 26)) + static_cast<char>('A' + number % 26);
}

class TikzWriter {
public:
    explicit TikzWriter(const Drawing& drawing) : m_drawing(drawing), m_used(drawing.looks.size()) {}

    std::string text() {
        for (const Mark& mark : m_drawing.marks) {
            if (const Box* const box = std::get_if<Box>(&mark))
                addBox(*box);
            else if (const Line* const line = std::get_if<Line>(&mark))
                addLine(*line);
            else
                addWords(std::get<Words>(mark));
        }
        const std::string marks = std::exchange(m_text, {});
        addHead();
        addCommands();
        add("\n", marks, "\\end{tikzpicture}\n\\end{document}\n");
        return std::move(m_text);
    }

private:
    void put(std::string_view text) { m_text += text; }
    void put(double length) { appendLength(m_text, length); }
    template <typename... Parts>
    void add(const Parts&... parts) {
        (put(parts), ...);
    }

    /// On one line, as LaTeX shows it. Characters that are not shown fall out: LaTeX knows no sign for them.
    static std::string plain(const std::string& words) {
        const std::string line = shownLine(words);
        std::string result;
        for (std::size_t at = 0, bytes = 1; at < line.size(); at += bytes) {
            bytes = characterLength(line, at);
            const char32_t number = characterNumber(line, at, bytes);
            const std::string_view itself = std::string_view(line).substr(at, bytes);
            const auto* const sign = std::ranges::find(kTexSigns, number, &TexSign::character);
            const bool isLatin =
                number >= 0xC0 && number <= 0xFF && itself.find_first_of("\x90\x9E\xB0\xB7\xBE") == itself.npos;
            if (sign != std::end(kTexSigns))
                result += sign->tex;
            else if (number < 0x80 || isLatin)
                result += itself;
            else
                result.append("\\lwOther{").append(itself).append("}");
        }
        return result;
    }

    template <typename Style>
    static std::string nameIn(std::vector<Style>& styles, const Style& style) {
        const auto found = std::ranges::find(styles, style);
        const auto at = static_cast<std::size_t>(found - styles.begin());
        if (found == styles.end())
            styles.push_back(style);
        return letters(at);
    }

    void addBox(const Box& box) {
        const Look& look = m_drawing.looks[static_cast<std::size_t>(box.look)];
        m_used[static_cast<std::size_t>(box.look)] = true;
        if (!box.label.empty() && box.size != m_size) {
            if (m_size)
                add("\\renewcommand\\lwSize{", box.size, "}\n");
            else
                m_firstSize = box.size;
            m_size = box.size;
        }
        add("\\lw", look.name);
        if (const double corner = cornerOf(box, look); corner < look.corner)
            add("[", corner, "]");
        add("{", box.frame.x, "}{", box.frame.y, "}{", box.frame.width, "}{", box.frame.height, "}{", plain(box.label),
            "}\n");
    }

    void addLine(const Line& line) {
        add("\\lwline", nameIn(m_strokes, Stroke(line)));
        for (std::size_t at = 0; at < line.points.size(); ++at)
            add(at == 0 ? " (" : at % 8 == 0 ? "\n  -- (" : " -- (", line.points[at].x, ",", line.points[at].y, ")");
        add(";\n");
    }

    void addWords(const Words& words) {
        add("\\lwwords", nameIn(m_types, Type(words)), "{", words.at.x, "}{", words.at.y, "}{", words.width, "}{",
            plain(words.text), "}\n");
    }

    /// The class that cuts the page to the picture is not in every TeX; without it the page is made as large as that.
    void addHead() {
        const bool hatches = std::ranges::any_of(m_drawing.looks, [](const Look& look) { return look.hatched > 0; });
        add("% ", plain(m_drawing.title),
            "\n% Drawn by Lanewright. A paper takes the tikzpicture and, above, \\usepackage{tikz}",
            hatches ? " and \\usetikzlibrary{patterns}" : "",
            ".\n\\IfFileExists{standalone.cls}{\\documentclass[tikz,border=0pt]{standalone}}{\\documentclass{article}\n"
            "\\usepackage[margin=0pt,paperwidth=",
            m_drawing.width, "bp,paperheight=", m_drawing.height,
            "bp]{geometry}\n\\usepackage{tikz}\\pagestyle{empty}\\setlength{\\parindent}{0pt}\\setlength{\\topskip}{"
            "0pt}}\n"
            "\\usepackage[utf8]{inputenc}\n",
            hatches ? "\\usetikzlibrary{patterns}\n" : "", R"(\begin{document}
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
)");
        if (m_firstSize)
            add("\\newcommand\\lwSize{", *m_firstSize, "} % of the labels\n");
        add("\\newcommand\\lwLabel[6]{\\lwText{base}{#1}{#2bp+#4bp/2}{#3bp+#5bp/2+", kBelowMiddle,
            "\\dimexpr\\lwSize bp\\relax}{#4bp-", kLabelMargin, "bp}{\\lwSize}{#6}}\n");
    }

    void addColour(std::string_view name, Rgb colour) {
        add("\\definecolor{lw", name, "}{HTML}{", hexText(colour), "}\n");
    }

    void addCommands() {
        add("% [corner]{x}{y}{width}{height}{label}: a command for each kind of block. One that a paper defines holds "
            "for "
            "all its pictures.\n");
        for (std::size_t at = 0; at < m_used.size(); ++at)
            if (m_used[at])
                addLook(m_drawing.looks[at]);
        for (std::size_t at = 0; at < m_strokes.size(); ++at) {
            const std::string name = "line" + letters(at);
            addColour(name, m_strokes[at].colour);
            add("\\providecommand\\lw", name, "{\\draw[lw", name, ",line width=", m_strokes[at].width, "bp",
                dashed(m_strokes[at].dashes), m_strokes[at].hasHead ? ",-stealth" : "", "]}\n");
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
        constexpr std::string_view kFrame = "] (#2,#3) rectangle +(#4,#5);%\n";
        addColour(look.name, look.fill);
        if (look.line > 0)
            addColour(look.name + "border", look.border);
        if (look.hatched > 0)
            addColour(look.name + "hatch", look.hatch);
        addColour(look.name + "label", look.label);
        add("\\providecommand\\lw", look.name, "[6][", look.corner, "]{%\n  \\path[rounded corners=#1bp,fill=lw",
            look.name);
        if (look.line > 0)
            add(",draw=lw", look.name, "border,line width=", look.line, "bp",
                look.isDashed ? dashed({kDashes.begin(), kDashes.end()}) : "");
        add(kFrame);
        if (look.hatched > 0)
            add("  \\path[pattern=north ", look.rises ? "east" : "west", " lines,pattern color=lw", look.name, "hatch");
        if (look.hatched >= 1)
            add(kFrame);
        else if (look.hatched > 0)
            add("] (#2,{#3+", 1 - look.hatched, "*#5}) rectangle +(#4,{", look.hatched, "*#5});%\n");
        add("  \\lwLabel{lw", look.name, "label}{#2}{#3}{#4}{#5}{#6}}\n");
    }

    static std::string dashed(const std::vector<double>& dashes) {
        std::string text;
        for (std::size_t at = 0; at < dashes.size(); ++at) {
            text += at == 0 ? ",dash pattern=on " : at % 2 == 0 ? " on " : " off ";
            appendLength(text, dashes[at]);
            text += "bp";
        }
        return text;
    }

    static constexpr double kLabelMargin =
        0.6; ///< points of a block that its label leaves free, at both sides together

    const Drawing& m_drawing;
    std::string m_text;
    std::vector<bool> m_used; ///< the looks
    std::vector<Stroke> m_strokes;
    std::vector<Type> m_types;
    std::optional<double> m_firstSize; ///< the labels'
    std::optional<double> m_size;
};

} // namespace

std::string toTikz(const Drawing& drawing) { return TikzWriter(drawing).text(); }

} // namespace lanewright
