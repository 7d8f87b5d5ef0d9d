import { end, parameter } from '../row.js';
import { handles } from './envelope.js';
import { labelWidth, y } from './scale.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./lanes.js').Lane} Lane */
/** @typedef {import('./timeline.js').Timeline} Timeline */
/** @typedef {{x: number, y: number}} Place */

/**
 * What is under the pointer: a row, a part of it, and the point of a curve or the handle of an envelope.
 * @typedef {{row: number, part: 'body' | 'end' | 'point' | 'handle', point?: number, handle?: string}} Hit
 */

/** The distance at which the pointer takes hold of something, in pixels. */
const reach = 7;

/** The search for what is nearest to the pointer. */
export class Target {
  /** @type {Hit | null} */
  best = null;
  #distance = Infinity;

  /**
   * @param {Timeline} timeline
   * @param {Place} place
   */
  constructor(timeline, place) {
    this.view = timeline.view;
    this.place = place;
    // The handles are shown while a single event is selected.
    this.handled = timeline.handled;
  }

  /**
   * @param {Hit} hit
   * @param {number} distance a smaller one wins
   */
  offer(hit, distance) {
    if (distance < this.#distance) [this.best, this.#distance] = [hit, distance];
  }
}

/**
 * @param {Timeline} timeline
 * @param {Place} place
 * @returns {Hit | null} what is under the pointer; taps lie over blocks, and handles over both
 */
export function hitAt(timeline, place) {
  const { view, pattern } = timeline;
  const lane = view.laneAt(place.y);
  if (!pattern || place.x < labelWidth || !lane?.hit || lane.isFolded) return null;
  const target = new Target(timeline, place);
  for (const index of view.rows(view.seconds(place.x - 12), view.seconds(place.x + 12))) {
    const row = pattern.rows[index];
    if (lane.holds?.(row)) lane.hit(target, lane, row, index);
  }
  return target.best;
}

/**
 * @param {Target} target
 * @param {Lane} lane
 * @param {Row} row
 * @param {number} index
 */
export function hitTap(target, lane, row, index) {
  const { view, place } = target;
  const far = Math.abs(place.x - view.x(row.time));
  if (far > reach || place.y < y(lane, parameter(row, 'HapticIntensity')) - reach) return;
  target.offer({ row: index, part: 'body' }, far / 10);
}

/**
 * @param {Target} target
 * @param {Lane} lane
 * @param {Row} row
 * @param {number} index
 */
export function hitBlock(target, lane, row, index) {
  const { view, place } = target;
  const [left, right] = [view.x(row.time), view.x(end(row))];
  const level = parameter(row, row.kind === 'continuous' ? 'HapticIntensity' : 'AudioVolume');
  if (target.handled === index) {
    for (const handle of handles(row)) {
      const [x, top] = [view.x(row.time + handle.time), y(lane, level * handle.part)];
      const far = Math.hypot(place.x - x, place.y - top);
      if (far <= reach) target.offer({ row: index, part: 'handle', handle: handle.id }, far / 100 - 1);
    }
  }
  if (place.y < y(lane, level) - reach) return;
  if (Math.abs(place.x - right) <= reach) target.offer({ row: index, part: 'end' }, 2);
  else if (place.x >= left - 3 && place.x <= right) target.offer({ row: index, part: 'body' }, 3);
}

/**
 * @param {Target} target
 * @param {Lane} lane
 * @param {Row} row
 * @param {number} index
 */
export function hitPoints(target, lane, row, index) {
  const { view, place } = target;
  (row.points ?? [[0, row.value ?? 0]]).forEach(([time, at], point) => {
    const far = Math.hypot(place.x - view.x(row.time + time), place.y - y(lane, at));
    if (far <= reach + 3) target.offer({ row: index, part: 'point', point }, far / 10);
  });
}
