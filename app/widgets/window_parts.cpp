// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/window_parts.h"

#include "app/widgets/controls.h"

#include <QDropEvent>
#include <QFrame>
#include <QInputDialog>
#include <QMainWindow>
#include <QMimeData>
#include <QSplitter>
#include <QToolBar>
#include <QUrl>

namespace lanewright::app {
namespace {

class FileDrop : public QObject {
public:
    FileDrop(QWidget& window, std::function<void(const QStringList& paths)> take)
        : QObject(&window), m_take(std::move(take)) {}

private:
    bool eventFilter(QObject* window, QEvent* event) override {
        if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
            return QObject::eventFilter(window, event);
        auto* drop = static_cast<QDropEvent*>(event); // a DragEnter is one, too
        QStringList paths;
        for (const QUrl& url : drop->mimeData()->urls())
            if (url.isLocalFile())
                paths << url.toLocalFile();
        if (!paths.isEmpty())
            drop->acceptProposedAction();
        if (event->type() == QEvent::Drop)
            m_take(paths);
        return true;
    }

    std::function<void(const QStringList& paths)> m_take;
};

} // namespace

QToolBar* makeBar(QMainWindow& window, const QString& title, const QString& name) {
    QToolBar* bar = window.addToolBar(title);
    bar->setObjectName(name);
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    return bar;
}

QFrame* makeRule(QWidget* parent) { return named(new QFrame(parent), {.role = "rule"}); }

QSplitter* makeSplitter(Qt::Orientation orientation, QWidget* parent) {
    auto* splitter = new QSplitter(orientation, parent);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    return splitter;
}

QInputDialog* makeInput(const char* name, const QString& title, const QString& label, QWidget* parent) {
    auto* dialog = named(new QInputDialog(parent), name);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    return dialog;
}

void bringToFront(QWidget& window) {
    window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
    window.raise();
    window.activateWindow();
}

void takeDroppedFiles(QWidget& window, std::function<void(const QStringList& paths)> take) {
    window.setAcceptDrops(true);
    window.installEventFilter(new FileDrop(window, std::move(take)));
}

} // namespace lanewright::app
