import { element } from '../dom.js';

/** @typedef {import('./lanes.js').Lane} Lane */

/** The names beside the lanes: buttons that fold them. */
export class LaneLabels {
  element = element('div', { className: 'lane-labels', role: 'group', 'aria-label': 'lanes' });
  #shown = '';

  /** @param {(id: string) => void} fold folds a lane, or unfolds it */
  constructor(fold) { this.fold = fold; }

  /** @param {Lane[]} lanes */
  show(lanes) {
    // Buttons that are replaced would lose the focus.
    const shown = JSON.stringify(lanes.map(({ id, top, height, isFolded }) => [id, top, height, isFolded]));
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement?.getAttribute('data-lane');
    this.element.replaceChildren(...lanes.map((lane) => this.#label(lane, foldable(lanes).indexOf(lane) + 1)));
    this.element.querySelector(`[data-lane="${CSS.escape(focused ?? '')}"]`)?.focus();
  }

  /**
   * @param {Lane} lane
   * @param {number} number the key that folds the lane
   */
  #label(lane, number) {
    const key = number < 10 ? ` (${number})` : '';
    const name = lane.isFixed ? element('span', { className: 'lane-name' }, lane.name) : element('button', {
      className: 'lane-name', 'aria-expanded': `${!lane.isFolded}`, 'data-lane': lane.id, tabIndex: -1,
      title: `${lane.isFolded ? 'unfold' : 'fold'} ${lane.name}${key}`, onclick: () => this.fold(lane.id),
    }, lane.name);
    const ends = lane.isFolded || lane.isUnscaled ? []
      : [element('span', { className: 'high' }, `${lane.high}`), element('span', { className: 'low' }, `${lane.low}`)];
    const label = element('div', { className: 'lane-label' }, name, ...ends);
    label.style.top = `${lane.top}px`;
    label.style.height = `${lane.height}px`;
    return label;
  }
}

/**
 * @param {Lane[]} lanes
 * @returns {Lane[]} the lanes that can be folded, in the order of the keys that fold them
 */
export const foldable = (lanes) => lanes.filter((lane) => !lane.isFixed);
