import { element } from '../dom.js';
import { selectionWords, set } from '../edits.js';
import { isEvent, parameter, words } from '../pattern.js';
import { controlOf, tables } from '../tables.js';
import { NotationBox } from './notation.js';

/** @typedef {import('../pattern.js').Row} Row */
/** @typedef {{id: string, name: string, low: number, high: number, step: number}} Field */

/** The largest time that a field accepts, in seconds. */
const longest = 1e6;

/**
 * @param {string} id
 * @returns {Field} the field of a parameter of events
 */
function parameterField(id) {
  const { name, low, high } = /** @type {import('../tables.js').Parameter} */ (tables.parameters.get(id));
  return { id, name, low, high, step: id === 'Sustained' ? 1 : 0.01 };
}

/**
 * @param {Row} row
 * @returns {[Field, number][]} the fields of an event, and their values
 */
function eventFields(row) {
  const time = (/** @type {string} */ id, /** @type {string} */ name) => ({ id, name, low: 0, high: longest, step: 0.001 });
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
  notation = new NotationBox();
  #lint = element('section', { 'aria-label': 'lint' });

  connectedCallback() {
    this.append(this.#selection, this.notation.element, this.#lint);
  }

  /** @param {import('../timeline/timeline.js').Timeline} timeline */
  watch(timeline) {
    this.timeline = timeline;
    this.notation.watch(timeline);
    timeline.addEventListener('select', () => this.#show());
    timeline.addEventListener('lint', (event) => {
      const item = this.#lint.querySelectorAll('li')[/** @type {CustomEvent} */ (event).detail];
      item?.scrollIntoView({ block: 'nearest' });
      item?.querySelector('summary')?.focus();
    });
  }

  #show() {
    this.#showSelection();
    this.#showLint();
  }

  #showSelection() {
    const { timeline } = this;
    const rows = timeline?.selectedRows().filter(([, row]) => row) ?? [];
    const children = [element('h2', {}, 'Selection')];
    if (rows.length === 0) {
      children.push(element('p', { className: 'faint' }, timeline?.pattern?.description ?? ''));
    } else if (rows.length === 1) {
      const [[index, row]] = rows;
      children.push(element('p', {}, words(row)));
      children.push(...(isEvent(row) ? this.#eventFields(index, row) : this.#controlFields(index, row)));
    } else {
      children.push(element('p', {}, `${rows.length} entries`), ...this.#manyFields(rows));
    }
    this.#selection.replaceChildren(...children);
  }

  /**
   * @param {number} index
   * @param {Row} row
   */
  #eventFields(index, row) {
    const revision = this.timeline?.pattern?.revision;
    return eventFields(row).map(([field, present]) => this.#field(field, present, (value) =>
      this.timeline?.edit(`change ${field.name}`, [set(index, field.id, value)], { revision })));
  }

  /**
   * @param {number} index
   * @param {Row} row
   */
  #controlFields(index, row) {
    const revision = this.timeline?.pattern?.revision;
    const range = controlOf(row);
    const field = (/** @type {string} */ name, /** @type {string} */ path, /** @type {number} */ value,
      /** @type {number} */ low = range.low, /** @type {number} */ high = range.high) =>
      this.#field({ id: path, name, low, high, step: 0.01 }, value, (to) =>
        this.timeline?.edit(`change ${name}`, [set(index, path, to)], { revision }));
    const made = [field('time, s', 'Time', row.time, 0, longest)];
    if (row.kind === 'parameter') made.push(field('value', 'ParameterValue', row.value ?? 0));
    const at = this.timeline?.point;
    if (row.points && at?.row === index && row.points[at.point]) {
      const path = `ParameterCurveControlPoints[${at.point}]`;
      made.push(
        field('point time, s', `${path}.Time`, row.points[at.point][0], 0, longest),
        field('point value', `${path}.ParameterValue`, row.points[at.point][1]));
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
      return [this.#field(field, isSame ? values[0] : null, (value) =>
        this.timeline?.edit(`change ${field.name}`, [
          ['select', selectionWords(rows.map(([index]) => index))],
          ['set', field.id, `${value}`],
        ], { revision }))];
    });
  }

  /**
   * @param {Field} field
   * @param {number | null} value nil if several differ
   * @param {(value: number) => void} change
   */
  #field(field, value, change) {
    const input = element('input', {
      type: 'number', min: field.low, max: field.high, step: field.step,
      value: value === null ? '' : +value.toFixed(6), placeholder: value === null ? 'mixed' : '',
    });
    const slider = field.high - field.low <= 2 && field.step < 1 ? element('input', {
      type: 'range', min: field.low, max: field.high, step: field.step, value: value ?? field.low,
      'aria-label': `${field.name}, slider`, tabIndex: -1,
    }) : null;
    const send = (/** @type {HTMLInputElement} */ from) => {
      const to = Number(from.value);
      if (from.value === '' || Number.isNaN(to) || to === value) return;
      change(Math.min(field.high, Math.max(field.low, to)));
    };
    input.onchange = () => send(input);
    if (slider) {
      slider.oninput = () => { input.value = slider.value; };
      slider.onchange = () => send(slider);
    }
    return element('label', { className: 'field' }, element('span', {}, field.name), input,
      ...(slider ? [slider] : []));
  }

  #showLint() {
    const pattern = this.timeline?.pattern;
    const lint = pattern?.lint ?? [];
    const items = lint.map((finding) => element('li', { className: finding.severity },
      element('details', {},
        element('summary', {}, `${finding.rule} ${finding.message}`),
        element('p', {}, finding.why), element('p', {}, finding.fix),
        element('p', { className: 'faint' }, finding.guideline))));
    const fix = lint.some((finding) => finding.fixable && !finding.accepted)
      ? [element('button', { onclick: () => this.#fix() }, 'Fix what can be fixed')] : [];
    this.#lint.replaceChildren(element('h2', {}, `Lint: ${lint.length || 'nothing found'}`),
      ...(lint.length > 0 ? [element('ul', {}, ...items)] : []), ...fix);
  }

  #fix() {
    const { timeline } = this;
    timeline?.attempt(async () => timeline.pattern?.fix());
  }
}

customElements.define('haptic-inspector', Inspector);
