"""The pages and other files of the repository, and the places that they have in the site."""

import pathlib
import posixpath
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: The folder of the site that contains the libraries' documentation by DocC.
DOCC = "api"
PICTURES = (".svg", ".png", ".gif", ".webp")
LIBRARIES = re.compile(r'\.library\(\s*name: "(\w+)"')


def files():
    """Returns the paths of the files that are part of the repository, or will be with the next commit."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return sorted(path for path in set(listing) if (ROOT / path).is_file())


def pages(paths):
    """Returns the Markdown pages among `paths`, without those of DocC and of the repository's host."""
    return [path for path in paths
            if path.endswith(".md") and ".docc/" not in path and not path.startswith(".")]


def libraries():
    """Returns the names of the libraries in the package's manifest, in its order."""
    return LIBRARIES.findall((ROOT / "Package.swift").read_text())


def place(path, folders):
    """Returns the place in the site of a page, a picture, a source file or one of `folders`."""
    folder, name = posixpath.split(path)
    if folder.endswith(".docc"):
        return documentation_of(posixpath.basename(folder).removesuffix(".docc"), name.removesuffix(".md"))
    if path in folders:
        return posixpath.join(path, "index.html")
    if name == "README.md":
        return posixpath.join(folder, "index.html")
    if name.endswith(".md"):
        return path.removesuffix(".md") + ".html"
    return path if name.endswith(PICTURES) else path + ".html"


def documentation_of(library, article=None):
    """Returns the place in the site of a library's documentation, or of an article in it."""
    library = library.lower()
    article = library if article is None else article.lower()
    return f"{DOCC}/documentation/{library}{'' if article == library else '/' + article}/index.html"


def relative(target, page):
    """Returns the address of `target` as it is written in `page`; both are places in the site."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")
