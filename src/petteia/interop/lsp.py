"""A language server for descriptions, over standard input and output: `petteia lsp` (extra `protocols`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from petteia.errors import PetteiaError
from petteia.lang import assist, format_text
from petteia.lang.suspicions import find_warnings

_KINDS = {"ludeme": "Function", "argument": "Field", "word": "EnumMember", "define": "Constant"}


def make_server(defs: Sequence[Path] = ()) -> Any:
    """A language server that knows some folders of defines besides those of the package."""
    try:
        from lsprotocol import types as lsp
        from pygls.lsp.server import LanguageServer
    except ImportError:
        raise PetteiaError("the language server needs pygls: pip install 'petteia[protocols]'") from None
    from petteia import __version__

    server = LanguageServer("petteia", __version__)

    def document(uri: str) -> _Document:
        return _Document(server.workspace.get_text_document(uri).source)

    def publish(uri: str) -> None:
        text = document(uri)
        mistake = assist.find_mistake(text.text, Path(uri).name, defs)
        found = _warnings(text, Path(uri).name, defs) if mistake is None else [_diagnostic(text, mistake)]
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=uri, diagnostics=found))

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["(", '"', ":"]))
    def completed(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        text = document(params.text_document.uri)
        return [
            lsp.CompletionItem(
                label=one.text.strip('"'), detail=one.note, kind=getattr(lsp.CompletionItemKind, _KINDS[one.kind])
            )
            for one in assist.complete(text.text, text.offset(params.position), defs)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        text = document(params.text_document.uri)
        found = assist.meaning(text.text, text.offset(params.position), defs)
        if found is None:
            return None
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, f"```lud\n{found[1]}\n```")
        return lsp.Hover(content, text.range(found[0]))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> lsp.Location | None:
        text = document(params.text_document.uri)
        mark = assist.define_at(text.text, text.offset(params.position), defs)
        if mark is None:
            return None
        if mark.file is None:
            return lsp.Location(params.text_document.uri, text.range(mark))
        other = _Document(Path(mark.file).read_text(encoding="utf-8"))
        return lsp.Location(Path(mark.file).absolute().as_uri(), other.range(mark))

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        text = document(params.text_document.uri)
        marks = assist.uses(text.text, text.offset(params.position))
        name = params.new_name.strip('"')
        if not marks or not name or '"' in name or "\n" in name:
            return None
        edits = [lsp.TextEdit(text.range(mark), f'"{name}"') for mark in marks]
        return lsp.WorkspaceEdit(changes={params.text_document.uri: edits})

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        text = document(params.text_document.uri)
        try:
            laid_out = format_text(text.text)
        except PetteiaError:
            return []  # the mistake is shown already
        return [lsp.TextEdit(text.range(assist.Mark(0, len(text.text))), laid_out)]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        text = document(params.text_document.uri)
        roots: list[lsp.DocumentSymbol] = []
        path: list[lsp.DocumentSymbol] = []
        for title, depth, mark in assist.outline(text.text):
            extent = text.range(mark)
            symbol = lsp.DocumentSymbol(title, lsp.SymbolKind.Object, extent, extent, children=[])
            del path[depth - 1 :]
            (path[-1].children if path else roots).append(symbol)  # type: ignore[union-attr]
            path.append(symbol)
        return roots

    return server


class _Document:
    """A text with its lines; columns count code units of UTF-16, as the protocol wants."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(at + 1 for at, char in enumerate(text) if char == "\n")]

    def offset(self, position: Any) -> int:
        """The offset of a position; positions outside are taken to the nearest inside."""
        line: int = min(position.line, len(self._starts) - 1)
        end = self._starts[line + 1] - 1 if line + 1 < len(self._starts) else len(self.text)
        at, units = self._starts[line], 0
        while at < end and units < position.character:
            units += 2 if ord(self.text[at]) > 0xFFFF else 1
            at += 1
        return at

    def position(self, offset: int) -> Any:
        """The position of an offset."""
        from bisect import bisect_right

        from lsprotocol import types as lsp

        line = bisect_right(self._starts, offset) - 1
        units = len(self.text[self._starts[line] : offset].encode("utf-16-le")) // 2
        return lsp.Position(line, units)

    def range(self, mark: assist.Mark) -> Any:
        """The range of a mark."""
        from lsprotocol import types as lsp

        return lsp.Range(self.position(mark.start), self.position(mark.end))

    def word_from(self, line: int, column: int) -> assist.Mark:
        """The word that begins at a line and column, both counted from 1."""
        line = min(max(line, 1), len(self._starts))
        start = min(self._starts[line - 1] + max(column, 1) - 1, len(self.text))
        end = start + 1
        while end < len(self.text) and self.text[end] not in " \t\r\n(){}":
            end += 1
        return assist.Mark(start, min(end, len(self.text)))


def _diagnostic(text: _Document, mistake: PetteiaError) -> Any:
    from lsprotocol import types as lsp

    line, column = assist.place_of(mistake) or (1, 1)
    message = str(mistake)
    return lsp.Diagnostic(
        text.range(text.word_from(line, column)), message, severity=lsp.DiagnosticSeverity.Error, source="petteia"
    )


def _warnings(text: _Document, file: str, defs: Sequence[Path]) -> list[Any]:
    """Warnings of what can be read and surely is not meant."""
    from lsprotocol import types as lsp

    found = [(one.message, assist.written_at(one.place)) for one in find_warnings(text.text, file=file, defs=defs)]
    severity = lsp.DiagnosticSeverity.Warning
    return [
        lsp.Diagnostic(text.range(text.word_from(at.line, at.column)), message, severity=severity, source="petteia")
        for message, at in found
        if at is not None
    ]
