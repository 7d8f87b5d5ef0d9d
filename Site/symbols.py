"""The pages of DocC: makes them independent of their address, and lists their symbols for the search."""

import json
import pathlib
import re
import string

import repository

TEMPLATE = pathlib.Path(__file__).parent


def text(fragments):
    """Returns the text of DocC's inline content."""
    parts = []
    for fragment in fragments:
        parts.append(fragment.get("text") or fragment.get("code") or text(fragment.get("inlineContent", [])))
    return "".join(parts)


def entries(docc):
    """Yields the title, kind, address and summary of each page of DocC, for the search.

    Code is also in references, whose titles are in the page's list of references.
    """
    data = docc / "data"
    for file in sorted(data.rglob("*.json")):
        page = json.loads(file.read_text())
        metadata = page["metadata"]
        modules = ", ".join(module["name"] for module in metadata.get("modules", []))
        kind = metadata.get("roleHeading", "Page")
        titles = {name: reference.get("title", "") for name, reference in page["references"].items()}
        abstract = [
            {"text": titles.get(fragment["identifier"], "")} if fragment["type"] == "reference" else fragment
            for fragment in page.get("abstract", [])]
        place = file.relative_to(data).with_suffix("")
        yield [metadata["title"], f"{kind}, {modules}" if modules else kind,
               f"{repository.DOCC}/{place}/", text(abstract)]


def make_relative(docc, header, theme):
    """Makes the pages of DocC work in any folder of a server, with the site's colors and header.

    `header` returns the header for an address of the site's root.
    """
    original = (docc / "index.html").read_text()
    if 'baseUrl = "/"' not in original:
        raise SystemExit("site: the page of DocC has changed; adapt make_relative in Site/symbols.py")
    (docc / "theme-settings.json").write_text(json.dumps(theme))
    script = string.Template((TEMPLATE / "docc-header.html").read_text())
    for page in docc.rglob("index.html"):
        up = "../" * (len(page.relative_to(docc).parts) - 1)
        text = re.sub(r'(href|src)="/', rf'\1="{up}', original)
        text = text.replace('baseUrl = "/"', f'baseUrl = new URL("{up or "./"}", location).pathname')
        root = up + "../"
        addition = script.substitute(root=root, header=header(root))
        page.write_text(text.replace('<div id="app">', addition + '<div id="app">'))
