import { fileText, number, pointEdits, selectionWords, set } from '../edits.js';
import { end, isEvent, parameter } from '../row.js';
import { controlOf } from '../tables.js';
import { bounds, equal, felt, ordered, placeOfNew, reachable, valueAt } from './points.js';
import { value, y } from './scale.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./timeline.js').Timeline} Timeline */
/** @typedef {import('./gestures.js').Gesture} Gesture */
/** @typedef {import('./hits.js').Place} Place */
/** @typedef {import('./lanes.js').Lane} Lane */
/** @typedef {[number, number]} Point a time in seconds, and a value */

/** The shortest course, in seconds. Our choice: shorter ones are slips of the hand. */
const shortest = 0.005;

/** The seconds before the end of an event in which a change back to its former strength is not meant. Our choice. */
const brief = 0.02;

/**
 * Draws the course of a control with the pen: a value for each pixel that the pen passes.
 *
 * In the lane of a control, heights are its values. In the lanes of intensity and sharpness, heights are those of the
 * strongest event in this part; the others keep their proportion to it, as controls act on all events.
 * @param {Timeline} timeline
 * @param {Lane} lane
 * @param {Place} from
 * @returns {Gesture}
 */
export function drawCourse(timeline, lane, from) {
  const { view } = timeline;
  const control = lane.draws ?? '';
  const revision = timeline.pattern?.revision;
  /**
   * The values of the lane by pixel.
   * @type {Map<number, number>}
   */
  const drawn = new Map();
  let last = from;
  const pass = (/** @type {Place} */ place) => {
    const [first, until] = [Math.round(last.x), Math.round(place.x)];
    const steps = Math.max(1, Math.abs(until - first));
    for (let step = 0; step <= steps; step += 1) {
      const part = step / steps;
      drawn.set(Math.round(first + (until - first) * part), value(lane, last.y + (place.y - last.y) * part));
    }
    last = place;
  };
  const points = (/** @type {PointerEvent} */ event) => {
    const sorted = [...drawn].sort(([one], [two]) => one - two);
    return snappedEnds(timeline, event, sorted.map(([x, level]) => [Math.max(0, view.seconds(x)), level]));
  };
  return {
    move: (place, event) => {
      pass(place);
      timeline.course = [...drawn].sort(([one], [two]) => one - two).map(([x, level]) => [x, y(lane, level)]);
      timeline.snapped(Math.max(0, view.seconds(place.x)), event, new Set());
      const [time, level] = [Math.max(0, view.seconds(place.x)), value(lane, place.y)];
      const most = lane.control ? lane.high : reachable(timeline, control, time);
      timeline.hint(`${time.toFixed(3)} s, ${level > most ? `at most ${most.toFixed(2)} here` : level.toFixed(2)}`);
      timeline.draw();
    },
    finish: (place, event) => {
      pass(place);
      timeline.course = null;
      const made = points(event);
      if (made.length < 2 || made[made.length - 1][0] - made[0][0] < shortest) {
        if (lane.control) addPoint(timeline, lane.control, view.seconds(place.x), value(lane, place.y));
        return;
      }
      // A lane with a control shows the values of the control itself.
      const values = lane.control ? made : controlled(timeline, control, made);
      setCourse(timeline, control, values, { label: 'draw a curve', revision });
    },
  };
}

/**
 * @param {Timeline} timeline
 * @param {PointerEvent} event
 * @param {Point[]} points
 * @returns {Point[]} the points from the time to which the first one snaps to that of the last one
 */
function snappedEnds(timeline, event, points) {
  const [first, last] = [points[0], points[points.length - 1]];
  const [start, finish] = [first, last].map(([time]) => Math.max(0, timeline.snapped(time, event, new Set())));
  const inner = points.filter(([time]) => time > start && time < finish);
  return finish > start ? [[start, first[1]], ...inner, [finish, last[1]]] : [];
}

/**
 * @param {Timeline} timeline
 * @param {string} control
 * @param {Point[]} points what the strongest event of this part is to feel like
 * @returns {Point[]} the values of the control
 */
