import { sideOf } from '../versions.js';

/** @typedef {{turn: number, isPlaying: boolean, seconds: number, problem?: string}} News as in `DeviceNews` */

/**
 * Plays patterns on a device of the server.
 *
 * Events: `end` when the playback has ended, with the reason if it has ended early.
 */
export class Device extends EventTarget {
  /** The name of the device; empty while the browser plays. */
  name = '';
  /** @type {import('../connection.js').Connection | null} */
  connection = null;
  #turn = 0;
  /** @type {{from: number, to: number} | null} */
  #loop = null;
  #speed = 1;
  /** What was heard at a time of the page, and whether time passes. */
  #heard = { seconds: 0, time: 0, isMoving: false };

  /** What is heard now, in seconds of the pattern. */
  get seconds() {
    const { seconds, time, isMoving } = this.#heard;
    const now = seconds + (isMoving ? ((performance.now() - time) / 1000) * this.#speed : 0);
    const loop = this.#loop;
    return loop && now >= loop.to ? loop.from + ((now - loop.from) % (loop.to - loop.from)) : now;
  }

  /**
   * Plays a pattern in place of the present one.
   * @param {import('../pattern.js').Pattern} pattern
   * @param {{start: number, loop: {from: number, to: number} | null, speed: number, gain: number}} how the factor of the
   *   samples as gain, and times in seconds of the pattern
   */
  async play(pattern, { start, loop, speed, gain }) {
    const turn = ++this.#turn;
    [this.#loop, this.#speed] = [loop, speed];
    this.#heard = { seconds: start, time: performance.now(), isMoving: false };
    try {
      await this.connection?.ask('device', {
        ask: 'play', ...sideOf(pattern), device: this.name, start, loop: loop && [loop.from, loop.to], speed,
        gain: 20 * Math.log10(gain), turn,
      });
    } catch (error) {
      if (turn === this.#turn) this.#end(/** @type {Error} */ (error).message);
    }
  }

  stop() {
    this.#heard = { seconds: this.seconds, time: 0, isMoving: false };
    this.connection?.ask('device', { ask: 'stop', turn: ++this.#turn }).catch(() => {});
  }

  /** @param {News} news */
  hear({ turn, isPlaying, seconds, problem }) {
    if (turn !== this.#turn) return;
    this.#heard = { seconds, time: performance.now(), isMoving: isPlaying };
    if (!isPlaying) this.#end(problem ?? '');
  }

  /** @param {string} problem */
  #end(problem) { this.dispatchEvent(new CustomEvent('end', { detail: problem })); }
}
