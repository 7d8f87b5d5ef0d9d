import { EntryList } from './entries.js';
import { Gestures } from './gestures.js';
import { foldable, LaneLabels } from './labels.js';
import { findingRow, nearestFinding } from './paint-time.js';
import { Painter } from './painter.js';
import { EntrySelection } from './selection.js';
import { places, snapTime } from './snapping.js';
import { Tiles } from './tiles.js';
import { View } from './view.js';

/** @typedef {import('../row.js').Row} Row */

/**
 * The timeline: a picture, and a list of the same entries for the keyboard and screen readers.
 *
 * Events: `select` when the selection or the focus has changed, `hint` with a text about the gesture, `lint` with the
 * index of a finding, `refused` with the reason for which an edit was refused, `layout` when lanes were folded, `paint`
 * after each frame.
 */
export class Timeline extends EntrySelection {
  view = new View();
  /** @type {{x: number, y: number, width: number, height: number} | null} */
  box = null;
  /** @type {number | null} */
  snapTime = null;
  /**
   * The pixels through which the pen has drawn a course.
   * @type {[number, number][] | null}
   */
  course = null;
  /**
   * The place of the pointer during a gesture, at which values are shown.
   * @type {{x: number, y: number} | null}
   */
  pointer = null;
  /** @type {Set<string>} */
  folded = new Set();
  hasSpectrogram = false;
  cursor = 0;
  /** The length of what is compared with the pattern, in seconds, which is shown as well. */
  comparedSeconds = 0;
  pen = false;
  snaps = true;
  /** The grid in seconds; 0 for the labels of the ruler. */
  grid = 0;
  /** @type {import('../player/player.js').Player | null} */
  player = null;
  canvas = document.createElement('canvas');
  #list = new EntryList();
  #labels = new LaneLabels((id) => this.fold(id));
  #tiles = new Tiles();
  #tip = '';
  #isDrawing = false;
  /** @type {Painter | null} */
  #painter = null;
  /** @type {Gestures | null} */
  #gestures = null;
  /** Ends listening to the pattern that is shown. */
  #shown = new AbortController();

