import { Brush } from './brush.js';
import { paintLines, paintOverlays } from './paint-time.js';
import { labelWidth } from './scale.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./view.js').View} View */
/** @typedef {import('./lanes.js').Lane} Lane */

/**
 * What is painted.
 * @typedef {object} Scene
 * @property {View} view
 * @property {import('../pattern.js').Pattern | null} pattern
 * @property {Map<number, Row>} moved the rows that a gesture moves, as they are during it
 * @property {Set<number>} selection
 * @property {{row: number, point: number} | null} point the selected point of a curve
 * @property {number | null} handled the row whose envelope has handles
 * @property {string | null} handle the selected handle
 * @property {import('./tiles.js').Tiles} tiles
 * @property {(address: string) => Float32Array | undefined} samples returns the samples of a block of the sound, if they are loaded
 * @property {boolean} hasSpectrogram whether the frequencies of sounds are shown
 * @property {number} cursor seconds
 * @property {number | null} playhead seconds
 * @property {{from: number, to: number} | null} loop
 * @property {{x: number, y: number, width: number, height: number} | null} box
 * @property {number | null} snap the time of the snap line, in seconds
 * @property {[number, number][] | null} course the pixels through which the pen has drawn
 * @property {{x: number, y: number, text: string} | null} tip a text at the pointer
 * @property {number} grid the step of the grid, in seconds; 0 for the labels of the ruler
 */

/** @typedef {Scene & {brush: Brush, rows: Row[]}} Frame what the lanes paint, and with what */

/** Paints a scene on a canvas, and counts what it paints. */
export class Painter {
  #brush;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.#brush = new Brush(canvas);
  }

  /** The number of rows that the last frame painted. */
  get painted() { return this.#brush.rows; }

  /** The number of shapes that the last frame drew. */
  get drawn() { return this.#brush.shapes; }

  /** Reads the colors of the theme. */
  readColors() { this.#brush.readColors(); }

  /** @param {Scene} scene */
  paint(scene) {
    const { view } = scene;
    const brush = this.#brush;
    const { context } = brush;
    brush.begin(view.width, view.height);
    brush.fill(0, 0, view.width, view.height, brush.colors.ground);
    for (const lane of view.lanes) {
      brush.fill(labelWidth, lane.top, view.width - labelWidth, lane.height, brush.colors.lane);
    }
    const frame = { ...scene, brush, rows: scene.pattern?.rows ?? [] };
    const held = heldRows(frame);
    this.#clipped(labelWidth, 0, view.height, view, () => paintLines(frame));
    for (const lane of view.lanes) {
      if (lane.isFolded) continue;
      this.#clipped(labelWidth, lane.top - 4, lane.height + 8, view, () => lane.paint(frame, lane, held.get(lane) ?? []));
    }
    this.#clipped(labelWidth, 0, view.height, view, () => paintOverlays(frame));
    context.textAlign = 'left';
  }

  /**
   * Paints within a part of the canvas that reaches to its right edge.
   * @param {number} left
   * @param {number} top
   * @param {number} height
   * @param {View} view
   * @param {() => void} paint
   */
  #clipped(left, top, height, view, paint) {
    const { context } = this.#brush;
    context.save();
    context.beginPath();
    context.rect(left, top, view.width - left, height);
    context.clip();
    paint();
    context.restore();
  }
}

/**
 * @param {Frame} frame
 * @returns {Map<Lane, number[]>} the visible rows of each lane, in order of time
 */
function heldRows({ view, rows, moved }) {
  /** @type {Map<Lane, number[]>} */
  const held = new Map();
  const visible = new Set(view.rows(view.start, view.end));
  for (const index of moved.keys()) visible.add(index);
  for (const lane of view.lanes) {
    const before = lane.control === undefined || lane.isFolded ? undefined : view.governing(lane.control, view.start);
    if (before !== undefined) visible.add(before);
  }
  for (const index of visible) {
    const row = moved.get(index) ?? rows[index];
    const lane = row && view.laneOf(row);
    if (!lane) continue;
    const list = held.get(lane);
    if (list) list.push(index);
    else held.set(lane, [index]);
  }
  return held;
}
