import { end } from '../pattern.js';
import { rulerStep } from './scale.js';

/** @typedef {import('./timeline.js').Timeline} Timeline */

/** The distance within which something snaps, in pixels. */
const reach = 6;

/**
 * @param {Timeline} timeline
 * @param {number} time
 * @param {Set<number>} except the rows that move
 * @returns {number | null} the nearest time of the grid, an entry, the cursor or an end of the loop; nil if none is near
 */
export function snapTime({ view, grid, cursor, player, pattern }, time, except) {
  const step = grid || rulerStep(view.scale) / 10;
  const near = reach / view.scale;
  let best = Math.round(time / step) * step;
  const consider = (/** @type {number} */ other) => {
    if (Math.abs(other - time) < Math.abs(best - time)) best = other;
  };
  consider(cursor);
  if (player?.loop) [player.loop.from, player.loop.to].forEach(consider);
  for (const index of view.rows(time - near, time + near)) {
    const row = pattern?.rows[index];
    if (!row || except.has(index)) continue;
    consider(row.time);
    consider(end(row));
  }
  return Math.abs(best - time) > near ? null : +best.toFixed(6);
}
