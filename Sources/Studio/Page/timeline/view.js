import { end, isEvent } from '../pattern.js';
import { controlName, tables } from '../tables.js';

/** @typedef {import('../pattern.js').Row} Row */
/** @typedef {{kind: string, name: string, top: number, height: number, control?: string}} Lane */

/** The width of the names beside the lanes, in pixels. */
export const labelWidth = 84;

/** The map between seconds and pixels, and the rows in order of time. */
export class View {
  /** The time at the left edge, in seconds. */
  start = 0;
  /** Pixels per second. */
  scale = 200;
  width = 800;
  height = 400;
  /** @type {Lane[]} */
  lanes = [];
  /** @type {{index: number, start: number}[]} */
  #order = [];
  #longest = 0;
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
    // Between a sample and a day in the width of the view.
    this.scale = Math.min(48000, Math.max(0.005, this.scale * factor));
    this.start = Math.max(0, time - (x - labelWidth) / this.scale);
  }

  /**
   * @param {number} from
   * @param {number} to seconds that fill the view
   */
  fit(from, to) {
    const seconds = Math.max(0.05, to - from);
    this.scale = (this.width - labelWidth - 24) / seconds;
    this.start = Math.max(0, from);
  }

  /** @param {Row[]} rows */
  sort(rows) {
    this.#longest = 0;
    this.#order = rows.map((row, index) => {
      this.#longest = Math.max(this.#longest, end(row) - row.time);
      return { index, start: row.time };
    }).sort((a, b) => a.start - b.start);
    this.takeovers.clear();
    /** @type {Map<string, number>} */
    const next = new Map();
    for (const { index, start } of [...this.#order].reverse()) {
      const { control } = rows[index];
      if (control === undefined) continue;
      this.takeovers.set(index, next.get(control) ?? Infinity);
      next.set(control, start);
    }
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {number[]} the rows that are between two times, in order
   */
  rows(from, to) {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order[middle].start < from - this.#longest) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (; low < this.#order.length && this.#order[low].start <= to; low += 1) {
      found.push(this.#order[low].index);
    }
    return found;
  }

  /**
   * @param {number} index
   * @param {number} step
   * @returns {number | undefined} the row before or after in time
   */
  neighbor(index, step) {
    const place = this.#order.findIndex((entry) => entry.index === index);
    return this.#order[place < 0 ? (step > 0 ? 0 : this.#order.length - 1) : place + step]?.index;
  }

  /**
   * @param {Row[]} rows the entries of the file
   * @param {boolean} hasLint
   */
  arrange(rows, hasLint) {
    const used = new Set();
    let hasSounds = false;
    for (const row of rows) {
      if (row.control) used.add(row.control);
      if (row.kind === 'tone' || row.kind === 'sound') hasSounds = true;
    }
    /** @type {Omit<Lane, 'top'>[]} */
    const lanes = [{ kind: 'ruler', name: 'seconds', height: 24 }];
    if (hasLint) lanes.push({ kind: 'lint', name: 'lint', height: 20 });
    lanes.push({ kind: 'events', name: 'events', height: 150 });
    if (hasSounds) lanes.push({ kind: 'sounds', name: 'sounds', height: 56 });
    for (const control of tables.controls.values()) {
      if (used.has(control.id)) {
        lanes.push({ kind: 'control', name: controlName(control), height: 70, control: control.id });
      }
    }
    lanes.push({ kind: 'signal', name: 'signal', height: 64 });
    lanes.push({ kind: 'feeling', name: 'feeling dB', height: 70 });
    let top = 0;
    const spare = Math.max(0, this.height - lanes.reduce((sum, lane) => sum + lane.height + 4, 0));
    this.lanes = lanes.map((lane) => {
      const height = lane.height + (lane.kind === 'events' ? spare : 0);
      const placed = { ...lane, height, top };
      top += height + 4;
      return placed;
    });
    return top;
  }

  /**
   * @param {string} kind
   * @returns {Lane | undefined}
   */
  lane(kind) { return this.lanes.find((lane) => lane.kind === kind); }

  /**
   * @param {number} y
   * @returns {Lane | undefined} the lane at a height
   */
  laneAt(y) { return this.lanes.find((lane) => y >= lane.top && y < lane.top + lane.height); }

  /**
   * @param {Row} row
   * @returns {Lane | undefined} the lane in which the row is drawn
   */
  laneOf(row) {
    if (row.kind === 'tone' || row.kind === 'sound') return this.lane('sounds');
    if (isEvent(row)) return this.lane('events');
    return this.lanes.find((lane) => lane.control === row.control);
  }
}

/**
 * @param {Lane} lane
 * @param {number} value
 * @param {number} [low]
 * @param {number} [high]
 */
export function y(lane, value, low = 0, high = 1) {
  return lane.top + lane.height - 4 - ((value - low) / (high - low)) * (lane.height - 12);
}

/**
 * @param {Lane} lane
 * @param {number} pixel
 * @param {number} [low]
 * @param {number} [high]
 */
export function value(lane, pixel, low = 0, high = 1) {
  const part = (lane.top + lane.height - 4 - pixel) / (lane.height - 12);
  return Math.min(high, Math.max(low, low + part * (high - low)));
}
