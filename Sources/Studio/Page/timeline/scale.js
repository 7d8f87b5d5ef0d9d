/** @typedef {import('./lanes.js').Lane} Lane */

/** The width of the names beside the lanes, in pixels. */
export const labelWidth = 104;

/**
 * @param {Lane} lane
 * @param {number} value a value between those of the lane's edges
 * @returns {number} the height of the value on the canvas
 */
export function y(lane, value) {
  return lane.top + lane.height - 4 - ((value - lane.low) / (lane.high - lane.low)) * (lane.height - 12);
}

/**
 * @param {Lane} lane
 * @param {number} pixel
 * @returns {number} the value at a height on the canvas, limited to those of the lane's edges
 */
export function value(lane, pixel) {
  const part = (lane.top + lane.height - 4 - pixel) / (lane.height - 12);
  return Math.min(lane.high, Math.max(lane.low, lane.low + part * (lane.high - lane.low)));
}

/**
 * @param {number} scale pixels per second
 * @returns {number} seconds between two labels
 */
export function rulerStep(scale) {
  for (let power = -4; power < 5; power += 1) {
    for (const digit of [1, 2, 5]) {
      const step = digit * 10 ** power;
      if (step * scale >= 70) return step;
    }
  }
  return 1e5;
}
