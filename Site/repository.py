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
    """Returns the paths of all files that git tracks, except those that are hidden."""
    # The owner of a container's checkout may be another user.
    listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    paths = [path for path in listed.stdout.split("\0") if path and not path.startswith(".") and "/." not in path]
    return sorted(path for path in paths if (ROOT / path).exists())


def pages(paths):
    """Returns the Markdown pages among `paths`, without those of DocC and of the repository's host."""
    return [path for path in paths if path.endswith(".md") and ".docc/" not in path]


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
    """Returns the address of `target` as it is written in `page`; both are places in the site.

    The pages of DocC only know addresses without the name of the file.
    """
    address = posixpath.relpath(target, posixpath.dirname(page) or ".")
    return address.removesuffix("index.html") if target.startswith(DOCC + "/") else address
