import { element } from '../dom.js';
import { LaneLabels } from './labels.js';
import { placed } from './lanes.js';
import { Painter } from './painter.js';
import { Tiles } from './tiles.js';
import { View } from './view.js';

/** @typedef {import('../pattern.js').Pattern} Pattern */
/** @typedef {import('./timeline.js').Timeline} Timeline */

/**
 * The lanes, and their heights in pixels.
 *
 * Our choice: two pictures and the timeline fit on a screen of 800 pixels.
 * @type {[string, number][]}
 */
const lanes = [['events', 64], ['feeling', 44]];

/** A picture of a pattern with the times of a timeline, to which it is parallel. */
export class Picture {
  canvas = element('canvas', { 'aria-hidden': 'true' });
  element = element('div', { className: 'picture' }, this.canvas);
  /**
   * The rows that are emphasized.
   * @type {Set<number>}
   */
  marked = new Set();
  #view = new View();
  #tiles = new Tiles();
  /** @type {Painter | null} */
  #painter = null;

  constructor() {
    this.#view.lanes = placed(lanes);
    this.#view.height = lanes.reduce((sum, [, height]) => sum + height + 4, 0);
    const labels = new LaneLabels(() => {});
    labels.show(this.#view.lanes);
    this.element.append(labels.element);
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => this.#painter?.readColors());
  }

  /** The rows that the last frame painted. */
  get painted() { return this.#painter?.painted ?? 0; }

  /** @param {Pattern} pattern the pattern whose rows are painted from now on */
  sort(pattern) { this.#view.sort(pattern.rows); }

  /**
   * @param {Pattern} pattern
   * @param {Timeline} timeline
   * @param {boolean} isHeard
   */
  paint(pattern, timeline, isHeard) {
    const view = this.#view;
    [view.start, view.scale, view.width] = [timeline.view.start, timeline.view.scale, timeline.view.width];
    // The colors of the theme are known only in the document.
    this.#painter ??= new Painter(this.canvas);
    [this.canvas.style.width, this.canvas.style.height] = [`${view.width}px`, `${view.height}px`];
    const { player } = timeline;
    this.#painter.paint({
      view, pattern, moved: new Map(), selection: this.marked, point: null, handled: null, handle: null,
      tiles: this.#tiles, samples: (address) => player?.samples(address, () => timeline.draw()),
      hasSpectrogram: false, cursor: timeline.cursor,
      playhead: isHeard && player?.isPlaying ? player.seconds : null, loop: player?.loop ?? null, box: null, snap: null,
      course: null, grid: 0, tip: null,
    });
  }
}