function controlled(timeline, control, points) {
  const { adds, low, high } = controlOf({ control });
  const strength = (/** @type {Row} */ row) => parameter(row, 'HapticIntensity');
  const [strongest] = felt(timeline, points[0][0], points[points.length - 1][0])
    .sort((one, two) => strength(two) - strength(one));
  const base = strongest ? parameter(strongest, control.replace(/Control$/, '')) : adds ? 0.5 : 1;
  return points.map(([time, level]) =>
    [time, Math.min(high, Math.max(low, adds ? level - base : level / Math.max(base, 0.001)))]);
}

/**
 * Makes a control follow points from the first to the last one. Before and after, it stays as it was.
 * @param {Timeline} timeline
 * @param {string} control
 * @param {Point[]} points in order of time
 * @param {{label: string, revision?: number}} how
 */
async function setCourse(timeline, control, points, { label, revision }) {
  const { pattern } = timeline;
  if (!pattern) return;
  const [start, finish] = [points[0][0], points[points.length - 1][0]];
  const own = [...pattern.rows.entries()].filter(([, row]) => row.control === control)
    .sort(([, one], [, two]) => one.time - two.time);
  const before = own.filter(([, row]) => row.time < start - equal).pop();
  const replaced = own.filter(([, row]) => row.time >= start - equal && row.time <= finish + equal).map(([index]) => index);
  const edits = before ? cut(...before, start) : [];
  if (replaced.length > 0) edits.push(['select', selectionWords(replaced)], ['delete'], ['select', 'all']);
  /** @type {Row} */
  const curve = {
    kind: 'curve', control, time: start,
    points: points.map(([time, level]) => [+(time - start).toFixed(6), +level.toFixed(4)]),
  };
  const after = own.filter(([, row]) => row.time <= finish + equal).pop()?.[1];
  const added = fileText([curve, ...rest(timeline, control, after, points[points.length - 1])]);
  await timeline.edit(label, [...edits, ['overlay', 'pattern']], { added, isDrawn: true, revision });
  const index = pattern.rows.findIndex((row) =>
    row.kind === 'curve' && row.control === control && Math.abs(row.time - start) < equal);
  // Another pattern may be shown before the answer arrives.
  if (timeline.pattern !== pattern || index < 0) return;
  timeline.select([index]);
  timeline.focusRow(index);
}

/**
 * @param {number} index
 * @param {Row} row
 * @param {number} time
 * @returns {string[][]} the edits that end a curve at a time
 */
function cut(index, row, time) {
  const offset = time - row.time;
  const later = (row.points ?? []).flatMap(([start], at) => (start > offset ? [at] : []));
  if (later.length === 0) return [];
  const path = `Pattern[${index}]`;
  const added = placeOfNew(row, offset);
  return [
    ['add-point', path, number(offset), number(valueAt(row, time))],
    // The points are numbered with the added one.
    ...later.reverse().map((at) => ['delete-point', path, `${at < added ? at : at + 1}`]),
  ];
}

/**
 * @param {Timeline} timeline
 * @param {string} control
 * @param {Row | undefined} row what has set the control at the end of the course so far
 * @param {Point} last the end of the course
 * @returns {Row[]} what sets the control afterward, so that it stays as it was
 */
function rest(timeline, control, row, [finish, level]) {
  // What is about to end keeps the end of the course, and does not jump back for a moment.
  const ends = felt(timeline, finish, finish).map(end).filter((until) => until <= finish + brief);
  const begins = felt(timeline, finish, finish + brief).map((event) => event.time).filter((start) => start > finish + equal);
  const time = Math.max(finish, Math.min(Math.max(...ends), ...begins));
  // Its release keeps the end of the course as well.
  const starts = felt(timeline, time, Infinity).map((event) =>
    (event.time < time - equal && end(event) > time + equal ? time : event.time));
  const next = Math.min(...starts.filter((start) => start >= time));
  const from = Number.isFinite(next) ? next : time;
  const later = row ? ordered(row).filter((point) => row.time + point.time > from + equal) : [];
  if (row && later.length > 0) {
    const points = later.map((point) => /** @type {Point} */ ([+(row.time + point.time - from).toFixed(6), point.value]));
    return [{ kind: 'curve', control, time: from, points: [[0, valueAt(row, from)], ...points] }];
  }
  const former = row ? valueAt(row, from) : controlOf({ control }).adds ? 0 : 1;
  return Math.abs(former - level) < 1e-4 || !Number.isFinite(next)
    ? [] : [{ kind: 'parameter', control, time: next, value: former }];
}

