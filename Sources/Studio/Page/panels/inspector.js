import { element } from '../dom.js';
import { number, selectionWords, set } from '../edits.js';
import { end, isEvent, parameter, words } from '../row.js';
import { controlOf, tables } from '../tables.js';
import { LintList } from './lint-list.js';
import { NotationBox } from './notation.js';
import { FlagField, NumberField } from './number-field.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./number-field.js').Field} Field */
/** @typedef {import('./number-field.js').Change} Change */

/** The largest time that a field accepts, in seconds. */
const longest = 1e6;

/**
 * @param {string} id
 * @returns {Field} the field of a parameter of events
 */
function parameterField(id) {
  const { name, low, high } = /** @type {import('../tables.js').Parameter} */ (tables.parameters.get(id));
  return { id, name, low, high, step: 0.01 };
}

/**
 * @param {Row} row
 * @returns {[Field, number][]} the fields of an event, and their values
 */
function eventFields(row) {
  const time = (/** @type {string} */ id, /** @type {string} */ name) => ({ id, name, low: 0, high: longest, step: 0.001, isTime: true });
  /** @type {[Field, number][]} */
  const made = [[time('Time', 'time, s'), row.time]];
  if (row.kind !== 'transient') made.push([time('EventDuration', 'duration, s'), row.duration ?? 0]);
  for (const { id, initial, kinds } of tables.parameters.values()) {
    if (kinds.includes(row.kind)) made.push([parameterField(id), row.parameters?.[id] ?? initial]);
  }
  return made;
}

/** The panel with the values of what is selected, a box for notation, and what lint has found. */
export class Inspector extends HTMLElement {
  /** @type {import('../timeline/timeline.js').Timeline | null} */
  timeline = null;
  #selection = element('section', { 'aria-label': 'selection' });
  /**
   * The fields that are shown, by their identifiers, and what they are about.
   * @type {Map<string, NumberField | FlagField>}
   */
  #fields = new Map();
  #subject = '';
  notation = new NotationBox();
  #lint = new LintList();

