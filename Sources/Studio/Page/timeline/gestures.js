import { tap } from '../edits.js';
import { end } from '../row.js';
import { addPoint, drawCourse } from './courses.js';
import { dragEnd, dragPoint, dragRows, drawEvent } from './drags.js';
import { dragHandle } from './envelope.js';
import { hitAt } from './hits.js';
import { labelWidth, value } from './scale.js';

/** @typedef {import('./timeline.js').Timeline} Timeline */
/** @typedef {import('./hits.js').Place} Place */
/** @typedef {import('./hits.js').Hit} Hit */
/** @typedef {(place: Place, event: PointerEvent) => void} Step */
/** @typedef {{move: Step, finish: Step}} Gesture */

/** The shape of the pointer over each part of a row. */
const cursors = { body: 'grab', end: 'ew-resize', point: 'grab', handle: 'ew-resize' };

/** The width of the edges at which the view follows the pointer, in pixels. */
const edge = 16;

/** The pointer on the timeline: selecting, dragging, drawing, scrolling, zooming. */
export class Gestures {
  /**
   * The gesture that is under way.
   * @type {Gesture | null}
   */
  #current = null;
  /**
   * The place at which the gesture began, if the view follows the pointer.
   * @type {Place | null}
   */
  #from = null;
  /**
   * The last event of the gesture, while a frame is waited for.
   * @type {PointerEvent | null}
   */
  #followed = null;

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

  /** Whether a gesture is under way. */
  get isActive() { return this.#current !== null; }

  /** Forgets the gesture that is under way. */
  cancel() {
    this.#current = null;
    const { timeline } = this;
    timeline.moved.clear();
    timeline.pointer = null;
    timeline.box = null;
    timeline.snapTime = null;
    timeline.course = null;
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
    this.#from = null;
    const place = this.#place(event);
    const lane = timeline.view.laneAt(place.y);
    if (lane?.kind === 'ruler') return this.#scrub(place, event);
    if (lane?.kind === 'lint') return timeline.showLintAt(timeline.view.seconds(place.x));
    if (timeline.pen && lane?.draws && !lane.isFolded && place.x >= labelWidth) {
      this.#current = drawCourse(timeline, lane, place);
      return undefined;
    }
    this.#from = place;
    const hit = hitAt(timeline, place);
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
    this.timeline.pointer = this.#current ? place : null;
    if (this.#current) {
      this.#current.move(place, event);
      return this.#follow(event);
    }
    const draws = this.timeline.pen && this.timeline.view.laneAt(place.y)?.draws;
    const hit = draws ? null : hitAt(this.timeline, place);
    this.timeline.canvas.style.cursor = hit ? cursors[hit.part] : (this.timeline.pen ? 'crosshair' : 'default');
    return undefined;
  }

  /**
   * Scrolls as long as the pointer is at an edge of the view.
   * @param {PointerEvent} event
   */
  #follow(event) {
    const isWaiting = this.#followed !== null;
    this.#followed = event;
    if (isWaiting) return;
    requestAnimationFrame(() => {
      const last = /** @type {PointerEvent} */ (this.#followed);
      this.#followed = null;
      const { view } = this.timeline;
      const place = this.#place(last);
      const far = Math.max(0, place.x - view.width + edge) + Math.min(0, place.x - labelWidth - edge);
      const { start } = view;
      if (!this.#current || !this.#from || far === 0) return;
      view.scrollTo(start + far / 4 / view.scale);
      if (view.start === start) return;
      this.#from.x -= (view.start - start) * view.scale;
      this.#current.move(place, last);
      this.#follow(last);
    });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const current = this.#current;
    this.#current = null;
    this.timeline.pointer = null;
    current?.finish(this.#place(event), event);
    this.timeline.box = null;
    this.timeline.snapTime = null;
    this.timeline.hint('');
    this.timeline.draw();
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
    timeline.handle = hit.handle ?? null;
    this.#current = {
      point: () => dragPoint(timeline, hit, from), end: () => dragEnd(timeline, hit, from),
      handle: () => dragHandle(timeline, hit, from), body: () => dragRows(timeline, from),
    }[hit.part]();
  }

  /**
   * @param {Place} from
   * @param {PointerEvent} event
   */
  #boxSelect(from, event) {
    const { timeline } = this;
    const before = event.shiftKey || event.ctrlKey ? [...timeline.selection] : [];
    timeline.placeCursor(timeline.view.seconds(from.x), event);
    timeline.select(before);
    this.#current = {
      move: (place) => {
        const box = {
          x: Math.min(from.x, place.x), y: Math.min(from.y, place.y),
          width: Math.abs(place.x - from.x), height: Math.abs(place.y - from.y),
        };
        [timeline.box, timeline.snapTime] = [box, null];
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

  /**
   * @param {Place} from
   * @param {PointerEvent} event
   */
  #scrub(from, event) {
    const { timeline } = this;
    const go = (/** @type {Place} */ place, /** @type {PointerEvent} */ now) =>
      timeline.placeCursor(timeline.view.seconds(place.x), now);
    this.#current = { move: go, finish: go };
    go(from, event);
  }

  /** @param {PointerEvent} event */
  #pan(event) {
    event.preventDefault();
    const { view } = this.timeline;
    const [from, start] = [event.clientX, view.start];
    this.timeline.canvas.setPointerCapture(event.pointerId);
    const go = (/** @type {Place} */ _, /** @type {PointerEvent} */ now) => {
      view.scrollTo(start - (now.clientX - from) / view.scale);
      this.timeline.draw();
    };
    this.#current = { move: go, finish: go };
  }

  /** @param {MouseEvent} event */
  #doubleClick(event) {
    const { timeline } = this;
    const place = this.#place(event);
    const lane = timeline.view.laneAt(place.y);
    // With the pen, each click adds a tap or a point.
    if (!lane || lane.isFolded || timeline.pen || place.x < labelWidth) return;
    // The first click has moved the cursor here.
    if (lane.kind === 'events' && !hitAt(timeline, place)) timeline.add([tap(timeline.cursor, value(lane, place.y), 0.5)], 'add a tap');
    if (!lane.control) return;
    addPoint(timeline, lane.control, timeline.view.seconds(place.x), value(lane, place.y));
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const { view } = this.timeline;
    if (event.ctrlKey) {
      view.zoom(this.#place(event).x, Math.exp(-event.deltaY / 300));
    } else {
      view.scrollTo(view.start + (event.deltaX + event.deltaY) / view.scale);
    }
    this.timeline.draw();
  }
}