/**
 * Fades the selected events out, or the whole pattern: the intensity falls to 0.
 * @param {Timeline} timeline
 */
export function fadeOut(timeline) {
  const selected = timeline.selectedRows().map(([, row]) => row).filter(isEvent);
  const rows = selected.length > 0 ? selected : timeline.pattern?.rows.filter(isEvent) ?? [];
  const [start, finish] = [Math.min(...rows.map(({ time }) => time)), Math.max(...rows.map(end))];
  if (!(finish - start >= shortest)) return timeline.refuse('select events that last longer, to fade them out');
  return setCourse(timeline, 'HapticIntensityControl', [[start, 1], [finish, 0]], { label: 'fade out' });
}

/**
 * Adds a point to the curve that sets a control at a time.
 * @param {Timeline} timeline
 * @param {string} control
 * @param {number} time
 * @param {number} level
 */
export function addPoint(timeline, control, time, level) {
  const index = timeline.view.governing(control, time);
  if (index === undefined || timeline.row(index).kind !== 'curve') {
    return timeline.refuse('a point needs a curve; draw one with the pen');
  }
  const row = timeline.row(index);
  return timeline.edit('add a point', [
    ['add-point', `Pattern[${index}]`, `${+(time - row.time).toFixed(4)}`, `${+level.toFixed(4)}`],
  ]);
}

/**
 * Adds a point at the cursor to the selected curve, and selects the point.
 * @param {Timeline} timeline
 */
export async function addPointAtCursor(timeline) {
  const [index] = timeline.selection;
  const row = timeline.row(index);
  if (timeline.selection.size !== 1 || !row?.points) return timeline.refuse('select a curve, to add a point to it');
  if (timeline.cursor < row.time) return timeline.refuse('the cursor is before the curve');
  const offset = +(timeline.cursor - row.time).toFixed(6);
  const point = placeOfNew(row, offset);
  await timeline.edit('add a point', () => [
    ['add-point', `Pattern[${index}]`, number(offset), number(valueAt(timeline.row(index), timeline.cursor))],
  ]);
  return timeline.selectPoint({ row: index, point });
}

/**
 * Selects the next point of the selected curve, on which the arrows act; after the last one, none.
 * @param {Timeline} timeline
 */
export function nextPoint(timeline) {
  const [index] = timeline.selection;
  const points = timeline.row(index)?.points;
  if (timeline.selection.size !== 1 || !points) return;
  const next = timeline.point?.row === index ? timeline.point.point + 1 : 0;
  timeline.selectPoint(next < points.length ? { row: index, point: next } : null);
  const [at, level] = points[next] ?? [];
  timeline.hint(at !== undefined && `point ${next + 1} of ${points.length}: ${at} s, ${level}: arrows move it`);
}

/**
 * Moves the selected point of a curve in time or in value, or changes the value of a selected parameter.
 * @param {Timeline} timeline
 * @param {{time?: number, intensity?: number}} by
 * @param {boolean} joins whether the change is undone together with the one before
 * @returns {boolean} whether anything of this kind is selected
 */
export function nudgePoint(timeline, { time = 0, intensity = 0 }, joins) {
  const [index] = timeline.selection;
  const selected = timeline.row(index);
  if (timeline.selection.size !== 1 || !selected?.control || (time === 0 && intensity === 0)) return false;
  const { low, high } = controlOf(selected);
  const limited = (/** @type {number} */ level) => Math.min(high, Math.max(low, level));
  if (!selected.points) {
    if (intensity === 0) return false;
    timeline.edit('change the value', () =>
      [set(index, 'ParameterValue', limited((timeline.row(index).value ?? 0) + intensity))], { joins });
    return true;
  }
  const at = timeline.point;
  if (at?.row !== index) return false;
  timeline.edit('move a point', () => {
    const row = timeline.row(index);
    const [offset, level] = (row.points ?? [])[at.point];
    const [earliest, latest] = bounds(row, at.point);
    const moved = Math.min(latest, Math.max(earliest, offset + time));
    return pointEdits(index, at.point, time === 0 ? { value: limited(level + intensity) } : { time: moved });
  }, { joins });
  return true;
}
