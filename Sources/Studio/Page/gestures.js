import { controls, end, isEvent, parameter } from './pattern.js';
import { moveEdits, pointEdits, set, tap } from './edits.js';
import { labelWidth, value, y } from './view.js';

/** @typedef {import('./pattern.js').Row} Row */
/** @typedef {import('./timeline.js').Timeline} Timeline */
/** @typedef {{x: number, y: number}} Place */
/** @typedef {{row: number, part: 'body' | 'end' | 'point', point?: number}} Hit */

/** The distance at which the pointer takes hold of something, in pixels. */
const reach = 7;

/** The pointer on the timeline: selecting, dragging, drawing, scrolling, zooming. */
export class Gestures {
  /**
   * The gesture that is under way.
   * @type {{move: (place: Place, event: PointerEvent) => void, finish: (place: Place, event: PointerEvent) => void} | null}
   */
  #current = null;

  /** @param {Timeline} timeline */
  constructor(timeline) {
    this.timeline = timeline;
    const { canvas } = timeline;
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#up(event));
    canvas.addEventListener('pointercancel', () => this.cancel());
    canvas.addEventListener('dblclick', (event) => this.#doubleClick(event));
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  /** Forgets the gesture that is under way. */
  cancel() {
    this.#current = null;
    const { timeline } = this;
    timeline.moved.clear();
    timeline.box = null;
    timeline.snapTime = null;
    timeline.hint('');
    timeline.draw();
  }

  /**
   * @param {MouseEvent} event
   * @returns {Place}
   */
  #place(event) {
    const rect = this.timeline.canvas.getBoundingClientRect();
    return { x: event.clientX - rect.left, y: event.clientY - rect.top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button === 1) return this.#pan(event);
    if (event.button !== 0) return undefined;
    const { timeline } = this;
    timeline.canvas.setPointerCapture(event.pointerId);
    timeline.focusGrid();
    const place = this.#place(event);
    const lane = timeline.view.laneAt(place.y);
    if (lane?.kind === 'ruler') return this.#scrub();
    if (lane?.kind === 'lint') return timeline.showLintAt(timeline.view.seconds(place.x));
    const hit = this.hit(place);
    if (hit) return this.#grab(hit, place, event);
    if (timeline.pen && lane?.kind === 'events') return this.#drawEvent(place);
    return this.#boxSelect(place, event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const place = this.#place(event);
    if (this.#current) return this.#current.move(place, event);
    const hit = this.hit(place);
    this.timeline.canvas.style.cursor = hit
      ? (hit.part === 'end' ? 'ew-resize' : 'grab') : (this.timeline.pen ? 'crosshair' : 'default');
    return undefined;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const current = this.#current;
    this.#current = null;
    current?.finish(this.#place(event), event);
    this.timeline.box = null;
    this.timeline.snapTime = null;
    this.timeline.hint('');
    this.timeline.draw();
  }

  /**
   * @param {Place} place
   * @returns {Hit | null} what is under the pointer; taps lie over blocks
   */
  hit(place) {
    const { view, pattern } = this.timeline;
    if (!pattern || place.x < labelWidth) return null;
    /** @type {Hit | null} */
    let best = null;
    let distance = Infinity;
    const consider = (/** @type {Hit} */ hit, /** @type {number} */ far) => {
      if (far < distance) [best, distance] = [hit, far];
    };
    for (const index of view.rows(view.seconds(place.x - 12), view.seconds(place.x + 12))) {
      const row = pattern.rows[index];
      const lane = view.laneOf(row);
      if (!lane || place.y < lane.top || place.y >= lane.top + lane.height) continue;
      const left = view.x(row.time);
      if (row.kind === 'transient') {
        const top = y(lane, parameter(row, 'HapticIntensity'));
        if (Math.abs(place.x - left) <= reach && place.y >= top - reach) {
          consider({ row: index, part: 'body' }, Math.abs(place.x - left) / 10);
        }
      } else if (isEvent(row)) {
        const right = view.x(end(row));
        const id = row.kind === 'continuous' ? 'HapticIntensity' : 'AudioVolume';
        if (place.y < y(lane, parameter(row, id)) - reach) continue;
        if (Math.abs(place.x - right) <= reach) consider({ row: index, part: 'end' }, 2);
        else if (place.x >= left - 3 && place.x <= right) consider({ row: index, part: 'body' }, 3);
      } else {
        const { low, high } = controls[row.control ?? ''];
        (row.points ?? [[0, row.value ?? 0]]).forEach(([time, at], point) => {
          const far = Math.hypot(place.x - view.x(row.time + time), place.y - y(lane, at, low, high));
          if (far <= reach + 3) consider({ row: index, part: 'point', point }, far / 10);
        });
      }
    }
    return best;
  }

  /**
   * @param {Hit} hit
   * @param {Place} from
   * @param {PointerEvent} event
   */
  #grab(hit, from, event) {
    const { timeline } = this;
    if (event.shiftKey || event.ctrlKey) {
      timeline.toggle(hit.row);
      return;
    }
    if (!timeline.selection.has(hit.row)) timeline.select([hit.row]);
    timeline.focusRow(hit.row);
    timeline.selectPoint(hit.part === 'point' ? { row: hit.row, point: hit.point ?? 0 } : null);
    if (hit.part === 'point') this.#dragPoint(hit, from);
    else if (hit.part === 'end') this.#dragEnd(hit, from);
    else this.#dragRows(from);
  }

  /** @param {Place} from */
  #dragRows(from) {
    const { timeline } = this;
    const { view } = timeline;
    const rows = timeline.selectedRows();
    const first = Math.min(...rows.map(([, row]) => row.time));
    const lane = view.laneAt(from.y);
    const by = { time: 0, intensity: 0, sharpness: 0 };
    this.#current = {
      move: (place, event) => {
        const fine = event.shiftKey ? 0.1 : 1;
        const time = first + ((place.x - from.x) * fine) / view.scale;
        const snapped = timeline.snapped(time, event, new Set(timeline.selection));
        by.time = Math.abs(place.x - from.x) < 3 ? 0 : Math.max(0, snapped) - first;
        const up = (((from.y - place.y) * fine) / ((lane?.height ?? 100) - 12));
        const part = Math.abs(from.y - place.y) < 3 ? 0 : up;
        by.intensity = event.altKey ? 0 : part;
        by.sharpness = event.altKey ? part : 0;
        timeline.moved.clear();
        for (const [index, row] of rows) timeline.moved.set(index, moved(row, by));
        const [shown] = timeline.moved.values();
        timeline.hint(shown && describe(shown));
        timeline.draw();
      },
      finish: () => {
        const edits = moveEdits(timeline.selection, by);
        if (edits.length > 0) timeline.edit(`move ${counted(rows.length)}`, edits);
        else timeline.moved.clear();
      },
    };
  }

