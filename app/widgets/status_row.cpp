// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/status_row.h"

#include "app/widgets/elided_line.h"

#include <QHBoxLayout>

#include <algorithm>
#include <array>

namespace lanewright::app {
namespace {

/// Deals its four widgets the width that there is, and asks for none.
class StatusLayout : public QHBoxLayout {
public:
    using QHBoxLayout::QHBoxLayout;

    QSize minimumSize() const override { return {0, QHBoxLayout::minimumSize().height()}; }

    void setGeometry(const QRect& rect) override {
        QHBoxLayout::setGeometry(rect);
        const auto widths = [this](const auto& widthOf) {
            const auto of = [&](int place) { return itemAt(place)->isEmpty() ? 0 : widthOf(itemAt(place)->widget()); };
            return StatusWidths{of(0), of(1), of(2), of(3)};
        };
        StatusWidths wanted = widths([](const QWidget* each) { return each->sizeHint().width(); });
        if (static_cast<const QLabel*>(itemAt(0)->widget())->text().isEmpty())
            wanted.hint = 0;
        const StatusWidths least = widths([](const QWidget* each) { return each->minimumSizeHint().width(); });
        const StatusWidths dealt = dealtStatus(rect.width(), wanted, least);
        int x = rect.x();
        int place = 0;
        for (const int width : {dealt.hint, dealt.sign, dealt.legend, dealt.summary}) {
            itemAt(place++)->widget()->setGeometry(x, rect.y(), width, rect.height());
            x += width;
        }
    }
};

} // namespace

StatusWidths dealtStatus(int pixels, const StatusWidths& wanted, const StatusWidths& least) {
    StatusWidths dealt = wanted;
    const auto over = [&] { return dealt.hint + dealt.sign + dealt.legend + dealt.summary - pixels; };
    const auto give = [&](int& width, int down) { width -= std::clamp(over(), 0, std::max(0, width - down)); };
    give(dealt.summary, least.summary);
    // Half a legend says less than its letters alone.
    for (const int down : {least.legend, 0})
        if (over() > 0)
            dealt.legend = std::min(dealt.legend, down);
    give(dealt.summary, 0);
    give(dealt.sign, 0);
    // What a narrower legend did not need is the summary's again.
    dealt.summary += std::clamp(-over(), 0, wanted.summary - dealt.summary);
    dealt.hint -= over();
    return dealt;
}

StatusRow::StatusRow(ElidedLine* hint, QWidget* sign, QWidget* legend, ElidedLine* summary, QWidget* parent)
    : QWidget(parent) {
    auto* layout = new StatusLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget* each : std::array<QWidget*, 4>{hint, sign, legend, summary})
        layout->addWidget(each);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

} // namespace lanewright::app
