import { end } from '../row.js';
import { rulerStep } from './scale.js';

/** @typedef {import('./timeline.js').Timeline} Timeline */
/** @typedef {import('../row.js').Row} Row */

/** The distance within which something snaps, in pixels. */
const reach = 6;

/**
 * @param {Timeline} timeline
 * @param {Row} row
 * @returns {number[]} the times at which a row begins and ends, and at which something begins in its sound
 */
function times({ pattern }, row) {
  const onsets = row.kind === 'sound' ? [...pattern?.onsets.get(row.waveform ?? '') ?? []] : [];
  return [row.time, end(row), ...onsets.map((onset) => row.time + onset).filter((time) => time < end(row))];
}

/**
 * @param {Timeline} timeline
 * @returns {number[]} the times at which anything begins or ends
 */
export function places(timeline) {
  const { pattern, player } = timeline;
  const loop = player?.loop ? [player.loop.from, player.loop.to] : [];
  return [0, pattern?.seconds ?? 0, ...loop, ...(pattern?.rows ?? []).flatMap((row) => times(timeline, row))];
}

/**
 * @param {Timeline} timeline
 * @param {number} time
 * @param {Set<number>} except the rows that move
 * @param {number | null} cursor the cursor; nil if it moves
 * @returns {number | null} the nearest time of the grid, an entry, an onset, the cursor or an end of the loop; nil if none
 *   is near
 */
export function snapTime(timeline, time, except, cursor) {
  const { view, grid, player, pattern } = timeline;
  const step = grid || rulerStep(view.scale) / 10;
  const near = reach / view.scale;
  let best = Math.round(time / step) * step;
  const consider = (/** @type {number} */ other) => {
    if (Math.abs(other - time) < Math.abs(best - time)) best = other;
  };
  if (cursor !== null) consider(cursor);
  if (player?.loop) [player.loop.from, player.loop.to].forEach(consider);
  for (const index of view.rows(time - near, time + near)) {
    const row = pattern?.rows[index];
    if (row && !except.has(index)) times(timeline, row).forEach(consider);
  }
  return Math.abs(best - time) > near ? null : +best.toFixed(6);
}
