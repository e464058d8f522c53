// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/present/plan_line.h"

#include "app/document/file_content.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/shell/file_actions.h"
#include "app/shell/main_window.h"
#include "app/shell/open_windows.h"
#include "app/widgets/panel_text.h"
#include "core/generate/catalogue.h"
#include "core/generate/recognise/made_title.h"
#include "core/generate/recognise/recognise.h"
#include "core/model/block_ops.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFileInfo>
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

Result<PlanOffer> offerIn(const QString& path) {
    const Result<FileContent> content = readContent(path);
    if (!content)
        return content.error();
    if (content->plan->isProblem())
        return Error{say(phrase("present", "it holds no order yet"))};
    const Message& title = content->plan->title;
    return PlanOffer{.title = title.empty() ? plainLine(QFileInfo(path).fileName()) : translatedTitle(title),
                     .plan = content->plan,
                     .run = content->run};
}

PlanOffer recognised(PlanOffer offer) {
    constexpr std::int64_t kMostBlocks = 20'000; // named in no time
    if (!offer.plan || blockCount(offer.plan->schedule.order) > kMostBlocks)
        return offer;
    const Plan& plan = *offer.plan;
    const std::string name = recognise(plan).name;
    if (name.empty())
        return offer;
    const Result<Plan> made = offeredPlan({.generator = name}, plan, plan.schedule.microbatches);
    if (!made || made->schedule.order != plan.schedule.order)
        return offer;
    offer.generator = name;
    // As short as the generators beside it, unless a person gave it a title.
    if (plan.title.empty() || title::isMade(plan.title))
        offer.title = translatedTitle(titleOf(*findGenerator(name)));
    return offer;
}

Result<Plan> offeredPlan(const PlanOffer& offer, const Plan& base, int microbatches) {
    if (offer.plan && (offer.generator.empty() || offer.plan->schedule.microbatches == microbatches))
        return *offer.plan;
    Plan problem = offer.plan ? *offer.plan : base;
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
    completer->popup()->setStyleSheet(QString::fromLatin1(kPopupStyle));
    setCompleter(completer);
    setClearButtonEnabled(true);
    retranslate();
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this, &PlanLine::choose,
            Qt::QueuedConnection); // the completer writes its words into the line afterwards
    connect(this, &QLineEdit::returnPressed, this, [this] { choose(text()); });
}

void PlanLine::retranslate() {
    setPlaceholderText(tr("Add a generator, plan or file"));
    setAccessibleName(placeholderText());
    setToolTip(tr("A generator, the title of an open window, or the path of a file. Files can be dropped, too."));
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
    if (found != offers.end())
        return chosen(*found);
    if (!QFileInfo(wanted).isFile())
        return refused(tr("No generator and no open window is called “%1”.").arg(plainLine(wanted)));
    if (const Result<PlanOffer> offer = offerIn(wanted))
        chosen(*offer);
    else
        refused(FileActions::cannotOpen(plainLine(QFileInfo(wanted).fileName()), offer.error()));
}

} // namespace lanewright::app
