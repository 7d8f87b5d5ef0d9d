#!/usr/bin/python3
"""Checks the links of the documentation site: check.py FOLDER

Every link must lead to a file of the site and, if it has an anchor, to an element with this ID or a heading
of DocC. Nothing may be loaded from another server. Prints each breach; exits 1 if there are any.
"""

import html.parser
import json
import pathlib
import posixpath
import re
import sys
import urllib.parse

import repository

#: The elements that load a file, with the attribute that names it.
LOADING = {"img": "src", "script": "src", "link": "href", "source": "srcset", "iframe": "src", "video": "src"}
OTHER_SERVER = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class Page(html.parser.HTMLParser):
    """The IDs and links of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.problems = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = {name: value or "" for name, value in attributes}
        if "id" in values:
            if values["id"] in self.ids:
                self.problems.append(f"two elements have the ID '{values['id']}'")
            self.ids.add(values["id"])
        loaded = values.get(LOADING.get(tag, ""), "")
        if OTHER_SERVER.match(loaded):
            self.problems.append(f"<{tag}> loads {loaded} from another server")
        self.links += [values[name] for name in ("href", "src", "srcset", "action") if values.get(name)]


class Checker:
    """The pages of a site, and the headings of its documentation by DocC."""

    def __init__(self, folder):
        self.folder = folder
        docc = folder / repository.DOCC
        self.data = docc / "data"
        self.pages = {
            str(file.relative_to(folder)): Page(file.read_text())
            for file in folder.rglob("*.html") if docc not in file.parents}
        self.symbols = {
            f"/{file.relative_to(self.data).with_suffix('')}": json.loads(file.read_text())
            for file in self.data.rglob("*.json")}

    def problems(self):
        """Yields each breach with the page that has it."""
        for place, page in sorted(self.pages.items()):
            yield from (f"{place}: {problem}" for problem in page.problems)
            for link in page.links:
                problem = None if SCHEME.match(link) or link.startswith("//") else self.problem(link, place)
                if problem:
                    yield f"{place}: the link {link} {problem}"
        for place, page in sorted(self.symbols.items()):
            if not (self.folder / repository.DOCC / place[1:] / "index.html").is_file():
                yield f"{repository.DOCC}{place}: this page of DocC does not have an index.html"
            for reference in page["references"].values():
                problem = self.problem_of_reference(reference)
                if problem:
                    yield f"{repository.DOCC}{place}: {problem}"

    def problem(self, link, place):
        """Returns the reason why a link on the page at `place` does not work; None if it does."""
        path, _, anchor = link.partition("#")
        path = urllib.parse.unquote(path.partition("?")[0])
        path += "index.html" if path.endswith("/") else ""
        target = posixpath.normpath(posixpath.join(posixpath.dirname(place), path)) if path else place
        if target.startswith("..") or not (self.folder / target).is_file():
            return "does not lead to a file of the site"
        if target.startswith(f"{repository.DOCC}/documentation/") and not link.partition("#")[0].endswith("/"):
            return "leads to DocC, where addresses end in /"
        if not anchor:
            return None
        anchor = urllib.parse.unquote(anchor)
        if target in self.pages:
            return None if anchor in self.pages[target].ids else "leads to a page without this anchor"
        symbol = "/" + posixpath.dirname(target).removeprefix(repository.DOCC + "/")
        return None if anchor in anchors(self.symbols.get(symbol)) else "leads to a page of DocC without this anchor"

    def problem_of_reference(self, reference):
        """Returns the reason why a reference of DocC does not work; None if it does."""
        for variant in reference.get("variants", []):
            if not (self.folder / repository.DOCC / variant["url"].lstrip("/")).is_file():
                return f"the picture {variant['url']} does not exist"
        path, _, anchor = reference.get("url", "").partition("#")
        if not path.startswith("/"):
            return None
        if path not in self.symbols:
            return f"the link {path} does not lead to a page"
        if anchor and anchor not in anchors(self.symbols[path]):
            return f"the link {path}#{anchor} leads to a page without this anchor"
        return None


def anchors(content):
    """Returns the anchors in the data of DocC."""
    found = set()
    if isinstance(content, dict):
        if isinstance(content.get("anchor"), str):
            found.add(content["anchor"])
        content = list(content.values())
    if isinstance(content, list):
        for item in content:
            found |= anchors(item)
    return found


if __name__ == "__main__":
    checker = Checker(pathlib.Path(sys.argv[1]))
    problems = list(checker.problems())
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    print(f"site: {len(checker.pages)} pages and {len(checker.symbols)} pages of DocC; all links lead to a page",
          file=sys.stderr)
