import { element } from '../dom.js';

/** @typedef {import('./scenario.js').KeyRow} KeyRow */

/**
 * The names left of the lanes of a phone, of which those of apps are buttons, and the legend.
 *
 * Events: `choose` with the index of an app.
 */
export class LaneLabels extends EventTarget {
  element = element('div', { className: 'phone-labels', role: 'group', 'aria-label': 'apps' });
  legend = element('ul', { className: 'phone-legend', 'aria-label': 'legend' });
  /** @type {KeyRow[]} */
  #keys = [];

  /** @param {number} top the pixels above the first name */
  set top(top) { this.element.style.paddingTop = `${top}px`; }

  /**
   * @param {string[]} names the names of the lanes
   * @param {number} apps the number of lanes that belong to apps, which come first
   */
  show(names, apps) {
    const shown = [...this.element.children].map((/** @type {Element} */ label) => label.textContent);
    if (JSON.stringify(names) === JSON.stringify(shown)) return;
    this.element.replaceChildren(...names.map((name, index) => (index < apps
      ? element('button', { className: 'phone-label', title: `${name}: why it is in its state${index < 9 ? ` (${index + 1})` : ''}`,
        onclick: () => this.dispatchEvent(new CustomEvent('choose', { detail: index })) }, name)
      : element('span', { className: 'phone-label', title: name }, name))));
  }

  /** @param {number | null} app the index of the app that is explained */
  mark(app) {
    [...this.element.children].forEach((/** @type {Element} */ label, index) => {
      if (label.matches('button')) label.setAttribute('aria-pressed', `${index === app}`);
    });
  }

  /** @param {KeyRow[]} keys the entries of the legend */
  set keys(keys) {
    if (JSON.stringify(keys) === JSON.stringify(this.#keys)) return;
    this.#keys = keys;
    this.legend.replaceChildren(...keys.map(({ tone, text, sign }) => element('li', {},
      element('span', { className: `swatch tone-${tone}`, 'aria-hidden': 'true' }, sign ?? ''), ` ${text}`)));
  }

  get keys() { return this.#keys; }
}
