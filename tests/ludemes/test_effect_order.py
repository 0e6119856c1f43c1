"""What effects do to each other: when each is evaluated, and in which order they are applied."""

from .playing import small


def remembered(state_text: str) -> str:
    """What a position remembers."""
    return " ".join(word for word in state_text.split() if word.startswith("rem"))


def test_forgetting_all_forgets_what_is_held_when_it_is_evaluated() -> None:
    """Of forget, remember 0, forget, remember 1 over {1} the second forget finds nothing of what it was to forget."""
    again = '(if (= 0 0) (and {(forget Value "N" All) (remember Value "N" 1)}))'
    play = f"""(move Add (to (sites Empty)) (then (and {{
        (forget Value "N" All) (remember Value "N" 0) {again} }})))"""
    state = small(play, '(set RememberValue "N" 1)')
    state.play("0>0")
    assert remembered(state.text) == "rem:N=0,1"


def test_forgetting_all_is_one_move_with_one_consequent() -> None:
    play = """(move Add (to (sites Empty)) (then
        (forget Value "N" All (then (remember Value "M" (count Pieces All))))))"""
    state = small(play, '(set RememberValue "N" 1) (set RememberValue "N" 2)')
    state.play("0>0")
    assert remembered(state.text) == "rem:M=1"


def test_forgetting_without_a_name_empties_all_lists() -> None:
    play = """(move Add (to (sites Empty)) (then (forget Value All)))"""
    state = small(play, '(set RememberValue "N" 1) (set RememberValue 2)')
    state.play("0>0")
    assert not remembered(state.text)
