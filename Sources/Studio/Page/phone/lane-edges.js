/** The pixels within which the cursor snaps to a step or to the edge of a state. */
const near = 5;

/** The times of steps and the edges of states, to which the cursor moves and snaps. */
export class LaneEdges {
  /**
   * The times in order.
   * @type {number[]}
   */
  #times = [];

  /**
   * @param {import('./scenario.js').LaneRow[]} lanes
   * @param {import('./scenario.js').Step[]} steps
   * @param {number} end the time at which the lanes end
   */
  show(lanes, steps, end) {
    const times = lanes.flatMap(({ blocks, signs }) =>
      [...blocks.flatMap(({ from, to }) => [from, to]), ...signs.map(({ time }) => time)]);
    this.#times = [...new Set([...times, ...steps.map(({ time }) => time)])].filter((time) => time <= end).sort((a, b) => a - b);
  }

  /**
   * @param {number} cursor
   * @param {number} step 1 for the next time, -1 for the one before
   * @returns {number | undefined} nothing after the last time or before the first
   */
  beside(cursor, step) {
    return step > 0 ? this.#times.find((time) => time > cursor + 1e-6) : this.#times.filter((time) => time < cursor - 1e-6).pop();
  }

  /**
   * @param {number} time
   * @param {number} scale the pixels of a second
   * @param {boolean} snaps
   * @returns {number} the nearest step or edge of a state, or a time with few digits
   */
  snapped(time, scale, snaps) {
    if (snaps) {
      const edge = this.#times.reduce((best, one) => (Math.abs(one - time) < Math.abs(best - time) ? one : best), Infinity);
      if (Math.abs(edge - time) * scale <= near) return edge;
    }
    const digits = Math.max(0, Math.ceil(Math.log10(scale / 4)));
    return +time.toFixed(digits);
  }
}
