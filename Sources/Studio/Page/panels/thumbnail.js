import { element } from '../dom.js';
import { Brush } from '../timeline/brush.js';

/** @typedef {{vibration: [number, number][], transients: [number, number, number][], seconds: number}} Sketch as in `PatternThumbnail` */

/** The size in pixels: a column of the sketch is a pixel wide. */
const [width, height] = [64, 20];

/** A small picture of a pattern. */
export class Thumbnail extends HTMLElement {
  #canvas = element('canvas', { 'aria-hidden': 'true' });
  /** @type {Brush | null} */
  #brush = null;
  /** @type {Sketch | null} */
  #sketch = null;

  connectedCallback() {
    this.append(this.#canvas);
    [this.#canvas.style.width, this.#canvas.style.height] = [`${width}px`, `${height}px`];
    // The colors of the theme are known only in the document.
    this.#brush ??= new Brush(this.#canvas);
    this.#paint();
  }

  /** @param {Sketch | null} sketch nil for a pattern that is not sketched yet */
  set sketch(sketch) {
    this.#sketch = sketch;
    this.#paint();
  }

  /** Paints in the colors of the present theme. */
  repaint() {
    this.#brush?.readColors();
    this.#paint();
  }

  #paint() {
    const brush = this.#brush;
    if (!brush) return;
    brush.begin(width, height);
    brush.fill(0, 0, width, height, brush.colors.lane);
    this.#sketch?.vibration.forEach(([intensity, sharpness], column) => {
      const high = intensity * (height - 2);
      if (intensity > 0) brush.fill(column, height - high, 1, high, brush.sharpness(sharpness, 0.75));
    });
    for (const [column, intensity, sharpness] of this.#sketch?.transients ?? []) {
      const high = Math.max(2, intensity * (height - 2));
      brush.fill(column - 0.5, height - high, 2, high, brush.sharpness(sharpness));
    }
  }
}

customElements.define('haptic-thumbnail', Thumbnail);
