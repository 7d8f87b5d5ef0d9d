import { dragEnd, dragPoint, dragRows, drawEvent } from './drags.js';
import { end, isEvent, parameter } from '../pattern.js';
import { controlOf } from '../tables.js';
import { labelWidth, value, y } from './view.js';

/** @typedef {import('../pattern.js').Row} Row */
/** @typedef {import('./timeline.js').Timeline} Timeline */
/** @typedef {{x: number, y: number}} Place */
/** @typedef {{row: number, part: 'body' | 'end' | 'point', point?: number}} Hit */
/** @typedef {(place: Place, event: PointerEvent) => void} Step */
/** @typedef {{move: Step, finish: Step}} Gesture */

/** The distance at which the pointer takes hold of something, in pixels. */
const reach = 7;

/** The pointer on the timeline: selecting, dragging, drawing, scrolling, zooming. */
export class Gestures {
  /**
   * The gesture that is under way.
   * @type {Gesture | null}
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
    if (timeline.pen && lane?.kind === 'events') {
      this.#current = drawEvent(timeline, place);
      return undefined;
    }
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
        const { low, high } = controlOf(row);
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
    if (hit.part === 'point') this.#current = dragPoint(timeline, hit, from);
    else if (hit.part === 'end') this.#current = dragEnd(timeline, hit, from);
    else this.#current = dragRows(timeline, from);
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
    const { low, high } = controlOf(lane);
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
