"""Each kind of dead link fails the check of the site."""

import json
import pathlib
import subprocess

import pytest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "Site/check.py"
PAGE = '<h1 id="top">Title</h1> <img src="picture.svg"> <a href="{}">link</a>'
SYMBOL = {"sections": [{"anchor": "Overview"}], "references": {}}


@pytest.fixture
def check(tmp_path):
    """A function that checks a small site whose page contains the given link, and returns the problems."""
    docc = tmp_path / "api"
    (docc / "data/documentation").mkdir(parents=True)
    (docc / "documentation/library").mkdir(parents=True)
    (docc / "documentation/library/index.html").touch()
    (tmp_path / "picture.svg").touch()
    (tmp_path / "other.html").write_text('<h2 id="part">Part</h2>')

    def check(link="other.html", page=PAGE, symbol=SYMBOL):
        (tmp_path / "index.html").write_text(page.format(link))
        (docc / "data/documentation/library.json").write_text(json.dumps(symbol))
        result = subprocess.run(["/usr/bin/python3", "-B", CHECK, tmp_path], capture_output=True, text=True)
        problems = result.stderr.splitlines() if result.returncode else []
        assert result.returncode == (1 if problems else 0)
        return problems

    return check


@pytest.mark.parametrize("link", [
    "other.html", "other.html#part", "#top", "https://example.org/", "mailto:a@localhost", "api/documentation/library/",
    "api/documentation/library/#Overview"])
def test_links_that_lead_somewhere_pass(check, link):
    assert check(link) == []


@pytest.mark.parametrize("link, problem", [
    ("missing.html", "does not lead to a file"),
    ("../other.html", "does not lead to a file"),
    ("other.html#missing", "without this anchor"),
    ("#missing", "without this anchor"),
    ("api/documentation/missing/", "does not lead to a file"),
    ("api/documentation/library/#Missing", "without this anchor"),
    ("api/documentation/library/index.html", "addresses end in /"),
])
def test_a_dead_link_fails(check, link, problem):
    problems = check(link)
    assert len(problems) == 1
    assert problems[0].startswith(f"index.html: the link {link} ")
    assert problem in problems[0]


def test_a_missing_picture_fails(check):
    assert "picture.png" in check(page=PAGE.replace(".svg", ".png"))[0]


def test_an_id_that_occurs_twice_fails(check):
    assert check(page=PAGE + '<h2 id="top">Again</h2>') == ["index.html: two elements have the ID 'top'"]


@pytest.mark.parametrize("element", [
    '<img src="https://example.org/a.png">', '<script src="//example.org/a.js"></script>',
    '<link rel="stylesheet" href="https://example.org/a.css">'])
def test_loading_from_another_server_fails(check, element):
    assert "from another server" in check(page=PAGE + element)[0]


@pytest.mark.parametrize("reference, problem", [
    ({"url": "/documentation/missing"}, "does not lead to a page"),
    ({"url": "/documentation/library#Missing"}, "without this anchor"),
    ({"variants": [{"url": "/images/missing.png"}]}, "does not exist"),
])
def test_a_dead_reference_of_docc_fails(check, reference, problem):
    assert problem in check(symbol=SYMBOL | {"references": {"it": reference}})[0]
