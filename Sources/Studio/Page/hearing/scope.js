import { Brush } from '../timeline/brush.js';

/** The number of seconds that the picture shows. */
const shownSeconds = 6;
/** The number of frames that one line of the picture shows, as the worklet counts them. */
const barFrames = 256;

/**
 * The wave of the last seconds, newest on the right. Red lines are inserted silence.
 *
 * For readers who prefer reduced motion, nothing scrolls: the new lines replace the old ones from left to right.
 */
class HapticScope extends HTMLElement {
  /** @type {Brush | null} */
  #brush = null;
  #canvas = document.createElement('canvas');
  /** The lowest and the highest sample of each line, as a ring. */
  #bars = new Float32Array(2);
  #next = 0;
  #isDue = false;
  #still = matchMedia('(prefers-reduced-motion: reduce)');
  #light = matchMedia('(prefers-color-scheme: light)');

  connectedCallback() {
    this.append(this.#canvas);
    this.setAttribute('role', 'img');
    this.setAttribute('aria-label', `The wave of the last ${shownSeconds} seconds`);
    this.#brush = new Brush(this.#canvas);
    new ResizeObserver(() => this.#draw()).observe(this);
    this.#light.addEventListener('change', () => {
      this.#brush?.readColors();
      this.#draw();
    });
  }

  /** @param {number} rate frames per second */
  set rate(rate) {
    this.#bars = new Float32Array(2 * Math.round(shownSeconds * rate / barFrames));
    this.#next = 0;
  }

  /** @param {number[]} bars the lowest and the highest sample of each new line; NaN marks inserted silence */
  add(bars) {
    for (const value of bars) {
      this.#bars[this.#next] = value;
      this.#next = (this.#next + 1) % this.#bars.length;
    }
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#isDue = false;
    const brush = this.#brush;
    if (!brush) return;
    const { clientWidth: width, clientHeight: height } = this;
    const canvas = this.#canvas;
    const ratio = devicePixelRatio;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const { context, colors } = brush;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colors.lane;
    context.fillRect(0, 0, width, height);
    context.fillStyle = colors.rule;
    context.fillRect(0, height / 2 - 0.5, width, 1);
    const count = this.#bars.length / 2;
    const start = this.#still.matches ? 0 : this.#next / 2;
    const step = width / count;
    for (let index = 0; index < count; index += 1) {
      const place = (start + index) % count;
      const [low, high] = [this.#bars[2 * place], this.#bars[2 * place + 1]];
      const isGap = Number.isNaN(low);
      if (low === 0 && high === 0) continue;
      context.fillStyle = isGap ? colors.warning : colors.signal;
      const [top, bottom] = isGap ? [0, height] : [(1 - high) * height / 2, (1 - low) * height / 2];
      context.fillRect(index * step, top, Math.max(step, 1), Math.max(1, bottom - top));
    }
    if (!this.#still.matches) return;
    context.fillStyle = colors.accent;
    context.fillRect(this.#next / 2 * step, 0, 2, height);
  }
}

customElements.define('haptic-scope', HapticScope);
