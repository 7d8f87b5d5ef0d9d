import { Brush } from '../timeline/brush.js';
import { rulerStep } from '../timeline/scale.js';

/** @typedef {import('./scenario.js').LaneRow} LaneRow */
/** @typedef {import('./scenario.js').Step} Step */

/** The heights of the ruler, the line of steps, and a lane, in pixels. */
export const [rulerHeight, stepsHeight, laneHeight] = [24, 22, 44];

/**
 * What is painted.
 * @typedef {object} PhoneFrame
 * @property {number} width
 * @property {LaneRow[]} lanes
 * @property {Step[]} steps
 * @property {boolean} hasSteps whether there is a line of steps
 * @property {number} start the time at the left edge, in seconds
 * @property {number} scale pixels for each second
 * @property {number} end the time at which the lanes end
 * @property {number | null} cursor
 * @property {number | null} playhead
 * @property {number | null} app the index of the lane that is chosen
 */

/**
 * The height of a block for each role: higher for a stronger presence.
 *
 * Source: the chart of `haptic session chart`.
 * @type {Record<string, number>}
 */
const heights = {
  faint: 0.1, broken: 0.25, blockedInput: 0.3, searching: 0.3, reduced: 0.4, input: 0.6, full: 0.6, found: 0.6, cause: 0.6,
};

/** The roles and tones that have a color. */
const tones = ['faint', 'input', 'blockedInput', 'full', 'reduced', 'found', 'searching', 'broken', 'cause', 'haptic', 'audio',
  'control', 'signal', 'measure', 'difference'];

/** Paints lanes of a phone. */
export class PhonePainter {
  /** @type {Record<string, string>} */
  #tones = {};

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.brush = new Brush(canvas);
    this.readColors();
  }

  /** Reads the colors of the present theme. */
  readColors() {
    this.brush.readColors();
    const style = getComputedStyle(this.canvas);
    for (const tone of tones) this.#tones[tone] = style.getPropertyValue(`--tone-${tone}`).trim();
  }

  /** @param {PhoneFrame} frame */
  paint(frame) {
    const { brush } = this;
    const top = rulerHeight + (frame.hasSteps ? stepsHeight : 0);
    const height = top + frame.lanes.length * laneHeight;
    brush.begin(frame.width, height);
    brush.fill(0, 0, frame.width, height, brush.colors.ground);
    this.#paintRuler(frame, height);
    if (frame.hasSteps) this.#paintSteps(frame);
    frame.lanes.forEach((lane, index) => this.#paintLane(frame, lane, top + index * laneHeight, index === frame.app));
    if (frame.cursor !== null) this.#paintLine(frame, frame.cursor, height, brush.colors.accent);
    if (frame.playhead !== null) this.#paintLine(frame, frame.playhead, height, brush.colors.ink);
  }

  /**
   * @param {PhoneFrame} frame
   * @param {number} height
   */
  #paintRuler({ width, start, scale }, height) {
    const { brush } = this;
    const step = rulerStep(scale);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    for (let index = Math.ceil(Math.max(0, start) / step - 1e-9); ; index += 1) {
      const x = (index * step - start) * scale;
      if (x > width) break;
      brush.line(x, rulerHeight - 6, x, height, brush.colors.rule);
      const label = `${(index * step).toFixed(digits)} s`;
      if (x + 4 + brush.context.measureText(label).width < width) brush.text(label, x + 4, rulerHeight / 2, brush.colors.faint);
    }
  }

  /** @param {PhoneFrame} frame */
  #paintSteps({ steps, start, scale, width }) {
    const { brush } = this;
    const middle = rulerHeight + stepsHeight / 2;
    /** The last pixel at which each kind of step was painted; others there would be invisible. */
    const painted = { plain: -2, met: -2, failed: -2 };
    for (const { time, isExpectation, failures } of steps) {
      const x = Math.round((time - start) * scale);
      const kind = failures.length > 0 ? 'failed' : isExpectation ? 'met' : 'plain';
      if (x < 0 || x > width + 8 || x - painted[kind] < 2) continue;
      painted[kind] = x;
      if (kind === 'plain') brush.fill(x - 1, middle - 5, 3, 10, brush.colors.faint);
      else brush.text(kind === 'failed' ? '✗' : '✓', x + 3, middle, kind === 'failed' ? brush.colors.warning : this.#tones.full);
    }
  }

  /**
   * @param {PhoneFrame} frame
   * @param {LaneRow} lane
   * @param {number} top
   * @param {boolean} isChosen
   */
  #paintLane(frame, lane, top, isChosen) {
    const { brush } = this;
    const { context } = brush;
    const height = laneHeight - 4;
    brush.fill(0, top, frame.width, height, brush.colors.lane);
    if (isChosen) brush.fill(0, top, 3, height, brush.colors.accent);
    context.save();
    context.beginPath();
    context.rect(0, top, frame.width, height);
    context.clip();
    for (const block of lane.blocks) this.#paintBlock(frame, block, top, height);
    this.#paintSigns(frame, lane, top, height);
    context.restore();
  }

  /**
   * @param {PhoneFrame} frame
   * @param {import('./scenario.js').Block} block
   * @param {number} top
   * @param {number} height
   */
  #paintBlock({ start, scale, width, end }, { from, to, role, word }, top, height) {
    const { brush } = this;
    const [left, right] = [(from - start) * scale, (Math.min(to, end) - start) * scale];
    if (right < 0 || left > width) return;
    const color = this.#tones[role] ?? brush.colors.faint;
    const high = Math.max(4, (heights[role] ?? 0.6) * height);
    brush.context.globalAlpha = 0.3;
    brush.fill(left, top + height - high, Math.max(1, right - left), high, color);
    brush.context.globalAlpha = 1;
    brush.fill(left, top + height - high, Math.max(1, right - left), 3, color);
    const begin = Math.max(0, left) + 5;
    if (word !== '' && brush.context.measureText(word).width < right - begin) {
      brush.text(word, begin, top + 9, brush.colors.ink);
    }
  }

  /**
   * @param {PhoneFrame} frame
   * @param {LaneRow} lane
   * @param {number} top
   * @param {number} height
   */
  #paintSigns({ start, scale, width }, { signs }, top, height) {
    const { brush } = this;
    /** The letters below each other near a pixel. */
    let near = { x: -100, letters: '' };
    for (const { time, letter, tone } of [...signs].sort((a, b) => a.time - b.time)) {
      const x = (time - start) * scale;
      // A letter left of the edge would be cut.
      if (x < 0 || x > width + 20) continue;
      if (x - near.x >= 10) near = { x, letters: '' };
      if (near.letters.includes(letter)) continue;
      const color = this.#tones[tone] ?? brush.colors.ink;
      brush.line(x, top + 16, x, top + height, color, [], 2);
      brush.text(letter, near.x + 4 + 9 * near.letters.length, top + height - 8, brush.colors.ink);
      near.letters += letter;
    }
  }

  /**
   * @param {PhoneFrame} frame
   * @param {number} time
   * @param {number} height
   * @param {string} color
   */
  #paintLine({ start, scale }, time, height, color) {
    const x = Math.round((time - start) * scale) + 0.5;
    this.brush.line(x, 0, x, height, color, [], 2);
  }
}
