# SPDX-License-Identifier: Apache-2.0
"""What tests/gpu/check makes of programs that crash, hang, chatter or are missing. Scripts stand in for all."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest
from pathlib import Path
from unittest import mock

import step_parts
import torch_client

CHECK = Path(__file__).resolve().parent / "check"

# check_device: facts, eight cases of kernels, speed, lanes. What STUB says happens once or always.
DEVICE = """
import json, os, signal, sys, time
part, words, stub = (sys.argv[2:] + ["facts"])[0], sys.argv[3:], os.environ.get("STUB", "")
def say(**found):
    print(json.dumps(found), flush=True)
if stub == "no GPU":
    print("check_device: no GPU: there is no NVIDIA driver here", file=sys.stderr)
    sys.exit(4)
say(part="device", name="Stub", driver="1", capability="9.0", processors=132, memory=1e9)
if stub == "chatter":
    print("NCCL version 2.28.9+cuda13.0", flush=True)
    print("[1, 2]", flush=True)
options = dict(word.split("=") for word in words if "=" in word)
index, count = map(int, options.get("share", "0/1").split("/"))
if part == "kernels":
    if stub == "silent" and int(options.get("patience", 60000)) <= 60000:
        print("check_device: nothing was found for more than 60000 ms; the GPU hangs, or it waits", file=sys.stderr)
        sys.exit(3)
    mine = [at for at in range(int(options.get("from", 0)), 8) if at % count == index]
    say(part="cases", count=len(mine))
    for at in mine:
        say(part="begin", number=at, name=f"case {at}")
        if stub == "crash" and at in (3, 4):
            os.kill(os.getpid(), signal.SIGSEGV)
        if stub == "hang":
            time.sleep(60)
        if stub == "short" and at == 5:
            sys.exit(0)
        say(part="kernel", name=f"case {at}", ok=True, worst=1e-6, limit=1e-5, distance=1e-7,
            farthest="not finite", words="")
if part == "lanes":
    for lanes in (2, 4, 8):
        for work in ("attention", "product"):
            row = dict(part="lanes", lanes=lanes, work=work, processors_per_lane=16, why_shared="", alone=10,
                       together=11, shared_alone=2, shared_together=10)
            if stub == "shared":
                row.update(processors_per_lane=0, why_shared="cuGreenCtxCreate: the driver's error 801")
            if work == "product" or stub == "slow":
                row.update(together=16, shared_together=13)
            if stub == "fault":
                row["processors_per_lane"] = "many"
            say(**row)
if part == "speed":
    for shape in ("product 8 8 8 plain plain", "attention 1 8 2 4")[:2 if stub == "attention" else 1]:
        say(part="speed", name=shape.split()[0], milliseconds=1, rate=700, unit="TFLOP/s", shape=shape)
"""

# In the place of PyTorch: `import torch` answers the questions of a check itself.
TORCH = """
import json, sys, time
for line in sys.stdin:
    question = json.loads(line)
    if question["do"] == "time":
        time.sleep(600)
    rates = [{"milliseconds": 2, "by": {}} if "plain" in shape else {"error": "RuntimeError: no kernel"}
             for shape in question.get("shapes", [])]
    print(json.dumps({"rates": rates}), flush=True)
sys.exit()
"""

SANITIZER = """
import os, subprocess, sys
log, tool = sys.argv[sys.argv.index("--log-file") + 1], sys.argv[sys.argv.index("--tool") + 1]
stub, filtered = os.environ.get("STUB", ""), "kernel_substring=lanewright" in sys.argv
if stub == "no filter" and filtered:
    sys.exit("Unrecognized option --kernel-name")
ended = subprocess.run(sys.argv[sys.argv.index(log) + 1:])
[share] = [word for word in sys.argv if word.startswith("share=")]
index, count = map(int, share.removeprefix("share=").split("/"))
lines = ["COMPUTE-SANITIZER"]
if stub == "unsupported":
    lines += ["Error: Device not supported. Please refer to the documentation", "ERROR SUMMARY: 2 errors"]
elif stub == "error behind" and index + 1 < count:
    lines += ["Error: the target ended before the first call"]
elif stub == "error behind":
    lines += ["Invalid __global__ read of size 4 bytes", "ERROR SUMMARY: 1 error"]
elif tool == "memcheck":
    lines += ["ERROR SUMMARY: 0 errors"]
elif filtered and stub != "race":
    lines += ["RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)"]
else:
    lines += ["Error: Race reported between Read and Write",
              "RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)"]
with open(log, "w") as file:
    file.write("".join(f"========= {line}\\n" for line in lines))