  connectedCallback() {
    this.append(this.#selection, this.notation.element, this.#lint.element);
  }

  /** @param {import('../timeline/timeline.js').Timeline} timeline */
  watch(timeline) {
    this.timeline = timeline;
    this.notation.watch(timeline);
    timeline.addEventListener('select', () => this.#showSelection());
    this.#lint.watch(timeline);
  }

  #showSelection() {
    const { timeline } = this;
    const rows = timeline?.selectedRows().filter(([, row]) => row) ?? [];
    const subject = [timeline?.pattern?.file, ...rows.map(([index, { kind, control }]) => `${index} ${kind} ${control}`)].join('\n');
    if (subject !== this.#subject) this.#fields.clear();
    this.#subject = subject;
    const children = [element('h2', {}, 'Selection')];
    if (rows.length === 0) {
      children.push(element('p', { className: 'faint' }, timeline?.pattern?.description ?? ''),
        ...this.#lengthField([], timeline?.pattern?.seconds ?? 0));
    } else if (rows.length === 1) {
      const [[index, row]] = rows;
      children.push(element('p', {}, words(row)));
      children.push(...(isEvent(row) ? this.#eventFields(index, row)
        : [...this.#controlFields(index, row), ...this.#lengthField([index], end(row) - row.time)]));
    } else {
      const length = Math.max(...rows.map(([, row]) => end(row))) - Math.min(...rows.map(([, row]) => row.time));
      children.push(element('p', {}, `${rows.length} entries`), ...this.#manyFields(rows),
        ...this.#lengthField(rows.map(([index]) => index), length));
    }
    place(this.#selection, children);
  }

  /** Moves the keyboard to the length of the selection, or of the whole pattern. */
  focusLength() {
    const input = this.#selection.querySelector('[data-length] input, [data-field=EventDuration] input');
    input?.focus();
    input?.select();
  }

  /**
   * @param {number[]} selection the rows that are stretched; empty for the whole pattern
   * @param {number} length the present length
   * @returns {HTMLElement[]} the field of the length; none if there is nothing to stretch
   */
  #lengthField(selection, length) {
    if (!(length > 0.0005)) return [];
    const revision = this.timeline?.pattern?.revision;
    const field = { id: 'length', name: 'length, s', low: 0.001, high: longest, step: 0.01, isTime: true };
    const label = this.#field(field, length, (seconds) =>
      this.timeline?.edit(`fit into ${number(seconds)} s`, [
        ...(selection.length > 0 ? [['select', selectionWords(selection)]] : []), ['stretch', `${number(seconds)}s`],
      ], { revision }));
    label.title = 'stretches all times to this length (X)';
    label.setAttribute('data-length', '');
    return [label];
  }

  /**
   * @param {number} index
   * @param {Row} row
   */
  #eventFields(index, row) {
    const revision = this.timeline?.pattern?.revision;
    return eventFields(row).map(([field, present]) => this.#field(field, present, (value, { joins }) =>
      this.timeline?.edit(`change ${field.name}`, [set(index, field.id, value)], { revision, joins }), envelopeNote(row, field.id)));
  }

  /**
   * @param {number} index
   * @param {Row} row
   */
  #controlFields(index, row) {
    const revision = this.timeline?.pattern?.revision;
    const range = { ...controlOf(row), step: 0.01 };
    const time = { low: 0, high: longest, step: 0.001, isTime: true };
    const field = (/** @type {string} */ name, /** @type {string} */ path, /** @type {number} */ value,
      /** @type {{low: number, high: number, step: number}} */ limits) =>
      this.#field({ ...limits, id: path, name }, value, (to, { joins }) =>
        this.timeline?.edit(`change ${name}`, [set(index, path, to)], { revision, joins }));
    const made = [field('time, s', 'Time', row.time, time)];
    if (row.kind === 'parameter') made.push(field('value', 'ParameterValue', row.value ?? 0, range));
    const at = this.timeline?.point;
    if (row.points && at?.row === index && row.points[at.point]) {
      const path = `ParameterCurveControlPoints[${at.point}]`;
      made.push(
        field('point time, s', `${path}.Time`, row.points[at.point][0], time),
        field('point value', `${path}.ParameterValue`, row.points[at.point][1], range));
    }
    return made;
  }

  /** @param {[number, Row][]} rows */
  #manyFields(rows) {
    const revision = this.timeline?.pattern?.revision;
    return ['HapticIntensity', 'HapticSharpness'].map(parameterField).flatMap((field) => {
      const kinds = tables.parameters.get(field.id)?.kinds ?? [];
      const values = rows.filter(([, row]) => kinds.includes(row.kind))
        .map(([, row]) => parameter(row, field.id));
      if (values.length === 0) return [];
      const isSame = values.every((value) => value === values[0]);
      return [this.#field(field, isSame ? values[0] : null, (value, { joins }) =>
        this.timeline?.edit(`change ${field.name}`, [
          ['select', selectionWords(rows.map(([index]) => index))],
          ['set', field.id, number(value)],
        ], { revision, joins }))];
    });
  }

  /**
   * @param {Field} field
   * @param {number | null} value nil if several differ
   * @param {Change} change
   * @param {string} [note] what the number means
   */
  #field(field, value, change, note = '') {
    const made = this.#fields.get(field.id) ?? (field.id === 'Sustained' ? new FlagField(field) : new NumberField(field));
    this.#fields.set(field.id, made);
    made.show(value, change, note);
    return made.element;
  }
}

/**
 * @param {Row} row
 * @param {string} id
 * @returns {string} the length for which a parameter of the envelope stands; empty for another parameter
 */
function envelopeNote(row, id) {
  const seconds = row.envelope?.[['AttackTime', 'DecayTime', 'ReleaseTime'].indexOf(id)];
  return seconds === undefined ? '' : seconds < 1 ? `${+(seconds * 1000).toPrecision(3)} ms` : `${+seconds.toPrecision(3)} s`;
}

/**
 * Puts elements into a box. Those that are there already stay, with the keyboard if they have it.
 * @param {HTMLElement} box
 * @param {HTMLElement[]} children
 */
function place(box, children) {
  for (const child of [...box.children]) if (!children.includes(/** @type {HTMLElement} */ (child))) child.remove();
  children.forEach((child, index) => {
    if (box.children[index] !== child) box.insertBefore(child, box.children[index] ?? null);
  });
}

customElements.define('haptic-inspector', Inspector);
