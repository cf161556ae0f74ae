"""Encryption reproduces the published examples of the Web Push RFCs byte for byte."""

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from accounts.contact import push_encryption
from tests.accounts.push_service import decrypt_message, is_signed

# RFC 8291, 5 and appendix A
WATERMELON = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
    "lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4"
    "a-fN"
)
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER_POINT = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
# RFC 8292, 2.4
TOKEN = (
    "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLC"
    "JleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMl"
    "MuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA,"
    "k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    number = int.from_bytes(push_encryption.decode_base64url(text))
    return ec.derive_private_key(number, push_encryption.CURVE)


def test_a_message_is_that_of_rfc_8291() -> None:
    body = push_encryption.decode_base64url(WATERMELON)
    message = b"When I grow up, I want to be a watermelon"
    keys = BROWSER_POINT, SECRET
    assert (
        push_encryption.encrypt_message(message, *keys, sender=private_key(SENDER), salt=body[:16])
        == body
    )
    assert push_encryption.encrypt_message(message, *keys) != push_encryption.encrypt_message(
        message, *keys
    )
    assert (
        decrypt_message(body, private_key(BROWSER), push_encryption.decode_base64url(SECRET))
        == message
    )
    with pytest.raises(InvalidTag):
        decrypt_message(body, private_key(BROWSER), b"s" * 16)


def test_the_stand_in_for_a_push_service_checks_signatures_as_rfc_8292_does() -> None:
    assert is_signed(TOKEN, "https://push.example.net", at=1453523768 - 60)
    assert not is_signed(TOKEN, "https://push.example.net", at=1453523769)
    assert not is_signed(
        TOKEN.replace("i3CYb7", "i3CYb8"), "https://push.example.net", at=1453523000
    )
