# SPDX-License-Identifier: Apache-2.0
"""The shared page as a value: a frame in a notebook, from which an edited schedule comes back."""

from __future__ import annotations

import functools
import html
import os
import pathlib
from typing import Any, Callable

from .errors import Refused

# The frame is of the notebook's own origin, so it can be asked how high it is and told which theme there is.
_FIT = """(frame) => {
    const page = frame.contentDocument, theme = page.getElementById("theme");
    const light = document.body.dataset.jpThemeLight;
    if (light) {
        theme.value = light === "true" ? "light" : "dark";
        theme.dispatchEvent(new Event("change"));
    }
    frame.style.height = `${page.documentElement.scrollHeight}px`;
}"""
_LOOKS = "width:100%;height:640px;border:0"
# What anywidget runs in the notebook: the frame tells the model what is edited in it; one that is shown anew goes on.
SCRIPT = (
    f"const fit = {_FIT};\nconst looks = {_LOOKS!r};\n"
    + """
export default {
    render({ model, el }) {
        const frame = document.createElement("iframe");
        let telling = 0;
        frame.style = looks;
        frame.srcdoc = model.get("page");
        frame.onload = () => {
            const { board } = frame.contentWindow.lanewright;
            const tell = () => {
                const text = board.fileText();
                if (text === null) return;
                model.set("edited", text);
                model.save_changes();
            };
            fit(frame);
            board.on("view", () => {
                clearTimeout(telling);
                telling = setTimeout(tell, 200);
            });
            if (model.get("edited") !== "") board.begin(model.get("edited"));
        };
        el.append(frame);
        return () => clearTimeout(telling);
    },
};
"""
)


@functools.cache
def _widget() -> type[Any] | None:
    """The class of the frame as a widget; none without anywidget."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        return None
    texts = {name: traitlets.Unicode().tag(sync=True) for name in ("page", "edited")}
    return type("BoardWidget", (anywidget.AnyWidget,), {"_esm": SCRIPT, **texts})


class Board(str):
    """The shared page of a schedule or run, which is its text: lanes to zoom, play and edit, reasons, memory and
    numbers. A notebook shows it in a frame as high as the page, and with anywidget `edited` is what was made of the
    schedule in it."""

    _plan: Callable[[str], Any] | None = None  # makes a schedule of its text; None: of a run, which nobody edits

    @functools.cached_property
    def _shown(self) -> Any:
        kind = _widget() if self._plan else None
        return kind and kind(page=str(self))

    @property
    def edited(self) -> Any:
        """The Schedule as the frame has it now, which is that of the page until somebody edits. Raises Refused for the
        page of a run, ImportError without anywidget."""
        if self._plan is None:
            raise Refused("the page of a run is not edited; board() of its plan is")
        if self._shown is None:
            raise ImportError(
                "a notebook tells what was edited where anywidget is installed (pip install anywidget); "
                "without it, Save as on the page gives a file for lanewright.open"
            )
        return self._plan(self._shown.edited)

    def save(self, path: str | os.PathLike[str]) -> Board:
        """Writes the page, and gives itself back."""
        pathlib.Path(path).write_text(self, encoding="utf-8")
        return self

    def __repr__(self) -> str:
        return f"<Board: {len(self)} letters of HTML>"

    def _repr_html_(self) -> str:
        fit = html.escape(f"({_FIT})(this)")
        return f'<iframe style="{_LOOKS}" onload="{fit}" srcdoc="{html.escape(self)}"></iframe>'

    def _repr_mimebundle_(self, **which: Any) -> Any:
        return {"text/html": self._repr_html_()} if self._shown is None else self._shown._repr_mimebundle_(**which)
