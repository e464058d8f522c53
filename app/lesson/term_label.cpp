// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/term_label.h"

#include "app/document/plain_text.h"
#include "app/lanes/term_tips.h"
#include "app/lesson/classroom_size.h"
#include "app/widgets/panel_text.h"

#include <QCursor>
#include <QEvent>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QTextDocument>
#include <QToolTip>

namespace lanewright::app {
namespace {

/// Gives links a dotted line in the colour of the text: markup has solid lines alone.
class DottedLinks : public QSyntaxHighlighter {
public:
    DottedLinks(QTextDocument* document, const QWidget& label) : QSyntaxHighlighter(document), m_label(label) {}

private:
    void highlightBlock(const QString&) override {
        QTextCharFormat dotted;
        dotted.setForeground(m_label.palette().color(m_label.foregroundRole()));
        dotted.setUnderlineStyle(QTextCharFormat::DotLine);
        for (auto each = currentBlock().begin(); !each.atEnd(); ++each)
            if (each.fragment().charFormat().isAnchor())
                setFormat(each.fragment().position() - currentBlock().position(), each.fragment().length(), dotted);
    }

    const QWidget& m_label;
};

QString escaped(std::string_view text) { return toQt(text).toHtmlEscaped(); }

/// The text as markup, with a link where a term comes first.
QString withLinks(std::string_view text, SeenTerms& seen) {
    const std::vector<Term>& terms = glossaryNow();
    QString html;
    std::size_t done = 0;
    for (const TermPlace& place : termsIn(text, terms)) {
        if (!seen.insert(place.term).second)
            continue;
        html += escaped(text.substr(done, place.begin - done)) +
                QStringLiteral("<a href=\"%1\">%2</a>")
                    .arg(escaped(terms[place.term].names.front()), escaped(text.substr(place.begin, place.length)));
        done = place.begin + place.length;
    }
    return html + escaped(text.substr(done));
}

} // namespace

TermLabel::TermLabel(int pixels, QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTypePixels(*this, pixels);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    // A press on the text leaves the keys where they are.
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QLabel::linkHovered, this, [this](const QString& term) {
        term.isEmpty() ? QToolTip::hideText() : QToolTip::showText(QCursor::pos(), termTip(term), this);
    });
    connect(this, &QLabel::linkActivated, this, &TermLabel::asked);
}

void TermLabel::show(const std::vector<std::string>& paragraphs, int gap, SeenTerms& seen) {
    QString html;
    QStringList words;
    for (std::size_t i = 0; i < paragraphs.size(); ++i) {
        words << plainParagraphs(paragraphs[i]);
        html += QStringLiteral("<p style='margin:0 0 %1px 0'>%2</p>")
                    .arg(i + 1 < paragraphs.size() ? gap : 0)
                    .arg(withLinks(words.back().toStdString(), seen));
    }
    m_words = words.join(u'\n');
    setText(html);
    setAccessibleName(m_words);
    if (auto* document = findChild<QTextDocument*>(); document && !document->findChild<QSyntaxHighlighter*>())
        new DottedLinks(document, *this);
}

void TermLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        for (QSyntaxHighlighter* links : findChildren<QSyntaxHighlighter*>())
            links->rehighlight();
}

} // namespace lanewright::app
