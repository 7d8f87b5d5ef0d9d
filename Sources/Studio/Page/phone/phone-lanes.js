import { element } from '../dom.js';
import { LaneEdges } from './lane-edges.js';
import { LaneLabels } from './lane-labels.js';
import { laneHeight, PhonePainter, rulerHeight, stepsHeight } from './phone-paint.js';
import { timeText } from './scenario.js';

/** @typedef {import('./scenario.js').LaneRow} LaneRow */
/** @typedef {import('./scenario.js').Step} Step */

/** The seconds that a live phone shows at its start. Our choice: enough for a first action and its effect. */
const leastSeconds = 5;

/**
 * The lanes of a phone over time: what each app does, what interrupts it, and the steps of the scenario.
 *
 * The cursor is a slider for the keyboard and for screen readers. Events: `cursor` when the cursor was moved, `scrub` while
 * it is dragged, `release` when dragging ends, `app` with the index of the app that was chosen, `hint` with a text about the
 * pointer's place.
 */
export class PhoneLanes extends HTMLElement {
  /** @type {LaneRow[]} */
  #lanes = [];
  /** @type {Step[]} */
  #steps = [];
  #edges = new LaneEdges();
  #apps = 0;
  #end = 1;
  #start = 0;
  #scale = 100;
  #cursor = 0;
  /** @type {number | null} */
  #app = null;
  /** Whether the lanes move with the time of a live phone. */
  #isLive = false;
  /** @type {import('../player/player.js').Player | null} */
  player = null;
  #canvas = document.createElement('canvas');
  #labels = new LaneLabels();
  #slider = element('div', { className: 'phone-slider', tabIndex: 0, role: 'slider', 'aria-label': 'cursor', 'aria-valuemin': '0' });
  #picture = element('div', { className: 'phone-picture' }, this.#canvas, this.#slider);
  #words = element('p', { className: 'unseen', id: 'phone-words' });
  /** Whether the whole time is shown, also after the next change. */
  #isFitted = true;
  #isDrawing = false;
  #isDragging = false;
  /** @type {PhonePainter | null} */
  #painter = null;

