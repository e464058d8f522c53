// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/present/plan_line.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/shell/main_window.h"
#include "app/shell/open_windows.h"
#include "app/widgets/panel_text.h"
#include "core/generate/catalogue.h"

#include <QCompleter>
#include <QFocusEvent>
#include <QStringListModel>

#include <algorithm>

namespace lanewright::app {

std::vector<PlanOffer> planOffers() {
    std::vector<PlanOffer> offers;
    for (MainWindow* window : openWindows<MainWindow>()) {
        const Document& document = window->document();
        const Message& title = document.plan().title;
        if (window->isVisible() && !document.plan().isProblem())
            offers.push_back({.title = title.empty() ? document.displayName() : translatedTitle(title),
                              .plan = document.sharedPlan(),
                              .run = document.run()});
    }
    for (const Generator& generator : generators())
        offers.push_back({.title = translatedTitle(titleOf(generator)), .generator = std::string(generator.name)});
    return offers;
}

Result<Plan> offeredPlan(const PlanOffer& offer, const Plan& base, int microbatches) {
    if (offer.plan)
        return *offer.plan;
    Plan problem = base;
    problem.title = {};
    problem.schedule.order.clear();
    problem.memory.limit.clear();
    problem.proof.reset();
    problem.variants.clear();
    problem.approved.clear();
    if (problem.schedule.microbatches != microbatches) {
        problem.schedule.microbatches = microbatches;
        problem.schedule.directionOf.clear();
        setMicrobatches(problem, {});
    }
    return generate(offer.generator, problem);
}

PlanLine::PlanLine(QWidget* parent) : QLineEdit(parent), m_titles(new QStringListModel(this)) {
    auto* completer = new QCompleter(m_titles, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    setCompleter(completer);
    setClearButtonEnabled(true);
    retranslate();
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this, &PlanLine::choose,
            Qt::QueuedConnection); // the completer writes its words into the line afterwards
    connect(this, &QLineEdit::returnPressed, this, [this] { choose(text()); });
}

void PlanLine::retranslate() {
    setPlaceholderText(tr("Add a generator or an open schedule"));
    setAccessibleName(placeholderText());
}

void PlanLine::focusInEvent(QFocusEvent* event) {
    QStringList titles;
    for (const PlanOffer& offer : planOffers())
        titles << offer.title;
    m_titles->setStringList(titles);
    QLineEdit::focusInEvent(event);
}

void PlanLine::choose(const QString& words) {
    const QString wanted = words.trimmed();
    if (wanted.isEmpty())
        return; // Enter on a line of the completer is heard twice
    clear();
    const std::vector<PlanOffer> offers = planOffers();
    const auto found = std::ranges::find_if(offers, [&](const PlanOffer& offer) {
        return offer.title.compare(wanted, Qt::CaseInsensitive) == 0 ||
               toQt(offer.generator).compare(wanted, Qt::CaseInsensitive) == 0;
    });
    if (found == offers.end())
        Q_EMIT refused(tr("No generator and no open window is called “%1”.").arg(plainLine(wanted)));
    else
        Q_EMIT chosen(*found);
}

} // namespace lanewright::app
