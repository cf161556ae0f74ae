"""The texts of the first lessons state the scores of the rules."""

from games.density_deck.lessons.first_game import LINE
from games.engine.contract import View
from games.lessons import YOU, StepTexts
from games.rps_extreme.lessons.first_game import LINE as THROWS

STEPS = {step.name: place for place, step in enumerate(LINE.steps)}


def view_at(name: str) -> View:
    return LINE.moments()[LINE.steps[STEPS[name]].after].view


def said_at(name: str) -> StepTexts:
    return LINE.texts(STEPS[name])


def test_the_words_name_what_the_norm_counts() -> None:
    assert "5 × 5 = 25" in said_at("hand").text[0]
    against = said_at("against").text
    assert "5 × 5 × 5 = 125" in against[0]
    assert "10 × 5 = 50" in against[1]
    assert "125 − 20 + 9 = 114" in said_at("common").text[1]
    assert "score is −15" in said_at("weak").text[1]
    assert view_at("common")["score"]["score"] == 114
    assert view_at("weak")["score"]["score"] == -15


def test_the_fight_is_won_and_the_surrender_is_cheaper_than_the_fight() -> None:
    events = [event for moment in LINE.moments() for event in moment.events]
    first, second = [event for event in events if event["e"] == "match_over"]
    assert first["winners"] == [YOU]
    assert [row["lives"] for row in first["seats"]] == [10, 7, 7, 7]
    assert second["winners"] == [2]
    assert [row["lives"] for row in second["seats"]] == [8, 3, 7, 3]
    assert second["seats"][YOU]["hand"] is None


def test_every_card_that_a_step_points_to_lies_there_then() -> None:
    for name, place in STEPS.items():
        kind, _, code = LINE.steps[place].point.partition(" ")
        if kind == "card":
            assert code in view_at(name)["seats"][YOU]["hand"]
        elif kind == "center":
            assert view_at(name)["amplification"][int(code)]
        elif kind == "discard":
            assert view_at(name)["seats"][int(code)]["discards"]


def test_a_card_that_is_not_the_best_by_its_hint_is_recommended_with_the_reason() -> None:
    hints = view_at("take")["take"]
    source = str((LINE.wanted_action(STEPS["take"]) or {})["from"])
    higher = max(hint for seat, hint in hints.items() if seat != source)
    assert higher > hints[source]
    text = said_at("take").text
    assert f"+{hints[source]}" in text[1]
    assert "They ignore that" in text[1]


def test_an_item_and_a_potion_give_what_the_words_say() -> None:
    events = [event for moment in THROWS.moments() for event in moment.events]
    awards = [event for event in events if event["e"] == "awarded"]
    assert [(each["seat"], each["points"]) for each in awards] == [(YOU, 2), (YOU, 2)]
    assert {each["cause"]["card"] for each in awards} == {"golden-totem"}
    claims = [event["claims"] for event in events if event["e"] == "outcome" and event["claims"]]
    assert [[claim["card"] for claim in each] for each in claims] == [["sparkly-potion"]]
    ahead = next(place for place, step in enumerate(THROWS.steps) if step.name == "ahead")
    assert THROWS.texts(ahead).title == "4 to 0"
