"""What llama-bench, vLLM, SGLang and a server say of a run, and runs that failed."""

import csv
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from viz.catalog.load_catalog import load_catalog
from viz.cli import main
from viz.errors import VizError
from viz.physics.benchmarks import Conditions, read_benchmark
from viz.physics.rig import parse_rig

CATALOG = load_catalog()
LLAMA_BENCH = {
    "gpu_info": "NVIDIA GeForce RTX 4090", "model_filename": "llama-3.1-8b-instruct.Q4_K_M.gguf",
    "model_size": 4920739840, "model_n_params": 8030261248, "n_prompt": 0, "n_gen": 128,
    "n_depth": 4096, "avg_ts": 120.5, "stddev_ts": 0.4,
}  # fmt: skip
TABLE = """\
| model          |       size |   params | backend | ngl |          test |           t/s |
| -------------- | ---------: | -------: | ------- | --: | ------------: | ------------: |
| llama 8B Q8_0  |   7.95 GiB |   8.03 B | CUDA    |  99 |         pp512 | 9000.1 ± 12.0 |
| llama 8B Q8_0  |   7.95 GiB |   8.03 B | CUDA    |  99 | tg128 @ d4096 |  81.23 ± 0.20 |
"""
SERVING = {
    "date": "20260412-101010", "backend": "vllm", "model_id": "meta-llama/Llama-3.1-70B-Instruct",
    "num_prompts": 200, "max_concurrency": 16, "completed": 200, "total_input_tokens": 204800,
    "total_output_tokens": 102400, "mean_ttft_ms": 210.0, "mean_tpot_ms": 20.0,
}  # fmt: skip


def write(tmp_path, told, name="run.json"):
    file = tmp_path / name
    file.write_text(told if isinstance(told, str) else json.dumps(told), encoding="utf-8")
    return file


def only(file, **said):
    rows, faults = read_benchmark(file, CATALOG, Conditions(**said))
    assert faults == []
    (row,) = rows
    return row


def test_llama_bench_as_json_lines_and_csv_gives_one_row(tmp_path):
    as_csv = tmp_path / "run.csv"
    with as_csv.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(LLAMA_BENCH))
        writer.writeheader()
        writer.writerows([LLAMA_BENCH, {**LLAMA_BENCH, "n_gen": 0, "n_prompt": 512}])
    files = (
        write(tmp_path, [LLAMA_BENCH]),
        write(tmp_path, json.dumps(LLAMA_BENCH) + "\n", "run.jsonl"),
        as_csv,
    )
    for file in files:
        row = only(file)
        assert (row.model, row.hardware, row.measured) == ("llama-3.1-8b", "rtx-4090", 120.5)
        assert row.get("context") == 4096 + 64
        assert row.get("bytes_per_weight") == pytest.approx(4920739840 / 8030261248)


def test_the_table_of_llama_bench_gives_its_decoding(tmp_path):
    row = only(
        write(tmp_path, TABLE, "run.md"),
        machine=parse_rig("m2-ultra", CATALOG),
        model="llama-3.1-8b",
    )
    assert (row.hardware, row.family, row.measured) == ("m2-ultra", "lcpp-metal", 81.23)
    assert row.get("bytes_per_weight") == pytest.approx(7.95 * 2**30 / 8.03e9)


