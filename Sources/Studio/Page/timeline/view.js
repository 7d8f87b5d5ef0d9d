import { end } from '../row.js';
import { arrange } from './lanes.js';
import { labelWidth } from './scale.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./lanes.js').Lane} Lane */
/** @typedef {{index: number, start: number}} Entry a row and its time */

/** The space before the first and after the last event of a pattern that is shown as a whole, in pixels. */
const [before, behind] = [16, 64];

/** The distance at which two events can be told apart, in pixels. */
const apart = 12;

/** The map between seconds and pixels, and the rows in order of time. */
export class View {
  /** The time at the left edge, in seconds. */
  start = 0;
  /** Pixels per second. */
  scale = 200;
  width = 800;
  /**
   * The seconds that are shown as a whole, also at another width; nil after somebody has zoomed or scrolled.
   * @type {number | null}
   */
  whole = null;
  height = 400;
  /** @type {Lane[]} */
  lanes = [];
  /** @type {Entry[]} */
  #order = [];
  /**
   * The parameters and curves of each control, in order of time.
   * @type {Map<string, Entry[]>}
   */
  #controls = new Map();
  #longest = 0;
  /** The time at which the last event ends, in seconds. */
  #last = 0;
  /**
   * The time at which the next curve or parameter of the same control begins, by the index of a row.
   * @type {Map<number, number>}
   */
  takeovers = new Map();

  /** @param {number} seconds */
  x(seconds) { return labelWidth + (seconds - this.start) * this.scale; }

  /** @param {number} x */
  seconds(x) { return this.start + (x - labelWidth) / this.scale; }

  /** The time at the right edge, in seconds. */
  get end() { return this.seconds(this.width); }

  /**
   * @param {number} x the pixel that keeps its time
   * @param {number} factor
   */
  zoom(x, factor) {
    const time = this.seconds(x);
    // Between a sample and ten times the pattern in the width of the view.
    const least = Math.min(this.scale, (this.width - labelWidth) / Math.max(10, 10 * this.#last));
    this.scale = Math.min(48000, Math.max(least, this.scale * factor));
    this.scrollTo(time - (x - labelWidth) / this.scale);
  }

  /**
   * @param {number} from
   * @param {number} to seconds that fill the view, but for a margin
   */
  fit(from, to) {
    const seconds = Math.max(0.05, to - from);
    this.scale = (this.width - labelWidth - before - behind) / seconds;
    this.scrollTo(from - before / this.scale);
  }

  /** @param {number} seconds the length of the pattern, which is shown as a whole from now on */
  showWhole(seconds) {
    this.fit(0, seconds);
    this.whole = seconds;
  }

  /** @param {number} width */
  resize(width) {
    this.width = width;
    if (this.whole !== null) this.showWhole(this.whole);
  }

  /** @param {number} start the time at the left edge, at most a margin before the pattern */
  scrollTo(start) {
    this.whole = null;
    this.start = Math.max(-before / this.scale, start);
  }

  /** @param {number} seconds a time that is shown from now on */
  reveal(seconds) {
    if (seconds < this.start || seconds > this.end) this.scrollTo(seconds - (this.end - this.start) / 3);
  }

  /**
   * Shows a time, and zooms in until the nearest event at another time can be told apart.
   * @param {number} time
   */
  find(time) {
    // Events that are closer than half a millisecond are felt as one.
    const near = this.#order.reduce((least, { start }) => {
      const far = Math.abs(start - time);
      return far > 0.0005 && far < least ? far : least;
    }, Infinity);
    if (near * this.scale < apart) {
      this.scale = Math.min(48000, apart / near);
      this.scrollTo(time - (this.width - labelWidth) / this.scale / 3);
    }
    this.reveal(time);
  }

  /** @param {Row[]} rows */
  sort(rows) {
    [this.#longest, this.#last] = [0, 0];
    this.#order = rows.map((row, index) => {
      const [attack, decay, release] = row.envelope ?? [0, 0, 0];
      this.#longest = Math.max(this.#longest, end(row) - row.time + release, attack + decay);
      this.#last = Math.max(this.#last, end(row));
      return { index, start: row.time };
    }).sort((a, b) => a.start - b.start);
    this.takeovers.clear();
    this.#controls.clear();
    for (const entry of this.#order) {
      const { control } = rows[entry.index];
      if (control === undefined) continue;
      const earlier = this.#controls.get(control) ?? [];
      const last = earlier[earlier.length - 1];
      if (last) this.takeovers.set(last.index, entry.start);
      earlier.push(entry);
      this.#controls.set(control, earlier);
    }
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {number[]} the rows that are between two times, in order
   */
  rows(from, to) {
    const found = [];
    for (let at = after(this.#order, from - this.#longest, false); at < this.#order.length; at += 1) {
      if (this.#order[at].start > to) break;
      found.push(this.#order[at].index);
    }
    return found;
  }

  /**
   * @param {string} control
   * @param {number} time
   * @returns {number | undefined} the row that sets a control at a time
   */
  governing(control, time) {
    const entries = this.#controls.get(control) ?? [];
    return entries[after(entries, time, true) - 1]?.index;
  }

  /** The rows in order of time. */
  get order() { return this.#order; }

  /**
   * @param {number} index
   * @returns {number} the place of a row in order of time; -1 if there is no such row
   */
  placeOf(index) { return this.#order.findIndex((entry) => entry.index === index); }

  /**
   * @param {number} index
   * @param {number} step
   * @returns {number | undefined} the row before or after in time
   */
  neighbor(index, step) {
    const place = this.placeOf(index);
    return this.#order[place < 0 ? (step > 0 ? 0 : this.#order.length - 1) : place + step]?.index;
  }

  /**
   * Places the lanes.
   * @param {import('./lanes.js').Content} content
   * @param {Set<string>} folded the lanes that are folded
   * @returns {number} the height of all lanes
   */
  arrange(content, folded) {
    const { lanes, bottom } = arrange(content, folded, this.height);
    this.lanes = lanes;
    return bottom;
  }

  /**
   * @param {string} kind
   * @returns {Lane | undefined} the first lane of a kind; nil while it is folded
   */
  lane(kind) { return this.lanes.find((lane) => lane.kind === kind && !lane.isFolded); }

  /**
   * @param {number} y
   * @returns {Lane | undefined} the lane at a height
   */
  laneAt(y) { return this.lanes.find((lane) => y >= lane.top && y < lane.top + lane.height); }

  /**
   * @param {Row} row
   * @returns {Lane | undefined} the lane in which the row is drawn; nil while the lane is folded
   */
  laneOf(row) { return this.lanes.find((lane) => !lane.isFolded && lane.holds?.(row)); }
}

/**
 * @param {Entry[]} entries entries in order of time
 * @param {number} time
 * @param {boolean} isInclusive whether entries at this time count as earlier
 * @returns {number} the place of the first entry that is later
 */
function after(entries, time, isInclusive) {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const isEarlier = isInclusive ? entries[middle].start <= time : entries[middle].start < time;
    if (isEarlier) low = middle + 1;
    else high = middle;
  }
  return low;
}
