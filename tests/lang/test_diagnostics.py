"""Messages about a description that is wrong: one line with place, cause and the nearest right word."""

import pytest

from lang.descriptions import HEX
from petteia import lang
from petteia.errors import LudError, LudSyntaxError, LudTypeError

TEST = "(is Connected Mover)"


def complaint(text: str) -> LudError:
    with pytest.raises(LudError) as caught:
        lang.bind(lang.read(lang.expand(text, name="x.lud")))
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("right", "wrong", "place", "cause", "hint"),
    [
        (TEST, "(is Conected Mover)", "13:22", "unknown word Conected in (is Conected Mover)", "Connected"),
        (TEST, "(is Winning Mover)", "13:22", "there is no (is Winning", "did you mean Within?"),
        (TEST, "(is)", "13:18", "a word has to follow (is", "one of Active"),
        (TEST, "(mover)", "13:18", "(mover) (an IntFunction) does not fit here", "<test>BooleanFunction"),
        (TEST, "(is Line)", "13:18", "(is Line) lacks <length>IntFunction", "the nearest form is (is Line"),
        (TEST, "(= 1)", "13:18", "(= 1) lacks <value_b>IntFunction or <role_b>RoleType", ""),
        (TEST, "(is Line 3 trough:(to))", "13:36", "(is has no argument trough:", "did you mean through:"),
        (TEST, "(is Line 3 exact:True through:(to))", "13:48", "through: stands too late", "(is Line"),
        (
            TEST,
            "(is Line 3 through:1 throughAny:(sites Top))",
            "13:50",
            "throughAny:RegionFunction excludes another argument",
            "",
        ),
        (TEST, "(is Line 3.5)", "13:27", "3.5 (a number) does not fit here", "<length>IntFunction"),
        ("move Add", "moev Add", "12:15", "there is no ludeme (moev", "did you mean move"),
        ("move Add", "Move Add", "12:15", "there is no ludeme (Move", "did you mean move"),
        ("(move Add", '("Qqqqqq" Add', "12:15", 'there is no define called "Qqqqqq"', "define folders"),
        ("Win)", "Won)", "13:53", "unknown word Won", "did you mean Win?"),
        ('"Stone" Each', '"Stone" Each 3', "6:29", "3 (a number) does not fit here", "maxState:Integer"),
        ("(players 2)", "(players (+ 1 1))", "3:14", "(+ 1 1) (a DimFunction or FloatFunction", "<count>Integer"),
        ("(hex Diamond 5)", "(bucket)", "5:16", "(bucket) (a bucket) does not fit here", "<graph>GraphFunction"),
        ("(hex Diamond 5)", "<Board>", "5:16", "no option gives a value for <Board>", ""),
        ("(hex Diamond 5)", "(hex #1)", "5:21", "the parameter #1 of a define was left", ""),
        ("{(sites Side NE)", "{3 (sites Side NE)", "7:22", "3 (a number) does not fit in this list", ""),
    ],
)
def test_type_errors(right: str, wrong: str, place: str, cause: str, hint: str) -> None:
    error = complaint(HEX.replace(right, wrong, 1))
    assert isinstance(error, LudTypeError)
    message = str(error)
    assert message.startswith(f"x.lud:{place}: {cause}")
    assert hint in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.lud is empty"),
        (" \n ", "x.lud is empty"),
        ("\0\1\2", "x.lud:1:1: a zero byte: this is binary data"),
        ("// nothing", "there is no (game"),
        ("hello", "x.lud:1:1: there is no (game"),
        ("(rules)", "x.lud:1:1: a description begins with (game or (match, not with (rules"),
        ("(game\n  (a {)", "x.lud:2:7: ) closes the { of x.lud:2:6"),
        ("(game (a", "x.lud:1:7: this ( is never closed"),
        ("(game))", "x.lud:1:7: this ) closes nothing"),
        ('(game "a)', "x.lud:1:7: this string is never closed"),
        ('(game "a\n" (b)))', "a quote may be missing, the string at 1:7"),
        ("(game (or{a b}))", "x.lud:1:7: a space is missing after (or"),
        ("(game, x)", "x.lud:1:6: unexpected character ','"),
        ("(game ({a}))", "x.lud:1:7: this clause has no keyword"),
        ("(game ((a) b))", "x.lud:1:7: this clause has no keyword"),
        ("(game {1..5000})", "x.lud:1:8: the range 1..5000 spans more than 1000"),
        ('(define "A"', "x.lud:1:1: this (define is never closed"),
        ("(define A)", "x.lud:1:1: this define has no name in quotes"),
        ('(define "A" (f)) (game ("A" 1)', "x.lud:1:18: this ( is never closed"),
        ('(game x) (option "A" <A>)', 'x.lud:1:10: the option "A" is incomplete'),
        ('(game x) (option "A" <A> args:{} {})', 'x.lud:1:10: the option "A" has no items'),
        ('(game x) (option "A" <A> args:{<a>} {(item "I" <1> <2> "d")})', "gives 2 values for 1 names"),
        ('(game x) (option "A/B" <A> args:{<a>} {(item "I" <1> "d")})', "hold no slash"),
    ],
)
def test_syntax_errors(text: str, message: str) -> None:
    error = complaint(text)
    assert isinstance(error, LudSyntaxError)
    assert message in str(error)


def test_errors_inside_defines_name_both_places() -> None:
    text = '(define "Bad"\n  (hex (foo)))' + HEX.replace("(hex Diamond 5)", '"Bad"')
    assert str(complaint(text)).startswith('x.lud:2:8 (through "Bad", used at x.lud:6:16): there is no ludeme (foo')


def test_unknown_defines_name_the_nearest() -> None:
    text = '(define "Forward" (to))' + HEX.replace("(to (sites Empty))", '("Foward" 1)')
    assert 'did you mean "Forward"' in str(complaint(text))


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(LudSyntaxError, match=r"x\.lud is not a text in UTF-8 \(byte 1\)"):
        lang.decode(b"a\xff", "x.lud")
