import { end, parameter } from '../row.js';
import { controlOf } from '../tables.js';

/** @typedef {import('./timeline.js').Timeline} Timeline */
/** @typedef {import('../row.js').Row} Row */
/** @typedef {{time: number, value: number, at: number}} Ordered a point, and its place in the file */

/** The smallest difference of two times in a file that counts. */
export const equal = 1e-6;

/**
 * @param {Row} row a curve, or a parameter
 * @returns {Ordered[]} its points in order of time, in which they apply; a file may have them in another order
 */
export function ordered(row) {
  return (row.points ?? [[0, row.value ?? 0]]).map(([time, value], at) => ({ time, value, at }))
    .sort((one, two) => one.time - two.time);
}

/**
 * @param {Row} row
 * @param {number} time
 * @returns {number} the value to which a row sets its control at a time
 */
export function valueAt(row, time) {
  const points = ordered(row);
  const offset = time - row.time;
  const next = points.findIndex((point) => point.time > offset);
  if (next <= 0) return points[next < 0 ? points.length - 1 : 0].value;
  const [start, finish] = [points[next - 1], points[next]];
  return start.value + ((finish.value - start.value) * (offset - start.time)) / (finish.time - start.time);
}

/**
 * @param {Row} row
 * @param {number} at the place of a point in the file
 * @returns {[number, number]} the times between which the point can be moved without a change of the order
 */
export function bounds(row, at) {
  const points = ordered(row);
  const place = points.findIndex((point) => point.at === at);
  return [points[place - 1]?.time ?? 0, points[place + 1]?.time ?? Infinity];
}

/**
 * @param {Row} row
 * @param {number} offset seconds after the time of the curve
 * @returns {number} the place in the file that `add-point` gives to a point
 */
export function placeOfNew(row, offset) {
  const points = ordered(row);
  const before = points.filter(({ time }) => time <= offset).pop();
  return before ? before.at + 1 : points[0]?.at ?? 0;
}

/**
 * @param {Timeline} timeline
 * @param {number} from
 * @param {number} to
 * @returns {Row[]} the taps and vibrations in a part of the pattern
 */
export function felt({ pattern }, from, to) {
  return (pattern?.rows ?? []).filter((row) => (row.kind === 'transient' || row.kind === 'continuous')
    && row.time <= to + equal && end(row) >= from - equal);
}

/**
 * @param {Timeline} timeline
 * @param {string} control
 * @param {number} time
 * @returns {number} the highest value that a curve of a control can give to the events at a time
 */
export function reachable(timeline, control, time) {
  const events = felt(timeline, time, time);
  const { adds, high } = controlOf({ control });
  return adds || events.length === 0 ? 1 : high * Math.max(...events.map((row) => parameter(row, control.replace(/Control$/, ''))));
}
