"""The vectors of proofs are what the rules give; tests/js/proof.test.js checks them in browsers."""

import json

from tests.records.proof_vectors import FILE, make_vectors


def test_the_vectors_are_those_of_the_rules() -> None:
    assert json.loads(FILE.read_text()) == make_vectors()
