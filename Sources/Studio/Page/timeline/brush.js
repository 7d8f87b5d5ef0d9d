/** The colors of a theme, by name. */
const names = ['ground', 'lane', 'ink', 'faint', 'rule', 'warning', 'audio', 'control', 'signal',
  'accent'];

/** Draws lines and rings on a canvas, in the colors of the theme. */
export class Brush {
  /**
   * The colors of the theme, by name.
   * @type {Record<string, string>}
   */
  colors = {};
  /** @type {number[][]} */
  #sharpness = [];

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    this.readColors();
  }

  readColors() {
    const style = getComputedStyle(this.canvas);
    for (const name of names) this.colors[name] = style.getPropertyValue(`--${name}`).trim();
    this.#sharpness = style.getPropertyValue('--sharpness').split(',')
      .map((color) => color.trim().split(' ').map(Number));
  }

  /**
   * @param {number} part 0 round ... 1 crisp
   * @param {number} [opacity]
   */
  sharpness(part, opacity = 1) {
    const place = Math.min(1, Math.max(0, part)) * (this.#sharpness.length - 1);
    const index = Math.min(this.#sharpness.length - 2, Math.floor(place));
    const [low, high] = [this.#sharpness[index], this.#sharpness[index + 1]];
    const mix = low.map((value, channel) => value + (high[channel] - value) * (place - index));
    return `rgb(${mix.map(Math.round).join(' ')} / ${opacity})`;
  }

  /**
   * @param {number} x
   * @param {number} top
   * @param {number} radius
   */
  ring(x, top, radius) {
    const { context } = this;
    context.strokeStyle = this.colors.accent;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, top, radius, 0, 7);
    context.stroke();
  }

  /**
   * @param {number} x1
   * @param {number} y1
   * @param {number} x2
   * @param {number} y2
   * @param {string} color
   * @param {number[]} [dash]
   * @param {number} [width]
   */
  line(x1, y1, x2, y2, color, dash = [], width = 1) {
    const { context } = this;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
    context.setLineDash([]);
  }
}
