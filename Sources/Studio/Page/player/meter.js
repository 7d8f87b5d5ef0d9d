import { element } from '../dom.js';

/** The milliseconds for which the highest level is shown. Our choice: long enough to read it. */
const heldMilliseconds = 1500;

/** The lowest level that is shown, in decibels. */
const floor = -60;

/** The level of the sound, in decibels below full scale, as a bar and as a number. */
export class LevelMeter {
  #bar = element('meter', { min: floor, max: 0, low: -12, high: -1, value: floor, 'aria-label': 'level, dB' });
  #text = element('span', { className: 'level', 'aria-hidden': 'true' }, '−∞ dB');
  element = element('span', { className: 'level-meter', title: 'the highest level of the last 1.5 s' }, this.#bar, this.#text);
  #held = { level: -Infinity, time: 0 };

  /** Shows silence, because nothing plays anymore. */
  reset() {
    this.#held = { level: -Infinity, time: 0 };
    this.show(0);
  }

  /** @param {number} peak the highest sample, where 1 is full scale */
  show(peak) {
    const now = performance.now();
    const level = 20 * Math.log10(peak);
    this.#bar.value = Math.max(floor, level);
    if (level >= this.#held.level || now - this.#held.time > heldMilliseconds) this.#held = { level, time: now };
    const held = this.#held.level;
    const text = held < floor ? '−∞ dB' : `${held.toFixed(1).replace('-', '−')} dB`;
    if (this.#text.textContent !== text) this.#text.textContent = text;
    // The browser cuts off samples above full scale.
    this.#text.classList.toggle('clips', held > 0);
  }
}
