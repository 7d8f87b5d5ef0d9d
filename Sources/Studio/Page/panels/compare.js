import { element } from '../dom.js';
import { sideOf } from '../versions.js';
import { Side } from './side.js';

/** @typedef {import('../pattern.js').Pattern} Pattern */
/** @typedef {{kind: string, text: string, time: number, from?: number, to?: number}} Change an entry that differs, as in `VersionDifference` */
/** @typedef {{statistics: string, changes: Change[], omitted: number, sensation: {name: string, text: string}[], levels: (number | null)[]}} Difference as in `VersionDifference` */

/**
 * The panel that compares two states of patterns: below each other, in words, and by ear.
 *
 * Events: `hear` when another sound is to be heard, `layout` when the panel was opened or closed.
 */
export class ComparePanel extends HTMLElement {
  /** @type {import('../connection.js').Connection | null} */
  connection = null;
  /** @type {import('../timeline/timeline.js').Timeline | null} */
  timeline = null;
  /** @type {string[]} */
  #files = [];
  /**
   * Opens a file, and returns its present state.
   * @type {(file: string) => Promise<Pattern>}
   */
  follow = () => Promise.reject(new Error('no file is open'));
  #sides = [new Side('A', this), new Side('B', this)];
  #heard = 1;
  #matches = true;
  /** @type {(number | null)[]} */
  #levels = [null, null];
  #isAsking = false;
  #isStale = false;
  #match = element('button', {
    'aria-label': 'match the levels', title: 'the louder one is as loud as the other (M)', onclick: () => this.toggleMatch(),
  }, 'match levels');
  #problem = element('p', { className: 'warning', role: 'status' });
  #felt = element('dl', { 'aria-label': 'felt difference' });
  #statistics = element('h2', {}, 'Changes');
  #changes = element('ul', { 'aria-label': 'changes', tabIndex: 0 });

  connectedCallback() {
    this.hidden = true;
    for (const [index, side] of this.#sides.entries()) {
      side.button.onclick = () => this.hear(index);
      side.addEventListener('change', () => this.#update());
      side.addEventListener('refused', (event) => {
        this.#problem.textContent = /** @type {CustomEvent} */ (event).detail;
      });
    }
    this.append(
      element('div', { className: 'side-head' }, element('h2', {}, 'Compare'), this.#match,
        element('button', { 'aria-label': 'close the comparison', title: 'close (C)', onclick: () => this.toggle() }, '×')),
      ...this.#sides.map((side) => side.element), this.#problem,
      element('div', { className: 'differences' },
        element('section', {}, element('h2', {}, 'Felt difference'), this.#felt),
        element('section', {}, this.#statistics, this.#changes)));
  }

  /** The names of the patterns that can be chosen. */
  get files() { return this.#files; }

  /** @param {string[]} names */
  set files(names) {
    this.#files = names;
    if (this.hidden) return;
    const present = this.timeline?.pattern?.file ?? '';
    const other = names.includes(present) ? present : names[0];
    if (other === undefined) {
      this.toggle();
      return;
    }
    // A file that was deleted is not compared anymore.
    for (const side of this.#sides) if (!names.includes(side.file)) side.choose(other, 'now');
    for (const side of this.#sides) side.list();
  }

  /** What is heard, and the factor of its samples; nil while the panel is closed. */
  get heard() {
    const { pattern } = this.#sides[this.#heard];
    return this.hidden || !pattern ? null : { pattern, trim: this.#trim(this.#heard) };
  }

  /** The rows that are painted in both pictures. */
  get painted() { return this.#sides.map((side) => side.picture.painted); }

  /** Opens the panel with the pattern of the timeline, as it was opened and as it is now, or closes it. */
  async toggle() {
    this.hidden = !this.hidden;
    const file = this.timeline?.pattern?.file;
    if (!this.hidden && file) {
      await Promise.all([this.#sides[0].choose(file, 'opened'), this.#sides[1].choose(file, 'now')]);
      this.#heard = 1;
    }
    if (this.timeline) this.timeline.comparedSeconds = 0;
    this.dispatchEvent(new Event('layout'));
    this.#tell();
  }

  /** Hears the other one, from the same time on. */
  other() { if (!this.hidden) this.hear(1 - this.#heard); }

  /** @param {number} side 0 for A and 1 for B */
  hear(side) {
    this.#heard = side;
    this.#tell();
  }

  /** Matches the levels of both, or does not. */
  toggleMatch() {
    this.#matches = !this.#matches;
    this.#tell();
  }

  /** Shows the same states again after the connection was lost. */
  async reload() {
    if (!this.hidden) await Promise.all(this.#sides.map((side) => side.again()));
  }

  /** Paints the pictures with the times of the timeline. */
  paint() {
    if (this.hidden || !this.timeline) return;
    for (const [index, { pattern, picture }] of this.#sides.entries()) {
      if (pattern) picture.paint(pattern, this.timeline, index === this.#heard);
    }
  }

  /** @param {number} side */
  #trim(side) {
    const [own, other] = [this.#levels[side], this.#levels[1 - side]];
    if (!this.#matches || own === null || other === null) return 1;
    return 10 ** (Math.min(0, other - own) / 20);
  }

  /** Shows what is heard, and says that it may be another sound. */
  #tell() {
    for (const [index, side] of this.#sides.entries()) {
      side.button.setAttribute('aria-pressed', `${index === this.#heard}`);
      const decibels = 20 * Math.log10(this.#trim(index));
      side.trim.textContent = decibels < -0.05 ? `${decibels.toFixed(1)} dB` : '';
    }
    this.#match.setAttribute('aria-pressed', `${this.#matches}`);
    this.dispatchEvent(new Event('hear'));
  }

  #update() {
    const { timeline } = this;
    if (timeline) {
      timeline.comparedSeconds = this.hidden ? 0 : Math.max(...this.#sides.map(({ pattern }) => pattern?.seconds ?? 0));
      timeline.draw();
    }
    this.#tell();
    this.#compare();
    // A change of a file is a step of its history for both sides.
    for (const side of this.#sides) if (side.pattern) side.list();
  }

  /** Asks for the difference, one request after the other. */
  async #compare() {
    this.#isStale = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isStale && !this.hidden) {
      this.#isStale = false;
      const [from, to] = this.#sides.map((side) => side.pattern);
      if (!from || !to || !this.connection) break;
      try {
        const answer = await this.connection.ask('compare', { ask: 'difference', from: sideOf(from), to: sideOf(to) });
        if (from === this.#sides[0].pattern && to === this.#sides[1].pattern) this.#show(answer.comparison);
        this.#problem.textContent = '';
      } catch (error) {
        this.#problem.textContent = /** @type {Error} */ (error).message;
      }
    }
    this.#isAsking = false;
  }

  /** @param {Difference} difference */
  #show({ statistics, changes, omitted, sensation, levels }) {
    this.#levels = levels;
    const rows = (/** @type {'from' | 'to'} */ key) =>
      new Set(changes.flatMap((change) => (change[key] === undefined ? [] : [change[key]])));
    this.#sides[0].picture.marked = /** @type {Set<number>} */ (rows('from'));
    this.#sides[1].picture.marked = /** @type {Set<number>} */ (rows('to'));
    this.#felt.replaceChildren(...sensation.flatMap(({ name, text }) =>
      [element('dt', {}, name), element('dd', {}, text)]));
    if (changes.length === 0) this.#felt.replaceChildren(element('dd', {}, 'A and B have the same entries'));
    this.#statistics.textContent = changes.length === 0 ? 'No changes' : statistics;
    this.#changes.replaceChildren(
      ...changes.map((change) =>
        element('li', {}, element('button', { onclick: () => this.#reveal(change) }, change.text))),
      ...(omitted > 0 ? [element('li', { className: 'faint' }, `and ${omitted} more`)] : []));
    this.timeline?.draw();
    this.#tell();
  }

  /** @param {Change} change */
  #reveal(change) {
    const { timeline } = this;
    if (!timeline) return;
    const index = [change.from, change.to][this.#sides.findIndex(({ pattern }) => pattern === timeline.pattern)];
    if (index !== undefined) timeline.select([index]);
    timeline.cursor = change.time;
    timeline.reveal(change.time);
  }
}

customElements.define('haptic-compare', ComparePanel);