  connectedCallback() {
    this.#canvas.setAttribute('aria-hidden', 'true');
    this.#slider.setAttribute('aria-describedby', 'phone-words');
    this.append(element('div', { className: 'phone-rows' }, this.#labels.element, this.#picture), this.#labels.legend, this.#words);
    this.#labels.addEventListener('choose', (event) => { this.app = /** @type {CustomEvent} */ (event).detail; });
    this.#painter = new PhonePainter(this.#canvas);
    // Until the next frame, the last picture would be seen at the new size.
    new ResizeObserver(() => { this.#resize(); this.#paint(); }).observe(this.#picture);
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => {
      this.#painter?.readColors();
      this.draw();
    });
    this.#slider.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => this.#press(event));
    this.#slider.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => this.#move(event));
    for (const name of ['pointerup', 'pointercancel']) this.#slider.addEventListener(name, () => this.#release());
    this.#slider.addEventListener('wheel', (/** @type {WheelEvent} */ event) => this.#wheel(event), { passive: false });
  }

  get cursor() { return this.#cursor; }

  get app() { return this.#app; }

  get end() { return this.#end; }

  /** The number of lanes that belong to apps. */
  get apps() { return this.#apps; }

  /**
   * Shows the lanes of a scenario.
   * @param {import('./scenario.js').ScenarioState} state
   */
  show({ lanes, keys, steps, apps, seconds, description }) {
    this.#isLive = false;
    [this.#lanes, this.#steps, this.#end] = [lanes, steps, seconds];
    this.#words.textContent = description;
    this.#edges.show(lanes, steps, seconds);
    this.#setApps(apps.length);
    this.#labels.keys = keys;
    if (this.#isFitted) this.fit();
    this.#arrange();
    this.#describe();
  }

  /**
   * Shows the last seconds of a live phone.
   * @param {{lanes: LaneRow[], keys: import('./scenario.js').KeyRow[], apps: string[], time: number, seconds: number}} picture
   */
  showLive({ lanes, keys, apps, time, seconds }) {
    this.#isLive = true;
    [this.#lanes, this.#steps, this.#end, this.#isFitted] = [lanes, [], time, true];
    const shown = Math.min(seconds, Math.max(leastSeconds, time));
    this.#start = Math.max(0, time - shown);
    this.#scale = this.#width / shown;
    this.#words.textContent = '';
    this.#setApps(apps.length);
    this.#labels.keys = keys;
    this.#arrange();
    this.#describe();
  }

  /** Shows the whole time, with the cursor at the start. */
  start() {
    this.fit();
    this.cursor = 0;
  }

  /** Shows the whole time. */
  fit() {
    this.#isFitted = true;
    this.#start = 0;
    this.#scale = (this.#width - 16) / Math.max(0.1, this.#end);
    this.draw();
  }

  /** @param {number} factor */
  zoom(factor) { this.#zoom((this.#cursor - this.#start) * this.#scale, factor); }

  /**
   * @param {number} x the pixel that keeps its time
   * @param {number} factor
   */
  #zoom(x, factor) {
    if (this.#isLive) return;
    this.#isFitted = false;
    const time = this.#start + x / this.#scale;
    // Between 10 ms and a day in the width of the lanes.
    this.#scale = Math.min(this.#width / 0.01, Math.max(this.#width / 86400, this.#scale * factor));
    this.#start = Math.max(0, time - x / this.#scale);
    this.draw();
  }

  /** @param {number} time the time of the cursor in seconds */
  set cursor(time) {
    this.#cursor = Math.min(this.#end, Math.max(0, +time.toFixed(6)));
    const x = (this.#cursor - this.#start) * this.#scale;
    if (x < 0 || x > this.#width) this.#start = Math.max(0, this.#cursor - this.#width / 3 / this.#scale);
    this.#describe();
    this.draw();
    this.dispatchEvent(new Event('cursor'));
  }

  /** @param {number | null} app the index of the app that is explained */
  set app(app) {
    const chosen = app === null || this.#apps === 0 ? null : Math.min(this.#apps - 1, Math.max(0, app));
    if (chosen === this.#app) return;
    this.#app = chosen;
    this.#labels.mark(chosen);
    this.#describe();
    this.draw();
    this.dispatchEvent(new CustomEvent('app', { detail: chosen }));
  }

  /**
   * Moves the cursor to the event before or after it.
   * @param {number} step
   */
  stepEdge(step) {
    this.cursor = this.#edges.beside(this.#cursor, step) ?? (step > 0 ? this.#end : 0);
  }

  focusSlider() { this.#slider.focus(); }

  get #width() { return Math.max(60, this.#picture.clientWidth); }

  get #top() { return rulerHeight + (this.#isLive ? 0 : stepsHeight); }

  #resize() {
    if (!this.#isLive && this.#isFitted && this.#picture.clientWidth > 0) this.fit();
    this.#arrange();
  }

  #arrange() {
    const height = this.#top + this.#lanes.length * laneHeight;
    this.#canvas.style.width = `${this.#width}px`;
    this.#canvas.style.height = `${height}px`;
    this.#labels.top = this.#top;
    this.draw();
  }

  /** @param {number} count */
  #setApps(count) {
    this.#apps = count;
    if (this.#app === null && count > 0 || (this.#app ?? 0) >= count) this.#app = count > 0 ? 0 : null;
    this.#labels.show(this.#lanes.map(({ name }) => name), count);
    this.#labels.mark(this.#app);
  }

  /** Tells screen readers where the cursor is, and what the chosen app does there. */
  #describe() {
    const lane = this.#lanes[this.#app ?? -1];
    const now = this.#isLive ? this.#end : this.#cursor;
    const block = lane?.blocks.find(({ from, to }) => from <= now && now < to);
    const words = [timeText(now), lane && `${lane.name} ${block?.word || 'quiet'}`].filter(Boolean).join(': ');
    this.#slider.setAttribute('aria-valuemax', `${+this.#end.toFixed(3)}`);
    this.#slider.setAttribute('aria-valuenow', `${+now.toFixed(3)}`);
    if (!this.#isLive) this.#slider.setAttribute('aria-valuetext', words);
  }

  /** Draws at the next frame. */
  draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#paint();
      if (this.#isHeard) this.draw();
    });
  }

  get #isHeard() { return !this.#isLive && (this.player?.isPlaying ?? false); }

  #paint() {
    this.#painter?.paint({
      width: this.#width, lanes: this.#lanes, steps: this.#steps, hasSteps: !this.#isLive, start: this.#start,
      scale: this.#scale, end: this.#end, cursor: this.#isLive ? this.#end : this.#cursor,
      playhead: this.#isHeard ? this.player?.seconds ?? null : null, app: this.#app,
    });
  }

  // MARK: The pointer

  /**
   * @param {number} seconds
   * @returns {number} the pixel of a time, from the left edge of the page
   */
  pixel(seconds) { return this.#slider.getBoundingClientRect().left + (seconds - this.#start) * this.#scale; }

  /** @param {PointerEvent | WheelEvent} event */
  #place(event) {
    const box = this.#slider.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return { x, time: this.#start + x / this.#scale, lane: Math.floor((y - this.#top) / laneHeight) };
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.focusSlider();
    const { time, lane } = this.#place(event);
    if (lane >= 0 && lane < this.#apps) this.app = lane;
    if (this.#isLive) return;
    this.#slider.setPointerCapture(event.pointerId);
    this.#isDragging = true;
    this.cursor = this.#edges.snapped(time, this.#scale, !event.ctrlKey);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { x, time, lane } = this.#place(event);
    if (this.#isDragging) {
      const before = this.#cursor;
      this.cursor = this.#edges.snapped(time, this.#scale, !event.ctrlKey);
      if (this.#cursor !== before) this.dispatchEvent(new Event('scrub'));
      return;
    }
    const sign = this.#lanes[lane]?.signs.find((one) => Math.abs((one.time - this.#start) * this.#scale - x) < 8);
    const block = this.#lanes[lane]?.blocks.find(({ from, to }) => from <= time && time < to);
    const key = sign && this.#labels.keys.find((one) => one.sign === sign.letter);
    const text = sign ? `${this.#lanes[lane].name}: ${key?.text ?? sign.letter} at ${timeText(sign.time)}`
      : block ? `${this.#lanes[lane].name}: ${block.word || 'present'} from ${timeText(block.from)} to ${timeText(Math.min(block.to, this.#end))}` : '';
    this.dispatchEvent(new CustomEvent('hint', { detail: text }));
  }

  #release() {
    if (!this.#isDragging) return;
    this.#isDragging = false;
    this.dispatchEvent(new Event('release'));
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (this.#isLive || (!event.ctrlKey && !event.shiftKey && event.deltaX === 0)) return;
    event.preventDefault();
    if (event.ctrlKey) {
      this.#zoom(this.#place(event).x, 1.002 ** -event.deltaY);
    } else {
      this.#isFitted = false;
      this.#start = Math.max(0, this.#start + (event.deltaX || event.deltaY) / this.#scale);
      this.draw();
    }
  }
}

customElements.define('haptic-phone-lanes', PhoneLanes);
