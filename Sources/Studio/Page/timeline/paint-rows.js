import { end, envelope, parameter } from '../row.js';
import { handles, isSustained } from './envelope.js';
import { paintSpectrogram, paintWave } from './paint-waves.js';
import { ordered } from './points.js';
import { labelWidth, y } from './scale.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./painter.js').Frame} Frame */
/** @typedef {import('./lanes.js').Lane} Lane */

/**
 * @param {Frame} frame
 * @param {number} index
 * @returns {Row} the row as it is shown during a gesture
 */
const rowAt = ({ moved, rows }, index) => moved.get(index) ?? rows[index];

/**
 * @param {Frame} frame
 * @param {number} index
 */
const isMarked = ({ selection, moved }, index) => selection.has(index) || moved.has(index);

/**
 * Leaves out rows of which another one hides the most, if there are more rows than pixels.
 * @param {Frame} frame
 * @param {number[]} indices
 * @param {(row: Row) => number} height
 * @param {number} most the number of rows up to which all are kept
 * @returns {number[]} of each pixel at which rows begin, the highest, the lowest and the longest one
 */
function thinned(frame, indices, height, most) {
  if (indices.length <= most) return indices;
  /** @type {Map<number, number[]>} */
  const kept = new Map();
  for (const index of indices) {
    const row = rowAt(frame, index);
    const column = Math.round(frame.view.x(row.time));
    const [highest, lowest, longest] = kept.get(column) ?? [index, index, index];
    kept.set(column, [
      height(row) > height(rowAt(frame, highest)) ? index : highest,
      height(row) < height(rowAt(frame, lowest)) ? index : lowest,
      end(row) > end(rowAt(frame, longest)) ? index : longest,
    ]);
  }
  return [...new Set([...kept.values()].flat())];
}

/**
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {number[]} indices
 */
export function paintEvents(frame, lane, indices) {
  const isTap = (/** @type {number} */ index) => rowAt(frame, index).kind === 'transient';
  paintBlocks(frame, lane, indices.filter((index) => !isTap(index)));
  const taps = indices.filter(isTap);
  for (const isOver of [false, true]) {
    for (const index of highest(frame, taps.filter((tap) => isMarked(frame, tap) === isOver))) {
      paintTap(frame, lane, rowAt(frame, index), frame.selection.has(index));
    }
  }
  if (frame.handled !== null) paintHandles(frame, lane, frame.handled);
}

/**
 * @param {Frame} frame
 * @param {number[]} taps
 * @returns {Iterable<number>} the highest tap of each pixel: only this one can be seen
 */
function highest(frame, taps) {
  /** @type {Map<number, number>} */
  const found = new Map();
  const level = (/** @type {number} */ index) => parameter(rowAt(frame, index), 'HapticIntensity');
  for (const index of taps) {
    const column = Math.round(frame.view.x(rowAt(frame, index).time));
    const other = found.get(column);
    if (other === undefined || level(other) < level(index)) found.set(column, index);
  }
  return found.values();
}

/**
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {Row} row
 * @param {boolean} isSelected
 */
function paintTap({ brush, view }, lane, row, isSelected) {
  brush.rows += 1;
  const { context } = brush;
  const x = view.x(row.time);
  const top = y(lane, parameter(row, 'HapticIntensity'));
  const color = brush.sharpness(parameter(row, 'HapticSharpness'));
  brush.line(x, y(lane, 0), x, top, color, [], 3);
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, top, 5, 0, 7);
  context.fill();
  if (isSelected) brush.ring(x, top, 8);
}

/**
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {number[]} indices
 */
export function paintSounds(frame, lane, indices) {
  if (frame.hasSpectrogram) {
    for (const index of thinned(frame, indices, volume, 200)) paintSpectrogram(frame, lane, rowAt(frame, index));
  }
  paintBlocks(frame, lane, indices);
  if (frame.handled !== null) paintHandles(frame, lane, frame.handled);
}

/** @param {Row} row */
const volume = (row) => parameter(row, 'AudioVolume');

/** @param {Row} row */
const strength = (row) => parameter(row, row.kind === 'continuous' ? 'HapticIntensity' : 'AudioVolume');

/**
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {number[]} indices
 */
function paintBlocks(frame, lane, indices) {
  const most = frame.view.width / 2;
  for (const isOver of [false, true]) {
    const layer = indices.filter((index) => isMarked(frame, index) === isOver);
    for (const index of thinned(frame, layer, strength, most)) {
      paintBlock(frame, lane, rowAt(frame, index), frame.selection.has(index));
    }
  }
}

/**
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {Row} row
 * @param {boolean} isSelected
 */
