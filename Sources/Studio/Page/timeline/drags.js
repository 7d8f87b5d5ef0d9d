import { moveEdits, pointEdits, set, tap } from '../edits.js';
import { end, isEvent, parameter } from '../row.js';
import { bounds } from './points.js';
import { value } from './scale.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./timeline.js').Timeline} Timeline */
/** @typedef {import('./hits.js').Place} Place */
/** @typedef {import('./hits.js').Hit} Hit */
/** @typedef {import('./gestures.js').Gesture} Gesture */

/**
 * Moves the selected rows in time, and changes their intensity or sharpness.
 * @param {Timeline} timeline
 * @param {Place} from
 * @returns {Gesture}
 */
export function dragRows(timeline, from) {
  const { view } = timeline;
  const revision = timeline.pattern?.revision;
  const rows = timeline.selectedRows();
  const first = Math.min(...rows.map(([, row]) => row.time));
  const lane = view.laneAt(from.y);
  const by = { time: 0, intensity: 0, sharpness: 0 };
  return {
    move: (place, event) => {
      const fine = event.shiftKey ? 0.1 : 1;
      const time = first + ((place.x - from.x) * fine) / view.scale;
      const snapped = timeline.snapped(time, event, new Set(timeline.selection));
      by.time = Math.abs(place.x - from.x) < 3 ? 0 : Math.max(0, snapped) - first;
      const up = (((from.y - place.y) * fine) / ((lane?.height ?? 100) - 12));
      const part = Math.abs(from.y - place.y) < 3 ? 0 : up;
      by.intensity = event.altKey ? 0 : limited(rows, 'HapticIntensity', part);
      by.sharpness = event.altKey ? limited(rows, 'HapticSharpness', part) : 0;
      timeline.moved.clear();
      for (const [index, row] of rows) timeline.moved.set(index, moved(row, by));
      const [shown] = timeline.moved.values();
      timeline.hint(shown && describe(shown));
      timeline.draw();
    },
    finish: () => {
      const edits = moveEdits(rows.map(([index]) => index), by);
      if (edits.length === 0) return timeline.moved.clear();
      timeline.reveal(first + by.time);
      return timeline.edit(`move ${counted(rows.length)}`, edits, { revision });
    },
  };
}

/**
 * Changes the duration of a row.
 * @param {Timeline} timeline
 * @param {Hit} hit
 * @param {Place} from
 * @returns {Gesture}
 */
export function dragEnd(timeline, hit, from) {
  const revision = timeline.pattern?.revision;
  const row = timeline.row(hit.row);
  const whole = end(row) - row.time;
  let duration = whole;
  return {
    move: (place, event) => {
      const raw = end(row) + ((place.x - from.x) * (event.shiftKey ? 0.1 : 1)) / timeline.view.scale;
      duration = Math.max(0.001, timeline.snapped(raw, event, new Set([hit.row])) - row.time);
      timeline.moved.set(hit.row, { ...row, duration });
      timeline.hint(`${duration.toFixed(3)} s long`);
      timeline.draw();
    },
    finish: () => {
      if (duration !== whole) {
        timeline.edit('resize', [set(hit.row, 'EventDuration', duration)], { revision });
      } else timeline.moved.clear();
    },
  };
}

/**
 * Moves a point of a curve, or a parameter.
 * @param {Timeline} timeline
 * @param {Hit} hit
 * @param {Place} from
 * @returns {Gesture}
 */
