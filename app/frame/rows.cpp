// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/rows.h"

#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QDataStream>
#include <QResizeEvent>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace lanewright::app {
namespace {

/// Heights in the lanes: the ruler, and the lowest lane that can be read.
constexpr int kRuler = 28;
constexpr int kLane = 24;
constexpr int kLanesFirst = 8;
/// Heights in a window with room for everything.
constexpr int kUsualHeight = 820;
constexpr int kUsualOverview = 200;
constexpr int kUsualPanels = 210;
constexpr int kMinimap = 44;
/// Below this the panels are folded unless somebody opens them.
constexpr int kOpenFrom = 620;
constexpr int kHandles = 2;

int lanesFirst(int ranks) { return kRuler + std::clamp(ranks, 2, kLanesFirst) * kLane; }

/// So much of the height as it is of the usual one, at most the usual.
int share(int height, int usual) { return std::min(usual, height * usual / kUsualHeight); }

} // namespace

bool panelsFit(int height) { return height >= kOpenFrom; }

RowHeights rowHeights(const RowsWanted& wanted) {
    RowHeights heights;
    heights.panels = wanted.open ? std::max(share(wanted.height, kUsualPanels), wanted.least) : wanted.tabs;
    const int above = wanted.height - heights.panels;
    const int room = above - lanesFirst(wanted.ranks);
    const int usual = std::max(share(wanted.height, kUsualOverview), Overview::kWithMemory);
    heights.overview = wanted.memory && room >= Overview::kWithMemory ? std::min(usual, room) : kMinimap;
    heights.lanes = std::max(0, above - heights.overview);
    return heights;
}

FoldingTabs::FoldingTabs(QWidget* parent) : QTabWidget(parent), m_fold(new QToolButton(this)) {
    named(m_fold, {.name = "foldPanels",
                   .role = "link",
                   .spoken = tr("Fold the panels"),
                   .tip = tr("Fold the panels, or open them again")});
    m_fold->setText(QStringLiteral("▾"));
    setCornerWidget(m_fold, Qt::TopRightCorner);
    connect(m_fold, &QToolButton::clicked, this, &FoldingTabs::toggle);
    // The bar says which tab was clicked before it changes its page.
    connect(this, &QTabWidget::tabBarClicked, this, [this](int page) {
        if (page >= 0 && (!m_open || page == currentIndex()))
            toggle();
    });
}

void FoldingTabs::toggle() {
    Q_EMIT chosen(!m_open);
    setOpen(!m_open);
}

void FoldingTabs::setOpen(bool open) {
    if (open == m_open)
        return;
    m_open = open;
    m_fold->setText(open ? QStringLiteral("▾") : QStringLiteral("▴"));
    if (auto* pages = findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly))
        pages->setVisible(open);
    setMaximumHeight(open ? QWIDGETSIZE_MAX : tabsHeight());
    updateGeometry();
    Q_EMIT openChanged(open);
}

void FoldingTabs::open(QWidget* page) {
    setCurrentWidget(page);
    // Opening may resize the rows at once: by then they must know that it was asked for.
    Q_EMIT chosen(true);
    setOpen(true);
}

Overview::Overview(QWidget* parent) : QWidget(parent) { setMinimumHeight(kMinimap); }

void Overview::fill(QWidget* memory, QWidget* minimap) {
    m_memory = memory;
    makeColumn(this, {.between = 0}, {{memory, 1}, minimap});
}

void Overview::setMemoryWanted(bool wanted) {
    m_wanted = wanted;
    showMemory();
    Q_EMIT memoryWantedChanged();
}

void Overview::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showMemory();
}

void Overview::showMemory() {
    if (m_memory)
        m_memory->setVisible(m_wanted && height() >= kWithMemory);
}

Rows::Rows(QWidget* parent) : QSplitter(Qt::Vertical, parent) {
    setHandleWidth(1);
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this](int, int handle) { moved(handle); });
}

