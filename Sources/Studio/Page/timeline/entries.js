import { element } from '../dom.js';
import { words } from '../row.js';

/** @typedef {import('../row.js').Row} Row */

/** The rows before and after the focused one that screen readers can reach. */
const reach = 50;

/** The list of the entries for the keyboard and screen readers. */
export class EntryList {
  element = element('div', {
    className: 'entries', tabIndex: 0, role: 'listbox', 'aria-multiselectable': 'true',
    'aria-label': 'entries of the pattern in order of time',
  });

  /** Moves the keyboard to the list. */
  focus() { this.element.focus({ preventScroll: true }); }

  /**
   * Lists the entries near the focused one.
   * @param {Row[]} rows
   * @param {import('./view.js').View} view
   * @param {Set<number>} selection
   * @param {number | null} focused
   */
  show(rows, view, selection, focused) {
    const { order } = view;
    const first = Math.max(0, view.placeOf(focused ?? -1) - reach);
    this.element.replaceChildren(...order.slice(first, first + 2 * reach).map(({ index }, at) => element('div', {
      id: `entry-${index}`, role: 'option', 'aria-selected': `${selection.has(index)}`,
      'aria-setsize': `${order.length}`, 'aria-posinset': `${first + at + 1}`,
    }, words(rows[index]))));
    if (focused === null) this.element.removeAttribute('aria-activedescendant');
    else this.element.setAttribute('aria-activedescendant', `entry-${focused}`);
  }
}