bad = ("ERROR SUMMARY: 1", "ERROR SUMMARY: 2", "RACECHECK SUMMARY: 1")
sys.exit(99 if lines[-1].startswith(bad) else ended.returncode)
"""


class Survives(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        for place, text in (
            ("build/bin/check_device", DEVICE),
            ("build/bin/lanewright-cli", "import sys; sys.exit('broken')"),
            ("tools/compute-sanitizer", SANITIZER),
        ):
            file = self.root / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"#!{sys.executable} -S\n{text}")
            file.chmod(0o755)
        for name in ("bin/lanewright-engine", "bin/lanewright-cuda.so", "fake/lanewright-cuda.so"):
            (self.root / "build" / name).parent.mkdir(exist_ok=True)
            (self.root / "build" / name).touch()
        (self.root / "modules").mkdir()
        (self.root / "modules/torch.py").write_text(
            "raise ImportError('libcudart.so.99: cannot open shared object file')"
        )
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(self.root / "modules"),
            "PATH": f"{self.root}/tools:{os.environ['PATH']}",
        }

    def command(self, parts, *more):
        return [sys.executable, "-B", CHECK, self.root / "build", "--out", self.root / "out", "--parts", parts, *more]

    def check(self, parts, *more, stub="", code=0):
        """Runs it and returns the report."""
        done = subprocess.run(
            self.command(parts, *more),
            capture_output=True,
            text=True,
            env={**self.environment, "STUB": stub},
            timeout=300,
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return self.report()

    def report(self):
        [file] = (self.root / "out").glob("*.json")
        self.assertIn("# Stub, ", file.with_suffix(".md").read_text())
        self.assertEqual(list((self.root / "out").glob("*.new")), [])
        return json.loads(file.read_text())

    def failed(self, report):
        return {claim["name"]: claim["words"] for claim in report["claims"] if not claim["ok"]}

    def test_a_gpu_where_all_is_well(self):
        report = self.check("kernels,lanes,speed")
        self.assertEqual(sorted(row["name"] for row in report["kernels"]), [f"case {at}" for at in range(8)])
        self.assertEqual([row["ended"] for row in report["parts"]], ["at its end"] * 3)

    def test_no_gpu_is_said_in_one_line(self):
        done = subprocess.run(
            self.command("kernels"),
            capture_output=True,
            text=True,
            env={**self.environment, "STUB": "no GPU"},
            timeout=60,
        )
        self.assertEqual(
            (done.returncode, done.stdout, done.stderr),
            (4, "", "tests/gpu/check: no GPU: there is no NVIDIA driver here\n"),
        )
        self.assertFalse((self.root / "out").exists())

    def test_cases_behind_a_crash_are_run(self):
        report = self.check("kernels,lanes", stub="crash", code=1)
        self.assertEqual(
            {row["name"]: row["ok"] for row in report["kernels"]}, {f"case {at}": at not in (3, 4) for at in range(8)}
        )
        self.assertIn("case 3: SIGSEGV ended it", self.failed(report)["kernels: all cases equal their references"])
        self.assertEqual(len(report["lanes"]), 6)

    def test_a_missing_case_is_missed(self):
        report = self.check("kernels", stub="short", code=1)
        self.assertIn("kernels: no case is missing", self.failed(report))

    def test_a_hang_costs_the_budget_and_no_more(self):
        began = time.monotonic()
        report = self.check("kernels,speed", "--minutes", "0.1", "--rehearse", stub="hang")
        self.assertLess(time.monotonic() - began, 45)
        self.assertEqual([row["ended"] for row in report["parts"]], ["out of time", "left out"])
        self.assertTrue(any(line.startswith("the part speed: ") for line in report["left_out"]), report["left_out"])

    def test_lines_that_are_no_findings_are_kept(self):
        report = self.check("lanes", stub="chatter")
        self.assertIn("check_device: NCCL version 2.28.9+cuda13.0", report["said"])
        self.assertEqual(len(report["lanes"]), 6)

    def test_a_fault_of_its_own_is_reported_and_the_next_part_done(self):
        report = self.check("lanes,speed", stub="fault", code=1)
        self.assertEqual([row["ended"] for row in report["parts"]], ["broke", "at its end"])
        self.assertIn("TypeError", report["tracebacks"][0]["words"])
        self.assertEqual(len(report["rates"]), 1)

    def test_a_program_that_fails_is_quoted(self):
        report = self.check("bits,lanes", code=1)
        self.assertEqual(self.failed(report), {"the part bits runs to its end": "lanewright-cli generate: broken"})
        self.assertEqual(len(report["lanes"]), 6)

    def test_pytorch_is_left_out_in_its_own_words(self):
        report = self.check("speed")
        self.assertEqual(
            report["left_out"],
            ["PyTorch's products and attention: ImportError: libcudart.so.99: cannot open shared object file"],
        )

    def test_a_shape_that_pytorch_cannot_do_costs_no_other(self):
        (self.root / "modules/torch.py").write_text(TORCH)
        report = self.check("speed", stub="attention")
        self.assertEqual([row.get("pytorch_milliseconds") for row in report["rates"]], [2, None])
        self.assertEqual(report["left_out"], ["PyTorch's attention 1 8 2 4: RuntimeError: no kernel"])

    def test_lanes_without_multiprocessors_of_their_own_are_told(self):
        self.assertEqual(
            self.failed(self.check("lanes", stub="shared", code=1)),
            {
                f"{lanes} lanes have multiprocessors of their own": "cuGreenCtxCreate: the driver's error 801"
                for lanes in (2, 4, 8)
            },
        )

    def test_lanes_that_wait_for_each_other_are_told(self):
        failed = self.failed(self.check("lanes", stub="slow", code=1))
        self.assertEqual(
            set(failed),
            {
                f"{lanes} lanes at once take at most {limit}"
                for lanes in (2, 4, 8)
                for limit in ("1.5 times as long as one alone", "1.15 times as long as streams that share the GPU")
            },
        )
        self.assertEqual(
            failed["2 lanes at once take at most 1.5 times as long as one alone"],
            "16.00 ms against 10.00 ms, 1.60 times as long",
        )

    def test_products_that_share_memory_and_power_are_reported_without_a_claim(self):
        report = self.check("lanes")
        self.assertEqual(len(report["lanes"]), 6)
        [page] = (self.root / "out").glob("*.md")
        self.assertIn("| 8 | 16 | product | 10.00 | 16.00 | 1.60 | 2.00 | 13.00 | 1.23 |", page.read_text())

    def test_what_compute_sanitizer_finds_is_a_failed_claim(self):
        report = self.check("sanitize", stub="race", code=1)
        failed = self.failed(report)
        self.assertEqual(list(failed), ["compute-sanitizer racecheck finds nothing in the small kernels"])
        self.assertIn("Race reported between Read and Write", failed.popitem()[1])
        self.assertEqual(report["kernels"], [])

    def test_only_our_kernels_are_judged_by_compute_sanitizer(self):
        report = self.check("sanitize")
        self.assertEqual([claim["words"] for claim in report["claims"]], ["8 cases", "8 cases"])

    def test_a_compute_sanitizer_without_filters_judges_all_kernels(self):
        report = self.check("sanitize", stub="no filter", code=1)
        self.assertEqual(
            {claim["name"].split()[1]: claim["ok"] for claim in report["claims"]},
            {"memcheck": True, "racecheck": False},
        )

    def test_a_gpu_that_compute_sanitizer_cannot_watch_is_left_out(self):
        report = self.check("sanitize", stub="unsupported")
        self.assertEqual(report["claims"], [])
        self.assertEqual(
            report["left_out"],
            [
                f"compute-sanitizer {tool}: Error: Device not supported. Please refer to the documentation"
                for tool in ("memcheck", "racecheck")
            ],
        )

    def test_what_a_later_process_finds_is_told_though_an_earlier_one_has_no_answer(self):
        report = self.check("sanitize", stub="error behind", code=1)
        self.assertEqual(
            set(self.failed(report)),
            {f"compute-sanitizer {tool} finds nothing in the small kernels" for tool in ("memcheck", "racecheck")},
        )
        self.assertIn("Invalid __global__ read", report["sanitizer"][0]["log"])
        if os.cpu_count() > 1:
            self.assertIn("processes: Error: the target ended before the first call", report["left_out"][0])

    def test_kernels_that_are_silent_for_long_under_compute_sanitizer_are_waited_for(self):
        self.check("sanitize", stub="silent")

    def test_a_report_is_there_when_it_is_ended(self):
        process = subprocess.Popen(
            self.command("kernels,speed"), env={**self.environment, "STUB": "hang"}, stdout=subprocess.PIPE, text=True
        )
        self.assertEqual(process.stdout.readline(), "== kernels\n")
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        self.assertEqual([row["part"] for row in self.report()["parts"]], ["kernels"])

    def test_a_place_that_cannot_be_written_is_said_at_once(self):
        (self.root / "out").touch()
        done = subprocess.run(self.command("lanes"), capture_output=True, text=True, env=self.environment, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("can't be written: File exists", done.stderr)

    def test_kernels_are_known_by_their_names(self):
        for name, kind in (
            ("attentionKernel<64>", "attention, F"),
            ("attentionKeyGradientKernel<64>", "attention, B"),
            ("attentionDotsKernel", "attention, B"),
            ("nvjet_tst_128x256_64x4_2x1_v_bz_coopA_TNN", "products"),
            ("cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7", "attention, F"),
            ("cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_f16_knob_3", "attention, B"),
            ("void pytorch_flash::flash_bwd_dot_do_o_kernel<cutlass::bfloat16_t>", "attention, B"),
            ("void at::native::multi_tensor_apply_kernel<FusedAdamMathFunctor>", "optimizer and norm of gradients"),
            ("squaresKernel", "optimizer and norm of gradients"),
            ("normGradientKernel<float>", "all else"),
            ("void cudnn::fusion::compute_dot_do_o_specialized<true, 128>", "attention, B"),
            ("void cudnn::fusion::convert_dq_to_16bits<256>", "attention, B"),
            ("void globalKernelBgradAB<__nv_bfloat16, float>", "products"),
            ("triton_poi_fused_gelu_gelu_backward_1", "all else"),
            ("triton_red_fused__scaled_dot_product_flash_attention_native_layer_norm_2", "all else"),
            ("convertKernel<8, Bf16, float>", "all else"),
        ):
            found = step_parts.by_kind([{"name": name, "milliseconds": 1}])
            self.assertEqual([one for one, total in found.items() if total], [kind], name)
        self.assertEqual(list(step_parts.by_kind([]))[-1], "all else")

    def test_the_plan_has_every_part_once(self):
        plan = re.findall(r"--parts ([a-z,]+)", CHECK.with_name("README.md").read_text())
        said = subprocess.run(self.command("nothing"), capture_output=True, text=True, timeout=60).stderr
        self.assertEqual(",".join(plan), said.strip().rsplit(" ", 1)[1])


def torch_step_without_torch():
    """The module, as far as it goes without PyTorch."""
    torch, nn = types.ModuleType("torch"), types.ModuleType("torch.nn")
    torch.nn, nn.functional, nn.Module = nn, types.ModuleType("torch.nn.functional"), object
    with mock.patch.dict(sys.modules, {"torch": torch, "torch.nn": nn, "torch.nn.functional": nn.functional}):
        import torch_step
    return torch_step


class PyTorchSide(unittest.TestCase):
    def test_a_compilation_that_takes_long_costs_no_figure(self):
        with tempfile.TemporaryDirectory() as folder:
            check = mock.Mock(work=Path(folder), rehearses=True, **{"arguments.device": 0, "left.return_value": 0.1})
            (Path(folder) / "torch.py").write_text("import time\ntime.sleep(3)\n" + TORCH)
            with mock.patch.dict(os.environ, PYTHONPATH=folder):
                torch = torch_client.Torch(check)
                torch.prepare("124M", {})
                torch.rest()
                check.leave_out.assert_called_once_with(
                    "the wait for PyTorch before what is timed next", "it still computed after 0 s"
                )
                check.left.return_value = 600
                self.assertEqual(
                    torch.ask("PyTorch", do="rates", name="124M", shapes=["plain"]),
                    {"rates": [{"milliseconds": 2, "by": {}}]},
                )
                check.left.return_value = 0
                self.assertIsNone(torch.ask("a step of PyTorch", do="time", name="124M"))
                check.leave_out.assert_called_with("a step of PyTorch", "it had not answered after 0 s")
                torch.process.stdin.close()

    def test_large_sizes_have_the_memory_to_themselves(self):
        seen = mock.Mock()
        seen.torch.ask.return_value = None
        with mock.patch.object(step_parts, "time_step", seen.ours):
            step_parts.large(mock.Mock(torch=seen.torch))
        called = [
            (call[0].removeprefix("torch."), call[1][1] if call[0] == "ours" else call[2].get("name", ""))
            for call in seen.mock_calls
            if call[0] in ("ours", "torch.ask", "torch.forget")
        ]
        self.assertEqual(
            called,
            [
                ("forget", ""),
                ("ours", "124M"),
                ("ours", "350M"),
                ("ask", "774M"),
                ("forget", ""),
                ("ours", "774M"),
                ("ask", "1.6B"),
                ("forget", ""),
                ("ours", "1.6B"),
            ],
        )

    def test_what_is_forgotten_is_gone(self):
        step = torch_step_without_torch()
        step.trainees["1.6B"] = object()
        with mock.patch.object(step, "ON_CPU", True):
            self.assertEqual(step.forget(), {"memory": 0})
        self.assertEqual(step.trainees, {})

    def test_an_error_at_one_shape_is_kept_in_its_place(self):
        step = torch_step_without_torch()
        with mock.patch.object(
            step, "time_product", side_effect=[{"milliseconds": 1, "by": {}}, MemoryError("none\nleft")]
        ):
            self.assertEqual(
                step.rates(["product 8 8 8 plain plain", "product 9 9 9 plain plain sums"]),
                {"rates": [{"milliseconds": 1, "by": {}}, {"error": "MemoryError: none"}]},
            )
            step.time_product.assert_called_with("9", "9", "9", "plain", "plain", "sums")


if __name__ == "__main__":
    unittest.main()
