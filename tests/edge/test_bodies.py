"""Too large a body is refused before it is read, without a cost for others."""

import json
from threading import Thread

from density.server.bounds import LARGEST_BODY
from tests.edge.conftest import Edge
from tests.edge.connections import FORM, read_to_the_end, request_head

PAGE = "POST /accounts/login/"
EIGHT_MEGABYTES = str(8_000_000)


def status_of(answer: bytes) -> int:
    """Return the status of a response."""
    return int(answer.split(b" ")[1])


def test_a_length_that_is_too_large_is_refused_before_any_of_the_body_comes(edge: Edge) -> None:
    def refused(line: str, **headers: str) -> str:
        with edge.connect() as connection:
            connection.sendall(request_head(edge, line, Content_Length=EIGHT_MEGABYTES, **headers))
            answer = read_to_the_end(connection)
        assert status_of(answer) == 413
        return answer.decode()

    page = refused(PAGE, Content_Type=FORM, Expect="100-continue")
    assert "You sent too much at once." in page
    assert 'lang="de"' in refused(PAGE, Accept_Language="de")
    body = refused("POST /api/games/x/replay/").partition("\r\n\r\n")[2]
    assert json.loads(body) == {"code": "too-large"}
    problem = refused("POST /api/v1/games/x/moves/").partition("\r\n\r\n")[2]
    assert (json.loads(problem)["status"], json.loads(problem)["code"]) == (413, "too-large")
    assert "Traceback" not in edge.log, edge.log


def test_a_body_without_a_length_is_counted_while_it_is_read(edge: Edge) -> None:
    piece = b"1000\r\n" + b"a" * 0x1000 + b"\r\n"
    with edge.connect() as line:
        line.sendall(request_head(edge, PAGE, Content_Type=FORM, Transfer_Encoding="chunked"))
        line.sendall(piece * 20)
        assert status_of(read_to_the_end(line)) == 413
    assert "Traceback" not in edge.log, edge.log


def test_a_body_up_to_the_bound_reaches_the_page(edge: Edge) -> None:
    body = b"next=" + b"x" * (LARGEST_BODY - 5)
    with edge.connect() as line:
        line.sendall(
            request_head(
                edge, PAGE, Content_Type=FORM, Content_Length=str(len(body)), Connection="close"
            )
        )
        line.sendall(body)
        assert status_of(read_to_the_end(line)) == 403  # it has no token


def test_large_forms_take_no_memory(edge: Edge) -> None:
    kind = "multipart/form-data; boundary=x"
    piece = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' * 1000
    before = edge.megabytes

    def send() -> None:
        with edge.connect() as line:
            line.sendall(
                request_head(edge, PAGE, Content_Type=kind, Content_Length=str(len(piece) * 400))
            )
            try:
                for _ in range(400):
                    line.sendall(piece)
            except ConnectionError:
                pass
            read_to_the_end(line)

    threads = [Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert edge.megabytes < before + 40


def test_an_address_or_headers_beyond_all_measure_are_refused(edge: Edge) -> None:
    for request in (
        request_head(edge, "GET /?" + "a=1&" * 20_000),
        request_head(edge, "GET /", **{f"X_{number}": "x" * 500 for number in range(60)}),
    ):
        with edge.connect() as line:
            line.sendall(request)
            answer = read_to_the_end(line)
        assert not answer or status_of(answer) in (400, 414, 431)
