# SPDX-License-Identifier: Apache-2.0
"""Chromium and Firefox, driven without a package: WebDriver BiDi, which both speak, over a WebSocket of our own.

    with Browser("firefox") as browser:
        browser.phone()
        browser.open(page.as_uri())
        browser.click(*browser.middle("#play"), by="touch")
        browser.wait_for("document.querySelector(id).textContent !== old", id="#now", old="")
        assert not browser.console() and not browser.requests()

A browser is headless, has a profile of its own in a temporary folder and a proxy that answers nothing, and is gone with
its folder when it is closed or when this process ends in whatever way. Chromium takes Debian's chromium-driver, Firefox
no driver. Pointers and keys are the browser's own input, at places in the viewport. A wait ends when something in the
page is so; its limit is there to end what hangs, on however busy a machine."""

import base64
import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading

PATIENCE = int(os.environ.get("LANEWRIGHT_PATIENCE", "240"))  # seconds until what says nothing counts as hanging
KEYS = {
    name: chr(code)
    for name, code in {
        "Backspace": 0xE003, "Tab": 0xE004, "Enter": 0xE007, "Shift": 0xE008, "Control": 0xE009, "Alt": 0xE00A,
        "Escape": 0xE00C, "Space": 0x20, "PageUp": 0xE00E, "PageDown": 0xE00F, "End": 0xE010, "Home": 0xE011,
        "ArrowLeft": 0xE012, "ArrowUp": 0xE013, "ArrowRight": 0xE014, "ArrowDown": 0xE015, "Delete": 0xE017,
    }.items()
}  # fmt: skip
CHROMIUM = ("--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-sandbox", "--disable-component-update")
FIREFOX = {
    "remote.active-protocols": 1,
    "app.normandy.enabled": False,
    "browser.download.alwaysOpenPanel": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.ssl": "127.0.0.1",
}
# Whom the browsers themselves ask for updates and settings, which no page of ours does.
MAKERS = re.compile(r"\b(google|googleapis|gvt1|mozilla)\.(com|org|net)\b")


class Fault(Exception):
    """The browser refused a command, or what was waited for does not come."""


class WebSocket:
    """Messages of text to a server on this machine (RFC 6455)."""

    def __init__(self, port, path):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        if b" 101 " not in self.stream.readline():
            raise Fault("the browser takes no WebSocket")
        while self.stream.readline().strip():
            pass

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        length = (
            struct.pack(">B", 0x80 | size)
            if size < 126
            else struct.pack(">BH", 0xFE, size)
            if size < 1 << 16
            else struct.pack(">BQ", 0xFF, size)
        )
        veil = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        masked = (int.from_bytes(data, "big") ^ veil).to_bytes(size, "big")
        self.socket.sendall(b"\x81" + length + mask + masked)

    def read(self, size):
        data = self.stream.read(size)
        if len(data) < size:
            raise Fault("the browser is gone")
        return data

    def receive(self):
        text = b""
        while True:
            head, size = self.read(2)
            if size >= 126:
                size = int.from_bytes(self.read(2 if size == 126 else 8), "big")
            data = self.read(size)
            if head & 0x0F == 8:
                raise Fault("the browser is gone")
            if head & 0x0F < 3:  # neither ping nor pong
                text += data
                if head & 0x80:
                    return text.decode()


class Sink:
    """A proxy that notes what it is asked for and answers nothing: no browser gets past this machine."""

    def __init__(self):
        self.asked = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                guest = self.listener.accept()[0]
            except OSError:
                return
            with guest:
                guest.settimeout(PATIENCE)
                self.asked.append(guest.makefile("rb").readline().decode(errors="replace").strip())


