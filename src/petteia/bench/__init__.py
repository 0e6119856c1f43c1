"""Measurements over many games: what the ways of playouts gain, and which games a change of the code changes."""

from ._digests import (
    Change,
    Digests,
    Variant,
    compare_digests,
    digest_all,
    digest_variant,
    read_digests,
    text_difference,
    write_digests,
)
from ._folder import ResultsFolder
from ._measuring import Measurement, measure_playouts
from ._pictures import Pictured, PictureTask, contact_sheet, draw_subjects
from ._running import Subject, run_subjects
from ._table import PAPER, Line, format_report, group_measurements, summarise, to_json, write_figures

__all__ = [
    "PAPER",
    "Change",
    "Digests",
    "Line",
    "Measurement",
    "PictureTask",
    "Pictured",
    "ResultsFolder",
    "Subject",
    "Variant",
    "compare_digests",
    "contact_sheet",
    "digest_all",
    "digest_variant",
    "draw_subjects",
    "format_report",
    "group_measurements",
    "measure_playouts",
    "read_digests",
    "run_subjects",
    "summarise",
    "text_difference",
    "to_json",
    "write_digests",
    "write_figures",
]
