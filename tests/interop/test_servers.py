"""The servers for editors and assistants, asked by real clients over pipes."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")
pytest.importorskip("mcp", reason="mcp is not installed")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from petteia.interop.mcp import check_description, explain_word
from petteia.lang import assist

TEXT = """(define "Go" (move Add (to (sites Empty))))
(game "Mine" (players 2)
(equipment { (board (sqare 3)) })
(rules (play ("Go")) (end (if (is Line 3) (result Mover Win)))))
"""
URI = "file:///mine.lud"


async def _edit() -> dict[str, object]:
    """The answers that a client of the language server gets to a text with a mistake."""
    client = LanguageClient("tests", "1")
    shown: asyncio.Future[list[lsp.Diagnostic]] = asyncio.get_running_loop().create_future()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def show(params: lsp.PublishDiagnosticsParams) -> None:
        if not shown.done():
            shown.set_result(list(params.diagnostics))

    await client.start_io(sys.executable, "-m", "petteia", "lsp")
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=None))
    item = lsp.TextDocumentItem(uri=URI, language_id="lud", version=1, text=TEXT)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    here = lsp.TextDocumentIdentifier(URI)
    use = lsp.Position(3, 15)
    results = {
        "mistakes": await asyncio.wait_for(shown, 30),
        "hover": await client.text_document_hover_async(lsp.HoverParams(here, lsp.Position(2, 3))),
        "complete": await client.text_document_completion_async(lsp.CompletionParams(here, lsp.Position(2, 23))),
        "definition": await client.text_document_definition_async(lsp.DefinitionParams(here, use)),
        "rename": await client.text_document_rename_async(lsp.RenameParams(here, use, "Put")),
        "format": await client.text_document_formatting_async(
            lsp.DocumentFormattingParams(here, lsp.FormattingOptions(4, True))
        ),
        "outline": await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(here)),
    }
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return results


def test_language_server_over_pipes() -> None:
    """A real client gets the mistake in place, meanings, completions, definitions, new names, layout, outline."""
    seen = asyncio.run(_edit())
    (mistake,) = seen["mistakes"]
    assert mistake.range.start.line == 2 and "did you mean square" in mistake.message
    assert "(equipment" in seen["hover"].contents.value
    assert "square" in {one.label for one in getattr(seen["complete"], "items", seen["complete"])}
    assert seen["definition"].range.start == lsp.Position(0, 8)
    assert len(seen["rename"].changes[URI]) == 2
    assert seen["format"][0].new_text.startswith('(define "Go"')
    assert [one.name for one in seen["outline"]] == ['define "Go"', 'game "Mine"']


async def _assist() -> tuple[set[str], object, str]:
    from mcp import Client, StdioServerParameters, stdio_client

    command = StdioServerParameters(command=sys.executable, args=["-m", "petteia", "mcp"], env=dict(os.environ))
    async with Client(stdio_client(command)) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        played = await client.call_tool("play_moves", {"game": "Tic-Tac-Toe", "moves": ["4>4", "A1"]})
        wrong = await client.call_tool("play_moves", {"game": "/etc/passwd", "moves": []})
        assert wrong.is_error
        return tools, json.loads(played.content[0].text), wrong.content[0].text


def test_assistant_server_over_pipes() -> None:
    """A real client lists the tools and plays; a name that is no game is an error, and nothing is read from disk."""
    tools, played, refused = asyncio.run(_assist())
    assert {"list_games", "legal_moves", "play_moves", "analyse_position", "check_description"} <= tools
    assert played["position"] == "0=2 4=1 | m=1" and "no game is called" in refused


def test_descriptions_are_checked() -> None:
    """A description with a mistake is told where it is; a good one is played at random."""
    assert "text:3:21" in check_description(TEXT)["mistake"]
    good = TEXT.replace("(board (sqare 3))", '(board (square 3)) (piece "Disc" Each)')
    assert check_description(good)["ok"] is True
    assert "(slide" in explain_word("slide")


@pytest.mark.parametrize("path", ["Chess", "Hex", "Kalah"])
def test_every_prefix_of_a_description_can_be_completed(path: str) -> None:
    """Help for a text that is being written never fails, wherever the cursor stands."""
    import petteia

    text = (Path(petteia.__file__).parent / "games" / f"{path}.lud").read_text(encoding="utf-8")
    for offset in range(0, len(text), 37):
        assist.complete(text[:offset], offset)
        assist.meaning(text, offset)
        assist.uses(text, offset)
