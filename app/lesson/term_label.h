// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>

#include <set>
#include <string>
#include <vector>

/// Words of the field in the classroom's texts say what they mean.
namespace lanewright::app {

/// Which terms have been marked already: one is marked where it comes first, so that a text stays calm.
using SeenTerms = std::set<std::size_t>;

/// A label with type of `pixels` in a classroom of usual size, which wraps. Terms have a dotted line: the pointer over
/// one reads what it means, a click, or Tab and Enter, asks for its entry.
class TermLabel : public QLabel {
    Q_OBJECT

public:
    TermLabel(int pixels, QWidget* parent);

    /// The paragraphs as they are, with `gap` pixels between them.
    void show(const std::vector<std::string>& paragraphs, int gap, SeenTerms& seen);
    /// What it shows, without markup.
    QString words() const { return m_words; }

Q_SIGNALS:
    /// Somebody wants to read the entry of that name.
    void asked(const QString& term);

private:
    void changeEvent(QEvent* event) override;

    QString m_words;
};

} // namespace lanewright::app