function paintBlock(frame, lane, row, isSelected) {
  const { brush, view } = frame;
  const { context } = brush;
  brush.rows += 1;
  const level = strength(row);
  const color = row.kind === 'continuous' ? brush.sharpness(parameter(row, 'HapticSharpness')) : brush.colors.audio;
  context.beginPath();
  context.moveTo(view.x(row.time), y(lane, 0));
  for (const [time, part] of envelope(row)) context.lineTo(view.x(row.time + time), y(lane, level * part));
  context.closePath();
  context.globalAlpha = 0.35;
  context.fillStyle = color;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = isSelected ? brush.colors.accent : color;
  context.lineWidth = isSelected ? 3 : 2;
  context.stroke();
  brush.shapes += 2;
  if (row.kind === 'sound') paintWave(frame, lane, row, level);
  if (row.envelope) paintSustain(frame, lane, row, level, color);
}

/**
 * Shows whether a vibration keeps its level until its end: a bar on its level, or a dashed line to where it decays.
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {Row} row
 * @param {number} level
 * @param {string} color
 */
function paintSustain({ brush, view }, lane, row, level, color) {
  const [attack, decay] = row.envelope ?? [0, 0];
  const [left, right] = [view.x(row.time + attack), view.x(end(row))];
  if (right - left < 6) return;
  if (isSustained(row)) {
    brush.line(left, y(lane, level), right, y(lane, level), color, [], 4);
  } else {
    brush.line(left, y(lane, level), view.x(row.time + attack + decay), y(lane, 0), color, [3, 3]);
  }
}

/**
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {number} index
 */
function paintHandles(frame, lane, index) {
  const row = rowAt(frame, index);
  if (!row || !lane.holds?.(row)) return;
  const { brush, view } = frame;
  for (const handle of handles(row)) {
    const [x, top] = [view.x(row.time + handle.time), y(lane, strength(row) * handle.part)];
    brush.fill(x - 4, top - 4, 8, 8, brush.colors.ground);
    brush.context.strokeStyle = brush.colors.accent;
    brush.context.lineWidth = 2;
    brush.context.strokeRect(x - 4, top - 4, 8, 8);
    if (handle.id === frame.handle) brush.ring(x, top, 9);
  }
}

/**
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {number[]} indices
 */
export function paintControl(frame, lane, indices) {
  const first = (/** @type {Row} */ row) => ordered(row)[0]?.value ?? 0;
  for (const index of thinned(frame, indices, first, frame.view.width / 2)) {
    const row = rowAt(frame, index);
    // The last value holds until the next curve or parameter of this control.
    const until = Math.min(frame.view.width, frame.view.x(frame.view.takeovers.get(index) ?? Infinity));
    paintPoints(frame, lane, row, index, until);
  }
}

/**
 * @param {Frame} frame
 * @param {Lane} lane
 * @param {Row} row
 * @param {number} index
 * @param {number} until the pixel until which the last value holds
 */
function paintPoints(frame, lane, row, index, until) {
  const { brush, view, point } = frame;
  brush.rows += 1;
  const color = frame.selection.has(index) ? brush.colors.accent : brush.colors.control;
  const order = ordered(row);
  const points = order.map(({ time, value }) => /** @type {[number, number]} */ ([view.x(row.time + time), y(lane, value)]));
  const last = points[points.length - 1];
  if (!last) return;
  brush.path(visiblePoints([...points, [Math.max(until, last[0]), last[1]]], view.width), color, 2);
  // Squares that would cover each other are left out.
  let before = -Infinity;
  points.forEach(([x, top], place) => {
    const isPoint = point?.row === index && point.point === order[place].at;
    if (x < labelWidth - 8 || x > view.width + 8 || (x - before < 3 && !isPoint)) return;
    before = x;
    brush.fill(x - 4, top - 4, 8, 8, color);
    if (isPoint) brush.ring(x, top, 8);
  });
}

/**
 * @param {[number, number][]} points
 * @param {number} width
 * @returns {[number, number][]} the points without those that cannot be seen: at most four at each pixel
 */
function visiblePoints(points, width) {
  if (points.length <= width / 2) return points;
  /** @type {[number, number][]} */
  const kept = [];
  for (let at = 0; at < points.length;) {
    const column = Math.min(width, Math.max(labelWidth, Math.round(points[at][0])));
    let last = at;
    let [low, high] = [points[at], points[at]];
    for (; last < points.length; last += 1) {
      if (Math.min(width, Math.max(labelWidth, Math.round(points[last][0]))) !== column) break;
      if (points[last][1] < low[1]) low = points[last];
      if (points[last][1] > high[1]) high = points[last];
    }
    kept.push(points[at], low, high, points[last - 1]);
    at = last;
  }
  return kept;
}
