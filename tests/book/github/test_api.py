"""The client is patient where it may be, asks once where it must, and says in one sentence what failed."""

from __future__ import annotations

import pytest

from book.errors import WrongUse
from book.github.api import ADDRESS, TRIES, Api, connect
from book.github.errors import Denied, GitHubError, NotFound, Rejected, Unreachable
from tests.book.github.scripted import Say, talking

DATE = "Mon, 30 Nov 2026 12:00:00 GMT"
EPOCH = 1796040000


def test_a_server_that_recovers_is_asked_again_with_longer_pauses() -> None:
    with talking(Say(500), Say(503), Say(200, {"a": 1}, cut=True), Say(200, {"a": 1})) as talk:
        assert talk.api.get("/x", q="a b") == {"a": 1}
        assert talk.asked == ["GET /x?q=a+b"] * 4 and talk.pauses == [1, 2, 4]


def test_a_server_that_does_not_recover_is_named_after_a_bounded_number_of_tries() -> None:
    with talking(*[Say(502)] * TRIES) as talk:
        with pytest.raises(Unreachable, match=rf"does not answer PATCH /x after {TRIES} tries \(answer 502\)"):
            talk.api.patch("/x", {})
        assert len(talk.pauses) == TRIES - 1


def test_nobody_there() -> None:
    pauses: list[float] = []
    with pytest.raises(Unreachable, match="refused"):
        Api("http://127.0.0.1:9", pause=pauses.append).get("/x")
    assert len(pauses) == TRIES - 1


def test_a_post_whose_answer_is_lost_is_not_sent_twice_unseen() -> None:
    with talking(Say(500)) as talk:
        with pytest.raises(Unreachable, match="look before you try again"):
            talk.api.post("/x", {"a": 1})
        assert talk.asked == ["POST /x"]


def test_a_post_that_took_effect_is_found_and_one_that_did_not_is_sent_again() -> None:
    with talking(Say(500)) as talk:
        assert talk.api.post("/x", {}, lambda: {"id": 7}) == {"id": 7}
        assert talk.asked == ["POST /x"]
    with talking(Say(500), Say(201, {"id": 8})) as talk:
        assert talk.api.post("/x", {}, lambda: None) == {"id": 8}
        assert talk.asked == ["POST /x"] * 2


@pytest.mark.parametrize(("answer", "pause"), [
    (Say(429, {}, {"Retry-After": "7"}), 7), (Say(403, {}, {"Retry-After": "90"}), 90), (Say(429), 1),
    (Say(403, {}, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(EPOCH + 29), "Date": DATE}), 30)])
def test_a_rate_limit_is_waited_for_by_the_clock_of_the_server(answer: Say, pause: float) -> None:
    with talking(answer, Say(201, {})) as talk:
        talk.api.post("/x", {})  # a request that was turned away took no effect
        assert talk.pauses == [pause]


def test_a_rate_limit_that_lasts_ends_the_command() -> None:
    headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(EPOCH + 1800), "Date": DATE}
    with talking(Say(403, {}, headers)) as talk, pytest.raises(GitHubError, match="again in 30 minutes"):
        talk.api.get("/x")
    assert talk.pauses == []


@pytest.mark.parametrize(("status", "kind"), [(404, NotFound), (410, NotFound), (401, Denied), (403, Denied), (409, Rejected), (422, Rejected),
                                              (400, GitHubError)])
def test_a_refusal_is_told_once_with_the_words_of_the_server(status: int, kind: type[GitHubError]) -> None:
    said = {"message": "Validation\nFailed", "errors": [{"code": "already_exists"}, "x"]}
    with talking(Say(status, said)) as talk, pytest.raises(kind) as caught:
        talk.api.get("/repos/o/r")
    assert "GET /repos/o/r" in str(caught.value) and "Validation Failed: already_exists: x" in str(caught.value)
    assert caught.value.status == status and caught.value.exit_code == 2 and "\n" not in str(caught.value)


def test_pages_follow_their_links() -> None:
    link = {"Link": '<ADDRESS/x?page=2>; rel="next", <ADDRESS/x?page=2>; rel="last"'}
    with talking(Say(200, [1, 2], link), Say(200, [3])) as talk:
        assert list(talk.api.pages("/x", state="open")) == [1, 2, 3]
        assert talk.asked == ["GET /x?per_page=100&state=open", "GET /x?page=2"]


def test_deleting_what_is_gone_is_done() -> None:
    with talking(Say(500), Say(404, {})) as talk:
        talk.api.delete("/x")


def test_the_token_goes_only_where_it_belongs() -> None:
    with talking(Say(302, None, {"Location": "ADDRESS/moved"}), Say(200, {})) as talk:
        talk.api.get("/x")
        assert talk.tokens == ["Bearer secret"] * 2
    with talking(Say(200, {})) as talk:
        other = Api("http://localhost:1", "secret")
        other.upload(f"{talk.address}/upload", b"{}", "application/json")
        assert talk.tokens == [""]
    assert "secret" not in repr(Api(token="secret"))


def test_an_answer_that_is_no_json() -> None:
    with talking(Say(200, b"<html>")) as talk, pytest.raises(GitHubError, match="is not JSON; is the address of the API right"):
        talk.api.get("/x")
    with talking(Say(204)) as talk:
        assert talk.api.put("/x") is None


def test_token_and_address_come_from_the_environment() -> None:
    assert connect(environment={"GITHUB_TOKEN": " t\n"}) == Api(ADDRESS, "t")
    assert connect(environment={"GH_TOKEN": "t", "GITHUB_API_URL": "https://ghe/api/v3"}).address == "https://ghe/api/v3"
    assert connect("http://here", {"GITHUB_TOKEN": "t", "GITHUB_API_URL": "https://ghe"}).address == "http://here"
    assert connect(environment={}, needs_token=False).token == ""
    with pytest.raises(WrongUse, match="set GITHUB_TOKEN"):
        connect(environment={})
