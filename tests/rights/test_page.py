"""The page of the documentation is what the tables say."""

from tests.rights import tables


def test_the_page_of_the_documentation_says_what_the_tables_say() -> None:
    assert tables.PAGE.read_text() == tables.page(), "Run `python -m tests.rights`."
