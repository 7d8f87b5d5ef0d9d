import { end, words } from '../pattern.js';
import { fileText } from '../edits.js';
import { Gestures } from './gestures.js';
import { findingTime, Painter, rulerStep } from './painter.js';
import { View } from './view.js';

/** @typedef {import('../pattern.js').Row} Row */

/** The distance within which something snaps, in pixels. */
const snapReach = 6;

/** The rows before and after the focused one that screen readers can reach. */
const gridReach = 50;

/**
 * The timeline: a picture, and a list of the same entries for the keyboard and screen readers.
 *
 * Events: `select` when the selection or the focus has changed, `hint` with a text about the gesture, `lint` with the
 * index of a finding, `refused` with the reason for which an edit was refused.
 */
export class Timeline extends HTMLElement {
  view = new View();
  /** @type {import('../pattern.js').Pattern | null} */
  pattern = null;
  /** @type {Set<number>} */
  selection = new Set();
  /** @type {{row: number, point: number} | null} */
  point = null;
  /**
   * The row on which keys act first.
   * @type {number | null}
   */
  focused = null;
  /**
   * The rows as a gesture shows them.
   * @type {Map<number, Row>}
   */
  moved = new Map();
  /** @type {{x: number, y: number, width: number, height: number} | null} */
  box = null;
  /** @type {number | null} */
  snapTime = null;
  cursor = 0;
  pen = false;
  snaps = true;
  /** The grid in seconds; 0 for the labels of the ruler. */
  grid = 0;
  /** @type {import('../player/player.js').Player | null} */
  player = null;
  canvas = document.createElement('canvas');
  #list = document.createElement('div');
  #isDrawing = false;
  /** @type {Painter | null} */
  #painter = null;
  #selectsInserted = false;
  /** @type {Gestures | null} */
  #gestures = null;
  /** Ends listening to the pattern that is shown. */
  #shown = new AbortController();

  connectedCallback() {
    this.canvas.setAttribute('aria-hidden', 'true');
    this.#list.setAttribute('role', 'listbox');
    this.#list.setAttribute('aria-label', 'entries of the pattern in order of time');
    this.#list.setAttribute('aria-multiselectable', 'true');
    this.#list.tabIndex = 0;
    this.#list.className = 'entries';
    this.append(this.canvas, this.#list);
    this.#painter = new Painter(this.canvas);
    this.#gestures = new Gestures(this);
    new ResizeObserver(() => this.#resize()).observe(this);
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => {
      this.#painter?.readColors();
      this.draw();
    });
    this.#list.addEventListener('focus', () => this.#describe());
  }

  /** The rows that the last frame painted. */
  get painted() { return this.#painter?.painted ?? 0; }

  /** @param {import('../pattern.js').Pattern} pattern */
  show(pattern) {
    this.#shown.abort();
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    this.pattern = pattern;
    this.selection = new Set();
    this.focused = null;
    this.point = null;
    this.cursor = 0;
    this.#selectsInserted = false;
    this.#gestures?.cancel();
    pattern.addEventListener('change', (event) => this.#changed(/** @type {CustomEvent} */ (event).detail), { signal });
    pattern.addEventListener('sound', () => this.draw(), { signal });
    pattern.addEventListener('judgment', () => this.#refresh(), { signal });
    this.#refresh();
    if (pattern.revision >= 0) this.fit();
    else pattern.addEventListener('change', () => this.fit(), { once: true, signal });
  }

  /** @param {{at: number, removed: number, added: number}} change */
  #changed({ at, removed, added }) {
    this.moved.clear();
    if (added !== removed) this.#shiftIndices(at, removed, added);
    if (this.#selectsInserted && added > removed) {
      this.selection = new Set(Array.from({ length: added }, (_, index) => at + index));
      [this.focused] = this.selection;
    }
    this.#refresh();
  }

  /**
   * Keeps the selection on its rows after other rows were inserted or removed.
   * @param {number} at
   * @param {number} removed
   * @param {number} added
   */
  #shiftIndices(at, removed, added) {
    const shifted = (/** @type {number} */ index) => {
      if (index < at) return [index];
      return index >= at + removed ? [index + added - removed] : [];
    };
    this.selection = new Set([...this.selection].flatMap(shifted));
    this.focused = (this.focused === null ? [] : shifted(this.focused))[0] ?? null;
    this.point = null;
  }

  /** Shows the present rows. */
  #refresh() {
    this.view.sort(this.pattern?.rows ?? []);
    this.#arrange();
    this.#describe();
    this.dispatchEvent(new Event('select'));
    this.draw();
  }

  #resize() {
    this.view.width = Math.max(200, this.clientWidth);
    this.view.height = Math.max(300, this.clientHeight);
    this.#arrange();
    this.draw();
  }

