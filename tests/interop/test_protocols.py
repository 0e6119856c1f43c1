"""UGI and lines of JSON: what a client sends, what it gets, and that nonsense does no harm."""

import io
import json
import subprocess
import sys
import time

import pytest

import petteia
from petteia.interop import jsonl
from petteia.interop.ugi import Server, _limits
from petteia.search.clock import moves_left, share


class Client:
    """A client of a server in this process."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.server = Server(self.lines.append)

    def say(self, *lines: str) -> list[str]:
        """The server's answers to some lines, searches waited for."""
        self.lines.clear()
        for line in lines:
            assert self.server.take(line)
        self.server.finish()
        return list(self.lines)


def test_ugi_handshake() -> None:
    """The server introduces itself and ends the introduction as the protocol says."""
    answers = Client().say("ugi")
    assert answers[0].startswith("id name Petteia") and answers[-1] == "ugiok"
    assert any(line.startswith("option name Game") for line in answers)


def test_ugi_plays_a_whole_game() -> None:
    """A client that knows no rules can play both sides to the end and learn the result."""
    client, moves = Client(), []
    client.say("setoption name Agent value uct:seed=1")
    while client.say(f"position startpos moves {' '.join(moves)}", "query gameover") == ["response false"]:
        moves.append(client.say("go nodes 300")[-1].split()[1])
    assert client.say("query result") == ["response draw"]
    assert len(moves) == 9


def test_ugi_takes_labels_and_numbers() -> None:
    """Moves may be named by site numbers, or by labels with and without a dash."""
    client = Client()
    client.say("setoption name Game value Breakthrough")
    texts = [client.say(f"position startpos moves {move}", "query fen") for move in ("8>17", "a2-b3", "a2b3")]
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.parametrize(
    "line",
    ["setoption name Game value Hxe", "position startpos moves zz", "go nodes x", "setoption name Agent value nobody",
     "query", "position", "setoption", "setoption name Seed value x", "position fen 99=1 | m=1"],
)  # fmt: skip
def test_ugi_answers_nonsense_with_one_line(line: str) -> None:
    """A mistake is answered by one line and leaves game and position as they were."""
    client = Client()
    client.say("position startpos moves 4>4")
    before = client.say("query fen")
    answers = client.say(line)
    assert len(answers) == 1 and answers[0].startswith("info string error: ")
    assert client.say("query fen") == before


