import { Brush } from './brush.js';
import { envelope, isEvent, parameter } from '../pattern.js';
import { controlOf } from '../tables.js';
import { labelWidth, y } from './view.js';

/** @typedef {import('../pattern.js').Row} Row */
/** @typedef {import('./view.js').View} View */
/** @typedef {import('./view.js').Lane} Lane */

/**
 * What is painted.
 * @typedef {object} Scene
 * @property {View} view
 * @property {Row[]} rows
 * @property {Map<number, Row>} moved the rows that a gesture moves, as they are during it
 * @property {Set<number>} selection
 * @property {{row: number, point: number} | null} point the selected point of a curve
 * @property {import('../pattern.js').Pattern['lint']} lint
 * @property {Float32Array} course
 * @property {number} seconds the length of the pattern
 * @property {number} cursor seconds
 * @property {number | null} playhead seconds
 * @property {{from: number, to: number} | null} loop
 * @property {{x: number, y: number, width: number, height: number} | null} box
 * @property {number | null} snap the time of the snap line, in seconds
 * @property {number} grid the step of the grid, in seconds; 0 for the labels of the ruler
 */

/** Paints a scene on a canvas, and counts what it paints. */
export class Painter {
  /** The number of rows that the last frame painted. */
  painted = 0;
  #brush;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.#brush = new Brush(canvas);
    this.context = this.#brush.context;
  }

  /** Reads the colors of the theme. */
  readColors() { this.#brush.readColors(); }

  /** @param {Scene} scene */
  paint(scene) {
    const { view } = scene;
    const { context, canvas } = this;
    const ratio = devicePixelRatio;
    if (canvas.width !== Math.round(view.width * ratio)
      || canvas.height !== Math.round(view.height * ratio)) {
      canvas.width = Math.round(view.width * ratio);
      canvas.height = Math.round(view.height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = this.#brush.colors.ground;
    context.fillRect(0, 0, view.width, view.height);
    for (const lane of view.lanes) {
      context.fillStyle = this.#brush.colors.lane;
      context.fillRect(labelWidth, lane.top, view.width - labelWidth, lane.height);
    }
    context.save();
    context.beginPath();
    context.rect(labelWidth, 0, view.width - labelWidth, view.height);
    context.clip();
    this.#time(scene);
    this.#rows(scene);
    this.#course(scene);
    this.#lint(scene);
    this.#overlays(scene);
    context.restore();
    this.#labels(scene);
  }

  /** @param {Scene} scene */
  #time({ view, loop, seconds, grid }) {
    const { context } = this;
    const ruler = view.lanes[0];
    const step = rulerStep(view.scale);
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    if (loop) {
      context.fillStyle = this.#brush.colors.accent;
      context.globalAlpha = 0.18;
      context.fillRect(view.x(loop.from), 0, (loop.to - loop.from) * view.scale, view.height);
      context.globalAlpha = 1;
    }
    // Lines of a grid that are closer than this would be a gray area.
    if (grid * view.scale >= 8) {
      for (let line = Math.ceil(view.start / grid); line * grid <= view.end; line += 1) {
        const x = view.x(line * grid);
        this.#brush.line(x, ruler.height, x, view.height, this.#brush.colors.rule, [1, 3]);
      }
    }
    for (let tick = Math.ceil(view.start / step); tick * step <= view.end; tick += 1) {
      const x = Math.round(view.x(tick * step)) + 0.5;
      this.#brush.line(x, ruler.height, x, view.height, this.#brush.colors.rule);
      context.fillStyle = this.#brush.colors.faint;
      context.fillText(timeText(tick * step, step), x + 3, ruler.height / 2);
    }
    this.#brush.line(view.x(seconds), 0, view.x(seconds), view.height, this.#brush.colors.faint, [2, 4]);
  }

  /** @param {Scene} scene */
  #rows(scene) {
    const { view, rows, moved, selection } = scene;
    const visible = view.rows(view.start, view.end);
    for (const index of moved.keys()) if (!visible.includes(index)) visible.push(index);
    this.painted = 0;
    /**
     * The highest tap of each pixel column: only this one can be seen.
     * @type {Map<number, number>}
     */
    const taps = new Map();
    for (const index of visible) {
      const row = moved.get(index) ?? rows[index];
      const lane = row && view.laneOf(row);
      if (!lane) continue;
      if (row.kind === 'transient' && !selection.has(index) && !moved.has(index)) {
        const column = Math.round(view.x(row.time));
        const other = taps.get(column);
        if (other === undefined
          || parameter(rows[other], 'HapticIntensity') < parameter(row, 'HapticIntensity')) {
          taps.set(column, index);
        }
      } else if (row.kind !== 'transient') {
        this.#row(scene, lane, row, index);
      }
    }
    for (const index of taps.values()) {
      this.#row(scene, /** @type {Lane} */ (view.laneOf(rows[index])), rows[index], index);
    }
    for (const index of visible) {
      const row = moved.get(index) ?? rows[index];
      const lane = row && view.laneOf(row);
      if (lane && (selection.has(index) || moved.has(index))) this.#row(scene, lane, row, index);
    }
  }

  /**
   * @param {Scene} scene
   * @param {Lane} lane
   * @param {Row} row
   * @param {number} index
   */
  #row(scene, lane, row, index) {
    this.painted += 1;
    const isSelected = scene.selection.has(index);
    if (row.kind === 'transient') this.#tap(scene.view, lane, row, isSelected);
    else if (isEvent(row)) this.#block(scene.view, lane, row, isSelected);
    else this.#control(scene, lane, row, index, isSelected);
  }

  /**
   * @param {View} view
   * @param {Lane} lane
   * @param {Row} row
   * @param {boolean} isSelected
   */
  #tap(view, lane, row, isSelected) {
    const { context } = this;
    const x = view.x(row.time);
    const top = y(lane, parameter(row, 'HapticIntensity'));
    const color = this.#brush.sharpness(parameter(row, 'HapticSharpness'));
    this.#brush.line(x, y(lane, 0), x, top, color, [], 3);
    context.fillStyle = color;
    context.beginPath();
    context.arc(x, top, 5, 0, 7);
    context.fill();
    if (isSelected) this.#brush.ring(x, top, 8);
  }

  /**
   * @param {View} view
   * @param {Lane} lane
   * @param {Row} row
   * @param {boolean} isSelected
   */
  #block(view, lane, row, isSelected) {
    const { context } = this;
    const isHaptic = row.kind === 'continuous';
    const level = parameter(row, isHaptic ? 'HapticIntensity' : 'AudioVolume');
    const color = isHaptic ? this.#brush.sharpness(parameter(row, 'HapticSharpness')) : this.#brush.colors.audio;
    const bottom = y(lane, 0);
    context.beginPath();
    context.moveTo(view.x(row.time), bottom);
    for (const [time, part] of envelope(row)) {
      context.lineTo(view.x(row.time + time), y(lane, level * part));
    }
    context.closePath();
    context.globalAlpha = 0.35;
    context.fillStyle = color;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = isSelected ? this.#brush.colors.accent : color;
    context.lineWidth = isSelected ? 3 : 2;
    context.stroke();
  }

  /**
   * @param {Scene} scene
   * @param {Lane} lane
   * @param {Row} row
   * @param {number} index
   * @param {boolean} isSelected
   */
  #control(scene, lane, row, index, isSelected) {
    const { context } = this;
    const { view } = scene;
    const { low, high } = controlOf(row);
    const points = row.points ?? [[0, row.value ?? 0]];
    context.strokeStyle = isSelected ? this.#brush.colors.accent : this.#brush.colors.control;
    context.lineWidth = 2;
    context.beginPath();
    points.forEach(([time, value], at) => {
      const [x, top] = [view.x(row.time + time), y(lane, value, low, high)];
      if (at === 0) context.moveTo(x, top);
      else context.lineTo(x, top);
    });
    const last = points[points.length - 1];
    // The last value holds until the next curve or parameter of this control.
    const until = Math.min(view.width, view.x(view.takeovers.get(index) ?? Infinity));
    if (last) context.lineTo(Math.max(until, view.x(row.time + last[0])), y(lane, last[1], low, high));
    context.stroke();
    points.forEach(([time, value], at) => {
      const [x, top] = [view.x(row.time + time), y(lane, value, low, high)];
      if (x < labelWidth - 8 || x > view.width + 8) return;
      const isPoint = scene.point?.row === index && scene.point.point === at;
      context.fillStyle = isSelected ? this.#brush.colors.accent : this.#brush.colors.control;
      context.fillRect(x - 4, top - 4, 8, 8);
      if (isPoint) this.#brush.ring(x, top, 8);
    });
  }

  /** @param {Scene} scene */
  #course({ view, course }) {
    const { context } = this;
    const [signal, feeling] = [view.lane('signal'), view.lane('feeling')];
    if (!signal || !feeling) return;
    const steps = course.length / 3;
    context.fillStyle = this.#brush.colors.signal;
    this.#brush.line(labelWidth, y(feeling, 0, -10, 50), view.width, y(feeling, 0, -10, 50),
      this.#brush.colors.warning, [4, 4]);
    /** @type {[number, number][]} */
    const levels = [];
    for (let x = labelWidth; x < view.width; x += 1) {
      const first = Math.floor(view.seconds(x) * 100);
      const last = Math.max(first, Math.ceil(view.seconds(x + 1) * 100) - 1);
      if (first >= steps) break;
      let [low, high, level] = [Infinity, -Infinity, -60];
      for (let step = Math.max(0, first); step <= Math.min(last, steps - 1); step += 1) {
        low = Math.min(low, course[3 * step]);
        high = Math.max(high, course[3 * step + 1]);
        level = Math.max(level, course[3 * step + 2]);
      }
      const [top, bottom] = [y(signal, high, -1, 1), y(signal, low, -1, 1)];
      if (high > low) context.fillRect(x, top, 1, Math.max(1, bottom - top));
      levels.push([x, y(feeling, Math.max(-10, Math.min(50, level)), -10, 50)]);
    }
    context.strokeStyle = this.#brush.colors.ink;
    context.lineWidth = 1.5;
    context.beginPath();
    levels.forEach(([x, top], at) => (at === 0 ? context.moveTo(x, top) : context.lineTo(x, top)));
    context.stroke();
  }

  /** @param {Scene} scene */
  #lint({ view, rows, lint }) {
    const lane = view.lane('lint');
    if (!lane) return;
    const { context } = this;
    for (const finding of lint) {
      const x = view.x(findingTime(finding, rows));
      if (finding.accepted || x < labelWidth || x > view.width) continue;
      context.fillStyle = finding.severity === 'info' ? this.#brush.colors.faint : this.#brush.colors.warning;
      context.beginPath();
      context.moveTo(x, lane.top + 3);
      context.lineTo(x + 12, lane.top + 8);
      context.lineTo(x, lane.top + 13);
      context.closePath();
      context.fill();
      context.fillRect(x - 1, lane.top + 3, 2, lane.height - 3);
    }
  }

  /** @param {Scene} scene */
  #overlays({ view, cursor, playhead, box, snap }) {
    const { context } = this;
    const { accent, ink } = this.#brush.colors;
    this.#brush.line(view.x(cursor), 0, view.x(cursor), view.height, accent, [], 1);
    if (playhead !== null) {
      this.#brush.line(view.x(playhead), 0, view.x(playhead), view.height, ink, [], 2);
    }
    if (snap !== null) this.#brush.line(view.x(snap), 0, view.x(snap), view.height, accent, [1, 3], 2);
    if (box) {
      context.strokeStyle = accent;
      context.lineWidth = 1;
      context.strokeRect(box.x, box.y, box.width, box.height);
    }
  }

  /** @param {Scene} scene */
  #labels({ view }) {
    const { context } = this;
    context.textBaseline = 'middle';
    for (const lane of view.lanes) {
      context.fillStyle = this.#brush.colors.ink;
      context.font = '13px system-ui, sans-serif';
      context.fillText(lane.name, 4, lane.top + Math.min(lane.height / 2, 12));
      const ends = laneEnds(lane);
      if (!ends) continue;
      context.fillStyle = this.#brush.colors.faint;
      context.font = '12px system-ui, sans-serif';
      context.textAlign = 'right';
      context.fillText(ends[1], labelWidth - 6, lane.top + 28);
      context.fillText(ends[0], labelWidth - 6, lane.top + lane.height - 8);
      context.textAlign = 'left';
    }
  }

}

