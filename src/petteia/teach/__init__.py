"""Lessons: positions of a game in which one move decides, proven, with the answer and the reason for it."""

from ._lessons import Lesson, lessons
from ._page import lesson_page

__all__ = ["Lesson", "lesson_page", "lessons"]
