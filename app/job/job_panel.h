// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

#include <memory>

namespace lanewright::app {

class ElidedLine;
class JobMapView;

/// The map of a job above its lanes: a pipeline that is chosen in it is shown in them. Hidden where the run has a
/// single pipeline, and where nobody wants it.
class JobPanel : public QWidget {
    Q_OBJECT

public:
    explicit JobPanel(Document& document, QWidget* parent = nullptr);

    JobMapView& map() { return *m_map; }
    /// Whether a person wants to see it where there is one.
    void setWanted(bool wanted);

private:
    void refresh();

    Document& m_document;
    std::shared_ptr<const Run> m_run; ///< whose map is shown
    bool m_wanted = true;
    ElidedLine* m_sentence;
    JobMapView* m_map;
};

} // namespace lanewright::app
