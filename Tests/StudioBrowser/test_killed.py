"""A server that is killed at any time loses nothing that it has accepted."""

import asyncio
import json
import random
from concurrent.futures import ThreadPoolExecutor

import websockets

from conftest import Studio


def apart(work):
    """Runs `work` in a thread of its own, because the driver of the browser uses the loop of this one."""
    with ThreadPoolExecutor(1) as executor:
        executor.submit(asyncio.run, work).result()


async def nudge(studio, count, accepted, enough):
    """Sends `count` changes without waiting for the answers, and kills the server after `enough` answers."""
    address = studio.url.replace("http:", "ws:") + "socket"
    origin = f"http://127.0.0.1:{studio.port}"
    async with websockets.connect(address, origin=origin) as socket:
        await socket.send(json.dumps({"id": 0, "action": "open", "file": "three.ahap"}))
        while True:
            message = json.loads(await socket.recv())
            if "state" in message and message.get("id") is None:
                revision = message["state"]["revision"]
                break
        for index in range(count):
            await socket.send(json.dumps({
                "id": index + 1, "action": "edit", "file": "three.ahap", "revision": revision + index,
                "label": "later", "edits": [["select", "[0]"], ["shift", "0.001"]]}))
        while len(accepted) < enough:
            message = json.loads(await socket.recv())
            assert "refused" not in message, message
            if message.get("id", 0) > 0:
                accepted.append(message["id"])
        studio.kill()


def test_a_killed_server_loses_nothing(folder, tmp_path):
    random_ = random.Random(1)
    studio = Studio(folder, tmp_path / "state")
    file = folder / "three.ahap"
    total = 0
    for _ in range(100):
        accepted = []
        apart(nudge(studio, 40, accepted, enough=random_.randrange(40)))
        studio.start()
        # Opening the file makes up for a change that is in the history but not in the file.
        apart(opened(studio))
        time = json.loads(file.read_text())["Pattern"][0]["Event"]["Time"]
        steps = round((time - 0.2) * 1000)
        assert steps >= total + len(accepted), "an accepted change is lost"
        assert steps <= total + 40
        total = steps
    studio.kill()


async def opened(studio):
    address = studio.url.replace("http:", "ws:") + "socket"
    async with websockets.connect(address, origin=f"http://127.0.0.1:{studio.port}") as socket:
        await socket.send(json.dumps({"id": 1, "action": "open", "file": "three.ahap"}))
        while "state" not in json.loads(await socket.recv()):
            pass