export function dragPoint(timeline, hit, from) {
  const revision = timeline.pattern?.revision;
  const row = timeline.row(hit.row);
  const lane = timeline.view.laneOf(row);
  const [low, high] = [lane?.low ?? 0, lane?.high ?? 1];
  const at = hit.point ?? 0;
  const points = row.points ?? [[0, row.value ?? 0]];
  const [time, level] = points[at];
  // The points of a curve stay in order.
  const [earliest, latest] = bounds(row, at);
  let to = { time, value: level };
  return {
    move: (place, event) => {
      const fine = event.shiftKey ? 0.1 : 1;
      const raw = row.time + time + ((place.x - from.x) * fine) / timeline.view.scale;
      const snapped = timeline.snapped(raw, event, new Set([hit.row])) - row.time;
      const moves = Math.abs(place.x - from.x) >= 3;
      to = {
        time: moves ? Math.min(latest, Math.max(row.points ? earliest : -row.time, snapped)) : time,
        value: lane ? Math.min(high, Math.max(low, level
          + ((from.y - place.y) * fine * (high - low)) / (lane.height - 12))) : level,
      };
      timeline.moved.set(hit.row, movedPoint(row, at, to));
      timeline.hint(`${(row.time + to.time).toFixed(3)} s, ${to.value.toFixed(3)}`);
      timeline.draw();
    },
    finish: () => {
      if (to.time === time && to.value === level) return timeline.moved.clear();
      const change = {
        time: to.time === time ? undefined : to.time, value: to.value === level ? undefined : to.value,
      };
      if (row.points) return timeline.edit('move a point', pointEdits(hit.row, at, change), { revision });
      return timeline.edit('move a parameter', [
        ...(change.time === undefined ? [] : [set(hit.row, 'Time', row.time + change.time)]),
        ...(change.value === undefined ? [] : [set(hit.row, 'ParameterValue', change.value)]),
      ], { revision });
    },
  };
}

/**
 * Draws a tap or a vibration.
 * @param {Timeline} timeline
 * @param {Place} from
 * @returns {Gesture | null} nil if the lane of events is not shown
 */
export function drawEvent(timeline, from) {
  const lane = timeline.view.lane('events');
  if (!lane) return null;
  const start = (/** @type {PointerEvent} */ event) =>
    Math.max(0, timeline.snapped(timeline.view.seconds(from.x), event, new Set()));
  /** @type {Row} */
  let row = tap(0, 0.5, 0.5);
  const make = (/** @type {Place} */ place, /** @type {PointerEvent} */ event) => {
    row = tap(start(event), value(lane, from.y), 0.5);
    const length = timeline.view.seconds(place.x) - timeline.view.seconds(from.x);
    if (place.x - from.x > 6) row = { ...row, kind: 'continuous', duration: +length.toFixed(4) };
  };
  return {
    move: (place, event) => {
      make(place, event);
      timeline.moved.set(timeline.pattern?.rows.length ?? 0, row);
      timeline.hint(describe(row));
      timeline.draw();
    },
    finish: (place, event) => {
      make(place, event);
      timeline.add([row], row.kind === 'transient' ? 'add a tap' : 'add a vibration');
    },
  };
}

/**
 * @param {[number, Row][]} rows
 * @param {string} id
 * @param {number} amount
 * @returns {number} the amount up to which at least one of the rows can still change
 */
function limited(rows, id, amount) {
  const values = rows.filter(([, row]) => isFelt(row)).map(([, row]) => parameter(row, id));
  return values.length === 0 ? amount : Math.min(1 - Math.min(...values), Math.max(-Math.max(...values), amount));
}

/** @param {Row} row */
const isFelt = (row) => row.kind === 'transient' || row.kind === 'continuous';

/**
 * @param {Row} row
 * @param {{time: number, intensity: number, sharpness: number}} by
 * @returns {Row}
 */
function moved(row, by) {
  const parameters = { ...row.parameters };
  if (isFelt(row)) {
    const add = (/** @type {string} */ id, /** @type {number} */ amount) => {
      if (amount) parameters[id] = Math.min(1, Math.max(0, parameter(row, id) + amount));
    };
    add('HapticIntensity', by.intensity);
    add('HapticSharpness', by.sharpness);
  }
  return { ...row, time: row.time + by.time, parameters };
}

/**
 * @param {Row} row
 * @param {number} at
 * @param {{time: number, value: number}} to
 * @returns {Row}
 */
function movedPoint(row, at, to) {
  if (!row.points) return { ...row, time: row.time + to.time, value: to.value };
  const points = row.points.map((point, index) =>
    /** @type {[number, number]} */ (index === at ? [to.time, to.value] : point));
  return { ...row, points };
}

/** @param {Row} row */
function describe(row) {
  const strength = isEvent(row) && row.parameters?.HapticIntensity !== undefined
    ? `, intensity ${parameter(row, 'HapticIntensity').toFixed(2)}`
      + `, sharpness ${parameter(row, 'HapticSharpness').toFixed(2)}` : '';
  return `${row.time.toFixed(3)} s${strength}`;
}

/** @param {number} count */
function counted(count) { return count === 1 ? '1 event' : `${count} events`; }

