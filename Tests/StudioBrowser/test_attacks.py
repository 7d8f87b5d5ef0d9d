"""Hostile pages in the same browser, and other programs on the same machine, reach nothing."""

import asyncio
import concurrent.futures
import http.client
import http.server
import json
import os
import subprocess
import threading
import urllib.request

import pytest
import websockets

from conftest import STUDIO, write_wave


def run(work):
    """Returns the result of `work`, which runs in a thread of its own, because the browser's driver uses this one's loop."""
    with concurrent.futures.ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


def answer(studio, path, method="GET", body=b"", **headers):
    """Returns the status and the body of the answer to a request, whose path is sent as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", studio.port)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    if body:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body or None)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response.status, content


def status(studio, path, method="GET", **headers):
    return answer(studio, path, method, **headers)[0]


def test_only_the_link_opens_the_page(studio):
    token = studio.url.split("/")[3]
    assert status(studio, f"/{token}/") == 200
    for path in ["/", "/app.js", f"/{token[:-1]}/", f"/x/{token}/", "/socket", "//", f"/{token}"[:-2]]:
        assert status(studio, path) == 403, path
    assert status(studio, f"/{token}/", Host="evil.com") == 403
    assert status(studio, f"/{token}/", Origin="http://evil.com") == 403
    assert status(studio, f"/{token}/", "POST") == 403
    for path in ["three.ahap", "style.css/x"]:
        assert status(studio, f"/{token}/{path}") == 404, path
    assert status(studio, f"/{token}/sound/0") == 204


def test_the_link_without_its_slash_leads_to_the_page(studio):
    with urllib.request.urlopen(studio.url.removesuffix("/")) as page:
        assert page.status == 200 and page.url == studio.url


UPWARD = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "sound/../", "/", "style.css/../", "..\\"]


@pytest.mark.parametrize("up", UPWARD)
def test_no_path_reads_a_file_outside_the_page(studio, folder, tmp_path, up):
    token = studio.url.split("/")[3]
    (tmp_path / "secret.txt").write_text("the secret")
    (folder / "secret.txt").write_text("the secret")
    names = ["secret.txt", "patterns/secret.txt", f"{tmp_path}/secret.txt", "etc/passwd"]
    for path in [up * depth + name for depth in range(1, 12) for name in names]:
        _, content = answer(studio, f"/{token}/{path}")
        assert b"the secret" not in content and b"root:" not in content, path


@pytest.mark.parametrize("up", UPWARD)
def test_no_import_writes_a_file_outside_the_folder(studio, folder, tmp_path, up):
    token = studio.url.split("/")[3]
    write_wave(tmp_path / "sound.wav", [0] * 480)
    sound = (tmp_path / "sound.wav").read_bytes()
    outside = lambda: {path for path in tmp_path.rglob("*") if folder not in path.parents}
    before = outside()
    for name in [f"{up}escape.wav", f"{up}{up}escape.wav", f"{up}{tmp_path}/escape.wav"]:
        code, _ = answer(studio, f"/{token}/import/{name}", "POST", sound, Origin=f"http://127.0.0.1:{studio.port}")
        assert outside() == before, (name, code)
    # The same request with a plain name is accepted: the requests above were not refused for another reason.
    code, _ = answer(studio, f"/{token}/import/plain.wav", "POST", sound, Origin=f"http://127.0.0.1:{studio.port}")
    assert code == 200 and (folder / "plain.wav").read_bytes() == sound


def test_the_server_listens_on_this_machine_only(studio):
    listening = [line.split() for line in open("/proc/net/tcp")]
    addresses = [row[1].split(":")[0] for row in listening[1:]
                 if int(row[1].split(":")[1], 16) == studio.port and row[3] == "0A"]
    assert addresses == ["0100007F"]
    assert not any(int(line.split()[1].split(":")[1], 16) == studio.port
                   for line in list(open("/proc/net/tcp6"))[1:])


@pytest.mark.parametrize("origin", ["http://evil.com", "null", "http://127.0.0.1:1", None])
def test_a_socket_of_another_site_is_refused(studio, origin):
    async def connect():
        async with websockets.connect(studio.url.replace("http", "ws") + "socket", origin=origin):
            pass

    with pytest.raises(websockets.InvalidStatus) as refused:
        run(connect())
    assert refused.value.response.status_code == 403


async def refusals(studio, requests):
    """Sends requests, and returns the answers."""
    answers = []
    async with websockets.connect(
            studio.url.replace("http", "ws") + "socket", origin=f"http://127.0.0.1:{studio.port}") as socket:
        for request in requests:
            await socket.send(request if isinstance(request, (str, bytes)) else json.dumps(request))
            answers.append(json.loads(await socket.recv()))
    return answers


def test_files_outside_the_folder_are_neither_read_nor_written(studio, folder, tmp_path):
    secret = tmp_path / "secret.ahap"
    secret.write_text((folder / "three.ahap").read_text())
    (folder / "link.ahap").symlink_to(secret)
    (folder / "up").symlink_to(tmp_path)
    before = secret.read_bytes()
    names = ["../secret.ahap", str(secret), "link.ahap", "up/secret.ahap", "up/new.ahap", "../new.ahap", "", "."]
    answers = run(refusals(studio, [
        {"id": number, "action": action, "file": name, "notation": "tap", "revision": 0, "label": "x", "rows": [0],
         "edits": [["shift", "1"]]}
        for number, (action, name) in enumerate(
            (action, name) for action in ("open", "new", "edit", "undo", "copy") for name in names)]))
    assert all("refused" in answer for answer in answers), answers
    assert secret.read_bytes() == before
    assert not (tmp_path / "new.ahap").exists()


def test_requests_without_sense_are_refused(studio):
    bad = ["", "{", "[]", "null", '{"id": 1}', '{"id": "x", "action": "list"}', '{"id": 1, "action": "delete"}',
           '{"id": 1, "action": "open"}', json.dumps({"id": 1, "action": "open", "file": "x" * 100_000}),
           json.dumps({"id": 1, "action": "edit", "file": "three.ahap", "revision": 0, "label": "",
                       "edits": [["nonsense"], []]}),
           json.dumps({"id": 1, "action": "new", "file": "three.ahap", "notation": "tap"})]
    answers = run(refusals(studio, bad))
    assert all("refused" in answer for answer in answers), answers


class Hostile(http.server.BaseHTTPRequestHandler):
    """A page of another site, which tries to use the studio."""

    page = b""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.page)

    def log_message(self, *_):
        pass


def test_a_hostile_page_in_the_same_browser_reaches_nothing(browser, studio):
    """Even one that has guessed the link can neither read, frame nor change anything."""
    Hostile.page = f"""<script>
      const result = {{}};
      const done = (name) => (value) => {{ result[name] = value; }};
      fetch("{studio.url}").then((answer) => answer.text()).then(done("fetch"), () => done("fetch")("refused"));
      fetch("{studio.url}", {{mode: "no-cors"}}).then((answer) => done("opaque")(answer.type), () => done("opaque")("refused"));
      const socket = new WebSocket("{studio.url.replace('http', 'ws')}socket");
      socket.onopen = () => done("socket")("open");
      socket.onerror = () => done("socket")("refused");
      const script = document.createElement("script");
      script.src = "{studio.url}app.js"; script.type = "module";
      script.onload = () => done("script")("loaded"); script.onerror = () => done("script")("refused");
      document.documentElement.append(script);
      const frame = document.createElement("iframe");
      frame.src = "{studio.url}"; document.documentElement.append(frame);
      window.result = result;
    </script>""".encode()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://localhost:{server.server_port}/")
    for _ in range(600):
        result = page.evaluate("window.result")
        if len(result) == 4:
            break
        page.wait_for_timeout(10)
    assert result == {"fetch": "refused", "opaque": "refused", "socket": "refused", "script": "refused"}
    frames = [frame for frame in page.frames if frame.url.startswith(studio.url)]
    assert not any(frame.evaluate("document.querySelector('haptic-timeline') !== null") for frame in frames)
    page.close()
    server.shutdown()


@pytest.mark.parametrize("variables", [{"HOME": "/dev/null"}, {"XDG_STATE_HOME": "/proc/none"}])
def test_a_studio_that_cannot_keep_histories_says_so(folder, variables):
    environment = {"PATH": os.environ["PATH"], **variables}
    outcome = subprocess.run([STUDIO, folder, "--json"], env=environment, capture_output=True, text=True)
    assert outcome.returncode == 73
    assert outcome.stderr.startswith("haptic: the histories of files cannot be written to /")
    assert "set XDG_STATE_HOME" in outcome.stderr