  /**
   * @param {Hit} hit
   * @param {Place} from
   */
  #dragEnd(hit, from) {
    const { timeline } = this;
    const row = timeline.row(hit.row);
    let duration = row.duration ?? 0;
    this.#current = {
      move: (place, event) => {
        const raw = end(row) + ((place.x - from.x) * (event.shiftKey ? 0.1 : 1)) / timeline.view.scale;
        duration = Math.max(0.001, timeline.snapped(raw, event, new Set([hit.row])) - row.time);
        timeline.moved.set(hit.row, { ...row, duration });
        timeline.hint(`${duration.toFixed(3)} s long`);
        timeline.draw();
      },
      finish: () => {
        if (duration !== row.duration) {
          timeline.edit('resize', [set(hit.row, 'EventDuration', duration)]);
        } else timeline.moved.clear();
      },
    };
  }

  /**
   * @param {Hit} hit
   * @param {Place} from
   */
  #dragPoint(hit, from) {
    const { timeline } = this;
    const row = timeline.row(hit.row);
    const lane = timeline.view.laneOf(row);
    const { low, high } = controls[row.control ?? ''];
    const at = hit.point ?? 0;
    const points = row.points ?? [[0, row.value ?? 0]];
    const [time, level] = points[at];
    // The points of a curve stay in order.
    const bounds = [points[at - 1]?.[0] ?? 0, points[at + 1]?.[0] ?? Infinity];
    let to = { time, value: level };
    this.#current = {
      move: (place, event) => {
        const fine = event.shiftKey ? 0.1 : 1;
        const raw = row.time + time + ((place.x - from.x) * fine) / timeline.view.scale;
        const snapped = timeline.snapped(raw, event, new Set([hit.row])) - row.time;
        const moves = Math.abs(place.x - from.x) >= 3;
        to = {
          time: moves ? Math.min(bounds[1], Math.max(row.points ? bounds[0] : -row.time, snapped)) : time,
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
        if (row.points) return timeline.edit('move a point', pointEdits(hit.row, at, change));
        return timeline.edit('move a parameter', [
          ...(change.time === undefined ? [] : [set(hit.row, 'Time', row.time + change.time)]),
          ...(change.value === undefined ? [] : [set(hit.row, 'ParameterValue', change.value)]),
        ]);
      },
    };
  }

  /** @param {Place} from */
  #drawEvent(from) {
    const { timeline } = this;
    const lane = timeline.view.lane('events');
    if (!lane) return;
    const start = (/** @type {PointerEvent} */ event) =>
      Math.max(0, timeline.snapped(timeline.view.seconds(from.x), event, new Set()));
    /** @type {Row} */
    let row = tap(0, 0.5, 0.5);
    const make = (/** @type {Place} */ place, /** @type {PointerEvent} */ event) => {
      row = tap(start(event), value(lane, from.y), 0.5);
      const length = timeline.view.seconds(place.x) - timeline.view.seconds(from.x);
      if (place.x - from.x > 6) row = { ...row, kind: 'continuous', duration: +length.toFixed(4) };
    };
    this.#current = {
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
   * @param {Place} from
   * @param {PointerEvent} event
   */
  #boxSelect(from, event) {
    const { timeline } = this;
    const before = event.shiftKey || event.ctrlKey ? [...timeline.selection] : [];
    timeline.cursor = Math.max(0, timeline.view.seconds(from.x));
    timeline.select(before);
    this.#current = {
      move: (place) => {
        const box = {
          x: Math.min(from.x, place.x), y: Math.min(from.y, place.y),
          width: Math.abs(place.x - from.x), height: Math.abs(place.y - from.y),
        };
        timeline.box = box;
        const [left, right] = [timeline.view.seconds(box.x), timeline.view.seconds(box.x + box.width)];
        const inside = timeline.view.rows(left, right).filter((index) => {
          const row = timeline.row(index);
          const lane = timeline.view.laneOf(row);
          return lane && row.time <= right && end(row) >= left
            && lane.top <= box.y + box.height && lane.top + lane.height >= box.y;
        });
        timeline.select([...before, ...inside]);
      },
      finish: () => {},
    };
  }

  #scrub() {
    const { timeline } = this;
    const go = (/** @type {Place} */ place) => {
      timeline.cursor = Math.max(0, timeline.view.seconds(place.x));
      timeline.draw();
    };
    this.#current = { move: go, finish: go };
  }

  /** @param {PointerEvent} event */
  #pan(event) {
    event.preventDefault();
    const { view } = this.timeline;
    const [from, start] = [event.clientX, view.start];
    this.timeline.canvas.setPointerCapture(event.pointerId);
    const go = (/** @type {Place} */ _, /** @type {PointerEvent} */ now) => {
      view.start = Math.max(0, start - (now.clientX - from) / view.scale);
      this.timeline.draw();
    };
    this.#current = { move: go, finish: go };
  }

  /** @param {MouseEvent} event */
  #doubleClick(event) {
    const { timeline } = this;
    const place = this.#place(event);
    const lane = timeline.view.laneAt(place.y);
    if (!lane?.control || !timeline.pattern) return;
    const { low, high } = controls[lane.control];
    const time = timeline.view.seconds(place.x);
    const curves = [...timeline.pattern.rows.entries()].filter(([, row]) =>
      row.kind === 'curve' && row.control === lane.control && row.time <= time);
    const index = curves.pop()?.[0];
    if (index === undefined) return;
    const row = timeline.row(index);
    const level = value(lane, place.y, low, high);
    timeline.edit('add a point', [
      ['add-point', `Pattern[${index}]`, `${+(time - row.time).toFixed(4)}`, `${+level.toFixed(4)}`],
    ]);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const { view } = this.timeline;
    if (event.ctrlKey) {
      view.zoom(this.#place(event).x, Math.exp(-event.deltaY / 300));
    } else {
      view.start = Math.max(0, view.start + (event.deltaX + event.deltaY) / view.scale);
    }
    this.timeline.draw();
  }
}

/**
 * @param {Row} row
 * @param {{time: number, intensity: number, sharpness: number}} by
 * @returns {Row}
 */
function moved(row, by) {
  const parameters = { ...row.parameters };
  if (row.kind === 'transient' || row.kind === 'continuous') {
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