def test_a_serving_benchmark_is_a_mean_time_between_tokens(tmp_path, capsys):
    file = write(tmp_path, SERVING)
    assert main(["validate", str(file), "--on", "8 x h100", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["measured"], row["batch"], row["measure"]) == (50.0, 16, "serving")
    assert (row["n_devices"], row["context"]) == (8, 1024 + 256)
    assert row["stack"] == "serving-2026"
    assert row["predicted"] > 50  # 20 ms are many for 16 users of 8 cards


def test_a_benchmark_is_what_a_side_of_a_scene_is_shown_as(tmp_path):
    from viz.scene.load_scene import load_scene

    write(tmp_path, {**LLAMA_BENCH, "n_depth": 0})
    text = (
        "title: {en: Mine, zh: 我的}\nmodel: llama-3.1-8b\nbits: 4.9 bit\n"
        "left: {machine: rtx-4090, as: measured, row: run.json}\n"
        "beats:\n  - for: 1 s\n    say: {en: One., zh: 一}\n"
    )
    scene = load_scene(str(write(tmp_path, text, "mine.yaml")))
    step = scene.step("left")
    assert step.speed == 120.5
    assert step.seconds == pytest.approx(1 / 120.5)
    assert sum(part.seconds for part in step.parts) == pytest.approx(step.seconds)
    assert step.parts[-1].name == "unexplained"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({**SERVING, "completed": 0}, "the run failed: 0 of 200"),
        ({**SERVING, "completed": 12}, "the run failed: 12 of 200"),
        ({**SERVING, "mean_tpot_ms": 0}, "mean_tpot_ms is 0"),
        ({**SERVING, "mean_tpot_ms": "NaN"}, "mean_tpot_ms is 'NaN'"),
        ({**SERVING, "max_concurrency": None}, "how many requests were served at a time"),
        ({**SERVING, "model_id": "acme/unheard"}, "'acme/unheard' is not in the catalog"),
        ({**SERVING, "total_input_tokens": None}, "how many tokens went in"),
        ({"avg_latency": 2.0}, "says nothing of a step"),
        ({"hello": 1}, "no result of llama-bench, vLLM or SGLang"),
        ({**LLAMA_BENCH, "avg_ts": -3.0}, "avg_ts is '-3.0'"),
        ({**LLAMA_BENCH, "avg_ts": 0}, "that of a failed run"),
        ({**LLAMA_BENCH, "gpu_info": "Abacus 9"}, "not say a machine that is known .'Abacus 9'"),
    ],
)
def test_a_run_that_failed_says_what_is_wrong(told, words, tmp_path):
    said = Conditions(parse_rig("8 x h100", CATALOG)) if "completed" in told else None
    rows, faults = read_benchmark(write(tmp_path, told), CATALOG, said)
    assert rows == []
    (fault,) = faults
    assert __import__("re").search(words, str(fault))
    assert "run.json:1:" in str(fault)


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("", "run.json", "nothing in it: did the run fail"),
        ('{"completed": 20', "run.json", "half a download"),
        ("ERROR: out of memory\n", "run.json", "no table of llama-bench"),
        ('[{"avg_ts": 1.0, "n_gen": 0}]', "run.json", "there is no decoding in it"),
    ],
)
def test_what_is_no_benchmark_is_told(text, name, words, tmp_path):
    with pytest.raises(VizError, match=words):
        read_benchmark(write(tmp_path, text, name), CATALOG)


class Server(BaseHTTPRequestHandler):
    """An OpenAI-compatible server of twenty tokens, 5 ms apart; its path says how it misbehaves."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        how = self.path.split("/")[1]
        if how == "broken":
            self.send_response(500)
            self.end_headers()
            self.wfile.write(b'{"error": {"message": "out of memory"}}')
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if how == "page" else "text/event-stream")
        self.end_headers()
        if how == "never":
            time.sleep(1.5)
            return
        if how == "noise":
            self.wfile.write(b"data: <html>\n\n")
            return
        for _ in range(0 if how == "silent" else 20):
            time.sleep(0.005)
            self._say({"choices": [{"delta": {"content": "flow "}}]})
        self._say({"choices": [], "usage": {"completion_tokens": 20, "prompt_tokens": 100}})
        self.wfile.write(b"data: [DONE]\n\n")

    def _say(self, told):
        self.wfile.write(b"data: " + json.dumps(told).encode() + b"\n\n")
        self.wfile.flush()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server():
    found = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=found.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{found.server_port}"
    found.shutdown()
    found.server_close()


def test_a_server_s_tokens_are_measured_and_become_a_row(server, tmp_path, capsys):
    row = tmp_path / "mine.csv"
    words = ["measure", "endpoint", "--url", f"{server}/v1", "--repeats", "2", "--output", "20"]
    words += ["--row", str(row), "--on", "rtx-4090", "--model", "llama-3.1-8b", "--format", "q8_0"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["output_tokens"] == 20
    assert found["tokens_counted_by_server"]
    assert 0.005 <= found["first_token_seconds"]["median"] < 0.5
    between = found["seconds_per_output_token"]
    assert 0.005 <= between["least"] <= between["median"] <= between["most"] < 0.2
    assert main(["validate", str(row), "--json"]) == 0
    (scored,) = json.loads(capsys.readouterr().out)["rows"]
    assert scored["measured"] == pytest.approx(1 / between["median"], rel=1e-3)
    assert main(words) == 5  # it is there already, and told before anything is measured


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("broken", "refuses (500): out of memory"),
        ("page", "does not stream"),
        ("noise", "streams what is no answer"),
        ("silent", "sent 0 pieces of an answer"),
        ("never", "no token for 1 s"),
    ],
)
def test_a_server_that_misbehaves_is_told(how, told, server, capsys):
    words = ["measure", "endpoint", "--url", f"{server}/{how}", "--timeout", "1"]
    assert main(words) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


def test_an_address_where_nothing_listens_is_told(capsys):
    assert main(["measure", "endpoint", "--url", "http://127.0.0.1:9/v1"]) == 2
    assert "nothing listens there" in capsys.readouterr().err
    assert main(["measure", "endpoint", "--url", "ftp://here"]) == 2
    assert "no address of a server" in capsys.readouterr().err


def test_the_memory_of_this_machine_is_measured_with_its_spread(capsys):
    assert main(["measure", "memory", "--repeats", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["bytes_per_second"]
    assert 1e8 < found["least"] <= found["median"] <= found["most"] < 1e13