  #arrange() {
    const rows = this.pattern?.rows ?? [];
    const bottom = this.view.arrange(rows, (this.pattern?.lint.length ?? 0) > 0);
    this.view.height = Math.max(bottom, this.clientHeight);
    this.canvas.style.width = `${this.view.width}px`;
    this.canvas.style.height = `${this.view.height}px`;
  }

  /** Shows the whole pattern. */
  fit() {
    this.view.fit(0, Math.max(this.pattern?.seconds ?? 1, 0.25));
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
      view, rows: pattern?.rows ?? [], moved: this.moved, selection: this.selection,
      point: this.point, lint: pattern?.lint ?? [], course: pattern?.course ?? new Float32Array(),
      seconds: pattern?.seconds ?? 0, cursor: this.cursor,
      playhead: isHeard ? player?.seconds ?? null : null, loop: player?.loop ?? null,
      box: this.box, snap: this.snapTime, grid: this.grid,
    });
  }

  /**
   * @param {number} index
   * @returns {Row}
   */
  row(index) { return /** @type {Row} */ (this.pattern?.rows[index]); }

  /** @returns {[number, Row][]} */
  selectedRows() { return [...this.selection].map((index) => [index, this.row(index)]); }

  /** @param {Iterable<number>} indices */
  select(indices) {
    this.selection = new Set(indices);
    this.point = null;
    this.#describe();
    this.dispatchEvent(new Event('select'));
    this.draw();
  }

  /** @param {number} index */
  toggle(index) {
    if (!this.selection.delete(index)) this.selection.add(index);
    this.focusRow(index);
    this.select(this.selection);
  }

  /** @param {{row: number, point: number} | null} point */
  selectPoint(point) {
    this.point = point;
    this.dispatchEvent(new Event('select'));
    this.draw();
  }

  /** @param {number | null} index the row on which keys act first */
  focusRow(index) {
    this.focused = index;
    this.#describe();
  }

  focusGrid() { this.#list.focus({ preventScroll: true }); }

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
    const { view } = this;
    if (seconds < view.start || seconds > view.end) {
      view.start = Math.max(0, seconds - (view.end - view.start) / 3);
    }
    this.draw();
  }

  /** Lists the entries near the focused one for screen readers. */
  #describe() {
    const rows = this.pattern?.rows ?? [];
    const all = this.view.rows(-Infinity, Infinity);
    const place = Math.max(0, all.indexOf(this.focused ?? all[0]));
    const near = all.slice(Math.max(0, place - gridReach), place + gridReach);
    this.#list.replaceChildren(...near.map((index) => {
      const option = document.createElement('div');
      option.id = `entry-${index}`;
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', `${this.selection.has(index)}`);
      option.setAttribute('aria-setsize', `${rows.length}`);
      option.setAttribute('aria-posinset', `${all.indexOf(index) + 1}`);
      option.textContent = words(rows[index]);
      return option;
    }));
    if (this.focused === null) this.#list.removeAttribute('aria-activedescendant');
    else this.#list.setAttribute('aria-activedescendant', `entry-${this.focused}`);
  }

  /**
   * Returns the time to which `time` snaps: the grid, an entry, the cursor or an end of the loop.
   * @param {number} time
   * @param {{ctrlKey: boolean}} event
   * @param {Set<number>} except the rows that move
   */
  snapped(time, event, except) {
    this.snapTime = null;
    if (!this.snaps || event.ctrlKey) return time;
    const { view } = this;
    const step = this.grid || rulerStep(view.scale) / 10;
    const near = snapReach / view.scale;
    const times = [Math.round(time / step) * step, this.cursor];
    if (this.player?.loop) times.push(this.player.loop.from, this.player.loop.to);
    for (const index of view.rows(time - near, time + near)) {
      if (!except.has(index)) times.push(this.row(index).time, end(this.row(index)));
    }
    const best = times.reduce((a, b) => (Math.abs(b - time) < Math.abs(a - time) ? b : a));
    if (Math.abs(best - time) > near) return time;
    this.snapTime = best;
    return +best.toFixed(6);
  }

  /**
   * Makes a change of the pattern.
   * @param {string} label
   * @param {string[][] | (() => string[][])} edits the edits, or a function that builds them when they are sent
   * @param {import('../pattern.js').EditOptions} [options]
   */
  async edit(label, edits, options = {}) {
    const { pattern } = this;
    if (pattern) await this.attempt(() => pattern.edit(label, edits, options));
  }

  /**
   * Does `work`, and reports the reason if the server refuses it.
   * @param {() => Promise<unknown>} work
   */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      this.moved.clear();
      this.draw();
      this.dispatchEvent(new CustomEvent('refused', { detail: /** @type {Error} */ (error).message }));
    }
  }

  /**
   * Adds rows, which are selected afterward.
   * @param {Row[]} rows
   * @param {string} label
   */
  add(rows, label) { return this.addText(fileText(rows), label); }

  /**
   * Adds the text of a pattern file, whose entries are selected afterward.
   * @param {string} added
   * @param {string} label
   * @param {number} [shift] seconds to add to the times
   */
  async addText(added, label, shift = 0) {
    this.#selectsInserted = true;
    await this.edit(label, () => [['overlay', 'pattern']], { added, shift });
    this.#selectsInserted = false;
  }

  undo() { return this.attempt(async () => this.pattern?.undo()); }

  redo() { return this.attempt(async () => this.pattern?.redo()); }

  /** @param {string | undefined | false} text */
  hint(text) { this.dispatchEvent(new CustomEvent('hint', { detail: text || '' })); }

  /** @param {number} seconds */
  showLintAt(seconds) {
    const lint = this.pattern?.lint ?? [];
    const near = lint.map((finding, index) => ({
      index, far: Math.abs(findingTime(finding, this.pattern?.rows ?? []) - seconds),
    })).sort((a, b) => a.far - b.far)[0];
    if (near && near.far * this.view.scale < 16) {
      this.dispatchEvent(new CustomEvent('lint', { detail: near.index }));
    }
  }
}

customElements.define('haptic-timeline', Timeline);
