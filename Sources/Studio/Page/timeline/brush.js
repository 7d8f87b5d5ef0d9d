/** The colors of a theme, by name. */
const names = ['ground', 'lane', 'ink', 'faint', 'rule', 'warning', 'audio', 'control', 'signal',
  'accent'];

/** Draws shapes on a canvas, in the colors of the theme, and counts them. */
export class Brush {
  /** The number of rows in this frame. */
  rows = 0;
  /** The number of shapes in this frame. */
  shapes = 0;
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

  /**
   * Begins a frame.
   * @param {number} width
   * @param {number} height
   */
  begin(width, height) {
    const { canvas, context } = this;
    const ratio = devicePixelRatio;
    const [columns, lines] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== columns || canvas.height !== lines) [canvas.width, canvas.height] = [columns, lines];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    [this.rows, this.shapes] = [0, 0];
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
    this.shapes += 1;
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
    this.shapes += 1;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
    context.setLineDash([]);
  }

  /**
   * @param {number} x
   * @param {number} top
   * @param {number} width
   * @param {number} height
   * @param {string} color
   */
  fill(x, top, width, height, color) {
    this.shapes += 1;
    this.context.fillStyle = color;
    this.context.fillRect(x, top, width, height);
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} middle
   * @param {string} color
   * @param {number} [width] the width into which the text is squeezed
   */
  text(text, x, middle, color, width) {
    this.shapes += 1;
    this.context.fillStyle = color;
    this.context.fillText(text, x, middle, width);
  }

  /**
   * Draws a line through points.
   * @param {Iterable<[number, number]>} points
   * @param {string} color
   * @param {number} [width]
   */
  path(points, color, width = 1.5) {
    const { context } = this;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    for (const [x, top] of points) {
      this.shapes += 1;
      context.lineTo(x, top);
    }
    context.stroke();
  }
}