/**
 * @param {Lane} lane
 * @returns {[string, string] | null} the values at the lower and the upper edge
 */
function laneEnds(lane) {
  switch (lane.kind) {
    case 'events':
    case 'sounds': return ['0', '1'];
    case 'signal': return ['-1', '1'];
    case 'feeling': return ['-10', '50'];
    case 'control': {
      const { low, high } = controlOf(lane);
      return [`${low}`, `${high}`];
    }
    default: return null;
  }
}

/**
 * @param {number} scale pixels per second
 * @returns {number} seconds between two labels
 */
export function rulerStep(scale) {
  for (let power = -4; power < 5; power += 1) {
    for (const digit of [1, 2, 5]) {
      const step = digit * 10 ** power;
      if (step * scale >= 70) return step;
    }
  }
  return 1e5;
}

/**
 * @param {number} seconds
 * @param {number} step
 */
export function timeText(seconds, step) {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return seconds.toFixed(Math.min(4, digits));
}

/**
 * @param {{path: string}} finding
 * @param {Row[]} rows
 * @returns {number} the time of a finding, in seconds
 */
export function findingTime(finding, rows) {
  const index = /Pattern\[(\d+)\]/.exec(finding.path)?.[1];
  return index === undefined ? 0 : rows[Number(index)]?.time ?? 0;
}
