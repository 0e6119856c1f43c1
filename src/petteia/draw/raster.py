"""Boards as PNG, and games as animated GIF: what needs the packages of the extra `pictures`."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from io import BytesIO
from typing import Any

from petteia.errors import PetteiaError

_LAST_FRAME = 4
"""How much longer the last position of a game is shown than the others."""


def png(svg: str, *, width: int = 640) -> bytes:
    """An SVG with colours of its own (`dark` given) as PNG; `PetteiaError` without the extra `pictures`."""
    painter = _package("resvg_py", "PNG")
    return bytes(painter.svg_to_bytes(svg_string=svg, width=width))


def gif(pictures: Iterable[bytes], *, seconds: float = 0.7) -> bytes:
    """PNG pictures as one GIF that shows each for some time, the last one longer."""
    image = _package("PIL.Image", "GIF")
    frames = [image.open(BytesIO(one)).convert("RGB") for one in pictures]
    if not frames:
        raise PetteiaError("a GIF needs at least one picture")
    high = max(frame.height for frame in frames)
    whole = [_padded(image, frame, high) for frame in frames]
    shown = [frame.quantize(colors=128) for frame in whole]
    out = BytesIO()
    times = [int(1000 * seconds)] * (len(shown) - 1) + [int(1000 * seconds * _LAST_FRAME)]
    shown[0].save(out, "GIF", save_all=True, append_images=shown[1:], duration=times, loop=0, optimize=True)
    return out.getvalue()


def _padded(image: Any, frame: Any, high: int) -> Any:
    """A frame made as high as the highest, with more of its own ground below."""
    if frame.height == high:
        return frame
    sheet = image.new("RGB", (frame.width, high), frame.getpixel((0, 0)))
    sheet.paste(frame, (0, 0))
    return sheet


def _package(name: str, what: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise PetteiaError(f'{what} files need the extra "pictures": pip install "petteia[pictures]"') from None
