"""Puzzle pages do not reveal the solution, and an answer counts once."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.utils.formats import date_format

from accounts.models import User
from games.analysis import puzzles
from games.engine.contract import Json
from games.models import Puzzle, PuzzleAttempt, PuzzleSkill
from tests.pages.markup import Page, browser_of, read_page
from tests.records.puzzle_rows import DISCARDING, DISCARDS, FIGHT, SEATS, SLUG, save_puzzle
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
HUB = "/learn/puzzles/"


def today_utc() -> date:
    """Return the date that the site uses, even if the run passes midnight."""
    return datetime.now(UTC).date()


@pytest.fixture
def mira() -> User:
    return make_users(1, "Mira")[0]


@pytest.fixture
def reader(mira: User) -> Client:
    return browser_of(mira)


def puzzle_address(puzzle: Puzzle) -> str:
    return f"{HUB}{puzzle.pk}/"


def send_answer(client: Client, puzzle: Puzzle, answer: str) -> Page:
    sent = client.post(puzzle_address(puzzle), {"answer": answer}, follow=True)
    assert sent.redirect_chain[0][1] == 303
    return Page(sent.content.decode())


def test_a_question_shows_what_the_seat_knew_and_nothing_of_the_answer(client: Client) -> None:
    puzzle = save_puzzle(21)
    answer = client.get(puzzle_address(puzzle))
    page = Page(answer.content.decode())
    assert "Fight, play on, or surrender?" in page.text
    assert "A lost fight costs 3 lives, surrendering 2. 21 cards in the draw pile." in page.text
    assert "Player 2 plays last." in page.text
    assert "Timing the fight. The stake still grows, and so do the hands." in page.text
    assert "Your score now: 60." in page.text
    labels = [given["aria-label"] for given in page.all("span") if given.get("class") == "card"]
    assert labels == ["Yellow 4", "Yellow 3", "Common 8", "Yellow 5", "Blue 3"]
    buttons = [each["value"] for each in page.all("button") if each.get("name") == "answer"]
    assert buttons == ["fight", "on", "surrender"]
    for number in ("51", "40", "31", "71", "512", "1500?0"):
        assert f"{number}%" not in page.text
    assert b"0.512" not in answer.content
    assert "no-store" in answer["Cache-Control"]


def test_an_answer_shows_what_each_choice_is_worth_and_why(reader: Client) -> None:
    page = send_answer(reader, save_puzzle(21), "on")
    assert "Not quite. The best choice: Fight." in page.text
    for words in ("Fight 51%", "Play on 40% your choice", "Surrender 31%"):
        assert words in page.text
    assert "your score of 60 is on top 71% of the time. Another round gives" in page.text
    assert "Your practice rating went from 1500 to 13" in page.text
    assert f"{HUB}next/" in page.links()


def test_pages_around_the_table_know_that_the_puzzle_of_today_is_solved(reader: Client) -> None:
    puzzle = save_puzzle()
    Puzzle.objects.filter(pk=puzzle.pk).update(day=today_utc())
    assert "You’ve solved" not in read_page(reader, "/tables/").text
    send_answer(reader, puzzle, "fight")
    assert "You’ve solved today’s puzzle." in read_page(reader, "/tables/").text


def test_each_theme_shows_the_own_progress_and_the_puzzle_of_the_day_its_question(
    client: Client, reader: Client
) -> None:
    first, second = save_puzzle(21), save_puzzle(22)
    Puzzle.objects.filter(pk=first.pk).update(day=today_utc())
    assert "2 puzzles , none tried yet" in read_page(client, HUB).text.replace(
        "puzzles,", "puzzles ,"
    )
    send_answer(reader, first, "on")
    page = read_page(reader, HUB)
    assert "0 solved, 1 of 2 tried" in page.text
    assert "Fight, play on, or surrender?" in page.text
    send_answer(reader, second, "fight")
    assert "1 solved, 2 of 2 tried" in read_page(reader, HUB).text
    assert "none tried yet" in read_page(client, HUB).text


def test_another_try_counts_for_nothing(reader: Client) -> None:
    puzzle = save_puzzle()
    send_answer(reader, puzzle, "on")
    assert "Fight, play on" in read_page(reader, f"{puzzle_address(puzzle)}?again=1").text
    page = send_answer(reader, puzzle, "fight")
    assert "Right." in page.text
    assert "Only your first answer counts." in page.text
    assert not PuzzleAttempt.objects.get().solved
    assert PuzzleSkill.objects.get().tries == 1


@pytest.mark.parametrize("answer", ["", "pile", "FIGHT", "fight ", "\0", "x" * 5000, "0.512"])
def test_what_is_no_choice_is_refused_and_counts_for_nothing(reader: Client, answer: str) -> None:
    sent = reader.post(puzzle_address(save_puzzle()), {"answer": answer})
    assert sent.status_code == 400
    page = Page(sent.content.decode())
    assert "That’s not an answer to this puzzle. Choose one of the answers shown." in page.text
    assert page.broken == []
    assert not PuzzleAttempt.objects.exists()


def test_a_result_has_nothing_of_the_answer(reader: Client) -> None:
    save_puzzle()
    today = puzzles.daily_puzzle(SLUG, today_utc())
    assert today is not None
    sent = reader.post(puzzle_address(today), {"answer": "on"}, follow=True).content.decode()
    result = sent.split("<textarea", 1)[1].split("</textarea>", 1)[0]
    assert f"puzzle, {date_format(today_utc())}: not solved" in result
    for word in ("fight", "Fight", "go on", "surrender", "%"):
        assert word not in result


def test_practice_of_a_theme_goes_on_until_all_are_tried(reader: Client) -> None:
    puzzle = save_puzzle(theme="outs")
    Puzzle.objects.filter(pk=save_puzzle(2).pk).update(day=today_utc())
    url = f"{HUB}next/?theme=outs"
    assert url in read_page(reader, HUB).links()
    assert reader.get(url).headers["Location"] == f"{puzzle_address(puzzle)}?theme=outs"
    sent = reader.post(f"{puzzle_address(puzzle)}?theme=outs", {"answer": "fight"}, follow=True)
    assert f'href="{url}"' in sent.content.decode()
    assert "You’ve tried all of these." in Page(reader.get(url, follow=True).content.decode()).text


def test_a_site_without_puzzles_says_so(client: Client) -> None:
    assert "No puzzles yet." in read_page(client, HUB).text
    assert client.get(f"{HUB}daily/").headers["Location"] == HUB


def test_discards_and_draws_are_named_by_their_cards(reader: Client) -> None:
    discard = save_puzzle(
        question="discard", theme="feeding", kind="highest", worth=DISCARDS, position=DISCARDING
    )
    page = read_page(reader, puzzle_address(discard))
    buttons = [each["value"] for each in page.all("button") if each.get("name") == "answer"]
    assert buttons == DISCARDING["hand"]
    assert "You’ve just drawn" in page.text
    page = send_answer(reader, discard, "Co8")
    assert "Without White 6 you score 68; without Common 8 you score 40." in page.text
    draw = save_puzzle(question="draw", kind="take", worth=[["1", 0.5], ["pile", 0.4]])
    assert "Take Purple 3" in read_page(reader, puzzle_address(draw)).text
    assert "Purple 3 wins more games here" in send_answer(reader, draw, "pile").text
    fold = save_puzzle(
        question="fold", worth=[["on", 0.5], ["surrender", 0.4]], position=DISCARDING
    )
    assert "Stay in" in read_page(reader, puzzle_address(fold)).text
    assert "better than losing 2 lives for sure" in send_answer(reader, fold, "on").text


def test_a_profile_shows_puzzles_and_keeps_what_is_hidden(
    client: Client, reader: Client, mira: User
) -> None:
    url = f"/players/{mira.name}/"
    assert "Practice rating" not in read_page(client, url).text
    save_puzzle()
    today = puzzles.daily_puzzle(SLUG, today_utc())
    assert today is not None
    send_answer(reader, today, "fight")
    assert "Practice rating about 16" in read_page(reader, url).text
    text = read_page(client, url).text
    assert "Practice rating" not in text
    assert "1 of 1 solved Solved the puzzle of the day 1 day in a row" in text
    User.objects.update(hides_rating=True)
    assert "Practice rating" not in read_page(client, url).text
    assert "1 of 1 solved" in read_page(client, url).text
    User.objects.update(hides_history=True)
    assert "solved" not in read_page(client, url).text
    assert "1 of 1 solved" in read_page(reader, url).text


def test_a_dealer_who_has_surrendered_does_not_play_last(client: Client) -> None:
    seats = [{**seat} for seat in SEATS]
    for dealer, words in (
        (1, "Player 2 plays last."),
        (2, "Player 2 plays last."),
        (0, "You play last."),
    ):
        puzzle = save_puzzle(30 + dealer, position={"seats": seats, "dealer": dealer})
        assert words in read_page(client, puzzle_address(puzzle)).text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"theme": "outs", "outs": 9, "unseen": 33},
            "9 of the 33 unseen cards would help you, but the others draw too.",
        ),
        (
            {"worth": [["on", 0.5], ["fight", 0.4]], "after": 0.82},
            "A lost fight costs 3 lives. With a card from the pile, it’s on top 82% of the time.",
        ),
        (
            {"worth": [["on", 0.5], ["fight", 0.4]], "theme": "outs", "outs": 9, "unseen": 33},
            "A lost fight costs 3 lives, and 9 of the 33 unseen cards would help you.",
        ),
        (
            {"question": "fold", "worth": [["surrender", 0.5], ["on", 0.4]], "even": 0.9},
            "Counting every unseen card as equally likely, you’d expect 90%.",
        ),
        (
            {
                "question": "fold",
                "worth": [["surrender", 0.5], ["on", 0.4]],
                "theme": "lastlife",
            },
            "Losing the fight would end your game; surrendering costs just 2 lives.",
        ),
        (
            {
                "question": "discard",
                "worth": DISCARDS[1:] + DISCARDS[:1],
                "tops": {"Wh6": 0.31, "Co8": 0.55, "Ye4": 0.2, "Ye3": 0.2},
            },
            "you’re on top 55% of the time without Common 8 and 31% without White 6.",
        ),
    ],
)
def test_an_explanation_argues_with_what_the_theme_is_about(
    reader: Client, changes: Json, sentence: str
) -> None:
    position = {**DISCARDING, "stake": 4} if changes.get("question") in ("fold", "discard") else {}
    puzzle = save_puzzle(**changes, position=position)
    best = changes.get("worth", FIGHT)[0][0]
    assert sentence in send_answer(reader, puzzle, best).text
