/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, any>} [properties] properties and, with a name like `aria-label`, attributes
 * @param {(Node | string)[]} children
 * @returns {any}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role' || name === 'for') made.setAttribute(name, value);
    else /** @type {any} */ (made)[name] = value;
  }
  made.append(...children);
  return made;
}
