/** @returns {string} the file that the address of the page names; empty if it names none */
export function addressed() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

/** @param {string} file the file that the address names from now on, as a step in the history of the browser */
export function visit(file) { if (addressed() !== file) location.hash = encodeURIComponent(file); }

/** @param {string} file the file that the address names from now on, without another step in the history of the browser */
export function setAddress(file) { history.replaceState(null, '', `#${encodeURIComponent(file)}`); }
