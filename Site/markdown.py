"""Renders a Markdown page as HTML: anchors of headings, highlighted code, links that fit the site."""

import html
import posixpath
import re
import urllib.parse

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.util import ClassNotFound

import repository

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
FORMATTER = HtmlFormatter(nowrap=True)
#: The attributes of HTML in pages that name a file.
FILE_ATTRIBUTE = re.compile(r'\b(href|src|srcset)="([^"]*)"')
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def highlighted(text, language=None, name=None):
    """Returns code as HTML, colored if the language, or the name of the file, is known."""
    try:
        lexer = get_lexer_by_name(language) if language else get_lexer_for_filename(name or "")
    except ClassNotFound:
        return html.escape(text)
    return highlight(text, lexer, FORMATTER)


def code_block(text, language=None, name=None):
    """Returns a block of code that can be scrolled with the keyboard."""
    return f'<pre tabindex="0"><code>{highlighted(text, language, name)}</code></pre>\n'


def slug(title, taken):
    """Returns the anchor that a heading also has on the repository's host, and adds it to `taken`."""
    base = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
    name, number = base, 0
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    taken.add(name)
    return name


class Section:
    """A heading with the text below it, for the search."""

    def __init__(self, level, title, anchor):
        self.level, self.title, self.anchor = level, title, anchor
        self.text = []


class Page:
    """A page of the repository, rendered.

    `body` is its HTML, `sections` its headings with their texts, and `targets` the paths of the files in
    the repository to which it links. `documented` maps the name of a library to the place of its
    documentation.
    """

    def __init__(self, path, text, folders, documented):
        self.path, self.place = path, repository.place(path, folders)
        self.folders, self.documented = folders, documented
        self.sections, self.targets = [], set()
        self.tokens = PARSER.parse(text)
        taken = set()
        for index, token in enumerate(self.tokens):
            if token.type == "heading_open":
                title = plain(self.tokens[index + 1])
                token.attrSet("id", slug(title, taken))
                self.sections.append(Section(int(token.tag[1]), title, token.attrGet("id")))
            elif token.type in ("inline", "fence", "code_block"):
                self.read(token, is_heading=index > 0 and self.tokens[index - 1].type == "heading_open")
            elif token.type == "html_block":
                self.move_html(token)
        self.title = self.sections[0].title if self.sections else path
        self.body = self.rendered()

    def read(self, token, is_heading):
        """Adds a token's text to the search, and moves its links."""
        if self.sections and not is_heading:
            self.sections[-1].text.append(plain(token) if token.children else token.content)
        depth = 0
        for child in token.children or []:
            depth += {"link_open": 1, "link_close": -1}.get(child.type, 0)
            if child.type == "link_open":
                child.attrSet("href", self.moved(child.attrGet("href")))
            elif child.type == "image":
                child.attrSet("src", self.moved(child.attrGet("src")))
            elif child.type == "html_inline":
                self.move_html(child)
            elif child.type == "code_inline" and depth == 0 and not is_heading:
                self.link_library(child)

    def link_library(self, code):
        """Makes the name of a library a link to its documentation."""
        target = self.documented.get(code.content)
        if target:
            address = repository.relative(target, self.place)
            code.type = "html_inline"
            code.content = f'<a href="{address}"><code>{code.content}</code></a>'

    def move_html(self, token):
        token.content = FILE_ATTRIBUTE.sub(
            lambda match: f'{match[1]}="{self.moved(match[2])}"', token.content)

    def moved(self, address):
        """Returns the address in the site of a link in the repository."""
        path, _, anchor = address.partition("#")
        if not path or SCHEME.match(address):
            return address
        target = posixpath.normpath(
            posixpath.join(posixpath.dirname(self.path), urllib.parse.unquote(path)))
        self.targets.add(target)
        moved = repository.relative(repository.place(target, self.folders), self.place)
        return urllib.parse.quote(moved) + (f"#{anchor}" if anchor else "")

    def rendered(self):
        parts = []
        for index, token in enumerate(self.tokens):
            if token.type in ("fence", "code_block"):
                parts.append(code_block(token.content, token.info.split(" ")[0] or None))
            elif token.type == "inline":
                parts.append(PARSER.renderer.renderInline(token.children, PARSER.options, {}))
            elif token.type == "heading_close":
                anchor = self.tokens[index - 2].attrGet("id")
                parts.append(f' <a class="anchor" href="#{anchor}" aria-label="This section">#</a></{token.tag}>\n')
            elif token.type == "table_open":
                parts.append('<div class="table" tabindex="0"><table>\n')
            elif token.type == "table_close":
                parts.append("</table></div>\n")
            else:
                parts.append(PARSER.renderer.renderToken(self.tokens, index, PARSER.options, {}))
        return "".join(parts)


def plain(token):
    """Returns the text of a token without its marks."""
    parts = []
    for child in token.children or []:
        if child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type == "html_inline":
            parts.append(re.sub(r"<[^>]*>", "", child.content))
        else:
            parts.append(child.content)
    return "".join(parts)