void Rows::fill(QWidget* lanes, Overview* overview, FoldingTabs* panels) {
    m_lanes = lanes;
    m_overview = overview;
    m_panels = panels;
    for (QWidget* each : std::initializer_list<QWidget*>{lanes, overview, panels})
        addWidget(each);
    setStretchFactor(0, 1);
    connect(panels, &FoldingTabs::chosen, this, [this](bool open) { m_openChosen = open; });
    connect(panels, &FoldingTabs::openChanged, this, &Rows::arrange);
    connect(overview, &Overview::memoryWantedChanged, this, &Rows::arrange);
}

void Rows::setRanks(int ranks) {
    if (ranks == m_ranks)
        return;
    m_ranks = ranks;
    openOrFold();
}

void Rows::layOut() {
    m_chosen.reset();
    m_openChosen.reset();
    openOrFold();
}

void Rows::resizeEvent(QResizeEvent* event) {
    QSplitter::resizeEvent(event);
    if (event->size().height() != event->oldSize().height())
        openOrFold();
}

/// As the height allows and the person chose.
void Rows::openOrFold() {
    if (!m_panels)
        return;
    const bool open = m_openChosen.value_or(panelsFit(height()));
    if (open == m_panels->isOpen())
        arrange();
    else
        m_panels->setOpen(open);
}

void Rows::arrange() {
    if (!m_panels || height() <= 0 || m_arranges)
        return;
    const RowsWanted now{.height = height() - kHandles * handleWidth(),
                         .ranks = m_ranks,
                         .open = m_panels->isOpen(),
                         .tabs = m_panels->tabsHeight(),
                         .least = m_panels->leastOpen(),
                         .memory = m_overview->wantsMemory()};
    RowHeights heights = rowHeights(now);
    if (m_chosen) {
        const int panels = now.open && m_chosen->panels > 0 ? std::max(m_chosen->panels, now.least) : heights.panels;
        const int lanes = now.height - panels - m_chosen->overview;
        // What was chosen in a high window may leave no lanes in a low one.
        if (lanes >= std::min(lanesFirst(now.ranks), now.height / 3))
            heights = {.lanes = lanes, .overview = m_chosen->overview, .panels = panels};
    }
    m_arranges = true;
    setSizes({heights.lanes, heights.overview, heights.panels});
    m_arranges = false;
    m_overviewHeight = heights.overview;
}

void Rows::moved(int handle) {
    if (m_arranges)
        return;
    const QList<int> heights = sizes();
    int overview = heights[1];
    if (handle == 2) {
        // The lanes take and give what the panels give and take, as far as they can.
        const int above = heights[0] + heights[1];
        overview = std::clamp(m_overviewHeight, kMinimap, std::max(kMinimap, above - m_lanes->minimumHeight()));
        m_arranges = true;
        setSizes({above - overview, overview, heights[2]});
        m_arranges = false;
    } else {
        m_overviewHeight = overview;
    }
    const int panels = m_panels->isOpen() ? heights[2] : (m_chosen ? m_chosen->panels : 0);
    m_chosen = Chosen{overview, panels};
}

QByteArray Rows::saveChoices() const {
    if (!m_chosen && !m_openChosen)
        return {};
    const Chosen chosen = m_chosen.value_or(Chosen{-1, -1});
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    out << chosen.overview << chosen.panels << (m_openChosen ? int{*m_openChosen} : -1);
    return state;
}

void Rows::restoreChoices(const QByteArray& state) {
    QDataStream in(state);
    Chosen chosen;
    int open = -1;
    in >> chosen.overview >> chosen.panels >> open;
    if (in.status() != QDataStream::Ok)
        return;
    if (open == 0 || open == 1)
        m_openChosen = open == 1;
    constexpr int kMostPixels = 10'000;
    if (chosen.overview >= kMinimap && chosen.overview < kMostPixels && chosen.panels >= 0 &&
        chosen.panels < kMostPixels)
        m_chosen = chosen;
    openOrFold();
    arrange();
}

} // namespace lanewright::app