def program(name):
    """The program to start for "chromium" or "firefox", or None where it, or its driver, is not here."""
    if name == "chromium":
        browser = any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
        return shutil.which("chromedriver") if browser else None
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Browser:
    """One page in "chromium" or "firefox", width × height pixels large. A method fails with Fault."""

    def __init__(self, name, width=1280, height=900):
        self.name, self.sink, self.events, self.sent = name, Sink(), [], 0
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lanewright-browser-"))
        self.downloads = self.folder / "downloads"
        self.downloads.mkdir()
        self.guard = self.socket = None
        try:
            self.begin(self.start())
            self.resize(width, height)
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- Begin and end ----------------------------------------------------------------------------------------------

    def start(self):
        """Starts the program; returns the port on which it listens."""
        profile = self.folder / "profile"
        profile.mkdir()
        command = [program(self.name), "--port=0"]
        if self.name == "firefox":
            ports = {"network.proxy.http_port": self.sink.port, "network.proxy.ssl_port": self.sink.port}
            lines = [f"user_pref({json.dumps(key)}, {json.dumps(each)});\n" for key, each in (FIREFOX | ports).items()]
            (profile / "user.js").write_text("".join(lines))
            command = [program(self.name), "--headless", "--no-remote", "--profile", str(profile)]
            command += ["--remote-debugging-port=0", "--remote-allow-system-access"]
        # The shell ends the browser with all its processes once the pipe is closed, which a killed process does, too.
        guard = 'setsid "$@" & read -r _; kill -9 "-$!"; wait; rm -rf "$0" || { sleep 1; rm -rf "$0"; }'
        self.guard = subprocess.Popen(
            ["sh", "-c", guard, str(self.folder), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"TMPDIR": str(self.folder), "HOME": str(self.folder)},
            text=True,
            errors="replace",
            start_new_session=True,
        )
        said = ""
        for line in self.guard.stdout:
            said += line
            port = re.search(r"(?:started successfully on port |listening on ws://127\.0\.0\.1:)(\d+)", line)
            if port:
                threading.Thread(target=self.guard.stdout.read, daemon=True).start()
                return int(port[1])
        raise Fault(f"{self.name} does not start: {said[-600:]}")

    def begin(self, port):
        """Begins a session and listens to what the page says, asks for and lets one download."""
        wanted = {"unhandledPromptBehavior": {"default": "accept"}}
        if self.name == "chromium":
            own = (f"--proxy-server=127.0.0.1:{self.sink.port}", f"--user-data-dir={self.folder}/profile")
            wanted["goog:chromeOptions"] = {"args": [*CHROMIUM, *own]}
        self.socket = WebSocket(port, "/session")
        self.ask("session.new", capabilities={"alwaysMatch": wanted})
        self.page = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask(
            "session.subscribe", events=["log.entryAdded", "network.beforeRequestSent", "browsingContext.downloadEnd"]
        )
        folder = {"type": "allowed", "destinationFolder": str(self.downloads)}
        self.ask("browser.setDownloadBehavior", downloadBehavior=folder)
        # Chromium keeps from its log what a policy refuses.
        breach = "(event) => console.error(`policy: ${event.violatedDirective} refuses ${event.blockedURI}`)"
        listen = f'() => document.addEventListener("securitypolicyviolation", {breach})'
        self.ask("script.addPreloadScript", functionDeclaration=listen)
        self.take_keys()

    def take_keys(self):
        """Gives the page the keys where the browser's own window has them: at first its field for addresses does."""
        if self.name == "firefox":
            self.tell_firefox("gBrowser.selectedBrowser.focus();")

    def close(self):
        if self.socket and self.name == "chromium":
            self.socket.socket.settimeout(20)
            with contextlib.suppress(Fault, OSError):
                self.ask("session.end")
        if self.guard:
            self.guard.stdin.close()
            self.guard.wait()
        else:
            shutil.rmtree(self.folder)
        self.sink.listener.close()

    # ---- Commands ---------------------------------------------------------------------------------------------------

    def ask(self, command, /, **given):
        """The answer to a command of WebDriver BiDi; events that come meanwhile are kept."""
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": command, "params": given}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") != self.sent:
                self.events.append(message)
            elif message["type"] == "error":
                raise Fault(f"{command}: {message['error']}: {message['message']}")
            else:
                return message["result"]

    def ask_chromium(self, command, /, **given):
        """A command of Chromium's own protocol, for what BiDi lacks."""
        session = self.ask("goog:cdp.getSession", context=self.page)["session"]
        return self.ask("goog:cdp.sendCommand", method=command, params=given, session=session)["result"]

    def tell_firefox(self, script):
        """Runs a script with the rights of Firefox's own window, where `page` is the page's browsing context."""
        window = self.ask("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][0]["context"]
        script = f"{{ const page = gBrowser.selectedBrowser.browsingContext; {script} }}"
        self.ask("script.evaluate", expression=script, target={"context": window}, awaitPromise=True)

    def happened(self, event):
        """What was kept of the events of one name since it was last asked for."""
        self.ask("session.status")
        found = [each["params"] for each in self.events if each["method"] == event]
        self.events = [each for each in self.events if each["method"] != event]
        return found

    # ---- The page ---------------------------------------------------------------------------------------------------

    def open(self, url):
        self.ask("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def reload(self):
        self.ask("browsingContext.reload", context=self.page, wait="complete")

    def evaluate(self, expression, **given):
        """The value of an expression in the page, or of the promise that it is, as JSON; `given` are names in it."""
        names = ", ".join(given)
        code = f"(given) => (async ({{ {names} }}) => JSON.stringify(await ({expression})))(JSON.parse(given))"
        answer = self.ask(
            "script.callFunction",
            functionDeclaration=code,
            target={"context": self.page},
            arguments=[{"type": "string", "value": json.dumps(given)}],
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise Fault(f"{answer['exceptionDetails']['text']} in: {expression}")
        return json.loads(answer["result"].get("value", "null"))

    def wait_for(self, condition, **given):
        """Waits until an expression in the page, or what it promises, is true; returns its value."""
        code = f"""(async () => {{
            for (const end = Date.now() + {PATIENCE * 500}; Date.now() < end; ) {{
                const value = await ({condition});
                if (value) return value;
                await new Promise((go) => setTimeout(go, 10));
            }}
            return null;
        }})()"""
        value = self.evaluate(code, **given)
        if value is None:
            raise Fault(f"it never comes: {condition} {given or ''}")
        return value

    def console(self):
        """The lines in the console since it was last asked for, with errors and breaches of the policy."""
        return [f"{line['level']}: {line['text']}" for line in self.happened("log.entryAdded")]

    def requests(self):
        """The addresses outside the disk that were asked for since the last time, and what reached the proxy."""
        urls = [each["request"]["url"] for each in self.happened("network.beforeRequestSent")]
        return [url for url in urls if not url.startswith(("file:", "data:", "blob:", "about:"))] + self.reached()

    def reached(self):
        """What left the browser for other computers since the last time: first lines at the proxy."""
        asked, self.sink.asked[:] = self.sink.asked[:], []
        return [line for line in asked if line and not MAKERS.search(line)]

    def downloaded(self):
        """The file of the next download, waited for."""
        while True:
            for event in self.happened("browsingContext.downloadEnd"):
                if event["status"] != "complete":
                    raise Fault(f"a download ended as {event['status']}")
                return pathlib.Path(event["filepath"])
            self.events.append(json.loads(self.socket.receive()))

    def choose_files(self, selector, *files):
        """Gives files to the input of the selector."""
        found = self.ask("browsingContext.locateNodes", context=self.page, locator={"type": "css", "value": selector})
        element = {"sharedId": found["nodes"][0]["sharedId"]}
        self.ask("input.setFiles", context=self.page, element=element, files=list(map(str, files)))

    # ---- Looks ------------------------------------------------------------------------------------------------------

    def resize(self, width, height, ratio=1):
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self.page, viewport=size, devicePixelRatio=ratio)

    def phone(self, width=390, height=844):
        """A phone from now on: its size, a touch screen and no mouse."""
        if self.name == "chromium":
            size = dict(width=width, height=height, deviceScaleFactor=3, mobile=True)
            self.ask_chromium("Emulation.setDeviceMetricsOverride", **size)
            self.ask_chromium("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        else:
            coarse = 'Services.prefs.setIntPref("ui.{}PointerCapabilities", 1);'
            self.tell_firefox('page.touchEventsOverride = "enabled";' + coarse.format("primary") + coarse.format("all"))
            self.resize(width, height, 3)

    def prefer(self, dark=False, forced_colours=False, reduced_motion=False):
        """What the user's system says."""
        wishes = {
            "prefers-color-scheme": ("dark" if dark else "light", "prefersColorScheme"),
            "forced-colors": ("active" if forced_colours else "none", "forcedColors"),
            "prefers-reduced-motion": ("reduce" if reduced_motion else "no-preference", "prefersReducedMotion"),
        }
        if self.name == "chromium":
            features = [{"name": name, "value": value} for name, (value, _) in wishes.items()]
            self.ask_chromium("Emulation.setEmulatedMedia", features=features)
        else:
            self.tell_firefox(" ".join(f'page.{name}Override = "{value}";' for value, name in wishes.values()))

    def screenshot(self, file, whole=False):
        """A PNG of the viewport, or of the whole page."""
        origin = "document" if whole else "viewport"
        shot = self.ask("browsingContext.captureScreenshot", context=self.page, origin=origin)
        pathlib.Path(file).write_bytes(base64.b64decode(shot["data"]))

    def pdf(self, file):
        """The page as it is printed."""
        pathlib.Path(file).write_bytes(base64.b64decode(self.ask("browsingContext.print", context=self.page)["data"]))

    # ---- Hands ------------------------------------------------------------------------------------------------------

    def middle(self, selector):
        """Where in the viewport the middle of an element is, once it is scrolled into it."""
        code = """((element) => {
            if (!element) return null;
            element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
            const { x, y, width, height } = element.getBoundingClientRect();
            return width && height ? [x + width / 2, y + height / 2] : null;
        })(document.querySelector(selector))"""
        place = self.evaluate(code, selector=selector)
        if place is None:
            raise Fault(f"nothing is seen of {selector}")
        return place

    def act(self, kind, *actions, **source):
        """W3C actions of one source, which keeps its state: whether it is down, and where."""
        self.ask("input.performActions", context=self.page, actions=[{"type": kind, "actions": actions, **source}])

    def point(self, by, *actions):
        self.act("pointer", *actions, id=by, parameters={"pointerType": by})

    def move(self, x, y, by="mouse", over=0):
        """Moves the mouse or the finger there in `over` milliseconds."""
        self.point(by, {"type": "pointerMove", "x": round(x), "y": round(y), "duration": over})

    def down(self, x, y, by="mouse"):
        self.move(x, y, by)
        self.point(by, {"type": "pointerDown", "button": 0})

    def up(self, by="mouse"):
        self.point(by, {"type": "pointerUp", "button": 0})

    def click(self, x, y, by="mouse"):
        self.down(x, y, by)
        self.up(by)

    def drag(self, *places, by="mouse", hold=0, over=60):
        """Presses at the first place, holds for so many milliseconds, moves through the others and lets go."""
        self.down(*places[0], by)
        if hold:
            self.point(by, {"type": "pause", "duration": hold})
        for x, y in places[1:]:
            self.move(x, y, by, over)
        self.up(by)

    def wheel(self, x, y, across=0, along=0):
        turn = {"type": "scroll", "x": round(x), "y": round(y), "deltaX": across, "deltaY": along}
        self.act("wheel", turn, id="wheel")

    def press(self, *chords):
        """Presses keys by their names, several at once with a plus between them: "Control+z", "Tab"."""
        for chord in chords:
            keys = [KEYS.get(key, key) for key in (chord.split("+") if len(chord) > 1 else [chord])]
            downs = [{"type": "keyDown", "value": key} for key in keys]
            ups = [{"type": "keyUp", "value": key} for key in reversed(keys)]
            self.act("key", *downs, *ups, id="keys")

    def type(self, text):
        self.press(*text)
