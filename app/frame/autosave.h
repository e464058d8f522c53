// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/state/held_file.h"
#include "app/frame/session_record.h"
#include "core/base/result.h"

#include <QDateTime>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace lanewright::app {

/// Keeps a copy of the edits that are not saved yet in XDG_STATE_HOME/lanewright/autosave, so that none is lost when
/// the program ends badly.
///
/// A copy is written so soon after the first edit that the last one does not hold that at most two seconds of work are
/// ever lost, however fast edits come. It goes when the document is saved or closed. A lock file beside each copy tells
/// copies of living windows from those that were left behind. Copies are written on a thread of their own.
class Autosave : public QObject {
    Q_OBJECT

public:
    /// From an edit to the copy that holds it; what is left of two seconds is for writing.
    static constexpr int kWaitMs = 1'500;

    explicit Autosave(Document& document, QObject* parent = nullptr);
    ~Autosave() override { m_writer.waitForDone(); }

    /// The document is the board of a lesson: copies say of which.
    void setLesson(std::function<LessonRecord()> lesson) { m_lesson = std::move(lesson); }

    /// Writes the copy, if there is anything to keep, and returns when it is written.
    void saveNow();
    /// Removes the copy: the document is saved, or its edits were given up.
    void drop();
    bool hasCopy() const { return m_hasCopy; }
    /// The copy; empty while there is nothing to keep.
    const QString& file() const { return m_file.path(); }

    static QString folder();

    /// A copy whose window is gone.
    struct Leftover {
        QString file;
        QString source; ///< path of the schedule it belongs to; empty: it never had one
        QString title;
        QDateTime saved;
        QByteArray stamp = {};                   ///< what the schedule's file held when it was edited; empty: not known
        std::optional<LessonRecord> lesson = {}; ///< the lesson whose board it is; none: a schedule
    };
    /// Newest first. Copies that can't be read are left out.
    static std::vector<Leftover> leftovers();
    static Result<Plan> read(const Leftover& leftover);
    static void discard(const Leftover& leftover);

Q_SIGNALS:
    void saved();

private:
    struct Copy;
    void changed();
    /// Hands what is to be kept to the writer, which works while the window goes on.
    void save();
    void written(const QString& file);

    Document& m_document;
    std::function<LessonRecord()> m_lesson; ///< none: the document is no board
    QThreadPool m_writer;
    HeldFile m_file;
    QTimer m_wait; ///< runs since the first edit that the copy does not hold
    bool m_hasCopy = false;
};

} // namespace lanewright::app
