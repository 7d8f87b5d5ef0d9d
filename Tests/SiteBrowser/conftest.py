"""The site as `make site` has built it, on a local server, and a browser that records what goes wrong."""

import functools
import http.server
import pathlib
import threading

import pytest
from playwright.sync_api import sync_playwright

SITE = pathlib.Path(__file__).resolve().parents[2] / ".build/site"
WIDTHS = {"desk": 1280, "phone": 390}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """The address of the site, which is in a folder of the server."""
    root = tmp_path_factory.mktemp("server")
    (root / "some").mkdir()
    (root / "some/folder").symlink_to(SITE)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/folder"
    server.shutdown()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


class Window:
    """A page of the browser that visits the site and records errors and requests to other servers."""

    def __init__(self, browser, address, **options):
        self.address, self.problems = address, []
        self.page = browser.new_page(**options)
        self.page.set_default_timeout(60_000)
        self.page.on("console", lambda message: message.type in ("error", "warning") and self.note(message.text))
        self.page.on("pageerror", lambda error: self.note(str(error)))
        self.page.on("request", lambda request: request.url.startswith(address) or self.note(request.url))
        self.page.on("response", lambda response: response.status < 400 or self.note(f"{response.status} {response.url}"))

    def note(self, problem):
        self.problems.append(f"{self.page.url}: {problem}")

    def visit(self, place):
        self.page.goto(f"{self.address}/{place}")
        if place.startswith("api/"):  # DocC loads the text afterwards
            self.page.wait_for_load_state("networkidle")

    def overflow(self):
        """Returns by how many pixels the page is wider than the window."""
        return self.page.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.fixture(params=WIDTHS)
def window(request, browser, address):
    window = Window(browser, address, viewport={"width": WIDTHS[request.param], "height": 844})
    yield window
    window.page.close()
    assert window.problems == []