  connectedCallback() {
    this.canvas.setAttribute('aria-hidden', 'true');
    this.append(this.canvas, this.#labels.element, this.#list.element);
    this.#painter = new Painter(this.canvas);
    this.#gestures = new Gestures(this);
    // Until the next frame, the last picture would be seen at the new size.
    new ResizeObserver(() => { this.#resize(); this.#paint(); }).observe(this);
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => {
      this.#painter?.readColors();
      this.draw();
    });
    this.#list.element.addEventListener('focus', () => this.describe());
    this.#tiles.addEventListener('load', () => this.draw());
  }

  /** The rows that the last frame painted. */
  get painted() { return this.#painter?.painted ?? 0; }

  /** The shapes that the last frame drew. */
  get drawn() { return this.#painter?.drawn ?? 0; }

  /** The tiles of lanes that are kept. */
  get tileCount() { return this.#tiles.count; }

  /** @param {import('../pattern.js').Pattern} pattern */
  show(pattern) {
    this.#shown.abort();
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    this.begin(pattern);
    this.cursor = 0;
    this.#gestures?.cancel();
    pattern.addEventListener('change', (event) => {
      this.keepSelection(/** @type {CustomEvent} */ (event).detail);
      this.#refresh();
    }, { signal });
    pattern.addEventListener('sound', () => {
      // The lengths of sound files are known now.
      this.view.sort(pattern.rows);
      this.draw();
    }, { signal });
    pattern.addEventListener('judgment', () => this.#refresh(), { signal });
    // The sound may be longer than the events.
    if (!pattern.sound) pattern.addEventListener('sound', () => { if (this.view.whole !== null) this.fit(); }, { once: true, signal });
    this.#refresh();
    if (pattern.revision >= 0) this.fit();
    else pattern.addEventListener('change', () => this.fit(), { once: true, signal });
  }

  /** Shows no pattern. */
  clear() {
    this.#shown.abort();
    this.#gestures?.cancel();
    this.begin(null);
    this.cursor = 0;
    this.#refresh();
  }

  /** Shows the present rows. */
  #refresh() {
    this.view.sort(this.pattern?.rows ?? []);
    this.#arrange();
    this.describe();
    this.dispatchEvent(new Event('select'));
    this.draw();
  }

  #resize() {
    this.view.resize(Math.max(200, this.clientWidth));
    this.#arrange();
    this.draw();
  }

  #arrange() {
    const { pattern, view } = this;
    // A timeline that does not scroll is as high as its lanes.
    view.height = Math.max(300, getComputedStyle(this).overflowY === 'visible' ? 0 : this.clientHeight);
    const bottom = view.arrange({
      rows: pattern?.rows ?? [], lint: pattern?.lint.length ?? 0, captions: pattern?.captions.length ?? 0,
    }, this.folded);
    view.height = Math.max(bottom, view.height);
    [this.canvas.style.width, this.canvas.style.height] = [`${view.width}px`, `${view.height}px`];
    this.#labels.show(view.lanes);
  }

  /**
   * Folds a lane, or unfolds it.
   * @param {string | undefined} id
   */
  fold(id) {
    if (id === undefined) return;
    if (!this.folded.delete(id)) this.folded.add(id);
    this.#layOut();
  }

  /** @param {number} number the place of a lane that can be folded, from 1 */
  foldNumber(number) { this.fold(foldable(this.view.lanes)[number - 1]?.id); }

  /** Shows the frequencies of sounds, or hides them. */
  toggleSpectrogram() {
    this.hasSpectrogram = !this.hasSpectrogram;
    this.#layOut();
  }

  /** @param {{folded: string[], spectrogram: boolean}} layout */
  set layout({ folded, spectrogram }) {
    [this.folded, this.hasSpectrogram] = [new Set(folded), spectrogram];
    this.#resize();
  }

  get layout() { return { folded: [...this.folded], spectrogram: this.hasSpectrogram }; }

  #layOut() {
    this.#resize();
    this.dispatchEvent(new Event('layout'));
    this.dispatchEvent(new Event('select'));
  }

  /** Shows the whole pattern. */
  fit() {
    const { seconds = 1, audibleSeconds = 1 } = this.pattern ?? {};
    // What rings for long at the end is not shown.
    this.view.showWhole(Math.max(seconds, Math.min(audibleSeconds, 1.2 * seconds), this.comparedSeconds, 0.25));
    this.draw();
  }

  /** Draws at the next frame. */
  draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#paint();
      if (this.player?.isPlaying) this.draw();
    });
  }

  #paint() {
    const { pattern, view, player } = this;
    const isHeard = player?.isPlaying ?? false;
    this.#painter?.paint({
      view, pattern, moved: this.moved, selection: this.selection, point: this.point, handled: this.handled,
      handle: this.handle, tiles: this.#tiles, samples: (address) => player?.samples(address, () => this.draw()),
      hasSpectrogram: this.hasSpectrogram, cursor: this.cursor,
      playhead: isHeard ? player?.seconds ?? null : null, loop: player?.loop ?? null, box: this.box,
      snap: this.snapTime, course: this.course, grid: this.grid,
      tip: this.pointer && this.#tip ? { ...this.pointer, text: this.#tip } : null,
    });
    this.dispatchEvent(new Event('paint'));
  }

  focusGrid() { this.#list.focus(); }

  /** Cancels the gesture that is under way; without one, selects nothing. */
  escape() { return this.#gestures?.isActive ? this.#gestures.cancel() : this.select([]); }

  /**
   * Moves the focus to the entry before or after in time.
   * @param {number} step
   * @param {boolean} adds
   */
  step(step, adds) {
    const next = this.view.neighbor(this.focused ?? -1, step);
    if (next === undefined) return;
    this.focusRow(next);
    this.select(adds ? [...this.selection, next] : [next]);
    this.reveal(this.row(next).time);
  }

  /** @param {number} seconds */
  reveal(seconds) {
    this.view.reveal(seconds);
    this.draw();
  }

  describe() { this.#list.show(this.pattern?.rows ?? [], this.view, this.selection, this.focused); }

  /**
   * @param {number} time
   * @param {{ctrlKey: boolean}} event
   * @param {Set<number>} except the rows that move
   * @param {number | null} cursor the cursor; nil if it moves
   * @returns {number} the time to which `time` snaps, which is `time` if nothing is near
   */
  snapped(time, event, except, cursor = this.cursor) {
    this.snapTime = this.snaps && !event.ctrlKey ? snapTime(this, time, except, cursor) : null;
    return this.snapTime ?? time;
  }

  /**
   * Moves the cursor to a time, or to what is near.
   * @param {number} time
   * @param {{ctrlKey: boolean}} event
   */
  placeCursor(time, event) {
    this.cursor = Math.max(0, this.snapped(time, event, new Set(), null));
    this.draw();
  }

  /**
   * Moves the cursor to the next time at which something begins or ends.
   * @param {number} step 1 for the next time, and -1 for the one before
   */
  stepCursor(step) {
    const far = places(this).filter((time) => (time - this.cursor) * step > 1e-6)
      .sort((one, two) => (one - two) * step)[0];
    if (far !== undefined) this.cursor = far;
    this.reveal(this.cursor);
  }

  /** @param {string | undefined | false} text */
  hint(text) {
    this.#tip = text || '';
    this.dispatchEvent(new CustomEvent('hint', { detail: this.#tip }));
  }

  /**
   * Selects the entry of a finding, and moves the cursor and the view to it.
   * @param {{path: string}} finding
   */
  goTo(finding) {
    const index = findingRow(finding);
    const row = index === undefined ? undefined : this.row(index);
    if (index === undefined || !row) return;
    this.focusRow(index);
    this.select([index]);
    this.cursor = row.time;
    this.view.find(row.time);
    this.draw();
  }

  /** @param {number} seconds the time whose finding is shown */
  showLintAt(seconds) {
    const near = this.pattern && nearestFinding(this.pattern.lint, this.pattern.rows, seconds);
    if (near && near.far * this.view.scale < 16) {
      this.goTo(near.finding);
      this.dispatchEvent(new CustomEvent('lint', { detail: near.index }));
    }
  }
}

customElements.define('haptic-timeline', Timeline);
