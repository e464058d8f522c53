# SPDX-License-Identifier: Apache-2.0
"""The server for agents, spoken to as a client speaks: a line of JSON each way."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from lanewright import agents, questions

# What no search proves in seconds.
HARD = dict(name="interleaved-1f1b", ranks=6, microbatches=18, chunks=3, tf="1.37", tb="2.11", tw="0.93", tcomm="0.21")


class Client:
    """A server, and what it says."""

    def __init__(self, *options):
        command = [sys.executable, "-m", "lanewright", "mcp", *options]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.asked = 0
        self.heard = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.stdin.close()
        self.ended = self.server.wait()
        self.server.stdout.close()

    def write(self, line):
        self.server.stdin.write(line + "\n")
        self.server.stdin.flush()

    def send(self, method, params=None, **more):
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params or {}, **more}))

    def read(self):
        """The next answer; notifications before it are kept in `heard`."""
        while True:
            said = json.loads(self.server.stdout.readline())
            if "method" not in said:
                return said
            self.heard.append(said)

    def ask(self, method, params=None):
        self.asked += 1
        self.send(method, params, id=self.asked)
        said = self.read()
        assert said["id"] == self.asked and said["jsonrpc"] == "2.0", said
        return said.get("error") or said["result"]

    def call(self, tool, meta=None, **arguments):
        """What a tool says, and whether it is a refusal."""
        said = self.ask("tools/call", {"name": tool, "arguments": arguments, **({"_meta": meta} if meta else {})})
        return said["content"][0]["text"], said["isError"]


class Agents(unittest.TestCase):
    def setUp(self):
        self.client = Client()
        self.addCleanup(self.client.__exit__)

    def test_takes_the_version_that_both_speak(self):
        for asked, got in (("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25")):
            said = self.client.ask("initialize", {"protocolVersion": asked, "capabilities": {}})
            self.assertEqual(said["protocolVersion"], got)
        self.assertEqual(said["capabilities"], {"tools": {}})
        self.client.send("notifications/initialized")
        self.assertEqual(self.client.ask("ping"), {})

    def test_speaks_without_a_handshake_since_2026_07_28(self):
        envelope = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
        said = self.client.ask("server/discover", {"_meta": envelope})
        self.assertEqual(said["supportedVersions"][0], "2026-07-28")
        self.assertEqual(said["resultType"], "complete")
        self.assertIn("ttlMs", self.client.ask("tools/list", {"_meta": envelope}))
        wrong = self.client.ask("tools/list", {"_meta": {"io.modelcontextprotocol/protocolVersion": "2027-01-01"}})
        self.assertEqual(wrong["code"], -32022)
        self.assertEqual(wrong["data"]["requested"], "2027-01-01")

    def test_lists_the_questions_as_tools(self):
        tools = {tool["name"]: tool for tool in self.client.ask("tools/list")["tools"]}
        for name in (
            "generate",
            "list",
            "simulate",
            "validate",
            "legal",
            "bound",
            "compare",
            "costs",
            "causes",
            "render",
        ):
            self.assertIn(name, tools)
        for name in ("convert", "solve", "plan"):
            self.assertIn(name, tools)
        for name in ("run", "profile", "listen", "import"):
            self.assertNotIn(name, tools)
        schema = tools["solve"]["inputSchema"]
        self.assertEqual(schema["required"], ["document"])
        self.assertEqual(schema["properties"]["output"]["enum"], ["-"])
        self.assertEqual(schema["properties"]["objective"]["enum"], ["iteration", "makespan", "period", "longest_span"])
        self.assertNotIn("file", schema["properties"])
        self.assertTrue(all(tool["annotations"]["readOnlyHint"] for tool in tools.values()))

    def test_answers_as_the_library_does(self):
        plan, _ = self.client.call("generate", name="zb-h1", ranks=4, microbatches=8)
        self.assertEqual(plan, questions.generate(name="zb-h1", ranks=4, microbatches=8))
        document = agents.library.Document(plan)
        self.assertEqual(self.client.call("simulate", document=plan), (questions.simulate(document), False))
        text = questions.simulate(document, form="text")
        self.assertEqual(self.client.call("simulate", document=plan, form="text"), (text, False))
        other, _ = self.client.call("generate", name="1f1b", ranks=4, microbatches=8)
        compared, _ = self.client.call("compare", document=plan, b="mine", texts={"mine": other})
        self.assertEqual(json.loads(compared)["actual"]["makespan"], 33)
        self.assertTrue(self.client.call("render", document=plan)[0].startswith("<svg"))
        self.assertTrue(self.client.call("convert", document=plan, to="pytorch")[0].startswith("0F0,"))

    def test_says_in_a_sentence_what_is_wrong(self):
        text, refused = self.client.call("simulate", document="{")
        self.assertEqual((text, refused), ("line 1, column 2: this is no JSON: the text ends too early", True))
        self.assertTrue(self.client.call("generate", name="1f1b", ranks="many")[1])
        for document in (7, 0, [], {}):
            self.assertTrue(self.client.call("simulate", document=document)[1])
        self.assertEqual(self.client.ask("tools/call", {"name": "rm"})["code"], -32602)
        self.assertEqual(self.client.ask("resources/list")["code"], -32601)
        for line, code in (("{", -32700), ("[]", -32600), ('{"jsonrpc":"2.0","id":1,"method":5}', -32600)):
            self.client.write(line)
            self.assertEqual(self.client.read()["error"]["code"], code)
        self.client.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}')
        self.assertEqual(self.client.ask("ping"), {})

    def test_bounds_answers(self):
        text, refused = self.client.call("generate", name="1f1b", ranks=64, microbatches=1024)
        self.assertTrue(refused)
        self.assertIn("at most 200000 are given; ask for less", text)

    def test_touches_no_file_without_a_folder(self):
        plan = questions.generate(name="1f1b", ranks=2, microbatches=2)
        with tempfile.TemporaryDirectory() as folder:
            here = str(pathlib.Path(folder) / "plan.lwsched")
            pathlib.Path(here).write_text(plan)
            target = str(pathlib.Path(folder) / "new.svg")
            tries = [
                ("generate", dict(name="1f1b", problem=here)),
                ("generate", dict(name="1f1b", lengths=here)),
                ("generate", dict(name="1f1b", output=target)),
                ("simulate", dict(file=[here])),
                ("render", dict(document=plan, out=target)),
                ("render", dict(document=plan, out="-", style=here)),
                ("render", dict(document=plan, out="-", save_style=target)),
                ("render", dict(document=plan, out="/dev/stdout")),
                ("compare", dict(document=plan, b=here)),
                ("compare", dict(document=plan, b=here, texts={"other": plan})),
                ("validate", dict(document=plan, answers=folder)),
                ("plan", dict(model=here, cluster=here)),
                ("solve", dict(document=plan, output=target)),
            ]
            for tool, arguments in tries:
                text, refused = self.client.call(tool, **arguments)
                self.assertTrue(refused, (tool, arguments))
                self.assertIn("this server has no folder", text)
            self.assertEqual(os.listdir(folder), ["plan.lwsched"])
            # The standard input is the client's, and no file.
            self.assertTrue(self.client.call("generate", name="1f1b", lengths="-")[1])
            self.assertTrue(self.client.call("plan", model="-", cluster="-")[1])

    def test_says_options_by_their_keys(self):
        self.assertNotIn("folder", self.client.ask("initialize", {"capabilities": {}})["instructions"])
        plan, _ = self.client.call("generate", name="1f1b", ranks=2, microbatches=2, tf="")
        self.assertEqual(self.client.call("generate", name="1f1b", tf="x")[0], 'tf: "x" is no number')
        said = self.client.call("edit", document=plan, move="F0.0")
        self.assertEqual(said, ("move goes with before / after / by / to_rank", True))

    def test_takes_no_other_question_for_a_tool(self):
        with tempfile.TemporaryDirectory() as folder, Client() as client:
            target = os.path.join(folder, "a.lwsched")
            for more in ({"ask": "generate", "name": "1f1b", "output": target}, {"ask": "run", "document": "{}"}):
                self.assertRegex(client.call("simulate", **more)[0], "simulate has no such option")
            self.assertEqual(os.listdir(folder), [])

    def test_refuses_an_id_that_no_answer_can_bear(self):
        with Client() as client:
            for each in (1.5, None, [1]):
                client.send("ping", id=each)
                self.assertEqual(client.read()["error"]["code"], -32600)

    def test_knows_of_each_text_whether_it_names_a_file(self):
        # A text that is not known is taken for a file's name, so a new option is refused until it stands in a table.
        unknown = {
            option["key"]
            for question in agents._questions()
            for option in question["options"]
            if option["names_files"] and agents._property(option, False) is None
        }
        self.assertEqual(
            unknown, {"answer", "answers", "lessons", "style", "save_style", "path", "mapping", "fit", "save_cluster"}
        )

    def test_says_how_far_it_is_and_stops(self):
        easy, _ = self.client.call("generate", name="zb-h1", ranks=4, microbatches=8)
        self.client.call("solve", {"progressToken": "mine"}, document=easy, rounds=10)
        self.assertEqual({each["params"]["progressToken"] for each in self.client.heard}, {"mine"})
        self.assertEqual(self.client.heard[0]["params"]["progress"], 1)
        plan, _ = self.client.call("generate", **HARD)
        # As many as work at once: none is answered, and the next is once they have stopped.
        for which in range(agents.AT_ONCE):
            arguments = {"document": plan, "time_limit": 100_000, "threads": 1}
            self.client.send("tools/call", {"name": "solve", "arguments": arguments}, id=f"long {which}")
        self.assertEqual(self.client.ask("ping"), {})
        for which in range(agents.AT_ONCE):
            self.client.send("notifications/cancelled", {"requestId": f"long {which}"})
        self.assertFalse(self.client.call("simulate", document=plan)[1])

    def test_ends_with_its_input(self):
        plan, _ = self.client.call("generate", **HARD)
        self.client.send(
            "tools/call", {"name": "solve", "arguments": {"document": plan, "time_limit": 100_000, "threads": 1}}, id=0
        )
        self.client.server.stdin.close()
        said = self.client.read()  # the best so far
        self.assertEqual((said["id"], said["result"]["isError"]), (0, False))
        self.assertEqual(self.client.server.wait(), 0)


class Folder(unittest.TestCase):
    def test_takes_names_inside_it_alone(self):
        plan = questions.generate(name="1f1b", ranks=2, microbatches=2)
        with tempfile.TemporaryDirectory() as outside, tempfile.TemporaryDirectory() as folder:
            inside = pathlib.Path(folder)
            (pathlib.Path(outside) / "secret.lwsched").write_text(plan)
            (inside / "plan.lwsched").write_text(plan)
            (inside / "link.lwsched").symlink_to(pathlib.Path(outside) / "secret.lwsched")
            (inside / "way").symlink_to(outside)
            os.mkfifo(inside / "pipe.lwsched")
            with Client("--folder", folder) as client:
                said = client.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}})
                self.assertIn("Files of one folder", said["instructions"])
                self.assertEqual(client.call("simulate", file=["plan.lwsched"])[1], False)
                self.assertEqual(client.call("compare", a="plan.lwsched", b="x", texts={"x": plan})[1], False)
                self.assertEqual(client.call("render", document=plan, out="a.svg")[1], False)
                self.assertTrue((inside / "a.svg").read_text().startswith("<svg"))
                tools = {tool["name"]: tool for tool in client.ask("tools/list")["tools"]}
                self.assertFalse(tools["render"]["annotations"]["readOnlyHint"])
                self.assertIn("import", tools)
                for name in (
                    f"{outside}/secret.lwsched",
                    "../x.lwsched",
                    "link.lwsched",
                    "pipe.lwsched",
                    "way/secret.lwsched",
                    "/etc/x",
                ):
                    text, refused = client.call("simulate", file=[name])
                    self.assertTrue(refused and "folder" in text, (name, text))
                for name in (f"{outside}/a.svg", "../a.svg", "way/a.svg", "link.lwsched"):
                    text, refused = client.call("render", document=plan, out=name)
                    self.assertTrue(refused and "folder" in text, (name, text))
                self.assertTrue(
                    client.call("plan", model="gpt-1b", cluster="x", fit=[f"a={outside}/secret.lwsched"])[1]
                )
            self.assertEqual(os.listdir(outside), ["secret.lwsched"])
            self.assertEqual(client.ended, 0)

    def test_must_be_there(self):
        said = subprocess.run(
            [sys.executable, "-m", "lanewright", "mcp", "--folder", "/nowhere"], capture_output=True, text=True
        )
        self.assertEqual((said.returncode, said.stderr), (2, "lanewright: /nowhere: this is no folder\n"))


if __name__ == "__main__":
    unittest.main()
