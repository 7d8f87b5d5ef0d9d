#!/usr/bin/python3
"""Writes the documentation site: build.py FOLDER

FOLDER/api contains the merged archive of DocC. The other pages are those of the repository. The section
"More" of README.md is the site's navigation, so a page must be named there, or on a page that is.
"""

import html
import json
import pathlib
import posixpath
import re
import shutil
import string
import sys

import markdown
import repository
import symbols

#: The characters of which charts in the terminal consist.
DRAWING = re.compile(r"[\s\u2500-\u28ff]+")
HERE = pathlib.Path(__file__).parent
#: The colors and the font of style.css, for DocC.
GROUND, LANE, RULE = (
    {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 21, 27)"},
    {"light": "rgb(245, 246, 249)", "dark": "rgb(24, 28, 36)"},
    {"light": "rgb(212, 216, 223)", "dark": "rgb(52, 58, 69)"})
THEME = {"theme": {
    "color": {
        "fill": GROUND, "nav-solid-background": GROUND, "code-background": LANE, "grid": RULE,
        "documentation-intro-fill": LANE,
        "text": {"light": "rgb(30, 34, 41)", "dark": "rgb(222, 226, 232)"},
        "link": {"light": "rgb(0, 95, 185)", "dark": "rgb(110, 180, 255)"}},
    "typography": {"html-font": "system-ui, sans-serif"}}}


def template(name):
    return string.Template((HERE / name).read_text())


def header(root, pages):
    return template("header.html").substitute(root=root, pages=pages, docc=repository.DOCC)


def addressed(part, target, page):
    """Returns `part` as a link to `target`, or marked as the current page."""
    if target == page:
        return f'<a aria-current="page" href="{posixpath.basename(page)}">{part}</a>'
    return f'<a href="{repository.relative(target, page)}">{part}</a>'


class Site:
    """The pages, and the files of the repository to which they link."""

    def __init__(self, folder):
        self.folder = folder
        self.paths = repository.files()
        self.pages = []
        self.documented = {name: repository.documentation_of(name) for name in repository.libraries()}

    def build(self):
        readmes = {posixpath.dirname(path) for path in self.paths if path.endswith("README.md")}
        folders = {str(parent) for path in self.paths for parent in pathlib.PurePosixPath(path).parents} - {"."}
        for path in repository.pages(self.paths):
            text = (repository.ROOT / path).read_text()
            self.pages.append(markdown.Page(path, text, folders, self.documented))
        self.groups = navigation(next(page for page in self.pages if page.path == "README.md"))
        for page in self.pages:
            self.write(page.place, page.title, page.body, page)
        for target in sorted(set().union(*(page.targets for page in self.pages))):
            self.add(target, folders - readmes)
        self.write_search()
        shutil.copy(HERE / "style.css", self.folder)
        symbols.make_relative(
            self.folder / repository.DOCC, lambda root: header(root, root + "index.html#pages"), THEME)

    def add(self, path, folders):
        """Adds a file or folder of the repository that is not a page."""
        if path.endswith(repository.PICTURES):
            if path in self.paths:
                target = self.folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(repository.ROOT / path, target)
        elif path in folders:
            self.add_folder(path)
        elif path in self.paths and not path.endswith(".md"):
            text = (repository.ROOT / path).read_text()
            body = f"<h1>{html.escape(path)}</h1>\n" + markdown.code_block(text, name=path)
            self.write(path + ".html", path, body)

    def add_folder(self, path):
        files = [file for file in self.paths if file.startswith(path + "/")]
        place = posixpath.join(path, "index.html")
        items = []
        for file in files:
            target = repository.place(file, set())
            items.append(f"<li>{addressed(html.escape(file.removeprefix(path + '/')), target, place)}</li>\n")
            self.add(file, set())
        self.write(place, path, f"<h1>{html.escape(path)}</h1>\n<ul>\n{''.join(items)}</ul>\n")

    def write(self, place, title, body, page=None, scripts=""):
        root = "../" * place.count("/")
        target = self.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        name = "swift-haptic-engine"
        target.write_text(template("page.html").substitute(
            title=html.escape(title if title == name else f"{title} · {name}"), root=root,
            docc=repository.DOCC, scripts=scripts, body=body, navigation=self.navigation(place, page),
            header=header(root, "#pages")))

    def navigation(self, place, current):
        """Returns the list of pages, with the headings of the current page."""
        parts = []
        for group, links in self.groups:
            parts.append(f"<h2>{html.escape(group)}</h2>\n<ul>\n")
            for label, target in links:
                parts.append(f"<li>{addressed(html.escape(label), target, place)}")
                if target == place and current:
                    parts.append(headings(current))
                parts.append("</li>\n")
            parts.append("</ul>\n")
        return "".join(parts)

    def write_search(self):
        entries = []
        order = [target for _, links in self.groups for _, target in links]
        for page in sorted(self.pages, key=lambda page: order.index(page.place) if page.place in order else len(order)):
            for section in page.sections:
                address = page.place + (f"#{section.anchor}" if section.level > 1 else "")
                text = DRAWING.sub(" ", " ".join(section.text))
                entries.append([section.title, page.title, address, text])
        entries += symbols.entries(self.folder / repository.DOCC)
        (self.folder / "search-index.js").write_text(
            f"const siteIndex = {json.dumps(entries, ensure_ascii=False, separators=(',', ':'))};\n")
        shutil.copy(HERE / "search.js", self.folder)
        scripts = '<script defer src="search-index.js"></script>\n<script defer src="search.js"></script>\n'
        self.write("search.html", "Search", (HERE / "search.html").read_text(), scripts=scripts)


def headings(page):
    items = [f'<li><a href="#{section.anchor}">{html.escape(section.title)}</a></li>\n'
             for section in page.sections if section.level == 2]
    return f"\n<ul>\n{''.join(items)}</ul>\n" if items else ""


def navigation(readme):
    """Returns the groups of links in the table below "More" of README.md: a label, and labels with places."""
    groups = [["Start", [["swift-haptic-engine", "index.html"]]]]
    start = next(index for index, token in enumerate(readme.tokens)
                 if token.type == "inline" and token.content == "More")
    cells = []
    for token in readme.tokens[start:]:
        if token.type == "tr_open":
            cells = []
        elif token.type == "inline":
            cells.append(token)
        elif token.type == "tr_close":
            links = [link for cell in cells for link in links_of(cell)]
            if links and not links_of(cells[0]):
                groups.append([markdown.plain(cells[0]), links])
            else:
                groups[0][1] += links
    return groups


def links_of(token):
    found, label = [], None
    for child in token.children:
        if child.type == "link_open":
            label = [child.attrGet("href"), ""]
        elif child.type == "link_close":
            found.append([label[1][:1].upper() + label[1][1:], label[0]])
            label = None
        elif label:
            label[1] += child.content
    return found


if __name__ == "__main__":
    Site(pathlib.Path(sys.argv[1])).build()
