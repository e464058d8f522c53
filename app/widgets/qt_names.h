// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Qt's widgets and layouts by name alone, for headers that hold pointers to them.
class QAbstractItemModel;
class QBoxLayout;
class QCheckBox;
class QComboBox;
class QDialog;
class QDoubleSpinBox;
class QFormLayout;
class QFrame;
class QGridLayout;
class QHBoxLayout;
class QInputDialog;
class QLabel;
class QLayout;
class QLineEdit;
class QListWidget;
class QMainWindow;
class QMenu;
class QPlainTextEdit;
class QPrintPreviewWidget;
class QProgressBar;
class QProgressDialog;
class QPushButton;
class QSlider;
class QSpinBox;
class QSplitter;
class QStackedLayout;
class QTableView;
class QTextBrowser;
class QToolBar;
class QToolButton;
class QUndoView;
class QVBoxLayout;
class QWidget;