def test_ugi_over_pipes_stops_an_endless_search() -> None:
    """A real client over pipes: `go infinite` reports until `stop`, and `quit` ends the process."""
    command = [sys.executable, "-m", "petteia", "ugi", "Breakthrough"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("isready\ngo infinite\n")
        process.stdin.flush()
        lines = iter(process.stdout.readline, "")
        assert next(lines) == "readyok\n"
        assert next(lines).startswith("info depth")
        begin = time.monotonic()
        process.stdin.write("stop\nquit\n")
        process.stdin.flush()
        assert next(line for line in lines if line.startswith("bestmove"))
        assert process.wait(timeout=20) == 0 and time.monotonic() - begin < 10


COMMAND = [sys.executable, "-m", "petteia"]


def test_python_chess_plays_with_us() -> None:
    """The client of python-chess greets by `uci`, sends positions in FEN and moves of chess, and understands ours."""
    chess = pytest.importorskip("chess")
    engines = pytest.importorskip("chess.engine")
    with engines.SimpleEngine.popen_uci([*COMMAND, "ugi", "Chess"], timeout=60) as engine:
        board = chess.Board()
        for _ in range(4):
            board.push(engine.play(board, engines.Limit(nodes=20)).move)
        board = chess.Board("8/1P5k/8/8/8/8/8/K7 w - - 0 1")
        seen = engine.analyse(board, engines.Limit(nodes=3000), root_moves=None)
        assert seen["pv"][0] in board.legal_moves and "score" in seen
        board.push_uci("b7b8q")
        assert engine.play(board, engines.Limit(nodes=20)).move in board.legal_moves


def test_promotions_are_one_word_in_uci() -> None:
    """A pawn that becomes another piece is one word of a client of chess, and two moves of ours."""
    client = Client()
    client.say("setoption name Game value Chess", "uci", "position fen 8/1P5k/8/8/8/8/8/K7 w - - 0 1 moves b7b8r")
    assert "57=" in client.say("query fen")[0] and client.say("query p1turn") == ["response false"]
    client.say("position fen 8/1P5k/8/8/8/8/8/K7 w - - 0 1")
    best = client.say("go nodes 3000")[-1].split()[1]
    assert best in {"b7b8q", "b7b8r", "b7b8n", "b7b8b", "a1a2", "a1b1", "a1b2"}


def test_ugi_ends_with_a_client_that_closes_its_side() -> None:
    """An endless search ends with the lines of the client; its answer is still given."""
    done = subprocess.run([*COMMAND, "ugi"], input=b"go infinite\n", capture_output=True, timeout=60, check=True)
    assert b"bestmove" in done.stdout and not done.stderr


def test_ugi_ends_with_a_client_that_dies() -> None:
    """A server whose answers nobody hears ends in silence."""
    command = [*COMMAND, "ugi", "Breakthrough"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(b"isready\ngo infinite\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        process.stdin.close()
        assert process.wait(timeout=60) == 0 and process.stderr.read() == b""


def test_bytes_that_are_no_text_are_nonsense() -> None:
    """Servers answer what cannot be decoded like any other mistake, and live on."""
    lines = b"\xff\xfe\nisready\nposition startpos moves \xff\nquery gameover\nquit\n"
    done = subprocess.run([*COMMAND, "ugi"], input=lines, capture_output=True, timeout=60, check=True)
    assert [line.split()[0] for line in done.stdout.splitlines()] == [b"info", b"readyok", b"info", b"response"]
    query = b'\xff\n{"id": 1, "game": "Tic-Tac-Toe", "iterations": 5}\n'
    done = subprocess.run([*COMMAND, "analyse", "--jsonl"], input=query, capture_output=True, timeout=60, check=False)
    wrong, right = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1 and "error" in wrong and "best" in right and not done.stderr


def _ask(*queries: object) -> list[dict[str, object]]:
    out = io.StringIO()
    jsonl.serve([one if isinstance(one, str) else json.dumps(one) for one in queries], out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_jsonl_answers_by_id() -> None:
    """Each query gets an answer with its id: the winning move here, the result of a finished game there."""
    query = {"game": "Tic-Tac-Toe", "position": "0=1 1=1 4=2 5=2 | m=1", "iterations": 200}
    won, over = _ask({"id": "a", **query}, {"id": 7, **query, "moves": ["2>2"]})
    assert (won["id"], won["best"], won["proven"]) == ("a", "2>2", "won")
    assert (over["id"], over["over"], over["winner"]) == (7, True, 1)


@pytest.mark.parametrize(
    "query",
    ["{", "[]", {"game": "Hx"}, {}, {"game": 3}, {"game": "Hex", "moves": [1]}, {"game": "Hex", "nodes": 1},
     {"game": "Hex", "seconds": -1}, {"game": "Hex", "seconds": True}, {"game": "Hex", "moves": ["999>999"]}],
)  # fmt: skip
def test_jsonl_tells_mistakes_and_goes_on(query: object) -> None:
    """A wrong query is answered by an error; the next one is answered as always."""
    wrong, right = _ask(query, {"id": 1, "game": "Tic-Tac-Toe", "iterations": 10})
    assert "error" in wrong and right["id"] == 1 and "best" in right


def test_whole_game_clocks_of_clients_are_shared_out() -> None:
    """The time and increment of who is to move, shared out as our own agents share theirs; less than what is left."""
    state = petteia.load("Breakthrough").start()
    expected = share(60, 2, moves_left(state.game, 0))
    assert _limits(["wtime", "60000", "winc", "2000", "btime", "1000"], state).seconds == pytest.approx(expected)
    state.play(state.legal_moves()[0])
    assert _limits(["wtime", "60000", "btime", "20", "binc", "500"], state).seconds == pytest.approx(0.016)
    assert _limits(["p2time", "-5"], state).seconds == 0.001
