"""How much the ways of playouts gain: every game measured against listing all moves, as a table and as figures."""

from ._folder import ResultsFolder
from ._measuring import Measurement, measure_playouts
from ._running import Subject, run_subjects
from ._table import PAPER, Line, format_report, group_measurements, summarise, to_json, write_figures

__all__ = [
    "PAPER",
    "Line",
    "Measurement",
    "ResultsFolder",
    "Subject",
    "format_report",
    "group_measurements",
    "measure_playouts",
    "run_subjects",
    "summarise",
    "to_json",
    "write_figures",
]
